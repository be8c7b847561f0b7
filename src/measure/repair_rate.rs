//! Substitutions and restarts.

use super::{Figure, Measure, Tally, View, per_thousand};
use crate::event::Kind;
use crate::settings::Settings;

/// The measure.
pub struct RepairRate;

impl Measure for RepairRate {
    fn name(&self) -> &'static str {
        "repair_rate"
    }

    fn definition(&self) -> &'static str {
        "Self-repairs per 1000 tokens, inside one turn: substitutions (reparandum, interregnum, repair: in the — on the) and restarts (what was begun is dropped). Found by rough copies and classes of function words: against gold tags of Switchboard 83 % of those found are real and 30 % of the substitutions are found, so it is a lower bound. Repeats are counted apart. Source: measures.md."
    }

    fn figures(&self, _: &Settings) -> Vec<Figure> {
        vec![Figure::new(
            self.name(),
            "",
            "per 1000 tokens",
            per_thousand("hits", "tokens"),
        )]
    }

    fn count(&self, view: &View<'_>, tally: &mut Tally) {
        view.rate_per_token(&[Kind::Repair, Kind::Restart], "hits", tally);
    }
}
