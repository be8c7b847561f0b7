//! Holds inside what must be said in one go: numbers, addresses, names.

use crate::measure::{NO_TEXT, Tally, View};
use crate::protect::{self, Protected};
use crate::time::Span;
use crate::timeline::{Side, Turn};

/// Counts, by the kinds of protected spans that go into each.
pub(super) const INSIDE: [(&str, &[&str]); 3] = [
    ("in_number", &["number", "date", "letters"]),
    ("in_address", &["address"]),
    ("in_name", &["name"]),
];

/// Adds the holds that stand inside a span of each kind. `holds` ascend.
pub(super) fn count(view: &View<'_>, holds: &[(Span, Option<usize>)], tally: &mut Tally) {
    let side = view.timeline.side(view.side);
    let lacking = match side.tokens.first() {
        None => Some(NO_TEXT),
        Some(_) if side.tokens.iter().all(|t| t.time.is_none()) => Some("no word times"),
        Some(_) => None,
    };
    for (key, _) in INSIDE {
        match lacking {
            Some(reason) => tally.lacks(key, reason),
            None => tally.add(key, 0.0),
        }
    }
    if lacking.is_some() {
        return;
    }
    for of_turn in holds.chunk_by(|a, b| a.1 == b.1) {
        let Some(turn) = of_turn[0].1.and_then(|t| view.timeline.turns.get(t)) else {
            continue;
        };
        let said = Said::of(side, turn);
        for (hold, _) in of_turn {
            let Some(span) = said.around(side, turn, *hold) else {
                continue;
            };
            for (key, kinds) in INSIDE {
                tally.add(key, f64::from(u8::from(kinds.contains(&span.kind))));
            }
        }
    }
}

/// A turn as one text, rows after each other, with its protected spans.
struct Said {
    spans: Vec<Protected>,
    /// Rows of the turn with the byte at which each begins.
    rows: Vec<(usize, usize)>,
}

impl Said {
    fn of(side: &Side<'_>, turn: &Turn) -> Self {
        let mut text = String::new();
        let mut rows: Vec<(usize, usize)> = Vec::new();
        for token in &side.tokens[turn.tokens.clone()] {
            if rows.last().is_some_and(|(row, _)| *row == token.row) {
                continue;
            }
            if !text.is_empty() {
                text.push(' ');
            }
            rows.push((token.row, text.len()));
            text.push_str(&side.rows[token.row].segment.transcript);
        }
        let lexicon = rows.first().map(|(row, _)| side.rows[*row].lexicon);
        let spans = lexicon.map(|lexicon| protect::spans(&text, lexicon));
        Self {
            spans: spans.unwrap_or_default(),
            rows,
        }
    }

    /// The span that goes on over the hold: it holds the token before it and the one after.
    fn around(&self, side: &Side<'_>, turn: &Turn, hold: Span) -> Option<&Protected> {
        if self.spans.is_empty() {
            return None;
        }
        let after = side.tokens[turn.tokens.clone()]
            .iter()
            .find(|t| t.time.is_some_and(|time| time.start >= hold.end))?;
        let (_, begins) = self.rows.iter().find(|(row, _)| *row == after.row)?;
        let at = begins + after.token.start;
        let span = self.spans.iter().find(|s| s.bytes.end > at)?;
        (span.bytes.start < at).then_some(span)
    }
}
