//! Readers under arbitrary and mutated bytes: no panic, no hang, every error with a place.
//!
//! `FALTER_FUZZ_CASES` says how many cases each subject gets; the default keeps `cargo test` quick.

mod found;
mod mutation;
mod seeds;

use std::fs;
use std::path::{Path, PathBuf};
use std::time::{Duration, Instant};

use falter::audio::AudioFile;
use falter::augment::{self, Options};
use falter::error::{Errors, Place};
use falter::format::{self, Channels, Corpus, ReadOptions, tables};
use falter::lang::Languages;
use falter::score::read_predictions;
use falter::settings::Settings;
use falter::{audit, check};
use proptest::test_runner::{Config, TestCaseError, TestRunner};

type Done = Result<(), Errors>;

/// Longest a reader may take over a small file.
const PATIENCE: Duration = Duration::from_secs(10);

fn cases() -> u32 {
    let asked = std::env::var("FALTER_FUZZ_CASES").ok();
    asked.and_then(|n| n.parse().ok()).unwrap_or(150)
}

/// A folder of files; `name` of them is mutated, `read` is given the folder.
fn fuzz(files: &[(&str, Vec<u8>)], name: &str, read: impl Fn(&Path) -> Done) {
    let folder = tempfile::tempdir().expect("a folder");
    for (name, bytes) in files {
        fs::write(folder.path().join(name), bytes).expect("a file");
    }
    let whole = read(folder.path());
    assert!(whole.is_ok(), "{name}: {whole:?}");
    let seed = files.iter().find(|(n, _)| *n == name);
    let seed = seed.map(|(_, bytes)| bytes.clone()).expect("the seed");
    let config = Config {
        cases: cases(),
        failure_persistence: None,
        max_shrink_iters: 2000,
        ..Config::default()
    };
    let path = folder.path().join(name);
    let outcome = TestRunner::new(config).run(&mutation::bytes(seed), |bytes| {
        fs::write(&path, &bytes.0).expect("a file");
        let began = Instant::now();
        let done = read(folder.path());
        if began.elapsed() > PATIENCE {
            return Err(TestCaseError::fail("hangs"));
        }
        placed(done)
    });
    if let Err(failure) = outcome {
        panic!("{name}: {failure}");
    }
}

/// Every failure says where.
fn placed(done: Done) -> Result<(), TestCaseError> {
    let errors = done.err().map(|e| e.0).unwrap_or_default();
    match errors.iter().find(|e| *e.place == Place::default()) {
        Some(error) => Err(TestCaseError::fail(format!("no place: {error}"))),
        None => Ok(()),
    }
}

/// Reads a folder strictly and leniently, and takes what was read through both flows.
fn through(folder: &Path) -> Done {
    let options = |lenient| ReadOptions {
        lenient,
        channels: Some(Channels { user: 0, agent: 1 }),
        ..ReadOptions::default()
    };
    let paths = [PathBuf::from(folder)];
    if let Ok(corpus) = format::open(&paths, &options(true)) {
        flows(&corpus)?;
    }
    let corpus = format::open(&paths, &options(false))?;
    tables::render(&corpus);
    Ok(())
}

fn flows(corpus: &Corpus) -> Done {
    check::check(corpus);
    let mut auditing = audit::Options::default();
    auditing.settings.set("bootstrap_draws=100")?;
    audit::audit(corpus, &auditing)?;
    if corpus.timed().is_err() {
        return Ok(()); // An order without times: nothing can be put anywhere.
    }
    let options = Options::paper(1_000_000, 1);
    let (languages, settings) = (Languages::default(), Settings::default());
    let made = augment::augment(corpus, &languages, &settings, &options, "falter:fuzz")?;
    augment::files(&made, false);
    Ok(())
}

macro_rules! table {
    ($($test:ident: $name:literal;)*) => {$(
        #[test]
        fn $test() {
            fuzz(&seeds::tables(), $name, through);
        }
    )*};
}

table! {
    rows: "asr_history.csv";
    words: "words.csv";
    calls: "calls.csv";
    turns: "user_turns.csv";
    silences: "silence_spans.csv";
    points: "eot_labels.csv";
}

#[test]
fn ms98() {
    fuzz(&seeds::ms98(), "sw2001A-ms98-a-word.text", through);
}

#[test]
fn rttm() {
    fuzz(&seeds::rttm(), "spans.rttm", through);
}

#[test]
fn chat() {
    fuzz(&seeds::chat(), "call.cha", through);
}

#[test]
fn maptask() {
    fuzz(&seeds::maptask(), "q1.txt", through);
}

#[test]
fn nccu() {
    fuzz(&seeds::nccu(), "talk.csv", through);
}

#[test]
fn dialogue_acts() {
    fuzz(&seeds::acts(), "sw2001A-word-da.csv", through);
}

#[test]
fn increments() {
    fuzz(&seeds::increments(), "call_l.json.txt", through);
}

#[test]
fn labels() {
    fuzz(&seeds::labels(), "call.txt", through);
}

#[test]
fn recordings() {
    for seed in seeds::recordings() {
        fuzz(&[("call.wav", seed)], "call.wav", |folder| {
            let mut file = AudioFile::open(&folder.join("call.wav"))?;
            let mut block = Vec::new();
            while file.read(&mut block)? > 0 {}
            through(folder)
        });
    }
}

#[test]
fn stripping() {
    let files = seeds::augmented();
    let files: Vec<(&str, Vec<u8>)> = files.iter().map(|(n, b)| (n.as_str(), b.clone())).collect();
    for name in [
        "edits.csv",
        falter::output::MANIFEST,
        "originals.csv",
        "words.csv",
        "asr_history.csv",
    ] {
        fuzz(&files, name, |folder| {
            augment::strip(folder, None).map(drop)
        });
    }
}

#[test]
fn predictions() {
    fuzz(&seeds::predictions(), "predictions.csv", |folder| {
        read_predictions(&folder.join("predictions.csv"), &Settings::default()).map(drop)
    });
}

#[test]
fn settings() {
    fuzz(&seeds::settings(), "settings.toml", |folder| {
        Settings::default().load_file(&folder.join("settings.toml"))
    });
}

#[test]
fn lexicons() {
    fuzz(&seeds::lexicon(), "xx.toml", |folder| {
        let languages = Languages::from_file(&folder.join("xx.toml"))?;
        let lexicon = languages.of(None, "")?;
        lexicon.tokenise("um the the 7 x- you know, 对对 four one five");
        falter::protect::spans("call four one five 7 at a dot com", lexicon);
        // Examples that fail name themselves.
        let _ = lexicon.check_examples();
        Ok(())
    });
}
