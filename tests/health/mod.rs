//! The health pass: the shared cases of the field, and small calls made for each check.

mod cases;
mod made;

use std::path::Path;

use falter::audio::{find, listen_all};
use falter::audit::{Audit, Options, audit};
use falter::format::{Channels, Corpus, ReadOptions, open};
use falter::health::{Finding, pass};
use falter::lang::Languages;
use falter::settings::Settings;

/// Reads a folder and hears its recordings.
fn heard(path: &Path, vad: &str, channels: Option<Channels>) -> Corpus {
    let options = ReadOptions {
        channels,
        ..ReadOptions::default()
    };
    let mut corpus = open(&[path.to_path_buf()], &options).expect("read");
    let vad = find(vad).expect("built in");
    listen_all(&mut corpus, vad, &Settings::default(), true, &|| {}).expect("heard");
    corpus
}

fn findings(corpus: &Corpus) -> Vec<Finding> {
    pass(corpus, &Languages::default(), &Settings::default()).expect("known languages")
}

/// Sentences of one check.
fn said(corpus: &Corpus, check: &str) -> Vec<String> {
    let of = findings(corpus).into_iter().filter(|f| f.check == check);
    of.map(|f| f.sentence).collect()
}

/// An audit of the user with some settings.
fn audited(corpus: &Corpus, set: &[&str]) -> Audit {
    let mut options = Options::default();
    for assignment in set {
        options.settings.set(assignment).expect("a setting");
    }
    audit(corpus, &options).expect("an audit")
}

/// The value of a figure over everything, and why it has none or what must be known about it.
fn figure(audit: &Audit, name: &str) -> (Option<f64>, String) {
    let estimate = audit.all(name).expect("a figure");
    (estimate.value, estimate.reason.clone().unwrap_or_default())
}
