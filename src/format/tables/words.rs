//! `words.csv`.
//!
//! A word whose end is not after its start, or whose times are empty, is kept as untimed. A word with
//! empty times stands where the word before it (of its call and role) ended; which cells were empty is
//! kept in its end, which no table can hold: see [`NO_END`] and [`NO_TIMES`].

use super::cells::Cells;
use super::row::TableRow;
use super::schema::Table;
use crate::call::{Call, Role, Word};
use crate::time::Ms;

/// End of a word whose `end_ms` is empty.
pub const NO_END: Ms = -1;

/// End of a word whose `start_ms` and `end_ms` are both empty; its start only says where it stands.
pub const NO_TIMES: Ms = -2;

impl TableRow for Word {
    const TABLE: Table = Table::Words;

    fn read(cells: &mut Cells) -> Option<Self> {
        let role = cells.one_of("role", &Role::ALL, Role::name);
        let times = times(cells);
        let sure = confidence(cells);
        let (start, end) = times?;
        sure.then_some(())?;
        Some(Self {
            row: cells.at.row,
            role: role?,
            start,
            end,
            text: String::from(cells.text("word")),
            confidence: String::from(cells.text("confidence")),
        })
    }

    fn cells(&self) -> Vec<String> {
        let start = (self.end != NO_TIMES).then(|| self.start.to_string());
        let end = (self.end >= 0).then(|| self.end.to_string());
        vec![
            self.role.to_string(),
            start.unwrap_or_default(),
            end.unwrap_or_default(),
            self.text.clone(),
            self.confidence.clone(),
        ]
    }

    fn row(&self) -> usize {
        self.row
    }

    fn list(call: &Call) -> &[Self] {
        &call.words
    }

    fn list_mut(call: &mut Call) -> &mut Vec<Self> {
        &mut call.words
    }
}

fn times(cells: &mut Cells) -> Option<(Ms, Ms)> {
    let (start, end) = (cells.optional_ms("start_ms"), cells.optional_ms("end_ms"));
    match (start?, end?) {
        (Some(start), end) => Some((start, end.unwrap_or(NO_END))),
        (None, None) => Some((0, NO_TIMES)),
        (None, Some(_)) => {
            let rule = "start_ms is empty, end_ms is not";
            cells.wrong("start_ms", rule, "fill it, or leave both empty");
            None
        }
    }
}

fn confidence(cells: &mut Cells) -> bool {
    let text = cells.text("confidence");
    let number = text.parse::<f64>().ok();
    let sure = text.is_empty() || number.is_some_and(|n| (0.0..=1.0).contains(&n));
    if !sure {
        cells.wrong(
            "confidence",
            "confidence must be a number from 0 to 1, or empty",
            "",
        );
    }
    sure
}

/// Gives words without times their place: the end of the word before, in the order of the table.
pub(super) fn place_untimed(words: &mut [Word]) {
    let mut last = [0; 2];
    for word in words {
        let Some(last) = last.get_mut(word.role.index()) else {
            continue;
        };
        if word.end == NO_TIMES {
            word.start = *last;
        } else {
            *last = (*last).max(word.start).max(word.end);
        }
    }
}
