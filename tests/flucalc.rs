//! Counts under FluCalc's column names, of a call small enough to be counted by hand.

use falter::audit::Options;
use falter::flucalc;

use crate::calls::spoken;

#[test]
fn columns_of_flucalc() {
    // um; th- breaks off; the the; a part of actually is said twice; I want, I want; silences of 100 ms twice.
    let corpus = spoken(
        "c user um@0-300 go@300-400 th-@400-500 slowly@500-600 the@600-700 the@700-800 a-a-actually@800-1100 I@1100-1200 want@1200-1300 I@1400-1500 want@1500-1600 it@1700-1900",
    );
    let table = flucalc::table(&corpus, &Options::default()).expect("a table");
    let table = String::from_utf8(table).expect("text");
    let mut lines = table.lines().map(|l| l.split(',').collect::<Vec<_>>());
    let (header, row) = (
        lines.next().expect("a header"),
        lines.next().expect("a row"),
    );
    assert_eq!((header.len(), row.len(), lines.count()), (57, 57, 0));
    let cell = |name: &str| row[header.iter().position(|h| *h == name).expect("a column")];
    for (name, wanted) in [
        ("File", "c"),
        ("Language", "en"),
        ("Role", "user"),
        ("mor_Utts", "1"),
        // Twelve tokens without um, th-, one the and one I want.
        ("mor_Words", "7"),
        ("#_PWR", "1"),
        ("#_WWR", "1"),
        ("%_WWR", "14.286"),
        ("#_Phonological_fragment", "1"),
        ("#_Phrase_repetitions", "1"),
        ("#_Word_revisions", "0"),
        ("#_Pauses", "2"),
        ("#_Filled_pauses", "1"),
        ("#_TD", "5"),
        // Never heard in a plain transcript: empty, not 0.
        ("#_Prolongation", ""),
        ("#_SLD", ""),
        ("Weighted_SLD", ""),
    ] {
        assert_eq!(cell(name), wanted, "{name}");
    }
    // Seven words in 1700 ms of speech.
    assert_eq!(cell("words_min"), "247.059");
}
