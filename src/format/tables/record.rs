//! Text of a table to records, each knowing where it stands.

use std::collections::BTreeSet;
use std::path::Path;
use std::sync::Arc;

use csv::{ReaderBuilder, StringRecord};

use super::schema::Table;
use crate::error::Error;

/// Where a record stands.
#[derive(Clone, Debug, PartialEq, Eq, PartialOrd, Ord)]
pub(super) struct At {
    /// The file.
    pub path: Arc<Path>,
    /// Line on which it begins, from 1.
    pub line: u64,
    /// Record in the file, from 1, the header not counted.
    pub record: u64,
    /// Record in the table over all its files, from 0.
    pub row: usize,
}

impl At {
    /// `error` with this place.
    pub fn on(&self, error: Error) -> Error {
        error.at(&self.path).line(self.line).row(self.record)
    }
}

/// Splits `text` into records, each given to `take` with the header. `first_row` is the number of the
/// first one in its table. Gives back the header.
pub(super) fn split(
    table: Table,
    path: &Path,
    text: &str,
    first_row: usize,
    mut take: impl FnMut(&[String], At, &StringRecord),
) -> Result<Vec<String>, Error> {
    if let Some(line) = unclosed_quote(text) {
        return Err(Error::input("a quoted cell is never closed")
            .at(path)
            .line(line)
            .advice("close it; a quote inside a quoted cell is written twice"));
    }
    let path: Arc<Path> = Arc::from(path);
    let mut reader = ReaderBuilder::new()
        .has_headers(false)
        .flexible(true)
        .from_reader(text.as_bytes());
    let mut lines = Lines {
        text: text.as_bytes(),
        at: 0,
        line: 1,
    };
    let mut header = Vec::new();
    let mut record = StringRecord::new();
    let wrong = |e: csv::Error| Error::input(e.to_string());
    for k in 0.. {
        if !reader
            .read_record(&mut record)
            .map_err(|e| wrong(e).at(&path))?
        {
            break;
        }
        let line = lines.of(record.position().map_or(0, csv::Position::byte));
        if k == 0 {
            header = record.iter().map(String::from).collect();
            check_header(table, &header).map_err(|e| e.at(&path).line(line))?;
            continue;
        }
        let at = At {
            path: Arc::clone(&path),
            line,
            record: k as u64,
            row: first_row + k - 1,
        };
        take(&header, at, &record);
    }
    if header.is_empty() {
        return Err(expected(table, Error::input("the file is empty").at(&path)));
    }
    Ok(header)
}

/// Counts lines up to a byte; bytes must not go backwards.
struct Lines<'a> {
    text: &'a [u8],
    at: usize,
    line: u64,
}

impl Lines<'_> {
    /// The line of the first byte from `byte` on that ends no line.
    fn of(&mut self, byte: u64) -> u64 {
        let byte = usize::try_from(byte).unwrap_or(usize::MAX);
        while let Some(b) = self.text.get(self.at) {
            if self.at >= byte && !matches!(b, b'\r' | b'\n') {
                break;
            }
            self.line += u64::from(*b == b'\n');
            self.at += 1;
        }
        self.line
    }
}

/// The line of a quote that opens a cell and has no end.
fn unclosed_quote(text: &str) -> Option<u64> {
    let (mut line, mut opened) = (1, None);
    let mut cell_start = true;
    for b in text.bytes() {
        line += u64::from(b == b'\n');
        match (b, opened) {
            // A doubled quote closes and reopens.
            (b'"', Some(_)) => (opened, cell_start) = (None, true),
            (b'"', None) if cell_start => opened = Some(line),
            (b',' | b'\n' | b'\r', None) => cell_start = true,
            (_, None) => cell_start = false,
            _ => {}
        }
    }
    opened
}

fn expected(table: Table, error: Error) -> Error {
    let header = table.header().join(",");
    error.advice(match table {
        Table::Calls => format!("expected call_id, then any of {header} and free columns"),
        _ => format!("expected header: {header}"),
    })
}

fn check_header(table: Table, header: &[String]) -> Result<(), Error> {
    let Some(rule) = wrong_header(table, header) else {
        return Ok(());
    };
    Err(expected(table, Error::input(rule).value(header.join(","))))
}

/// What is wrong with a header.
fn wrong_header(table: Table, header: &[String]) -> Option<String> {
    if let [one] = header
        && let Some(separator) = other_separator(one)
    {
        return Some(format!(
            "the columns are separated by {separator}, not by commas"
        ));
    }
    let mut seen = BTreeSet::new();
    if let Some(twice) = header.iter().find(|c| !seen.insert(c.as_str())) {
        return Some(format!("column {twice:?} stands twice in the header"));
    }
    if let Some(missing) = required(table).iter().find(|c| !seen.contains(**c)) {
        return Some(format!("column {missing} is missing from the header"));
    }
    if table == Table::Calls {
        let nameless = header.iter().any(|c| c.trim().is_empty());
        return nameless.then(|| String::from("a column of the header has no name"));
    }
    let known = table.header();
    if let Some(unknown) = header.iter().find(|c| !known.contains(&c.as_str())) {
        return Some(format!("unknown column {unknown:?} in the header"));
    }
    (header != known).then(|| String::from("the columns of the header stand in another order"))
}

fn required(table: Table) -> &'static [&'static str] {
    match table {
        Table::Calls => &["call_id"],
        _ => table.header(),
    }
}

fn other_separator(line: &str) -> Option<&'static str> {
    [(';', "semicolons"), ('\t', "tabs")]
        .into_iter()
        .find(|(c, _)| line.contains(*c))
        .map(|(_, name)| name)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn lines_are_those_of_the_file() {
        let text = "call_id,language\r\n\"a\r\nb\",en\r\n\r\nc,de";
        let mut places = Vec::new();
        let path = Path::new("calls.csv");
        let header = split(Table::Calls, path, text, 7, |_, at, _| {
            places.push((at.line, at.record, at.row));
        });
        assert_eq!(header.map(|h| h.len()), Ok(2));
        assert_eq!(places, [(2, 1, 7), (5, 2, 8)]);
    }

    #[test]
    fn a_quote_must_close() {
        assert_eq!(unclosed_quote("a,\"b\"\"c\"\n"), None);
        assert_eq!(unclosed_quote("a,b\"c\n"), None);
        assert_eq!(unclosed_quote("a\n1,\"b\nc,d\n"), Some(2));
    }
}
