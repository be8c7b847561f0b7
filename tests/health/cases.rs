//! Shared cases; the truths are those of each `expected.md`.

use std::path::PathBuf;

use falter::audit::Options;
use falter::call::Role;
use falter::format::Channels;
use falter::time::Span;

use super::{audited, figure, findings, heard, said};
use crate::calls::read;
use crate::cli::{arg, falter};
use crate::shared::shared;

fn case(path: &str) -> Option<PathBuf> {
    shared(&format!("cases/{path}"))
}

#[test]
fn p14_times_that_run_backwards_are_told_and_make_no_negative_pause() {
    let Some(path) = case("P14/whisperx.json") else {
        return;
    };
    let corpus = read(&path);
    let told =
        |n: &&String| n.contains("word 3 starts at 1300.403 s") && n.contains("words 3, 4, 5, 6");
    assert_eq!(
        corpus.notices.iter().filter(told).count(),
        1,
        "{:?}",
        corpus.notices
    );
    let words: Vec<&str> = corpus.calls[0]
        .words
        .iter()
        .map(|w| w.text.as_str())
        .collect();
    assert_eq!(words.len(), 5, "? is no word: {words:?}");
    let ran = falter(&["events", "--json", arg(&path)]);
    for line in ran.stdout.lines() {
        let event: serde_json::Value = serde_json::from_str(line).expect("an object");
        assert!(
            event["start_ms"].as_i64() <= event["end_ms"].as_i64(),
            "{event}"
        );
    }
}

#[test]
fn p15_words_without_a_length_stay() {
    let Some(path) = case("P15/words.json") else {
        return;
    };
    let corpus = read(&path);
    assert_eq!(corpus.calls[0].words.len(), 6);
    let said = said(&corpus, "untimed");
    assert!(
        said[0].starts_with("3 of 6 (0.50) words have no length"),
        "{said:?}"
    );
    let audit = audited(&corpus, &[]);
    assert!(
        audit
            .estimates
            .iter()
            .all(|e| e.value.is_none_or(f64::is_finite))
    );
    // 6 tokens in 0.62 s.
    let rate = figure(&audit, "speech_rate").0;
    assert!(rate.is_some_and(|r| r > 0.0), "{rate:?}");
}

#[test]
fn p16_contiguous_words_have_no_pauses_to_count() {
    let Some(path) = case("P16") else { return };
    let corpus = read(&path);
    let said = said(&corpus, "invented");
    assert!(
        said[0].starts_with("29 of 29 (1.00) word ends touch the next start"),
        "{said:?}"
    );
    let audit = audited(&corpus, &[]);
    for name in ["hold_pause.per_turn", "cut_if_waiting.holds_500"] {
        let (value, why) = figure(&audit, name);
        assert!(value.is_none() && why.contains("29 of 29"), "{name}: {why}");
    }
    assert_eq!(figure(&audit, "tokens").0, Some(30.0));
}

#[test]
fn p17_and_p21_times_that_cannot_be_are_refused() {
    let (Some(turned), Some(unix)) = (case("P17/segs.json"), case("P21/segs.json")) else {
        return;
    };
    let ran = falter(&["audit", arg(&turned)]);
    assert_eq!(ran.code, 2);
    assert!(
        ran.stderr.contains("row 2") && ran.stderr.contains("90720"),
        "{}",
        ran.stderr
    );
    assert!(ran.stderr.contains("99920"), "{}", ran.stderr);
    let ran = falter(&["check", arg(&unix)]);
    assert_eq!(ran.code, 1);
    assert!(
        ran.stdout.contains("looks like Unix time (2026-08-04)"),
        "{}",
        ran.stdout
    );
}

#[test]
fn p23_whole_seconds_show_no_pauses() {
    let Some(path) = case("P23") else { return };
    let corpus = read(&path);
    assert_eq!(
        said(&corpus, "resolution"),
        ["time resolution 1000 ms: 10 of 10 stamps are multiples of 1000"]
    );
    let audit = audited(&corpus, &[]);
    for name in [
        "hold_pause.per_turn_200_500",
        "hold_pause.per_turn_500",
        "transfer_offset.p50",
    ] {
        let (value, why) = figure(&audit, name);
        assert!(value.is_none() && why.contains("1000 ms"), "{name}: {why}");
    }
    assert_eq!(figure(&audit, "tokens.utterances").0, Some(2.0));
    assert_eq!(figure(&audit, "filler_rate").0, Some(0.0));
}

#[test]
fn p25_text_over_silence_is_not_counted() {
    let Some(path) = case("P25") else { return };
    for vad in ["earshot", "webrtc"] {
        let corpus = heard(&path, vad, None);
        let found = findings(&corpus);
        let found = found
            .iter()
            .find(|f| f.check == "hallucinated")
            .expect("found");
        assert_eq!(found.rows, [1, 2, 3]);
        assert!(
            found.sentence.contains("3 of 11 tokens"),
            "{}",
            found.sentence
        );
        let audit = audited(&corpus, &[]);
        assert_eq!(figure(&audit, "tokens").0, Some(8.0));
        assert_eq!(audit.all("repeat_rate").and_then(|e| e.hits), Some(0.0));
        let whole = audit.whole.iter().find(|e| e.name == "tokens");
        assert_eq!(whole.and_then(|e| e.value), Some(11.0));
        let kept = audited(&corpus, &["keep_excluded=1"]);
        assert_eq!(figure(&kept, "tokens").0, Some(11.0));
    }
    let alone = read(&path.join("asr_history.csv"));
    assert_eq!(
        said(&alone, "hallucinated"),
        ["same text in 3 consecutive rows"]
    );
    assert_eq!(figure(&audited(&alone, &[]), "tokens").0, Some(11.0));
}

#[test]
fn p26_pieces_of_words() {
    let Some(path) = case("P26") else { return };
    let corpus = read(&path);
    let words: Vec<(&str, i64, i64)> = corpus.calls[0]
        .words
        .iter()
        .map(|w| (w.text.as_str(), w.start, w.end))
        .collect();
    let want = [
        ("Okay", 7000, 8140),
        ("Um", 9000, 10_000),
        ("today's", 10_090, 10_430),
    ];
    assert_eq!(words, want);
    let told = |n: &&String| n.contains("piece 1 offsets.to 8140 != timestamps.to 9000");
    assert_eq!(corpus.notices.iter().filter(told).count(), 1);
    let rate = audited(&corpus, &[]);
    let rate = rate.all("filler_rate").expect("a figure");
    assert_eq!((rate.hits, rate.chances), (Some(1.0), Some(3.0)));
}

#[test]
fn p34_identical_channels_have_no_figures_between_parties() {
    let Some(path) = case("P34") else { return };
    let channels = Some(Channels { user: 0, agent: 1 });
    let corpus = heard(&path, "webrtc", channels);
    assert_eq!(
        said(&corpus, "identical"),
        ["channels identical: both parties have the same samples"]
    );
    let audit = audited(&corpus, &[]);
    for name in [
        "interruption_rate",
        "transfer_offset.overlapped",
        "backchannel_rate",
        "hold_pause.per_turn",
    ] {
        let (value, why) = figure(&audit, name);
        assert!(
            value.is_none() && why.starts_with("channels identical"),
            "{name}: {why}"
        );
    }
}

#[test]
fn p35_the_wrong_channel_map_is_noticed() {
    let Some(path) = case("P35") else { return };
    let right = heard(&path, "webrtc", Some(Channels { user: 0, agent: 1 }));
    assert_eq!(said(&right, "swapped"), [""; 0]);
    let wrong = heard(&path, "webrtc", Some(Channels { user: 1, agent: 0 }));
    let said = said(&wrong, "swapped");
    assert!(
        said[0].starts_with("roles look swapped: 0 of 4 rows"),
        "{said:?}"
    );
    assert_eq!(figure(&audited(&wrong, &[]), "transfer_offset.p50").0, None);
    let ran = falter(&["check", arg(&path)]);
    assert_eq!(ran.code, 2, "no map is assumed");
}

#[test]
fn p36_bleed_is_no_speech_and_a_read_back_is() {
    let Some(path) = case("P36") else { return };
    let corpus = read(&path);
    let found = findings(&corpus);
    assert_eq!(found.len(), 1, "{found:?}");
    assert_eq!(
        (found[0].side, &found[0].rows[..]),
        (Some(Role::User), &[1][..])
    );
    assert!(
        found[0]
            .sentence
            .contains("row 2 starts 80 ms after row 1, overlap 2920 ms")
    );
    let audit = audited(&corpus, &[]);
    assert_eq!(figure(&audit, "tokens").0, Some(5.0));
    assert_eq!(figure(&audit, "tokens.turns").0, Some(2.0));
    assert_eq!(
        audit.all("interruption_rate").and_then(|e| e.hits),
        Some(0.0)
    );
    assert_eq!(
        audit.all("backchannel_rate").and_then(|e| e.hits),
        Some(0.0)
    );
}

#[test]
fn p37_a_transcript_longer_than_its_audio() {
    let Some(path) = case("P37") else { return };
    let corpus = heard(&path, "webrtc", None);
    let found = findings(&corpus);
    let found: Vec<(&str, &[usize])> = found
        .iter()
        .filter(|f| f.check == "past_end")
        .map(|f| (f.sentence.as_str(), &f.rows[..]))
        .collect();
    assert_eq!(
        found[0],
        ("transcript exceeds audio by 1091 ms (10.0 %)", &[2][..])
    );
    assert!(
        found[1].0.starts_with("row 3 wholly past the end"),
        "{found:?}"
    );
    assert_eq!(falter(&["check", arg(&path)]).code, 1);
}

#[test]
fn p40_silence_has_no_rates() {
    for name in ["zeros", "lsb"] {
        let Some(path) = case(&format!("P40/{name}.wav")) else {
            return;
        };
        let folder = tempfile::tempdir().expect("a folder");
        std::fs::copy(&path, folder.path().join("c.user.wav")).expect("copied");
        let corpus = heard(folder.path(), "earshot", None);
        assert_eq!(corpus.calls[0].speech[Role::User.index()], Some(vec![]));
        assert_eq!(said(&corpus, "levels").len(), 1, "{name}");
        let audit = audited(&corpus, &[]);
        for name in ["hold_pause.per_turn", "speech_rate", "filler_rate"] {
            let (value, why) = figure(&audit, name);
            assert!(value.is_none() && !why.is_empty(), "{name}");
        }
        assert_eq!(falter(&["audit", arg(folder.path())]).code, 0);
    }
}

#[test]
fn p43_a_pause_is_measured_without_padding() {
    let Some(path) = case("P43/a.wav") else {
        return;
    };
    let folder = tempfile::tempdir().expect("a folder");
    std::fs::copy(&path, folder.path().join("c.user.wav")).expect("copied");
    let corpus = heard(folder.path(), "webrtc", None);
    let spans = corpus.calls[0].speech[Role::User.index()]
        .clone()
        .expect("heard");
    let [a, b] = spans[..] else {
        panic!("{spans:?}")
    };
    assert!((b.start - a.end - 200).abs() <= 30, "{spans:?}");
}

#[test]
fn p46_a_quiet_answer_stays_a_turn() {
    let Some(path) = case("P46") else { return };
    let quiet = Span::new(3000, 3200);
    for vad in ["earshot", "webrtc"] {
        let corpus = heard(&path, vad, None);
        let call = &corpus.calls[0];
        let heard = call.speech[Role::User.index()].iter().flatten();
        let near =
            |s: &&Span| (s.start - quiet.start).abs() <= 30 && (s.end - quiet.end).abs() <= 30;
        let detected = heard.filter(near).count() == 1;
        let said = said(&corpus, "unheard");
        let listed = said == ["transcript without detected speech: 1 of 3 (0.33) rows"];
        assert!(detected || listed, "{vad}: {said:?}");
        let options = Options::default();
        let examined =
            falter::health::examine(call, &options.languages, &options.settings, options.rule);
        let timeline = examined.expect("a language").timeline;
        assert!(timeline.side(Role::User).speaks_in(quiet), "{vad}");
    }
}

#[test]
fn p55_a_user_who_never_hesitates() {
    let Some(path) = case("P55") else { return };
    let corpus = read(&path);
    assert_eq!(
        said(&corpus, "no_disfluency"),
        ["no disfluency at all in 17 tokens; 4 style tags counted apart"]
    );
    let audit = audited(&corpus, &[]);
    assert_eq!(figure(&audit, "tokens").0, Some(17.0));
    assert_eq!(audit.all("filler_rate").and_then(|e| e.hits), Some(0.0));
}

#[test]
fn p84_a_rate_of_a_cleaned_transcript_is_a_lower_bound() {
    let Some(path) = case("P84") else { return };
    let corpus = heard(&path, "webrtc", None);
    assert_eq!(
        said(&corpus, "untranscribed"),
        ["filler rate 0 is a lower bound: 4 untranscribed voiced stretches, 2000 ms"]
    );
    let audit = audited(&corpus, &[]);
    let (value, why) = figure(&audit, "filler_rate");
    assert_eq!(value, Some(0.0));
    assert!(why.starts_with("lower bound: filler rate 0"), "{why}");
    assert_eq!(figure(&audit, "tokens").0, Some(40.0));
    // The default detector hears the same stretches, a little shorter.
    let earshot = said(&heard(&path, "earshot", None), "untranscribed");
    assert!(earshot[0].contains(": 4 untranscribed"), "{earshot:?}");
}

#[test]
fn real_calls_are_healthy() {
    let Some(path) = shared("data/swb_ms98") else {
        return;
    };
    let found = findings(&read(&path));
    let doubts: Vec<String> = found
        .iter()
        .filter(|f| f.is_doubt())
        .map(ToString::to_string)
        .collect();
    assert_eq!(doubts, [""; 0]);
    // Six words of the release have no length; all is told.
    assert_eq!(found.len(), 6);
}
