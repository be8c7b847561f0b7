//! Cells of one record to values; what is wrong is collected, so a row tells all its failures at once.

use csv::StringRecord;

use super::record::At;
use super::schema::Table;
use crate::error::Error;
use crate::time::{LONGEST, Ms};

/// A record being read.
pub(super) struct Cells<'a> {
    /// Where it stands.
    pub at: &'a At,
    /// Its table.
    pub table: Table,
    /// Columns of the file.
    pub header: &'a [String],
    /// The record.
    pub record: &'a StringRecord,
    /// What is wrong with it.
    pub errors: Vec<Error>,
}

impl<'a> Cells<'a> {
    /// Does the record have as many cells as the header has columns?
    pub fn complete(&mut self) -> bool {
        let (found, wanted) = (self.record.len(), self.header.len());
        if found != wanted {
            let error = Error::input(format!("{found} cells, the header has {wanted} columns"));
            self.errors.push(
                self.at
                    .on(error.advice("cells with a comma, a quote or a line break need quotes")),
            );
        }
        found == wanted
    }

    /// The cell of `column` as it stands; empty when the file has no such column.
    pub fn text(&self, column: &str) -> &'a str {
        self.header
            .iter()
            .position(|c| c == column)
            .and_then(|k| self.record.get(k))
            .unwrap_or_default()
    }

    /// Notes that the cell of `column` breaks `rule`.
    pub fn wrong(&mut self, column: &str, rule: impl Into<String>, advice: impl Into<String>) {
        let error = Error::input(rule)
            .column(column)
            .value(self.text(column))
            .advice(advice);
        self.errors.push(self.at.on(error));
    }

    /// An id: any text but none.
    pub fn id(&mut self, column: &str) -> Option<String> {
        let text = self.text(column);
        if text.is_empty() {
            self.wrong(column, format!("{column} is empty"), "every row needs one");
            return None;
        }
        Some(String::from(text))
    }

    /// A non-negative whole number, digits only.
    pub fn number(&mut self, column: &str, unit: &str) -> Option<Ms> {
        let text = self.text(column);
        let digits = !text.is_empty() && text.bytes().all(|b| b.is_ascii_digit());
        let number = text.parse().ok().filter(|n| digits && *n <= LONGEST);
        if number.is_none() {
            let advice = match text.contains(['E', 'e']) && text.parse::<f64>().is_ok() {
                true => "a spreadsheet rewrote the number: format the column as text",
                false => "",
            };
            let rule = format!("{column} must be a non-negative integer{unit}");
            self.wrong(column, rule, advice);
        }
        number
    }

    /// A time in ms.
    pub fn ms(&mut self, column: &str) -> Option<Ms> {
        self.number(column, " (ms)")
    }

    /// A time in ms, or an empty cell. `None` when the cell is wrong.
    pub fn optional_ms(&mut self, column: &str) -> Option<Option<Ms>> {
        match self.text(column) {
            "" => Some(None),
            _ => self.ms(column).map(Some),
        }
    }

    /// One of the known words.
    pub fn one_of<T: Copy>(
        &mut self,
        column: &str,
        known: &[T],
        name: fn(T) -> &'static str,
    ) -> Option<T> {
        let text = self.text(column);
        let found = known.iter().copied().find(|t| name(*t) == text);
        if found.is_none() {
            let names: Vec<&str> = known.iter().map(|t| name(*t)).collect();
            self.wrong(
                column,
                format!("unknown {column}"),
                format!("known: {}", names.join(", ")),
            );
        }
        found
    }

    /// One of the known words, or an empty cell. `None` when the cell is wrong.
    pub fn optional<T: Copy>(
        &mut self,
        column: &str,
        known: &[T],
        name: fn(T) -> &'static str,
    ) -> Option<Option<T>> {
        match self.text(column) {
            "" => Some(None),
            _ => self.one_of(column, known, name).map(Some),
        }
    }

    /// Notes unless `start < end`; the pair of columns is named in the rule.
    pub fn ordered(&mut self, start: (&str, Ms), end: (&str, Ms)) -> bool {
        if start.1 < end.1 {
            return true;
        }
        let rule = format!("{} must be before {}", start.0, end.0);
        self.wrong(end.0, rule, format!("{} is {}", start.0, start.1));
        false
    }
}
