//! Inputs that broke other programs, with the right answer (`../shared/cases`).

use falter::call::Role;
use falter::check::check;
use falter::time::Span;

use super::{lenient, open};
use crate::shared::shared;

fn health(corpus: &falter::format::Corpus) -> Vec<falter::health::Finding> {
    let (languages, settings) = Default::default();
    falter::health::pass(corpus, &languages, &settings).expect("known languages")
}

fn said(errors: falter::error::Errors) -> String {
    errors.to_string()
}

#[test]
fn p01_a_byte_order_mark_is_not_part_of_the_header() {
    let Some(path) = shared("cases/P01") else {
        return;
    };
    let corpus = open(&path).expect("P01");
    let ids: Vec<&str> = corpus.calls.iter().map(|c| c.id.as_str()).collect();
    assert_eq!(ids, ["c1"]);
    assert_eq!(corpus.calls[0].segments.len(), 3);
}

#[test]
fn p02_gb18030_gives_the_same_rows_and_a_notice() {
    let (Some(gbk), Some(utf8)) = (
        shared("cases/P02/asr_history_gbk.csv"),
        shared("cases/P02/asr_history_utf8.csv"),
    ) else {
        return;
    };
    let (gbk, utf8) = (open(&gbk).expect("gbk"), open(&utf8).expect("utf-8"));
    assert_eq!(gbk.calls, utf8.calls);
    assert!(gbk.notices.iter().any(|n| n.contains("GB18030")));
    assert_eq!(gbk.style.inexact().count(), 1);
    assert_eq!(utf8.style.inexact().count(), 0);
}

#[test]
fn p03_line_breaks_in_cells() {
    let Some(path) = shared("cases/P03") else {
        return;
    };
    let corpus = open(&path).expect("P03");
    let texts: Vec<&str> = corpus.calls[0]
        .segments
        .iter()
        .map(|s| s.transcript.as_str())
        .collect();
    assert_eq!(texts, ["He said \"yes\", then\r\nwaited", "ok", "好，谢谢"]);
}

#[test]
fn p04_ids_are_text_and_times_are_digits() {
    let Some(path) = shared("cases/P04") else {
        return;
    };
    let said = said(open(&path).expect_err("P04"));
    assert!(said.contains("row 1, column decision_ms"), "{said}");
    assert!(said.contains("5.2E+03"), "{said}");
    let corpus = open(&path.join("asr_history.csv")).expect("the rows alone");
    assert_eq!(corpus.calls.len(), 3);
    assert!(corpus.notices.iter().any(|n| n.contains("(rows 1, 2)")));
    let overlap = |f: &falter::health::Finding| {
        f.sentence.contains("overlaps itself") && f.call.as_deref() == Some("1.38001E+10")
    };
    assert!(health(&corpus).iter().any(overlap));
}

#[test]
fn p10_rttm_fields() {
    let (Some(ok), Some(space)) = (shared("cases/P10/ok.rttm"), shared("cases/P10/space.rttm"))
    else {
        return;
    };
    let corpus = open(&ok).expect("P10");
    let speech = &corpus.calls[0].speech;
    assert_eq!(
        speech[Role::Agent.index()],
        Some(vec![Span::new(1000, 2400)])
    );
    assert_eq!(
        speech[Role::User.index()],
        Some(vec![Span::new(3000, 4400)])
    );
    let said = said(open(&space).expect_err("a space in the id"));
    assert!(
        said.contains("space.rttm:1: expected 9-10 fields, got 11"),
        "{said}"
    );
}

#[test]
fn p17_times_are_not_swapped() {
    let Some(path) = shared("cases/P17/asr_history.csv") else {
        return;
    };
    let said = said(open(&path).expect_err("P17"));
    assert!(
        said.contains("row 2, column end_ms: start_ms must be before end_ms: \"90720\""),
        "{said}"
    );
}

#[test]
fn label_folders_open_with_and_without_a_transcript() {
    for case in ["P66", "P67", "P68", "P71/eot_labels_all1.csv"] {
        let Some(path) = shared(&format!("cases/{case}")) else {
            return;
        };
        let corpus = open(&path).expect(case);
        assert_eq!(check(&corpus), [], "{case}");
        assert_eq!(corpus.style.inexact().count(), 0, "{case}");
    }
}

#[test]
fn p81_one_bad_row() {
    let Some(path) = shared("cases/P81") else {
        return;
    };
    let strict = said(open(&path).expect_err("P81"));
    assert!(
        strict.contains("row 6, column start_ms") && strict.contains("\"abc\""),
        "{strict}"
    );
    let corpus = lenient(&path).expect("P81");
    assert_eq!(corpus.calls[0].segments.len(), 9);
    assert!(
        corpus
            .notices
            .iter()
            .any(|n| n.starts_with("1 row left out"))
    );
    assert!(corpus.notices.iter().any(|n| n.contains("row 6")));
}

#[test]
fn rttm_corpora_have_two_speakers() {
    let Some(folder) = shared("data/callhome_eng_rttm") else {
        return;
    };
    let said = said(open(&folder).expect_err("one call has three speakers"));
    assert_eq!(said.matches("error:").count(), 1, "{said}");
    assert!(
        said.contains("more than two speakers: \"A, B, B1\""),
        "{said}"
    );
    // Leniently the two who say most are read.
    let corpus = lenient(&folder).expect("all of them");
    assert_eq!(corpus.calls.len(), 35);
    assert!(corpus.notices.iter().any(|n| n.contains("not read: ")));
    for call in &corpus.calls {
        let spans = call.speech.iter().flatten();
        assert!(
            spans
                .clone()
                .all(|s| s.windows(2).all(|w| w[0].end < w[1].start))
        );
        assert_eq!(spans.count(), 2);
    }
}
