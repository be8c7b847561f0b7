//! What was read can be written back, cell for cell and, for tables written in a usual way, byte for byte.

use std::fs;

use falter::format::tables::{Quotes, Table, render};
use proptest::prelude::*;

use super::open;

type Row = (u8, bool, u16, u16, String);

fn quoted(cell: &str, always: bool) -> String {
    if always || cell.contains([',', '"', '\n', '\r']) {
        format!("\"{}\"", cell.replace('"', "\"\""))
    } else {
        String::from(cell)
    }
}

/// The text of `asr_history.csv` and `words.csv`, written by hand.
fn tables(rows: &[Row], always: bool, end: &str, mark: &str, last: bool) -> [String; 2] {
    let line = |cells: &[&str]| {
        let cells: Vec<String> = cells.iter().map(|c| quoted(c, always)).collect();
        cells.join(",")
    };
    let mut asr = vec![line(Table::AsrHistory.header())];
    let mut words = vec![line(Table::Words.header())];
    for (call, user, start, length, text) in rows {
        let id = format!("c{}", call % 3);
        let role = if *user { "user" } else { "agent" };
        let start = i64::from(*start);
        let end = start + i64::from(*length);
        asr.push(line(&[
            &id,
            role,
            &start.to_string(),
            &(end + 1).to_string(),
            text,
        ]));
        let (from, to) = match length % 5 {
            0 => (String::new(), String::new()),
            1 => (start.to_string(), String::new()),
            _ => (start.to_string(), end.to_string()),
        };
        words.push(line(&[&id, role, &from, &to, text, "0.50"]));
    }
    [asr, words].map(|lines| {
        let tail = if last { end } else { "" };
        format!("{mark}{}{tail}", lines.join(end))
    })
}

fn rows() -> impl Strategy<Value = Vec<Row>> {
    // NUL marks a file that is no text; it is refused.
    let text = "[^\u{0}]{0,12}|[a-c ,\"\n\r您]{0,8}";
    prop::collection::vec(
        (0..9u8, any::<bool>(), any::<u16>(), 0..900u16, text),
        0..12,
    )
}

proptest! {
    #[test]
    fn bytes_come_back(rows in rows(), always: bool, crlf: bool, bom: bool, last: bool) {
        let (end, mark) = (if crlf { "\r\n" } else { "\n" }, if bom { "\u{feff}" } else { "" });
        let given = tables(&rows, always, end, mark, last);
        let folder = tempfile::tempdir().expect("a folder");
        let names = ["asr_history.csv", "words.csv"];
        for (name, text) in names.iter().zip(&given) {
            fs::write(folder.path().join(name), text).expect("a table");
        }
        let corpus = open(folder.path()).expect("tables");
        let written = render(&corpus);
        prop_assert_eq!(written.len(), 2);
        for (((name, bytes), wanted), text) in written.iter().zip(names).zip(&given) {
            prop_assert_eq!(*name, wanted);
            prop_assert_eq!(String::from_utf8_lossy(bytes), text.as_str());
        }
        prop_assert_eq!(corpus.style.inexact().count(), 0);
        let again = open(folder.path()).expect("tables");
        prop_assert_eq!(again, corpus);
    }

    #[test]
    fn cells_come_back_from_any_spelling(rows in rows()) {
        // A cell in quotes that needs none: bytes are lost, cells are not.
        let [asr, _] = tables(&rows, false, "\n", "", true);
        let odd = asr.replacen(",user,", ",\"user\",", 1);
        let folder = tempfile::tempdir().expect("a folder");
        let file = folder.path().join("asr_history.csv");
        fs::write(&file, odd).expect("a table");
        let corpus = open(folder.path()).expect("tables");
        for (name, bytes) in render(&corpus) {
            fs::write(folder.path().join(name), bytes).expect("a table");
        }
        prop_assert_eq!(open(folder.path()).expect("tables").calls, corpus.calls);
    }

    #[test]
    fn no_bytes_break_the_reader(table in 0..6usize, header: bool, bytes: Vec<u8>, text in "[a-z0-9,\"\r\n;\\-]{0,60}") {
        let table = Table::ALL[table];
        let folder = tempfile::tempdir().expect("a folder");
        let mut content = Vec::new();
        if header {
            content.extend(format!("{}\n", table.header().join(",")).bytes());
        }
        content.extend(if bytes.len() % 2 == 0 { bytes } else { text.into_bytes() });
        fs::write(folder.path().join(table.file_name()), content).expect("a table");
        let _ = open(folder.path());
        let _ = super::lenient(folder.path());
    }
}

#[test]
fn label_and_call_tables_come_back() {
    let tables = [
        (
            "calls.csv",
            "city,call_id,duration_ms,audio,agent_channel,user_channel\nBonn,z,,a.wav,1,0\n,demo,9800,,,\n",
        ),
        (
            "asr_history.csv",
            "call_id,role,start_ms,end_ms,transcript\ndemo,user,3000,7100,我明天\nz,agent,5,6,\"a, b\"\ndemo,agent,1,2,hi\n",
        ),
        (
            "user_turns.csv",
            "call_id,turn_id,start_ms,speech_end_ms,status,annotator\ndemo,u002,8000,,uncertain,\ndemo,u001,3000,7100,complete,A\n",
        ),
        (
            "silence_spans.csv",
            "call_id,turn_id,span_index,start_ms,end_ms,label,confidence,reason,annotator\ndemo,u001,1,7100,7900,eot,,completed_turn,A\ndemo,u001,0,4400,5600,hold,high,mid_turn_pause,A\n",
        ),
        (
            "eot_labels.csv",
            "call_id,decision_ms,user_text_at_decision,can_reply_now,confidence,reason,annotator\ndemo,7300,我明天,1,low,completed_turn,A\ndemo,5200,我,0,,,A\ndemo,3001,,,medium,uncertain,A\n",
        ),
    ];
    let folder = tempfile::tempdir().expect("a folder");
    for (name, text) in tables {
        fs::write(folder.path().join(name), text).expect("a table");
    }
    let corpus = open(folder.path()).expect("tables");
    let written: Vec<(&str, String)> = render(&corpus)
        .into_iter()
        .map(|(name, bytes)| (name, String::from_utf8(bytes).expect("text")))
        .collect();
    let given: Vec<(&str, String)> = tables.map(|(n, t)| (n, String::from(t))).into();
    assert_eq!(written, given);
    assert_eq!(corpus.channels.len(), 1);
    assert_eq!(corpus.calls[0].duration, Some(9800));
}

#[test]
fn two_folders_are_one_corpus_with_rows_in_order() {
    let folder = tempfile::tempdir().expect("a folder");
    for (name, id) in [("b", "x"), ("a", "y")] {
        let dir = folder.path().join(name);
        fs::create_dir(&dir).expect("a folder");
        let text = format!(
            "call_id,role,start_ms,end_ms,transcript\n{id},user,5,9,one\n{id},agent,1,4,two\n"
        );
        fs::write(dir.join("asr_history.csv"), text).expect("a table");
    }
    let corpus = open(folder.path()).expect("tables");
    let rows = |k: usize| {
        corpus.calls[k]
            .segments
            .iter()
            .map(|s| s.row)
            .collect::<Vec<_>>()
    };
    assert_eq!((rows(0), rows(1)), (vec![3, 2], vec![1, 0]));
    assert_eq!(
        corpus.style.inexact().collect::<Vec<_>>(),
        ["asr_history.csv"]
    );
}

#[test]
fn quoting_of_a_table_is_remembered() {
    let folder = tempfile::tempdir().expect("a folder");
    let text =
        "\"call_id\",\"role\",\"start_ms\",\"end_ms\",\"transcript\"\n\"c\",\"user\",0,5,\"hi\"\n";
    fs::write(folder.path().join("asr_history.csv"), text).expect("a table");
    let corpus = open(folder.path()).expect("tables");
    let style = corpus.style.get(Table::AsrHistory).expect("a style");
    assert!(style.exact && style.quotes == Quotes::NonNumeric);
}

#[test]
fn a_spreadsheet_export_in_utf_16_is_read() {
    let folder = tempfile::tempdir().expect("a folder");
    let text = "\u{feff}call_id,role,start_ms,end_ms,transcript\r\nc,user,0,5,您好\r\n";
    let bytes: Vec<u8> = text.encode_utf16().flat_map(u16::to_le_bytes).collect();
    fs::write(folder.path().join("export.csv"), bytes).expect("a table");
    let corpus = open(folder.path()).expect("tables");
    assert_eq!(corpus.calls[0].segments[0].transcript, "您好");
    assert_eq!(corpus.style.inexact().count(), 1);
}
