//! Filled pauses.

use super::{Figure, Measure, NO_TEXT, Tally, View, per_thousand};
use crate::event::{Detail, Kind};
use crate::lang::Tier;
use crate::settings::Settings;

/// The measure.
pub struct FillerRate;

impl Measure for FillerRate {
    fn name(&self) -> &'static str {
        "filler_rate"
    }

    fn definition(&self) -> &'static str {
        "Filled pauses of the lexicon's tier A (uh, um, er; 呃, and 嗯 inside a turn) per 1000 tokens, fillers and fragments counted as tokens. `filler_rate.by_context` counts the forms that are fillers only in some contexts (hm, eh, ah; 啊, 诶 …) where their context says so; they are never in the first figure. Source: measures.md."
    }

    fn figures(&self, _: &Settings) -> Vec<Figure> {
        let name = self.name();
        let unit = "per 1000 tokens";
        vec![
            Figure::new(name, "", unit, per_thousand("fillers", "tokens")),
            Figure::new(
                name,
                "by_context",
                unit,
                per_thousand("by_context", "tokens"),
            ),
        ]
    }

    fn count(&self, view: &View<'_>, tally: &mut Tally) {
        let Some(tokens) = view.token_count() else {
            tally.lacks("fillers", NO_TEXT);
            tally.lacks("by_context", NO_TEXT);
            return;
        };
        let of = |wanted: Tier| {
            view.events_of(Kind::Filler)
                .filter(|e| matches!(e.detail, Detail::Disfluency { tier, .. } if tier == wanted))
                .count() as f64
        };
        tally.add("tokens", tokens as f64);
        tally.add("fillers", of(Tier::A));
        tally.add("by_context", of(Tier::B));
    }
}
