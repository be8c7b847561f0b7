//! Corpora of speech activity: CallHome and CallFriend.

use std::collections::BTreeSet;
use std::path::{Path, PathBuf};

use falter::call::Role;
use falter::format::{self, ReadOptions};
use falter::time::Ms;

use super::script;
use super::{exact, reference, show};
use crate::shared::shared;

type Dialogue = Vec<(Ms, Ms, usize)>;

/// Everything that every speaker of a file says, read two speakers at a time.
fn speakers(path: &Path) -> Dialogue {
    let open = |roles: &[(&str, Role)]| {
        let options = ReadOptions {
            roles: roles.iter().map(|(n, r)| (String::from(*n), *r)).collect(),
            ..ReadOptions::default()
        };
        format::open(&[PathBuf::from(path)], &options)
    };
    let text = std::fs::read_to_string(path).expect("a file");
    let names = text.lines().filter_map(|l| l.split_whitespace().nth(7));
    let names: Vec<&str> = names.collect::<BTreeSet<_>>().into_iter().collect();
    let mut all = Dialogue::new();
    for (k, name) in names.iter().enumerate() {
        let other = names[(k + 1) % names.len()];
        let corpus = open(&[(name, Role::User), (other, Role::Agent)]).expect("two of them");
        let spans = corpus.calls[0].speech[Role::User.index()].iter().flatten();
        all.extend(spans.map(|s| (s.start, s.end, k)));
    }
    all.sort_unstable();
    all
}

/// Two differences of definition are left: whole milliseconds, and that here overlapping or touching
/// segments of one speaker are one stretch of speech. Both done to the script as well, all figures agree.
fn corpus(name: &str) {
    let Some(folder) = shared(&format!("data/{name}_rttm")) else {
        return;
    };
    let entries = std::fs::read_dir(folder).expect("a folder");
    let mut files: Vec<PathBuf> = entries.map(|e| e.expect("an entry").path()).collect();
    files.sort();
    let dialogues: Vec<Dialogue> = files.iter().map(|path| speakers(path)).collect();
    let ours = script::activity(&dialogues);
    assert_eq!(exact(name, &ours), 12);
    // What the joining moves: most in CallFriend, whose segments are short and touch.
    let theirs = reference(name).expect("figures");
    show(name, &theirs, &ours);
    let turns = theirs["turns"].as_f64().expect("turns");
    assert!((ours["turns"] - turns).abs() < 0.06 * turns);
}

#[test]
fn callhome_mandarin() {
    corpus("callhome_zho");
}

#[test]
fn callhome_english() {
    corpus("callhome_eng");
}

#[test]
fn callfriend_english() {
    corpus("callfriend_eng");
}
