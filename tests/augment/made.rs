//! Augmentations for the other tests: in memory, and as a folder that can be stripped.

use std::fs;
use std::path::{Path, PathBuf};

use falter::augment::{self, Augmented, Kept, Options};
use falter::call::Role;
use falter::format::Corpus;
use falter::lang::Languages;
use falter::settings::Settings;

/// Doses are counted in millionths.
pub const ONE: u64 = 1_000_000;

/// The `paper` preset on both sides.
pub fn both(dose: u64, seed: u64) -> Options {
    Options {
        sides: Role::ALL.to_vec(),
        ..Options::paper(dose, seed)
    }
}

/// Augments with default settings, languages by call and row.
pub fn augmented(corpus: &Corpus, options: &Options) -> Augmented {
    let (languages, settings) = (Languages::default(), Settings::default());
    let annotator = augment::annotator(options, &settings);
    augment::augment(corpus, &languages, &settings, options, &annotator).expect("augmented")
}

/// The files of an augmentation.
pub fn files(corpus: &Corpus, options: &Options) -> Vec<(String, Vec<u8>)> {
    augment::files(&augmented(corpus, options), options.text_only.is_some())
}

/// Writes an augmentation as `falter augment` does, as far as `strip` needs it.
pub fn write(corpus: &Corpus, options: &Options, folder: &Path) {
    for (name, bytes) in files(corpus, options) {
        fs::write(folder.join(name), bytes).expect("a file");
    }
    let annotator = augment::annotator(options, &Settings::default());
    let manifest = serde_json::json!({ "strip": Kept::of(corpus, &annotator, None) });
    fs::write(folder.join("manifest.json"), manifest.to_string()).expect("a manifest");
}

/// Augments, strips, and compares with the tables of `input`, byte for byte; how many edits there were.
pub fn there_and_back(input: &Path, options: &Options) -> usize {
    let corpus = crate::calls::read(input);
    let folder = tempfile::tempdir().expect("a folder");
    write(&corpus, options, folder.path());
    let stripped = match augment::strip(folder.path()) {
        Ok(stripped) => stripped,
        Err(errors) => panic!("{errors}"),
    };
    assert!(stripped.inexact.is_empty(), "{:?}", stripped.inexact);
    let tables = tables_of(input);
    assert_eq!(stripped.files.len(), tables.len());
    for (name, bytes) in &stripped.files {
        let given = fs::read(table(&tables, name)).expect("a table");
        assert_eq!(
            String::from_utf8_lossy(bytes),
            String::from_utf8_lossy(&given),
            "{name}"
        );
        assert!(*bytes == given, "{name}: not the same bytes");
    }
    let edits = augmented(&corpus, options).edits;
    edits.iter().filter(|e| e.is_placed()).count()
}

fn tables_of(input: &Path) -> Vec<PathBuf> {
    if input.is_file() {
        return vec![PathBuf::from(input)];
    }
    let entries = fs::read_dir(input).expect("a folder");
    let mut paths: Vec<PathBuf> = entries.map(|e| e.expect("a file").path()).collect();
    paths.retain(|p| p.extension().is_some_and(|e| e == "csv"));
    paths
}

/// The table of this name; a lone file is a table under any name.
fn table<'p>(tables: &'p [PathBuf], name: &str) -> &'p Path {
    match tables {
        [only] => only,
        _ => tables
            .iter()
            .find(|p| p.ends_with(name))
            .expect("a table of the input"),
    }
}
