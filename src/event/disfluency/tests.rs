//! What time, marks and order decide.

use super::*;
use crate::lang::lexicon;

/// Kinds and texts found in words said at `times` (start, end); without times when empty.
fn found(code: &str, text: &str, times: &[(Ms, Ms)]) -> Vec<(&'static str, String)> {
    let Ok(lexicon) = lexicon(code) else {
        return Vec::new();
    };
    let tokens = lexicon.tokenise(text);
    let spoken: Vec<Spoken<'_>> = tokens
        .iter()
        .enumerate()
        .map(|(k, token)| Spoken {
            token,
            time: times.get(k).map(|(start, end)| Span::new(*start, *end)),
        })
        .collect();
    let said = |d: &Disfluency| {
        String::from(&text[tokens[d.tokens.start].start..tokens[d.tokens.end - 1].end])
    };
    find(&spoken, lexicon, &Settings::default())
        .iter()
        .map(|d| (d.kind.name(), said(d)))
        .collect()
}

fn count(code: &str, text: &str, kind: Kind) -> usize {
    let events = found(code, text, &[]);
    events.iter().filter(|(k, _)| *k == kind.name()).count()
}

#[test]
fn n_copies_are_n_minus_one_repeats_and_shifted_ones_do_not_count() {
    for (text, repeats) in [
        ("I I I want", 2),
        ("I I I I want", 3),
        ("to the to the to the shop", 2),
        ("I want I want it", 1),
        ("I I want I I want", 3),
        ("how are you is it is it on", 1),
    ] {
        assert_eq!(count("en", text, Kind::Repeat), repeats, "{text}");
    }
}

#[test]
fn the_interregnum_is_what_stands_between() {
    let Ok(lexicon) = lexicon("en") else { return };
    let tokens = lexicon.tokenise("so I want uh you know I want it");
    let spoken: Vec<Spoken<'_>> = tokens
        .iter()
        .map(|token| Spoken { token, time: None })
        .collect();
    let found = find(&spoken, lexicon, &Settings::default());
    let parts: Vec<&Parts> = found.iter().filter_map(|d| d.parts.as_ref()).collect();
    let expected = Parts {
        reparandum: 1..3,
        interregnum: 3..6,
        repair: 6..8,
    };
    assert_eq!(parts, [&expected]);
}

#[test]
fn a_licensed_double_is_a_repeat_when_the_speaker_hesitates_between() {
    assert_eq!(count("en", "I know that that is so", Kind::Repeat), 0);
    assert_eq!(count("en", "I know that uh that is so", Kind::Repeat), 1);
    let quick = [(0, 100), (100, 200), (200, 300), (320, 400), (400, 500)];
    let slow = [(0, 100), (100, 200), (200, 300), (400, 500), (500, 600)];
    assert!(found("en", "I know that that works", &quick).is_empty());
    assert_eq!(found("en", "I know that that works", &slow)[0].0, "repeat");
}

#[test]
fn a_silence_sets_a_marker_off_like_a_comma() {
    let near = [(0, 100), (150, 250), (290, 400), (450, 500)];
    let far = [(0, 100), (150, 250), (350, 400), (500, 600)];
    assert!(found("en", "it was like blue", &near).is_empty());
    assert_eq!(found("en", "it was like blue", &far)[0].0, "marker");
    assert_eq!(
        found("en", "it is, like, blue", &[]),
        [("marker", "like".into())]
    );
}

#[test]
fn whole_answers_are_no_fillers() {
    for text in ["嗯", "嗯嗯", "嗯，好的", "嗯对"] {
        assert!(found("zh", text, &[]).is_empty(), "{text}");
    }
    assert_eq!(count("zh", "嗯我要退款", Kind::Filler), 1);
    assert_eq!(count("en", "hmm", Kind::Filler), 0);
    assert_eq!(count("en", "it is hmm blue", Kind::Filler), 1);
}

#[test]
fn cut_off_words_are_fragments_and_dashed_repeats_are_not() {
    for (text, fragments, repeats) in [
        ("th- the form", 1, 0),
        ("w- w- we go", 2, 0),
        ("I- I- I go", 0, 2),
        ("a-a-actually b-but re-read ha-ha", 2, 0),
        ("um-um I I- go", 0, 1),
    ] {
        assert_eq!(count("en", text, Kind::Fragment), fragments, "{text}");
        assert_eq!(count("en", text, Kind::Repeat), repeats, "{text}");
    }
}

/// No word that the Chinese dictionary holds doubled (看看, 来来来): those are one token only unmarked.
const WORDS: &[(&str, &[&str])] = &[
    (
        "en",
        &[
            "I", "um", "need", "it", "the", "that", "no", "two", "hmm", "um-um", "yeah",
        ],
    ),
    (
        "zh",
        &["我", "嗯", "明天", "对", "呃", "好的", "他们", "要"],
    ),
];

proptest::proptest! {
    #![proptest_config(proptest::prelude::ProptestConfig { cases: 2000, failure_persistence: None, ..Default::default() })]

    #[test]
    fn punctuation_changes_no_token_filler_or_repeat(
        language in 0..2usize,
        picks in proptest::collection::vec((0..1000usize, 0..4usize), 1..12),
    ) {
        let (code, words) = WORDS[language];
        let (space, marks) = match code {
            "en" => (" ", ["", "", ",", "."]),
            _ => ("", ["", "", "，", "。"]),
        };
        let mut bare = String::new();
        let mut marked = String::new();
        for (pick, mark) in picks {
            let word = words[pick % words.len()];
            bare.push_str(word);
            bare.push_str(space);
            marked.push_str(word);
            marked.push_str(marks[mark]);
            marked.push_str(space);
        }
        let sure = |text: &str| -> Vec<(&'static str, String)> {
            // No marker is in the list: those may listen to commas, as repairs to full stops.
            let plain = |s: &str| s.replace([' ', ',', '.', '，', '。'], "");
            let events = found(code, text, &[]).into_iter().filter(|(k, _)| *k != "repair" && *k != "restart");
            events.map(|(kind, said)| (kind, plain(&said))).collect()
        };
        proptest::prop_assert_eq!(sure(&bare), sure(&marked), "{} / {}", bare, marked);
        let tokens = |text: &str| lexicon(code).map(|l| l.tokenise(text).len());
        proptest::prop_assert_eq!(tokens(&bare), tokens(&marked), "{} / {}", bare, marked);
    }
}

/// Counts on real telephone speech, from an independent script; runs where the corpus lies beside the
/// project.
#[test]
fn fillers_of_switchboard_are_those_of_the_reference_script() {
    let corpus = std::path::Path::new(env!("CARGO_MANIFEST_DIR")).join("../shared/data/swb_ms98");
    if !corpus.is_dir() {
        return;
    }
    let read = crate::format::open(&[corpus], &Default::default());
    assert!(read.is_ok(), "the corpus cannot be read");
    let (Ok(read), Ok(lexicon)) = (read, lexicon("en")) else {
        return;
    };
    let mut fillers = 0;
    for word in read.calls.iter().flat_map(|c| &c.words) {
        let tokens = lexicon.tokenise(&word.text);
        assert_eq!(tokens.len(), 1, "{} is one word", word.text);
        let timed = word.span().is_some();
        fillers += usize::from(timed && lexicon.is_sure_filler(&tokens[0].norm));
    }
    assert_eq!(fillers, 2932);
}
