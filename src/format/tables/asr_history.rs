//! `asr_history.csv`.

use super::cells::Cells;
use super::row::TableRow;
use super::schema::Table;
use crate::call::{Call, Role, Segment};
use crate::time::Span;

impl TableRow for Segment {
    const TABLE: Table = Table::AsrHistory;

    fn read(cells: &mut Cells) -> Option<Self> {
        let role = cells.one_of("role", &Role::ALL, Role::name);
        let (start, end) = (cells.ms("start_ms"), cells.ms("end_ms"));
        let (start, end) = (start?, end?);
        let ordered = cells.ordered(("start_ms", start), ("end_ms", end));
        Some(Self {
            row: cells.at.row,
            role: role?,
            span: ordered.then_some(Span::new(start, end))?,
            transcript: String::from(cells.text("transcript")),
            words: 0..0,
        })
    }

    fn cells(&self) -> Vec<String> {
        vec![
            self.role.to_string(),
            self.span.start.to_string(),
            self.span.end.to_string(),
            self.transcript.clone(),
        ]
    }

    fn row(&self) -> usize {
        self.row
    }

    fn list(call: &Call) -> &[Self] {
        &call.segments
    }

    fn list_mut(call: &mut Call) -> &mut Vec<Self> {
        &mut call.segments
    }
}
