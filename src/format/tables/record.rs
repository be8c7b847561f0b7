//! Text of a table to records, each knowing where it stands.

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

/// Header and records of a file.
pub(super) struct Records {
    /// The columns.
    pub header: Vec<String>,
    /// The records after it.
    pub records: Vec<(At, StringRecord)>,
}

/// Splits `text` into records. `first_row` is the number of the first one in its table.
pub(super) fn split(
    table: Table,
    path: &Path,
    text: &str,
    first_row: usize,
) -> Result<Records, Error> {
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
    let mut records = Vec::new();
    for (k, record) in reader.records().enumerate() {
        let record = record.map_err(|e| Error::input(e.to_string()).at(&path))?;
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
        records.push((at, record));
    }
    if header.is_empty() {
        return Err(expected(table, Error::input("the file is empty").at(&path)));
    }
    Ok(Records { header, records })
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
    let known = table.header();
    let twice = header
        .iter()
        .enumerate()
        .find(|(k, c)| header.iter().take(*k).any(|d| d == *c));
    let rule = if let [one] = header
        && let Some(separator) = other_separator(one)
    {
        format!("the columns are separated by {separator}, not by commas")
    } else if let Some((_, column)) = twice {
        format!("column {column} stands twice in the header")
    } else if let Some(missing) = required(table)
        .iter()
        .find(|c| !header.iter().any(|h| h == *c))
    {
        format!("column {missing} is missing from the header")
    } else if table == Table::Calls {
        match header.iter().any(|c| c.trim().is_empty()) {
            true => String::from("a column of the header has no name"),
            false => return Ok(()),
        }
    } else if let Some(unknown) = header.iter().find(|c| !known.contains(&c.as_str())) {
        format!("unknown column {unknown:?} in the header")
    } else if header == known {
        return Ok(());
    } else {
        String::from("the columns of the header stand in another order")
    };
    Err(expected(table, Error::input(rule).value(header.join(","))))
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
        let records = split(Table::Calls, Path::new("calls.csv"), text, 7);
        let places: Vec<_> = records
            .map(|r| r.records)
            .unwrap_or_default()
            .iter()
            .map(|(at, _)| (at.line, at.record, at.row))
            .collect();
        assert_eq!(places, [(2, 1, 7), (5, 2, 8)]);
    }

    #[test]
    fn a_quote_must_close() {
        assert_eq!(unclosed_quote("a,\"b\"\"c\"\n"), None);
        assert_eq!(unclosed_quote("a,b\"c\n"), None);
        assert_eq!(unclosed_quote("a\n1,\"b\nc,d\n"), Some(2));
    }
}
