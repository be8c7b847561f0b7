//! The tables of an augmentation are tables.

use std::collections::BTreeSet;
use std::fs;
use std::path::Path;

use falter::check::check;
use falter::format::Corpus;

use super::made::{ONE, both, write};
use crate::calls::{demo, read};
use crate::shared::shared;

/// The augmented tables, read strictly.
fn read_back(corpus: &Corpus, dose: u64, seed: u64) -> Corpus {
    let folder = tempfile::tempdir().expect("a folder");
    write(corpus, &both(dose, seed), folder.path());
    for extra in ["edits.csv", "cases.csv", "originals.csv", "manifest.json"] {
        let _ = fs::remove_file(folder.path().join(extra));
    }
    read(folder.path())
}

fn rules(corpus: &Corpus) -> BTreeSet<String> {
    check(corpus).into_iter().map(|f| f.rule).collect()
}

#[test]
fn the_augmented_demo_has_no_finding() {
    let corpus = read(&demo());
    assert_eq!(check(&corpus), []);
    for dose in [ONE / 3, ONE, 5 * ONE] {
        for seed in 1..=10 {
            let findings = check(&read_back(&corpus, dose, seed));
            assert_eq!(findings, [], "dose {dose} seed {seed}");
        }
    }
}

#[test]
fn cases_get_no_new_kind_of_finding() {
    for case in [
        "P03", "P47", "P49", "P51", "P53", "P54", "P58", "P59", "P60", "P65", "P68", "P70", "P73",
    ] {
        let Some(path) = shared(&format!("cases/{case}")) else {
            return;
        };
        let corpus = read(&path);
        let before = rules(&corpus);
        for seed in 1..=5 {
            let after = rules(&read_back(&corpus, 5 * ONE, seed));
            assert!(after.is_subset(&before), "{case}: {after:?}");
        }
    }
}

#[test]
fn switchboard_is_read_back() {
    let Some(swb) = crate::swb::corpus() else {
        return;
    };
    let some = Corpus {
        calls: swb.calls.iter().take(8).cloned().collect(),
        ..swb.without_calls()
    };
    let again = read_back(&some, ONE, 1);
    assert_eq!(again.calls.len(), 8);
    assert!(
        again
            .calls
            .iter()
            .all(|c| !c.words.is_empty() && !c.silences.is_empty())
    );
}

/// What `strip` is given is what the folder holds: a changed table is refused, not guessed at.
#[test]
fn a_changed_table_is_refused() {
    let folder = tempfile::tempdir().expect("a folder");
    write(&read(&demo()), &both(2 * ONE, 1), folder.path());
    change(&folder.path().join("asr_history.csv"), "um, ", "er, ");
    let error = falter::augment::strip(folder.path(), None)
        .err()
        .map(|e| e.to_string());
    assert!(error.is_some_and(|e| e.contains("row")), "a row is named");
}

fn change(path: &Path, from: &str, to: &str) {
    let text = fs::read_to_string(path).expect("a table");
    assert!(text.contains(from));
    fs::write(path, text.replace(from, to)).expect("a table");
}

#[test]
fn a_missing_edit_is_no_silent_success() {
    let folder = tempfile::tempdir().expect("a folder");
    write(&read(&demo()), &both(2 * ONE, 1), folder.path());
    let path = folder.path().join("edits.csv");
    let edits = std::fs::read_to_string(&path).expect("edits");
    let placed_pause = edits
        .lines()
        .find(|l| l.contains(",pause,") && l.ends_with(",yes"))
        .expect("a placed pause");
    let fewer = edits.replace(&format!("{placed_pause}\n"), "");
    std::fs::write(&path, fewer).expect("written");
    assert!(falter::augment::strip(folder.path(), None).is_err());
}
