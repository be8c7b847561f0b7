//! Where fillers stand.

use std::ops::Range;

use super::{Figure, Measure, NO_TEXT, Tally, View, counts, per};
use crate::event::Kind;
use crate::settings::Settings;

/// The measure.
pub struct InitialShare;

/// Units in which a filler has a place.
const TURN: Unit = Unit {
    part: "turn",
    long: "turn_long",
    deciles: [
        "turn_d1", "turn_d2", "turn_d3", "turn_d4", "turn_d5", "turn_d6", "turn_d7", "turn_d8",
        "turn_d9", "turn_d10",
    ],
};
const UTTERANCE: Unit = Unit {
    part: "utterance",
    long: "utterance_long",
    deciles: [
        "utterance_d1",
        "utterance_d2",
        "utterance_d3",
        "utterance_d4",
        "utterance_d5",
        "utterance_d6",
        "utterance_d7",
        "utterance_d8",
        "utterance_d9",
        "utterance_d10",
    ],
};

/// Shorter units have no tenths.
const TENTHS_FROM: usize = 10;

/// A unit and the keys of its counts.
struct Unit {
    /// Fillers that open it.
    part: &'static str,
    /// Fillers in units that are long enough for tenths.
    long: &'static str,
    /// Of these, the fillers in each tenth.
    deciles: [&'static str; 10],
}

impl Measure for InitialShare {
    fn name(&self) -> &'static str {
        "initial_share"
    }

    fn definition(&self) -> &'static str {
        "Share of fillers (tiers A and B) that are the first token of their turn (`.turn`) and of their utterance, a row of the transcript (`.utterance`). `.turn_d1` … `.turn_d10` and `.utterance_d1` …: share of the fillers of units of at least 10 tokens whose token k of n (from 0) lies in that tenth, floor(10·k/n); 0.1 each where fillers fall anywhere. Source: measures.md."
    }

    fn figures(&self, _: &Settings) -> Vec<Figure> {
        let f = |part, hits, chances| {
            Figure::new(self.name(), part, "share of fillers", per(hits, chances))
        };
        let mut figures = vec![];
        for unit in [TURN, UTTERANCE] {
            figures.push(f(unit.part, unit.part, "fillers"));
            figures.extend(unit.deciles.map(|d| f(d, d, unit.long)));
        }
        figures
    }

    fn count(&self, view: &View<'_>, tally: &mut Tally) {
        if view.token_count().is_none() {
            for unit in [TURN, UTTERANCE] {
                tally.lacks(unit.part, NO_TEXT);
                unit.deciles.iter().for_each(|d| tally.lacks(d, NO_TEXT));
            }
            return;
        }
        tally.add("fillers", 0.0);
        for unit in [TURN, UTTERANCE] {
            tally.add(unit.part, 0.0);
            tally.add(unit.long, 0.0);
            unit.deciles.iter().for_each(|d| tally.add(d, 0.0));
        }
        let side = view.timeline.side(view.side);
        for filler in view.events_of(Kind::Filler).filter(|e| counts(e)) {
            let at = filler.tokens.start;
            tally.add("fillers", 1.0);
            if let Some(turn) = filler.turn {
                place(at, &view.timeline.turns[turn].tokens, &TURN, tally);
            }
            if let Some(token) = side.tokens.get(at) {
                place(at, &side.rows[token.row].tokens, &UTTERANCE, tally);
            }
        }
    }
}

/// Counts a filler at token `at` of a unit.
fn place(at: usize, tokens: &Range<usize>, unit: &Unit, tally: &mut Tally) {
    if at == tokens.start {
        tally.add(unit.part, 1.0);
    }
    if tokens.len() >= TENTHS_FROM && tokens.contains(&at) {
        let tenth = 10 * (at - tokens.start) / tokens.len();
        tally.add(unit.long, 1.0);
        tally.add(unit.deciles[tenth], 1.0);
    }
}
