//! Interruptions.

use super::{Figure, Measure, Tally, View, per};
use crate::event::{Detail, Kind};
use crate::settings::Settings;

/// The measure.
pub struct InterruptionRate;

impl Measure for InterruptionRate {
    fn name(&self) -> &'static str {
        "interruption_rate"
    }

    fn definition(&self) -> &'static str {
        "Interruptions by the side per turn of the other: all, successful (the other yields within yield_within_ms), failed (the other holds on); and all per minute of the call. Overlaps shorter than terminal_overlap_ms at the end of the other's speech are early starts, not interruptions. Source: measures.md, turns.md."
    }

    fn figures(&self, _: &Settings) -> Vec<Figure> {
        let unit = "per turn of the other";
        let f = |part, unit, hits, chances| {
            Figure::new("interruption_rate", part, unit, per(hits, chances))
        };
        vec![
            f("", unit, "all", "other_turns"),
            f("successful", unit, "successful", "other_turns"),
            f("failed", unit, "failed", "other_turns"),
            f("per_minute", "per minute of call", "all", "minutes"),
        ]
    }

    fn count(&self, view: &View<'_>, tally: &mut Tally) {
        if let Some(reason) = view.one_sided() {
            ["all", "successful", "failed"]
                .into_iter()
                .for_each(|key| tally.lacks(key, reason));
            return;
        }
        let others = view.timeline.turns_of(view.side.other()).count();
        tally.add("other_turns", others as f64);
        tally.add("minutes", view.timeline.call.end() as f64 / 60_000.0);
        for key in ["all", "successful", "failed"] {
            tally.add(key, 0.0);
        }
        for event in view.events_of(Kind::Interruption) {
            if let Detail::Interruption { successful } = event.detail {
                tally.add("all", 1.0);
                tally.add(if successful { "successful" } else { "failed" }, 1.0);
            }
        }
    }
}
