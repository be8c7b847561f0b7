//! `tests/cases/check/<name>/`: tables, and in `expected.txt` all that is said about them.
//!
//! Names that begin with `lenient` are read so. `FALTER_BLESS=1` writes the expectations anew.

use std::fmt::Write as _;
use std::fs;
use std::path::{Path, PathBuf};

use falter::format::{self, ReadOptions};
use falter::health::pass;
use falter::lang::Languages;
use falter::settings::Settings;

use super::leniently;

fn said(folder: &Path, name: &str) -> String {
    let options = match name.starts_with("lenient") {
        true => leniently(),
        false => ReadOptions::default(),
    };
    let files = fs::read_dir(folder).expect("the case");
    let mut files: Vec<PathBuf> = files.map(|f| f.expect("a file").path()).collect();
    files.retain(|f| f.extension().is_some_and(|e| e == "csv"));
    let read = format::open(&files, &options);
    let mut said = String::new();
    match read {
        Err(errors) => said.push_str(&errors.to_string()),
        Ok(corpus) => {
            for notice in &corpus.notices {
                writeln!(said, "notice: {notice}").expect("memory");
            }
            for finding in falter::check::check(&corpus) {
                writeln!(said, "finding: {finding}").expect("memory");
            }
            let (languages, settings) = (Languages::default(), Settings::default());
            let health = pass(&corpus, &languages, &settings).expect("known languages");
            for finding in health {
                let name = finding.severity.name();
                writeln!(said, "{name}: {finding}").expect("memory");
            }
        }
    }
    let prefix = format!("{}{}", folder.display(), std::path::MAIN_SEPARATOR);
    said.replace(&prefix, "")
}

#[test]
fn every_case_says_what_it_should() {
    let root = Path::new(env!("CARGO_MANIFEST_DIR")).join("tests/cases/check");
    let folders = fs::read_dir(&root).expect("the cases");
    let mut folders: Vec<PathBuf> = folders.map(|f| f.expect("a case").path()).collect();
    folders.sort();
    assert!(folders.len() >= 12, "the cases are here");
    let mut failed = Vec::new();
    for folder in folders {
        let name = folder.file_name().expect("a name").to_string_lossy();
        let said = said(&folder, &name);
        let file = folder.join("expected.txt");
        if std::env::var_os("FALTER_BLESS").is_some() {
            fs::write(&file, &said).expect("the expectation");
        }
        let expected = fs::read_to_string(&file).unwrap_or_default();
        if said != expected {
            failed.push(format!("{name}\n--- said\n{said}--- expected\n{expected}"));
        }
    }
    assert!(failed.is_empty(), "{}", failed.join("\n"));
}
