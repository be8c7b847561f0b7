//! The tables: cases by folder, cases from the field, and bytes that come back.

mod activity;
mod cases;
mod field;
mod round_trip;

use std::path::{Path, PathBuf};

use falter::error::Errors;
use falter::format::{self, Corpus, ReadOptions};

fn open(path: &Path) -> Result<Corpus, Errors> {
    format::open(&[PathBuf::from(path)], &ReadOptions::default())
}

fn lenient(path: &Path) -> Result<Corpus, Errors> {
    format::open(&[PathBuf::from(path)], &leniently())
}

fn leniently() -> ReadOptions {
    ReadOptions {
        lenient: true,
        ..ReadOptions::default()
    }
}
