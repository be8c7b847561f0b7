//! How the tables of an input were written, so that unchanged rows can be written back byte for byte.

use std::collections::BTreeMap;

use serde::{Deserialize, Serialize};

use super::schema::Table;
use crate::call::Call;
use crate::time::Ms;

/// Which cells stand in quotes.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Serialize, Deserialize)]
#[serde(rename_all = "snake_case")]
pub enum Quotes {
    /// Those that need them.
    #[default]
    Necessary,
    /// All that are no numbers.
    NonNumeric,
    /// All.
    Always,
}

impl Quotes {
    /// Every way, the commonest first.
    pub const ALL: [Self; 3] = [Self::Necessary, Self::Always, Self::NonNumeric];
}

/// How a table was written.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub struct Style {
    /// Began with a byte order mark.
    pub bom: bool,
    /// Lines end with CR LF.
    pub crlf: bool,
    /// Which cells stand in quotes.
    pub quotes: Quotes,
    /// The last line has an end.
    pub final_newline: bool,
    /// Writing the rows back gives the bytes that were read. When false only the cells are the same.
    pub exact: bool,
    /// Columns of `calls.csv` in their order; empty for the other tables.
    #[serde(default, skip_serializing_if = "Vec::is_empty")]
    pub columns: Vec<String>,
    /// Calls of `calls.csv` in their order with `duration_ms`; the manifest needs no copy of the table.
    #[serde(skip)]
    pub calls: Vec<(String, Option<Ms>)>,
}

impl Default for Style {
    fn default() -> Self {
        Self {
            bom: false,
            crlf: false,
            quotes: Quotes::Necessary,
            final_newline: true,
            exact: false,
            columns: Vec::new(),
            calls: Vec::new(),
        }
    }
}

impl Style {
    /// Byte order mark, line ends and final line end of `text`, which was read with or without a mark.
    pub(super) fn seen(text: &str, bom: bool) -> Self {
        let crlf = text
            .split_once('\n')
            .is_some_and(|(line, _)| line.ends_with('\r'));
        Self {
            bom,
            crlf,
            final_newline: text.ends_with('\n'),
            ..Self::default()
        }
    }

    fn merge(&mut self, other: Self) {
        // Two files become one: its bytes are those of neither.
        self.exact = false;
        for column in other.columns {
            if !self.columns.contains(&column) {
                self.columns.push(column);
            }
        }
        self.calls.extend(other.calls);
    }
}

/// How the tables of an input were written: an entry for every table that was there.
#[derive(Clone, Debug, Default, PartialEq, Eq, Serialize, Deserialize)]
#[serde(transparent)]
pub struct Styles {
    tables: BTreeMap<String, Style>,
    /// Lengths of the calls once their recordings were opened.
    #[serde(skip)]
    opened: BTreeMap<String, Option<Ms>>,
}

impl Styles {
    /// The style of a table, when it was in the input.
    pub fn get(&self, table: Table) -> Option<&Style> {
        self.tables.get(table.file_name())
    }

    /// Sets the style of a table.
    pub fn set(&mut self, table: Table, style: Style) {
        self.tables.insert(String::from(table.file_name()), style);
    }

    /// Adds what another input said.
    pub fn merge(&mut self, other: Self) {
        self.opened.extend(other.opened);
        for (name, style) in other.tables {
            match self.tables.get_mut(&name) {
                Some(mine) => mine.merge(style),
                None => {
                    self.tables.insert(name, style);
                }
            }
        }
    }

    /// Notes the lengths of `calls` once their recordings are known: a length that nobody changes after
    /// that is written as the table had it.
    pub(in crate::format) fn note_durations(&mut self, calls: &[Call]) {
        if self.get(Table::Calls).is_some() {
            let lengths = calls.iter().map(|c| (c.id.clone(), c.duration));
            self.opened = lengths.collect();
        }
    }

    /// The length of a call that `calls.csv` gave as `cell`, as it is to be written.
    pub(super) fn duration(&self, call: &Call, cell: Option<Ms>) -> Option<Ms> {
        match self.opened.get(&call.id) {
            Some(opened) if *opened == call.duration => cell,
            _ => call.duration,
        }
    }

    /// Do rows already carry the numbers of their table?
    pub fn has_rows(&self) -> bool {
        self.get(Table::AsrHistory).is_some()
    }

    /// Do words already carry the numbers of their table?
    pub fn has_words(&self) -> bool {
        self.get(Table::Words).is_some()
    }

    /// Names of the tables whose cells, but not bytes, can be written back.
    pub fn inexact(&self) -> impl Iterator<Item = &str> {
        let inexact = self.tables.iter().filter(|(_, style)| !style.exact);
        inexact.map(|(name, _)| name.as_str())
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn styles_survive_the_manifest() {
        let mut styles = Styles::default();
        styles.set(Table::Words, Style::seen("a\r\nb", true));
        let json = serde_json::to_string(&styles).unwrap_or_default();
        assert_eq!(serde_json::from_str::<Styles>(&json).ok(), Some(styles));
    }

    #[test]
    fn two_files_of_one_table_are_not_exact() {
        let mut a = Styles::default();
        let style = Style {
            exact: true,
            ..Style::default()
        };
        a.set(Table::AsrHistory, style);
        let b = a.clone();
        assert_eq!(a.inexact().count(), 0);
        a.merge(b);
        assert_eq!(a.inexact().collect::<Vec<_>>(), ["asr_history.csv"]);
    }
}
