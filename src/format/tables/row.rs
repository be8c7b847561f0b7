//! What every table but `calls.csv` has in common: a row belongs to a call.

use super::cells::Cells;
use super::record::{At, Records};
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

/// A record that could not be read.
pub(super) struct Rejected {
    /// The call, where the record says it.
    pub call: String,
    /// Why, all of it.
    pub errors: Vec<Error>,
}

/// Reads all records of a file; `read` takes the cells after `call_id`.
pub(super) fn read_all<T>(
    table: Table,
    records: &Records,
    read: fn(&mut Cells) -> Option<T>,
    rows: &mut Vec<Placed<T>>,
    rejected: &mut Vec<Rejected>,
) {
    for (at, record) in &records.records {
        let mut cells = Cells {
            at,
            table,
            header: &records.header,
            record,
            errors: Vec::new(),
        };
        let row = cells
            .complete()
            .then(|| (cells.id("call_id"), read(&mut cells)));
        match row {
            Some((Some(call), Some(value))) => rows.push(Placed {
                at: at.clone(),
                call,
                value,
            }),
            _ => rejected.push(Rejected {
                call: String::from(cells.text("call_id")),
                errors: cells.errors,
            }),
        }
    }
}
