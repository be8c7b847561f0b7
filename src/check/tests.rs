use super::*;
use crate::call::{DecisionPoint, Label, Role, Segment, SilenceSpan, Word};
use crate::time::{Ms, Span};

fn row(row: usize, start: Ms, end: Ms, text: &str) -> Segment {
    Segment {
        row,
        role: Role::User,
        span: Span::new(start, end),
        transcript: String::from(text),
        words: 0..0,
    }
}

fn word(row: usize, start: Ms, end: Ms) -> Word {
    Word {
        row,
        role: Role::User,
        start,
        end,
        text: String::from("w"),
        confidence: String::new(),
    }
}

fn found(call: Call) -> Vec<String> {
    let corpus = Corpus {
        calls: vec![call],
        ..Corpus::default()
    };
    check(&corpus).into_iter().map(|f| f.to_string()).collect()
}

#[test]
fn a_healthy_call_has_no_findings() {
    let mut call = Call::new("c");
    call.segments = vec![
        row(0, 0, 900, "a"),
        row(1, 950, 1800, "a"),
        row(2, 1900, 2000, "b"),
    ];
    call.words = (0..30)
        .map(|k| word(k, k as Ms * 100, k as Ms * 100 + 80))
        .collect();
    call.duration = Some(3000);
    assert_eq!(found(call), Vec::<String>::new());
}

#[test]
fn a_transcript_longer_than_its_audio() {
    let mut call = Call::new("c");
    call.segments = vec![
        row(0, 0, 4000, "a"),
        row(1, 5000, 11_000, "b"),
        row(2, 10_950, 12_000, "c"),
    ];
    call.duration = Some(10_909);
    let text = found(call).join("\n");
    assert!(
        text.contains("transcript exceeds audio by 1091 ms (10.0 %)"),
        "{text}"
    );
    assert!(
        text.contains("rows 2, 3 past the end, row 3 wholly"),
        "{text}"
    );
}

#[test]
fn the_same_text_and_rows_that_overlap() {
    let mut call = Call::new("c");
    let rows = [(0, 900), (800, 1500), (1500, 1600), (1700, 1800)];
    call.segments = (0..)
        .zip(rows)
        .map(|(k, (a, b))| row(k, a, b, "you"))
        .collect();
    let text = found(call).join("\n");
    assert!(text.contains("user overlaps itself\n    row 2"), "{text}");
    assert!(
        text.contains("same text in 4 consecutive rows: \"you\""),
        "{text}"
    );
}

#[test]
fn word_times_that_look_invented() {
    let mut call = Call::new("c");
    call.words = (0..30)
        .map(|k| word(k, k as Ms * 100, k as Ms * 100 + 100))
        .collect();
    call.words.push(word(30, 50, 50));
    let text = found(call).join("\n");
    assert!(text.contains("29 of 29 words of user end where"), "{text}");
    assert!(text.contains("run backwards 1 time\n    row 31"), "{text}");
    assert!(
        text.contains("1 of 31 words of user have no length"),
        "{text}"
    );
}

fn point(row: usize, at: Ms, can_reply: Option<bool>) -> DecisionPoint {
    DecisionPoint {
        row,
        at,
        text: String::new(),
        can_reply,
        confidence: None,
        reason: None,
        annotator: String::from("A"),
    }
}

#[test]
fn a_point_and_its_span_may_disagree() {
    let mut call = Call::new("c");
    call.silences = vec![SilenceSpan {
        row: 0,
        turn_id: String::from("u001"),
        index: 0,
        span: Span::new(100, 900),
        label: Some(Label::Hold),
        confidence: None,
        reason: None,
        annotator: String::from("xlsx_draft"),
    }];
    call.points = vec![
        point(0, 200, Some(false)),
        point(1, 300, Some(true)),
        point(2, 400, None),
        point(3, 900, Some(true)),
        point(4, 200, Some(false)),
    ];
    call.words = vec![word(0, 150, 250)];
    let text = found(call).join("\n");
    assert!(
        text.contains("row 2, call c: the point at 300 ms says eot, its span says hold"),
        "{text}"
    );
    assert!(
        text.contains("the point at 400 ms says undecided"),
        "{text}"
    );
    assert!(
        text.contains("1 decision point in no silence span, or in several\n    row 4"),
        "{text}"
    );
    assert!(
        text.contains("1 decision point labelled more than once"),
        "{text}"
    );
    assert!(text.contains("the user speaks inside 1 hold"), "{text}");
    assert!(text.contains("1 label of annotator xlsx_draft"), "{text}");
}
