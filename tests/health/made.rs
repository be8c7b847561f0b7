//! A small call for each check, and beside it one in which nothing is wrong.

use std::fmt::Write as _;

use falter::call::Role;
use falter::format::Corpus;
use falter::time::Span;

use super::{audited, figure, findings, said};
use crate::calls::{demo, read, spoken, tables};

const HEAD: &str = "call_id,role,start_ms,end_ms,transcript\n";

fn rows(lines: &str) -> Corpus {
    tables(&[("asr_history.csv", &format!("{HEAD}{lines}"))])
}

/// Twelve rows of five words, a row every 2 s, 1.4 s long; times by `scale`.
fn paced(scale: impl Fn(i64) -> i64) -> Corpus {
    let mut lines = String::new();
    for k in 0..12 {
        let (start, end) = (scale(k * 2000 + 137), scale(k * 2000 + 1537));
        writeln!(lines, "c,user,{start},{end},well I was number {k}").expect("memory");
    }
    rows(&lines)
}

#[test]
fn units() {
    assert_eq!(said(&paced(|ms| ms), "units"), [""; 0]);
    for (scale, unit) in [
        (10, "hundredths of a second were read"),
        (1000, "seconds were read"),
    ] {
        let corpus =
            paced(|ms| ms.max(1) / scale + if scale == 1000 { ms % 2000 / 1000 } else { 0 });
        let said = said(&corpus, "units");
        assert!(said[0].contains(unit), "{said:?}");
        let audit = audited(&corpus, &[]);
        assert_eq!(figure(&audit, "speech_rate").0, None);
        assert_eq!(figure(&audit, "tokens").0, Some(60.0));
    }
    let slow = said(&paced(|ms| ms * 1000), "units");
    assert!(
        slow[0].contains("milliseconds were read as seconds"),
        "{slow:?}"
    );
    // date -u -d @1735689600 +%F
    let unix = said(&paced(|ms| ms + 1_735_689_600_000), "units");
    assert!(
        unix[0].ends_with("looks like Unix time (2025-01-01)"),
        "{unix:?}"
    );
}

#[test]
fn order_is_that_within_a_row() {
    let forward = "a user one@0-90 two@100-190 three@200-290\na user four@900-990 five@1000-1090";
    let mut lines: Vec<&str> = forward.lines().collect();
    lines.reverse();
    assert_eq!(said(&spoken(&lines.join("\n")), "order"), [""; 0]);
    let back = spoken("a user one@0-90 two@200-290 three@100-190 four@300-390");
    let said = said(&back, "order");
    assert!(
        said[0].starts_with("word times run backwards 1 time: word 3 starts at 100 ms"),
        "{said:?}"
    );
    assert_eq!(figure(&audited(&back, &[]), "hold_pause.per_turn").0, None);
}

#[test]
fn rows_cut_evenly_into_words() {
    let row = |start: i64, lengths: [i64; 4]| {
        let mut line = String::from("a user");
        let mut at = start;
        for (word, length) in ["so", "seven", "I", "think"].iter().zip(lengths) {
            write!(line, " {word}@{at}-{}", at + length - 10).expect("memory");
            at += length;
        }
        line + "\n"
    };
    let even: String = (0..6).map(|k| row(k * 3017, [310; 4])).collect();
    let measured: String = (0..6)
        .map(|k| row(k * 3017, [180, 420, 90 + k, 350]))
        .collect();
    let found = said(&spoken(&even), "invented");
    assert!(
        found[0].starts_with("6 of 6 (1.00) rows are cut evenly"),
        "{found:?}"
    );
    assert_eq!(said(&spoken(&measured), "invented"), [""; 0]);
}

#[test]
fn bleed_is_at_the_same_time_and_long_enough() {
    let calls = |second: &str| {
        rows(&format!(
            "c,agent,1003,4011,we can come on monday morning\n{second}"
        ))
    };
    for (second, bleed) in [
        ("c,user,1503,4411,we can come on monday morning\n", true),
        ("c,user,4503,7411,we can come on monday morning\n", false),
        ("c,user,1503,4411,no not at all on that day\n", false),
        ("c,user,3503,3911,monday morning\n", false),
    ] {
        assert_eq!(!said(&calls(second), "bleed").is_empty(), bleed, "{second}");
    }
}

#[test]
fn listeners_say_the_same_again_and_again() {
    let four = |text: &str| {
        let line = |k: i64| format!("c,user,{},{},{text}\n", k * 1503, k * 1503 + 400);
        rows(&(0..4).map(line).collect::<String>())
    };
    assert_eq!(said(&four("uh-huh"), "hallucinated"), [""; 0]);
    assert_eq!(
        said(&four("you"), "hallucinated"),
        ["same text in 4 consecutive rows"]
    );
}

#[test]
fn clocks_of_text_and_speech() {
    // Speech of the user every 2 to 3 s; the text has it `lag` ms later, more with `drift`.
    let call = |lag: i64, drift: i64| {
        let (mut lines, mut heard) = (String::new(), Vec::new());
        let mut at = 500;
        for k in 0..30 {
            let length = 700 + 130 * (k * 7 % 11);
            heard.push(Span::new(at, at + length));
            let text = at + lag + drift * k / 30;
            writeln!(lines, "c,user,{text},{},word number {k}", text + length).expect("memory");
            at += length + 600 + 170 * (k * 5 % 7);
        }
        let mut corpus = rows(&lines);
        corpus.calls[0].speech[Role::User.index()] = Some(heard);
        said(&corpus, "clock")
    };
    assert_eq!(call(0, 0), [""; 0]);
    assert_eq!(call(200, 0), [""; 0]);
    assert_eq!(call(800, 0), ["the text is 800 ms behind the audio"]);
    let drifts = call(0, 2400);
    assert!(
        drifts.len() == 1 && drifts[0].starts_with("text and audio drift apart"),
        "{drifts:?}"
    );
}

#[test]
fn transcripts_that_were_cleaned() {
    let text = |filler: &str| {
        let line = |k: i64| {
            let start = k * 4003;
            let um = if k % 20 == 0 { filler } else { "" };
            format!(
                "c,user,{start},{},I want {um} to go to the other house number {k}\n",
                start + 3000
            )
        };
        rows(&(0..160).map(line).collect::<String>())
    };
    let cleaned = text("");
    assert_eq!(
        said(&cleaned, "verbatim_suspect"),
        ["fillers seem to have been stripped: 0 in 1600 tokens of 1 call"]
    );
    let (value, why) = figure(&audited(&cleaned, &[]), "filler_rate");
    assert!(
        value == Some(0.0) && why.starts_with("lower bound: fillers seem"),
        "{why}"
    );
    assert_eq!(said(&text("um"), "verbatim_suspect"), [""; 0]);
}

#[test]
fn machines_on_the_line() {
    let voicemail = rows("c,user,0,3003,Please leave a message after the tone.\n");
    assert_eq!(said(&voicemail, "machine").len(), 1);
    let queue = rows("c,agent,0,3003,您拨打的电话暂时无法接通\n");
    assert_eq!(said(&queue, "machine").len(), 1);
    let person = rows("c,user,0,3003,I want to leave a message for the dentist\n");
    assert_eq!(said(&person, "machine"), [""; 0]);
}

#[test]
fn the_demo_is_healthy() {
    assert_eq!(findings(&read(&demo())), []);
}

/// Forty rows in turn, 1.5 s long; each begins `gap` ms after the last, every third one 200 ms more.
fn alternating(gap: i64) -> Corpus {
    let (mut lines, mut at) = (String::new(), 0);
    for k in 0..40 {
        let role = ["user", "agent"][k % 2];
        writeln!(lines, "c,{role},{at},{},well I was number {k}", at + 1500).expect("memory");
        at += 1500 + gap + if k % 3 == 0 { 213 } else { 0 };
    }
    rows(&lines)
}

#[test]
fn rows_that_were_cut_end_to_start() {
    assert_eq!(said(&alternating(91), "row_edges"), [""; 0]);
    let cut = alternating(0);
    let said = said(&cut, "row_edges");
    // Of 39 changes those after k = 0, 3, … 36 take 213 ms.
    assert!(said[0].starts_with("26 of 39 "), "{said:?}");
    let audit = audited(&cut, &[]);
    assert_eq!(figure(&audit, "transfer_offset.p50").0, None);
    assert_eq!(figure(&audit, "tokens").0, Some(100.0));
}

#[test]
fn a_source_without_times_is_not_examined_for_them() {
    // The order of rows is no time: nothing is said too fast, and clustering needs no clock.
    let mut text = String::from("Found 30 args.\nObservation: q1ec1\n");
    for k in 0..30 {
        let side = ["g", "f"][k % 2];
        writeln!(
            text,
            "{side}\tno no no and eh left of the well number {k} please"
        )
        .expect("memory");
    }
    let folder = tempfile::tempdir().expect("a folder");
    std::fs::write(folder.path().join("q1ec1.txt"), text).expect("a transcript");
    let corpus = read(folder.path());
    for check in falter::health::HEALTH {
        if check.name() != "no_disfluency" {
            assert_eq!(said(&corpus, check.name()), [""; 0], "{}", check.name());
        }
    }
    let audit = audited(&corpus, &[]);
    assert!(figure(&audit, "turn_length.tokens_mean").0.is_some());
}
