//! What every table but `calls.csv` has in common: a row belongs to a call.

use csv::StringRecord;

use super::cells::Cells;
use super::record::At;
use super::schema::Table;
use crate::call::Call;
use crate::error::Error;

/// One row of a table: read, kept in a call, written.
pub(super) trait TableRow: Sized {
    /// Its table.
    const TABLE: Table;

    /// Reads the cells after `call_id`; `None` when the row is wrong, and `cells` says why.
    fn read(cells: &mut Cells) -> Option<Self>;

    /// The cells after `call_id`.
    fn cells(&self) -> Vec<String>;

    /// Record in the table.
    fn row(&self) -> usize;

    /// Where a call keeps such rows.
    fn list(call: &Call) -> &[Self];

    /// Where a call keeps such rows, to change them.
    fn list_mut(call: &mut Call) -> &mut Vec<Self>;
}

/// A row that was read, with its call and its place.
#[derive(Clone, Debug)]
pub(super) struct Placed<T> {
    /// Where it stands.
    pub at: At,
    /// The call.
    pub call: String,
    /// The row.
    pub value: T,
}

/// A call, or one turn of it.
pub(super) type Of = (String, Option<String>);

/// A record that could not be read.
pub(super) struct Rejected {
    /// What its absence may make look wrong.
    pub of: Option<Of>,
    /// Why, all of it.
    pub errors: Vec<Error>,
}

/// What takes the records of one table.
pub(super) struct Reading<'a, T> {
    /// The table.
    pub table: Table,
    /// Reads the cells after `call_id`.
    pub read: fn(&mut Cells) -> Option<T>,
    /// Where rows go.
    pub rows: &'a mut Vec<Placed<T>>,
    /// Where records go that are no rows.
    pub rejected: &'a mut Vec<Rejected>,
}

impl<T> Reading<'_, T> {
    /// Takes one record.
    pub fn take(&mut self, header: &[String], at: At, record: &StringRecord) {
        let mut cells = Cells {
            at: &at,
            table: self.table,
            header,
            record,
            errors: Vec::new(),
        };
        let row = cells
            .complete()
            .then(|| (cells.id("call_id"), (self.read)(&mut cells)));
        if let Some((Some(call), Some(value))) = row {
            self.rows.push(Placed { at, call, value });
            return;
        }
        let call = String::from(cells.text("call_id"));
        let of = match self.table {
            Table::AsrHistory => Some((call, None)),
            Table::UserTurns | Table::SilenceSpans => {
                Some((call, Some(String::from(cells.text("turn_id")))))
            }
            _ => None,
        };
        let errors = cells.errors;
        self.rejected.push(Rejected { of, errors });
    }
}
