//! Speech activity beside the tables.

use std::fs;

use falter::time::Span;

use super::{lenient, open};

#[test]
fn label_tracks_join_the_call_of_their_name() {
    let folder = tempfile::tempdir().expect("a folder");
    let table = "call_id,role,start_ms,end_ms,transcript\nc1,user,500,1500,hello\n";
    fs::write(folder.path().join("asr_history.csv"), table).expect("a table");
    let labels =
        "1.2\t1.5\tuser: lo\n\\\t100\t200\n0.5\t1.25\tuser: hel\n\n2\t2\tuser\n3\t4\tagent\n";
    fs::write(folder.path().join("c1.txt"), labels).expect("labels");
    let corpus = open(folder.path()).expect("both");
    assert_eq!(corpus.calls.len(), 1);
    let call = &corpus.calls[0];
    assert_eq!(call.segments.len(), 1);
    assert_eq!(call.speech[0], Some(vec![Span::new(500, 1500)]));
    assert_eq!(call.speech[1], Some(vec![Span::new(3000, 4000)]));
    assert_eq!(corpus.formats, ["audacity-labels", "tables"]);
}

#[test]
fn lines_that_are_wrong_are_all_named() {
    let folder = tempfile::tempdir().expect("a folder");
    let file = folder.path().join("c.txt");
    fs::write(&file, "0\t1\tA\n2\t1\tA\nx\t1\tB\n").expect("labels");
    let errors = open(&file).expect_err("two bad lines").to_string();
    assert_eq!(errors.matches("error:").count(), 2, "{errors}");
    assert!(errors.contains("c.txt:2, column end") && errors.contains("c.txt:3, column start"));
    let corpus = lenient(&file).expect("the first line");
    assert_eq!(corpus.calls[0].speech[0], Some(vec![Span::new(0, 1000)]));
    let left_out = corpus.notices.iter().filter(|n| n.starts_with("left out"));
    assert_eq!(left_out.count(), 2, "{:?}", corpus.notices);
    assert!(corpus.notices.iter().any(|n| n.contains("A is the user")));
}
