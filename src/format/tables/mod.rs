//! The project's own tables: `asr_history.csv`, `words.csv`, `calls.csv` and the three label tables.
//!
//! The tables of one folder are one set: they are checked together, and several files of one table
//! (known by their header) are one table. Rows carry their number in their table, so that they can be
//! written back in the order of the file.

use std::collections::BTreeMap;
use std::path::PathBuf;

use super::{Corpus, Format, Probe, ReadOptions};
use crate::error::{Errors, Result};

mod asr_history;
mod assemble;
mod calls;
mod cells;
mod folder;
mod labels;
mod lenient;
mod notices;
mod record;
mod row;
mod rules;
mod schema;
mod style;
mod turns;
mod words;
mod write;

pub use notices::mangled;
pub use schema::Table;
pub use style::{Quotes, Style, Styles};
pub use words::{NO_END, NO_TIMES};
pub use write::{render, render_table};

const NAME: &str = "tables";

/// The format.
pub struct Tables;

impl Format for Tables {
    fn name(&self) -> &'static str {
        NAME
    }

    fn about(&self) -> &'static str {
        "falter's own tables: asr_history.csv, words.csv, calls.csv, user_turns.csv, silence_spans.csv, eot_labels.csv"
    }

    fn claims(&self, file: &Probe) -> bool {
        Table::of(&file.path, &file.head).is_some()
    }

    fn read(&self, files: &[PathBuf], options: &ReadOptions) -> Result<Corpus> {
        let mut folders: BTreeMap<_, Vec<PathBuf>> = BTreeMap::new();
        for file in files {
            folders.entry(file.parent()).or_default().push(file.clone());
        }
        let mut corpus = Corpus::default();
        let mut errors = Vec::new();
        let mut next = BTreeMap::new();
        for files in folders.values() {
            match folder::read(files, &mut next, options) {
                Ok(set) => corpus.merge(assemble::assemble(set, options))?,
                Err(e) => errors.extend(e.0),
            }
        }
        if errors.is_empty() {
            Ok(corpus)
        } else {
            Err(Errors(errors))
        }
    }
}
