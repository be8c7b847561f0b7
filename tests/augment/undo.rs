//! Nothing asked is nothing done, and what was done can be undone, byte for byte.

use std::fs;
use std::path::Path;

use falter::augment::{Options, SeedScope};
use falter::lang;
use proptest::prelude::*;

use super::made::{ONE, both, files, there_and_back};
use crate::calls::{demo, read};
use crate::shared::shared;

/// Every table of the input comes out as it went in; whole new tables may be added.
#[track_caller]
fn identity(input: &Path, options: &Options) {
    let made = files(&read(input), options);
    let mut same = 0;
    for entry in fs::read_dir(input).expect("a folder") {
        let path = entry.expect("a file").path();
        if path.extension().is_none_or(|e| e != "csv") {
            continue;
        }
        let name = path
            .file_name()
            .expect("a name")
            .to_string_lossy()
            .into_owned();
        let (_, bytes) = made.iter().find(|(n, _)| *n == name).expect("the table");
        assert!(*bytes == fs::read(&path).expect("a table"), "{name}");
        same += 1;
    }
    assert!(same > 0);
}

#[test]
fn an_empty_plan_is_the_identity() {
    identity(&demo(), &both(0, 1));
    let no_rules = Options {
        rules: Vec::new(),
        ..both(5 * ONE, 1)
    };
    identity(&demo(), &no_rules);
    for case in [
        "P47", "P49", "P51", "P53", "P54", "P58", "P59", "P60", "P65", "P68", "P70",
    ] {
        let Some(path) = shared(&format!("cases/{case}")) else {
            return;
        };
        identity(&path, &both(0, 1));
        identity(&path, &no_rules);
    }
}

#[test]
fn the_demo_comes_back() {
    for dose in [ONE / 2, ONE, 2 * ONE, 5 * ONE] {
        for seed in 1..=5 {
            let edits = there_and_back(&demo(), &both(dose, seed));
            assert!(edits > 0, "dose {dose} seed {seed}");
        }
    }
    let position = Options {
        scope: SeedScope::Position,
        ..both(3 * ONE, 1)
    };
    there_and_back(&demo(), &position);
}

#[test]
fn cases_come_back() {
    let mut edits = 0;
    for case in [
        "P01",
        "P47",
        "P49",
        "P51",
        "P53",
        "P54",
        "P56/with.csv",
        "P56/without.csv",
        "P58",
        "P59",
        "P60",
        "P65",
        "P68",
        "P70",
        "P72/a.csv",
        "P72/a_shuffled.csv",
        "P73",
    ] {
        let Some(path) = shared(&format!("cases/{case}")) else {
            return;
        };
        for seed in 1..=10 {
            edits += there_and_back(&path, &both(5 * ONE, seed));
        }
    }
    assert!(edits > 100, "{edits}");
}

/// The line ends and quotes of this file follow no rule: its cells come back, its bytes do not, and the
/// output says so.
#[test]
fn p03_cells_come_back() {
    let Some(path) = shared("cases/P03") else {
        return;
    };
    let corpus = read(&path);
    for seed in 1..=10 {
        let folder = tempfile::tempdir().expect("a folder");
        super::made::write(&corpus, &both(5 * ONE, seed), folder.path());
        let stripped = falter::augment::strip(folder.path()).expect("stripped");
        assert_eq!(stripped.inexact, ["asr_history.csv"]);
        let back = tempfile::tempdir().expect("a folder");
        for (name, bytes) in &stripped.files {
            fs::write(back.path().join(name), bytes).expect("a table");
        }
        assert_eq!(read(back.path()).calls, corpus.calls);
    }
}

/// A row: call, user or agent, start relative to the row before, text pieces, gaps; does it have words?
#[derive(Clone, Debug)]
struct Row {
    call: u8,
    user: bool,
    later: i64,
    text: String,
    timed: bool,
    step: i64,
}

const PIECES: &[&str] = &[
    "I",
    "need",
    "to",
    "the",
    "um",
    "uh",
    "very",
    "no",
    "okay",
    "555",
    "0142",
    "a.b@c.io",
    "I-",
    "th-",
    "don't",
    "naïve",
    "e\u{301}te\u{301}",
    "Ｈｉ",
    "１３８",
    "ａ＠ｂ",
    "(later)",
    "[laughs]",
    "\"stop it\"",
    "“well”",
    "'s",
    "…",
    "—",
    ",",
    "?",
    "👍🏽",
    "👩‍👧",
    "我",
    "我想",
    "明天下午",
    "嗯",
    "呃，",
    "那个，",
    "看看",
    "对对对",
    "《合同》",
    "「你好」",
    "，",
    "。",
    "三八零零",
    "微信",
    "привет",
    "مرحبا",
    "ok吗",
    "\n",
    "\r\n",
    "  ",
    "\t",
    "a a",
    "uh, ",
    "呃，呃，",
    "I- I",
    "is is",
    "\"",
    "'",
    "<break/>",
];

fn row() -> impl Strategy<Value = Row> {
    let pieces = prop::collection::vec((prop::sample::select(PIECES), any::<bool>()), 0..9);
    let text = pieces.prop_map(|pieces| {
        let mut text = String::new();
        for (piece, space) in pieces {
            text.push_str(piece);
            if space {
                text.push(' ');
            }
        }
        text
    });
    let text = prop_oneof![6 => text, 1 => Just(String::from("好的我知道了谢谢")), 1 => Just(String::from("yes I think so"))];
    (
        0..3u8,
        any::<bool>(),
        prop::sample::select(vec![0i64, 0, 1, 150, 400, 900, 2500]),
        text,
        prop::bool::weighted(0.8),
        prop::sample::select(vec![0i64, 0, 40, 120, 300, 700]),
    )
        .prop_map(|(call, user, later, text, timed, step)| Row {
            call,
            user,
            later,
            text,
            timed,
            step,
        })
}

struct Written {
    always: bool,
    end: &'static str,
    bom: bool,
    labels: bool,
}

fn cell(text: &str, always: bool) -> String {
    if always || text.contains([',', '"', '\n', '\r']) {
        format!("\"{}\"", text.replace('"', "\"\""))
    } else {
        String::from(text)
    }
}

/// Writes the rows as tables; words are the tokens of the row, one after another.
fn write(rows: &[Row], how: &Written, folder: &Path) {
    let line = |cells: &[&str]| {
        let cells: Vec<String> = cells.iter().map(|c| cell(c, how.always)).collect();
        cells.join(",") + how.end
    };
    let mark = if how.bom { "\u{feff}" } else { "" };
    let mut asr =
        String::from(mark) + &line(&["call_id", "role", "start_ms", "end_ms", "transcript"]);
    let mut words = String::from(mark)
        + &line(&[
            "call_id",
            "role",
            "start_ms",
            "end_ms",
            "word",
            "confidence",
        ]);
    let mut clock = [0i64; 3];
    let mut timed = false;
    for row in rows {
        let now = &mut clock[usize::from(row.call)];
        *now += row.later;
        let (call, role) = (
            format!("c,{}", row.call),
            if row.user { "user" } else { "agent" },
        );
        let code = lang::detect(&row.text).unwrap_or("en");
        let lexicon = lang::lexicon(code).expect("a lexicon");
        let mut at = *now;
        for (k, token) in lexicon.tokenise(&row.text).iter().enumerate() {
            let end = at + 90 + 10 * (k as i64 % 4);
            if row.timed {
                timed = true;
                let said = &row.text[token.start..token.end];
                words.push_str(&line(&[
                    &call,
                    role,
                    &at.to_string(),
                    &end.to_string(),
                    said,
                    "0.5",
                ]));
            }
            at = end + row.step;
        }
        let end = at.max(*now + 300);
        asr.push_str(&line(&[
            &call,
            role,
            &now.to_string(),
            &end.to_string(),
            &row.text,
        ]));
        if row.later > 300 {
            *now = end;
        }
    }
    fs::write(folder.join("asr_history.csv"), asr).expect("a table");
    if timed {
        fs::write(folder.join("words.csv"), words).expect("a table");
    }
    if how.labels {
        let end = clock[0] + 100_000;
        let mut points = String::from(mark)
            + &line(&[
                "call_id",
                "decision_ms",
                "user_text_at_decision",
                "can_reply_now",
                "confidence",
                "reason",
                "annotator",
            ]);
        for (k, row) in rows.iter().filter(|r| r.call == 0 && r.user).enumerate() {
            let at = (k as i64 * 700).to_string();
            points.push_str(&line(&["c,0", &at, &row.text, "", "low", "", "A"]));
        }
        let calls = line(&[
            "call_id",
            "language",
            "duration_ms",
            "user_channel",
            "agent_channel",
            "audio",
            "team",
        ]) + &line(&["c,0", "", &end.to_string(), "", "", "", "x, y"])
            + &line(&["c,1", "", "", "", "", "", ""])
            + &line(&["c,2", "", "", "", "", "", "\u{1f600}"]);
        if rows.iter().any(|r| r.call == 0) {
            fs::write(folder.join("eot_labels.csv"), points).expect("a table");
        }
        fs::write(folder.join("calls.csv"), format!("{mark}{calls}")).expect("a table");
    }
}

proptest! {
    #![proptest_config(ProptestConfig::with_cases(250))]

    #[test]
    fn generated_corpora_come_back(
        rows in prop::collection::vec(row(), 1..14),
        always: bool,
        crlf: bool,
        bom: bool,
        labels: bool,
        seed in 1..1000u64,
        dose in prop::sample::select(vec![ONE / 3, ONE, 5 * ONE]),
        position: bool,
    ) {
        let folder = tempfile::tempdir().expect("a folder");
        let how = Written { always, end: if crlf { "\r\n" } else { "\n" }, bom, labels };
        write(&rows, &how, folder.path());
        let scope = if position { SeedScope::Position } else { SeedScope::Text };
        let options = Options { scope, ..both(dose, seed) };
        there_and_back(folder.path(), &options);
        // The empty plan, in the same spelling.
        identity(folder.path(), &both(0, seed));
        // The output is read back by the strict reader.
        let out = tempfile::tempdir().expect("a folder");
        super::made::write(&read(folder.path()), &options, out.path());
        for extra in ["edits.csv", "cases.csv", "originals.csv", "manifest.json"] {
            let _ = fs::remove_file(out.path().join(extra));
        }
        read(out.path());
    }
}
