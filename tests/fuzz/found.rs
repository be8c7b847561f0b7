//! Inputs that once broke a reader; they stay for ever.

use super::{fs, placed, seeds, through};

/// Reads the seed tables with one of them replaced.
fn with_table(name: &str, text: &str) {
    let folder = tempfile::tempdir().expect("a folder");
    for (file, bytes) in seeds::tables() {
        fs::write(folder.path().join(file), bytes).expect("a file");
    }
    fs::write(folder.path().join(name), text).expect("a file");
    let done = placed(through(folder.path()));
    assert!(done.is_ok(), "{name}: {done:?}");
}

/// The error did not say which call is in an unknown language.
#[test]
fn an_unknown_language_names_its_call() {
    with_table(
        "calls.csv",
        "call_id,language,duration_ms,user_channel,agent_channel\nen,e\u{1},7000,1,0\nzh,zh,4000,1,0\n",
    );
}
