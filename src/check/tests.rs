use super::*;
use crate::call::{DecisionPoint, Label, Role, SilenceSpan, Word};
use crate::time::{Ms, Span};

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
