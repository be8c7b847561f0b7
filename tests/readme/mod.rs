//! What the README says to type works, and its small example does what is said of it.

use std::fs;
use std::path::Path;
use std::process::{Command, Output};

fn readme() -> String {
    let file = Path::new(env!("CARGO_MANIFEST_DIR")).join("README.md");
    fs::read_to_string(file).expect("the README")
}

/// The blocks of code, in order.
fn blocks(page: &str) -> Vec<&str> {
    page.split("```\n").skip(1).step_by(2).collect()
}

/// Runs a line `falter …  # comment` in `folder`.
fn run(line: &str, folder: &Path) -> Output {
    let (line, _) = line.split_once('#').unwrap_or((line, ""));
    let demo = concat!(env!("CARGO_MANIFEST_DIR"), "/examples/demo");
    let words = line.split_whitespace().skip(1);
    let words = words.map(|w| if w == "examples/demo" { demo } else { w });
    Command::new(env!("CARGO_BIN_EXE_falter"))
        .args(words)
        .current_dir(folder)
        .output()
        .expect("falter runs")
}

#[test]
fn every_command_of_the_tour_works() {
    let page = readme();
    let folder = tempfile::tempdir().expect("a folder");
    let lines = blocks(&page).into_iter().flat_map(str::lines);
    let commands: Vec<&str> = lines.filter(|l| l.starts_with("falter ")).collect();
    assert!(commands.len() >= 10, "{commands:?}");
    for line in commands {
        let output = run(line, folder.path());
        let said = String::from_utf8_lossy(&output.stderr);
        assert!(output.status.success(), "{line}\n{said}");
    }
}

#[test]
fn the_output_that_is_shown_is_real() {
    let page = readme();
    let shown = blocks(&page)
        .into_iter()
        .find(|b| b.contains("pause inside an unfinished turn"))
        .expect("the excerpt");
    let output = run("falter demo", &std::env::temp_dir());
    let said = String::from_utf8_lossy(&output.stdout);
    for line in shown.lines() {
        assert!(said.lines().any(|l| l == line), "{line}");
    }
}

#[test]
fn the_small_example_does_what_is_said() {
    let page = readme();
    let blocks = blocks(&page);
    let folder = tempfile::tempdir().expect("a folder");
    let calls = folder.path().join("calls");
    fs::create_dir(&calls).expect("a folder");
    let table = |file: &str, header: &str| {
        let block = blocks.iter().find(|b| b.starts_with(header));
        let block = block.expect("a table");
        fs::write(calls.join(file), block).expect("a table");
        String::from(*block)
    };
    let given = table(
        "asr_history.csv",
        "call_id,role,start_ms,end_ms,transcript\n",
    );
    table(
        "words.csv",
        "call_id,role,start_ms,end_ms,word,confidence\n",
    );

    let audit = run("falter audit calls --json", folder.path());
    let audit: serde_json::Value = serde_json::from_slice(&audit.stdout).expect("JSON");
    let figure = |name: &str| {
        let all = audit["measures"].as_array().expect("measures");
        let found = all
            .iter()
            .find(|m| m["name"] == name && m["scope"] == "all");
        found.and_then(|m| m["value"].as_f64())
    };
    assert_eq!(figure("tokens.turns"), Some(2.0));
    assert_eq!(figure("hold_pause.per_turn"), Some(0.5));
    assert_eq!(figure("hold_pause.p50"), Some(800.0));
    assert_eq!(figure("cut_if_waiting.holds_700"), Some(1.0));
    assert_eq!(figure("cut_if_waiting.holds_1000"), Some(0.0));

    let line = "falter augment calls --dose 1 --seed 3 -o out";
    assert!(page.contains(line) && run(line, folder.path()).status.success());
    let new = fs::read_to_string(folder.path().join("out/asr_history.csv")).expect("a table");
    assert!(
        new.contains("\"Uh, maybe uh, Friday after lunch.\"") && new.contains("c1,agent,6444,")
    );
    assert!(
        run("falter strip out -o back", folder.path())
            .status
            .success()
    );
    let back = fs::read_to_string(folder.path().join("back/asr_history.csv")).expect("a table");
    assert_eq!(back, given);
}
