//! Where fillers stand.

use super::{Figure, Measure, NO_TEXT, Tally, View, counts, per};
use crate::event::Kind;
use crate::settings::Settings;

/// The measure.
pub struct InitialShare;

impl Measure for InitialShare {
    fn name(&self) -> &'static str {
        "initial_share"
    }

    fn definition(&self) -> &'static str {
        "Share of fillers (tiers A and B) that are the first token of their turn (`.turn`) and of their utterance, a row of the transcript (`.utterance`). Source: measures.md."
    }

    fn figures(&self, _: &Settings) -> Vec<Figure> {
        vec![
            Figure::new(
                self.name(),
                "turn",
                "share of fillers",
                per("turn", "fillers"),
            ),
            Figure::new(
                self.name(),
                "utterance",
                "share of fillers",
                per("utterance", "fillers"),
            ),
        ]
    }

    fn count(&self, view: &View<'_>, tally: &mut Tally) {
        if view.token_count().is_none() {
            tally.lacks("turn", NO_TEXT);
            tally.lacks("utterance", NO_TEXT);
            return;
        }
        let side = view.timeline.side(view.side);
        for key in ["fillers", "turn", "utterance"] {
            tally.add(key, 0.0);
        }
        for filler in view.events_of(Kind::Filler).filter(|e| counts(e)) {
            let first = filler.tokens.start;
            let in_turn = filler
                .turn
                .is_some_and(|t| view.timeline.turns[t].tokens.start == first);
            let in_row = side
                .tokens
                .get(first)
                .is_some_and(|t| side.rows[t.row].tokens.start == first);
            tally.add("fillers", 1.0);
            tally.add("turn", f64::from(u8::from(in_turn)));
            tally.add("utterance", f64::from(u8::from(in_row)));
        }
    }
}
