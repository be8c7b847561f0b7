//! What goes right: results on stdout, notices on stderr, the same bytes every time.

use std::fs;

use serde_json::Value;

use super::{arg, falter, names, tree};
use crate::calls::demo;

#[test]
fn exit_codes_of_check() {
    let ran = falter(&["check", "--quiet", arg(&demo())]);
    assert_eq!((ran.code, ran.stderr.as_str()), (0, ""));
    assert!(
        ran.stdout.contains("3 calls") && ran.stdout.contains("0 findings"),
        "{}",
        ran.stdout
    );
    // Two identical rows over each other: a finding, not a failure.
    let folder = tempfile::tempdir().expect("a folder");
    let rows = "call_id,role,start_ms,end_ms,transcript\nc,user,0,900,hello\nc,user,0,900,hello\n";
    fs::write(folder.path().join("asr_history.csv"), rows).expect("a table");
    let ran = falter(&["check", arg(folder.path())]);
    assert_eq!(ran.code, 1, "{}", ran.stdout);
    assert!(ran.stdout.starts_with("finding: "));
}

#[test]
fn the_audit_as_json_keeps_the_contract() {
    let ran = falter(&[
        "audit",
        arg(&demo()),
        "--json",
        "--side",
        "both",
        "--set",
        "bootstrap_draws=100",
    ]);
    assert_eq!(ran.code, 0, "{}", ran.stderr);
    let json: Value = serde_json::from_str(&ran.stdout).expect("JSON");
    let signature = json["signature"].as_str().expect("a signature");
    assert!(signature.contains("falter:") && signature.contains("turns:floor"));
    assert!(signature.contains("bootstrap_draws=100"), "{signature}");
    let measures = json["measures"].as_array().expect("measures");
    assert!(measures.len() > 500);
    let mut scopes = std::collections::BTreeSet::new();
    for m in measures {
        let object = m.as_object().expect("an object");
        let mut keys: Vec<&str> = object.keys().map(String::as_str).collect();
        keys.sort_unstable();
        let wanted = [
            "calls",
            "chances",
            "design_effect",
            "high",
            "hits",
            "low",
            "method",
            "name",
            "percentile",
            "reason",
            "scope",
            "unit",
            "value",
        ];
        assert_eq!(keys, wanted);
        assert!(m["name"].is_string() && m["unit"].is_string() && m["calls"].is_u64());
        for key in ["value", "low", "high", "hits", "chances"] {
            assert!(
                m[key].is_null() || m[key].is_f64() || m[key].is_u64() || m[key].is_i64(),
                "{m}"
            );
        }
        assert!(!m["value"].is_null() || m["reason"].is_string(), "{m}");
        if let (Some(low), Some(value), Some(high)) =
            (m["low"].as_f64(), m["value"].as_f64(), m["high"].as_f64())
        {
            assert!(low <= high && value.is_finite(), "{m}");
        }
        scopes.insert(String::from(m["scope"].as_str().expect("a scope")));
    }
    for scope in [
        "all",
        "side:user",
        "side:agent",
        "call:en-bank",
        "call:en-garage",
        "call:zh-clinic",
    ] {
        assert!(scopes.contains(scope), "{scope}");
    }
    assert_eq!(scopes.len(), 6);
}

#[test]
fn events_are_one_object_a_line() {
    let ran = falter(&["events", arg(&demo()), "--json", "--side", "both"]);
    assert_eq!(ran.code, 0);
    let list = falter(&["list", "detectors", "--json"]).stdout;
    let list: Value = serde_json::from_str(&list).expect("JSON");
    let kinds: Vec<&Value> = list
        .as_array()
        .into_iter()
        .flatten()
        .flat_map(|d| d["kinds"].as_array().into_iter().flatten())
        .collect();
    let mut repeats = 0;
    for line in ran.stdout.lines() {
        let event: Value = serde_json::from_str(line).expect("JSON");
        for key in [
            "call_id",
            "role",
            "kind",
            "start_ms",
            "end_ms",
            "row",
            "token_start",
            "token_end",
            "text",
        ] {
            assert!(event.get(key).is_some(), "{key} in {line}");
        }
        assert!(kinds.contains(&&event["kind"]), "{line}");
        if event["kind"] == "repeat" {
            repeats += 1;
            for part in ["reparandum", "interregnum", "repair"] {
                assert!(event[part]["token_start"].is_u64(), "{line}");
            }
        }
    }
    // README of the demo: I- I and 我，我想.
    assert!(repeats >= 2, "{repeats}");
}

#[test]
fn lists_are_json_and_full() {
    for (what, some) in [
        ("formats", "tables"),
        ("measures", "filler_rate"),
        ("rules", "pause"),
        ("presets", "paper"),
        ("detectors", "opportunity"),
        ("vads", "earshot"),
        ("languages", "zh"),
        ("renderers", "html"),
        ("settings", "hold_min_ms"),
    ] {
        let ran = falter(&["list", what, "--json"]);
        assert_eq!((ran.code, ran.stderr.as_str()), (0, ""), "{what}");
        let list: Value = serde_json::from_str(&ran.stdout).expect("JSON");
        let named = |e: &Value| e["name"] == some && e["about"].is_string();
        assert!(
            list.as_array().is_some_and(|l| l.iter().any(named)),
            "{what}"
        );
        let plain = falter(&["list", what]);
        assert!(plain.code == 0 && plain.stdout.contains(some), "{what}");
    }
}

#[test]
fn help_shows_examples() {
    let ran = falter(&["--help"]);
    assert_eq!((ran.code, ran.stderr.as_str()), (0, ""));
    assert!(ran.stdout.contains("Examples:") && ran.stdout.contains("Exit codes"));
    for verb in [
        "demo", "stress", "check", "audit", "augment", "strip", "score", "events", "import", "list",
    ] {
        assert!(ran.stdout.contains(verb), "{verb}");
        let help = falter(&[verb, "--help"]);
        assert_eq!((help.code, help.stderr.as_str()), (0, ""), "{verb}");
        assert!(help.stdout.contains("Usage: falter"), "{verb}");
    }
    assert!(
        falter(&["score", "policy", "--help"])
            .stdout
            .contains("Examples:")
    );
    assert_eq!(falter(&["--version"]).code, 0);
    assert_eq!(falter(&[]).code, 2);
}

#[test]
fn quiet_says_nothing_beside_the_result() {
    let outside = tempfile::tempdir().expect("a folder");
    let (a, b) = (outside.path().join("a"), outside.path().join("b"));
    let loud = falter(&["augment", arg(&demo()), "-o", arg(&a)]);
    assert!(loud.stderr.contains("note: ") && loud.stdout.is_empty());
    let quiet = falter(&["augment", arg(&demo()), "-o", arg(&b), "--quiet"]);
    assert_eq!(
        (quiet.code, quiet.stdout.as_str(), quiet.stderr.as_str()),
        (0, "", "")
    );
    assert!(tree(&a) == tree(&b));
}

/// Every verb twice, elsewhere, on another number of threads.
#[test]
fn the_same_work_gives_the_same_bytes() {
    let outside = tempfile::tempdir().expect("a folder");
    let demo = demo();
    for verb in [
        &["audit", "--set", "bootstrap_draws=100"][..],
        &["augment", "--render", "--dose", "1"],
        &["augment", "--text-only", "--pause-mark", "ssml"],
        &["stress", "--set", "bootstrap_draws=100"],
        &["import"],
    ] {
        let mut trees = Vec::new();
        for (name, threads) in [("one", "1"), ("two", "2")] {
            let out = outside.path().join(name).join("out");
            let mut arguments = verb.to_vec();
            arguments.extend([arg(&demo), "-o", arg(&out), "--threads", threads, "--force"]);
            let ran = falter(&arguments);
            assert_eq!(ran.code, 0, "{}", ran.stderr);
            trees.push((tree(&out), ran.stdout));
        }
        assert!(trees[0] == trees[1], "{verb:?}");
        let manifest = trees[0]
            .0
            .iter()
            .find(|(name, _)| name.ends_with("manifest.json"));
        let manifest = String::from_utf8(manifest.expect("a manifest").1.clone()).expect("UTF-8");
        for (what, forbidden) in [
            ("the input's place", arg(&demo)),
            ("the output's place", arg(outside.path())),
            ("threads", "thread"),
            ("a year", "202"),
        ] {
            // 202-555-0142 stands in the demo, hashes hold anything: a year is four digits and a dash.
            let found = match what {
                "a year" => has_date(&manifest),
                _ => manifest.contains(forbidden),
            };
            assert!(!found, "{verb:?}: {what} in the manifest");
        }
    }
}

fn has_date(text: &str) -> bool {
    let bytes = text.as_bytes();
    let digit = |k: usize| bytes.get(k).is_some_and(u8::is_ascii_digit);
    (0..bytes.len()).any(|k| {
        bytes[k..].starts_with(b"20")
            && (0..4).all(|j| digit(k + j))
            && bytes.get(k + 4) == Some(&b'-')
            && digit(k + 5)
            && digit(k + 6)
            && bytes.get(k + 7) == Some(&b'-')
    })
}

#[test]
fn augment_and_strip_by_the_program() {
    let outside = tempfile::tempdir().expect("a folder");
    let (out, back) = (outside.path().join("out"), outside.path().join("back"));
    let demo = demo();
    for scope in ["text", "position"] {
        let arguments = [
            "augment",
            arg(&demo),
            "-o",
            arg(&out),
            "--force",
            "--dose",
            "3",
            "--side",
            "both",
            "--seed-scope",
            scope,
        ];
        assert_eq!(falter(&arguments).code, 0);
        let ran = falter(&["strip", arg(&out), "-o", arg(&back), "--force"]);
        assert_eq!(ran.code, 0, "{}", ran.stderr);
        for name in names(&demo).iter().filter(|n| n.ends_with(".csv")) {
            let given = fs::read(demo.join(name)).expect("a table");
            assert!(
                fs::read(back.join(name)).expect("a table") == given,
                "{name}"
            );
        }
        // The augmented folder is read and checked like any other.
        let edits = fs::read_to_string(out.join("edits.csv")).expect("edits");
        assert!(
            edits
                .starts_with("edit_id,call_id,role,row,token,rule,text,at_ms,duration_ms,placed\n")
        );
        let cases = fs::read_to_string(out.join("cases.csv")).expect("cases");
        assert!(cases.starts_with(
            "case_id,call_id,turn_id,span_index,label,truth,family,origin_case,edits,hardness,reason\n"
        ));
        let ran = falter(&["check", arg(&out)]);
        assert_eq!(ran.code, 0, "{}{}", ran.stdout, ran.stderr);
    }
}

#[test]
fn a_lexicon_of_ones_own_and_the_way_back() {
    let outside = tempfile::tempdir().expect("a folder");
    let lexicon = outside.path().join("own.toml");
    let text = fs::read_to_string(concat!(env!("CARGO_MANIFEST_DIR"), "/lexicons/en.toml"))
        .expect("the lexicon");
    fs::write(&lexicon, text.replace("code = \"en\"", "code = \"own\"")).expect("a file");
    let (out, back) = (outside.path().join("out"), outside.path().join("back"));
    let demo = demo();
    let ran = falter(&[
        "augment",
        arg(&demo),
        "-o",
        arg(&out),
        "--lexicon",
        arg(&lexicon),
    ]);
    assert_eq!(ran.code, 0, "{}", ran.stderr);
    let ran = falter(&["strip", arg(&out), "-o", arg(&back)]);
    // The lexicon is not part of the output: the message says what is missing.
    assert_eq!(ran.code, 2);
    assert!(ran.stderr.contains("--lexicon"), "{}", ran.stderr);
    let ran = falter(&[
        "strip",
        arg(&out),
        "-o",
        arg(&back),
        "--lexicon",
        arg(&lexicon),
    ]);
    assert_eq!(ran.code, 0, "{}", ran.stderr);
    let [came, was] = [&back, &demo].map(|d| fs::read(d.join("asr_history.csv")).ok());
    assert_eq!(came, was);
}

#[test]
fn the_demo_runs_and_leaves_nothing() {
    let outside = tempfile::tempdir().expect("a folder");
    let out = outside.path().join("out");
    let ran = falter(&["demo", "-o", arg(&out), "--quiet"]);
    assert_eq!((ran.code, ran.stderr.as_str()), (0, ""));
    assert!(!ran.stdout.is_empty());
    let files = names(&out);
    for name in ["manifest.json", "report.html", "report.json", "report.md"] {
        assert!(files.iter().any(|f| f == name), "{name} in {files:?}");
    }
    assert_eq!(names(outside.path()), ["out"]);
}

#[test]
fn a_row_of_one_word_is_read_in_one_pass() {
    // Looking for the end of a run of copies from each of them would be quadratic: minutes, not moments.
    let folder = tempfile::tempdir().expect("a folder");
    let words = vec!["word"; 30_000].join(" ");
    let rows = format!(
        "call_id,role,start_ms,end_ms,transcript\nc,user,0,9000000,{words}\nc,agent,9000100,9001000,okay\n"
    );
    fs::write(folder.path().join("asr_history.csv"), rows).expect("a table");
    let ran = falter(&["audit", arg(folder.path()), "--lang", "en", "--json"]);
    assert_eq!(ran.code, 0, "{}", ran.stderr);
    let json: Value = serde_json::from_str(&ran.stdout).expect("JSON");
    let measures = json["measures"].as_array().expect("measures");
    let tokens = measures.iter().find(|m| m["name"] == "tokens");
    assert_eq!(tokens.expect("tokens")["value"], 30_000.0);
}

#[test]
fn a_printed_audit_can_be_compared_under_any_name() {
    let folder = tempfile::tempdir().expect("a folder");
    let printed = falter(&[
        "audit",
        arg(&demo()),
        "--json",
        "--set",
        "bootstrap_draws=0",
    ]);
    let path = folder.path().join("before.json");
    fs::write(&path, &printed.stdout).expect("a report");
    let ran = falter(&["compare", arg(&path), arg(&path)]);
    assert_eq!(ran.code, 0, "{}", ran.stderr);
    assert!(ran.stdout.contains("Nothing was tested"), "{}", ran.stdout);
}
