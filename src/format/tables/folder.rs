//! The tables of one folder: read, checked as a whole, made into calls.

use std::collections::{BTreeMap, BTreeSet};
use std::path::{Path, PathBuf};

use super::calls::{self, CallRow};
use super::lenient;
use super::record;
use super::row::{Of, Placed, Reading, Rejected, TableRow};
use super::rules;
use super::schema::Table;
use super::style::Style;
use crate::call::{DecisionPoint, Segment, SilenceSpan, UserTurn, Word};
use crate::error::{Error, Errors, Result};
use crate::format::text::{self, TextFile};
use crate::format::{InputFile, ReadOptions};

/// The rows of a folder.
#[derive(Default)]
pub(super) struct Set {
    /// `calls.csv`.
    pub calls: Vec<Placed<CallRow>>,
    /// `asr_history.csv`.
    pub rows: Vec<Placed<Segment>>,
    /// `words.csv`.
    pub words: Vec<Placed<Word>>,
    /// `user_turns.csv`.
    pub turns: Vec<Placed<UserTurn>>,
    /// `silence_spans.csv`.
    pub silences: Vec<Placed<SilenceSpan>>,
    /// `eot_labels.csv`.
    pub points: Vec<Placed<DecisionPoint>>,
    /// The files, with what tells their style.
    pub files: Vec<File>,
    /// Files read, for the manifest.
    pub inputs: Vec<InputFile>,
    /// What the user should know.
    pub notices: Vec<String>,
    /// How many rows `--lenient` left out.
    pub left_out: usize,
}

/// A file of a folder.
pub(super) struct File {
    /// Its table.
    pub table: Table,
    /// Its text and encoding.
    pub source: TextFile,
    /// Line ends, byte order mark, columns.
    pub style: Style,
}

/// The number of the first row of each table in the next file.
pub(super) type NextRow = BTreeMap<Table, usize>;

impl Set {
    /// Was the table in the folder?
    pub fn present(&self, table: Table) -> bool {
        self.files.iter().any(|f| f.table == table)
    }
}

/// Reads the tables of one folder.
pub(super) fn read(files: &[PathBuf], next: &mut NextRow, options: &ReadOptions) -> Result<Set> {
    let mut set = Set::default();
    let mut errors = Vec::new();
    let mut rejected = Vec::new();
    for path in files {
        if let Err(e) = read_file(path, next, &mut set, &mut rejected) {
            errors.extend(e.0);
        }
    }
    if options.lenient && errors.is_empty() {
        lenient::leave_out(&mut set, rejected);
        return Ok(set);
    }
    let missing: BTreeSet<Of> = rejected.iter().filter_map(|r| r.of.clone()).collect();
    let whole = errors.is_empty();
    errors.extend(rejected.into_iter().flat_map(|r| r.errors));
    if whole {
        // A row that could not be read makes others look wrong: those are not reported.
        let faults = rules::faults(&set).into_iter();
        let faults = faults.filter(|f| !f.perhaps.as_ref().is_some_and(|of| missing.contains(of)));
        errors.extend(faults.map(|f| f.error));
    }
    if errors.is_empty() {
        return Ok(set);
    }
    errors.sort_by(|a, b| (&a.place.path, a.place.line).cmp(&(&b.place.path, b.place.line)));
    Err(Errors(errors))
}

fn read_file(
    path: &Path,
    next: &mut NextRow,
    set: &mut Set,
    rejected: &mut Vec<Rejected>,
) -> Result<()> {
    let source = text::read(path)?;
    let table = Table::of(path, source.text.as_bytes()).ok_or_else(|| not_a_table(path))?;
    let first = next.entry(table).or_insert(0);
    let header = read_rows(table, path, &source.text, first, set, rejected)?;
    let mut style = Style::seen(&source.text, source.bom);
    if table == Table::Calls {
        style.columns = header;
        let said = |c: &Placed<CallRow>| (c.call.clone(), c.value.duration);
        style.calls = set.calls.iter().map(said).collect();
    }
    set.notices.extend(source.notice.clone());
    set.inputs.push(source.input.clone());
    set.files.push(File {
        table,
        source,
        style,
    });
    Ok(())
}

/// Reads the rows of a file into their table; gives back its columns.
fn read_rows(
    table: Table,
    path: &Path,
    text: &str,
    first: &mut usize,
    set: &mut Set,
    rejected: &mut Vec<Rejected>,
) -> std::result::Result<Vec<String>, Error> {
    macro_rules! rows {
        ($list:ident, $read:expr) => {{
            let (read, rows) = ($read, &mut set.$list);
            let mut reading = Reading {
                table,
                read,
                rows,
                rejected,
            };
            let start = *first;
            record::split(table, path, text, start, |header, at, record| {
                *first = at.row + 1;
                reading.take(header, at, record);
            })
        }};
    }
    match table {
        Table::Calls => rows!(calls, calls::read),
        Table::AsrHistory => rows!(rows, Segment::read),
        Table::Words => rows!(words, Word::read),
        Table::UserTurns => rows!(turns, UserTurn::read),
        Table::SilenceSpans => rows!(silences, SilenceSpan::read),
        Table::EotLabels => rows!(points, DecisionPoint::read),
    }
}

fn not_a_table(path: &Path) -> Error {
    let names = Table::ALL.map(Table::file_name);
    Error::input("neither the name nor the header is that of a table")
        .at(path)
        .advice(format!("known: {}", names.join(", ")))
}
