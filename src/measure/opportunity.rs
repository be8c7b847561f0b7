//! How the side uses the other's pauses.

use super::{Figure, Measure, Stat, Tally, View, per};
use crate::event::{Detail, Kind, Outcome};
use crate::settings::Settings;

/// The measure.
pub struct Opportunity;

impl Measure for Opportunity {
    fn name(&self) -> &'static str {
        "opportunity"
    }

    fn definition(&self) -> &'static str {
        "Opportunities (the other party's silence reaches opportunity_opens_ms, inclusive, while this side is silent, and less than opportunity_closes_ms pass) per turn of the other; where the first one of a turn opens (ms from its start); the share converted into a backchannel (`.to_backchannel`) or a turn (`.to_turn`); the share of those turns taken at the first opportunity (`.first_share`); `.outgrown` are the other's silences that grew past the limit and went on with the other, per turn of the other. Source: seed 002."
    }

    fn figures(&self, _: &Settings) -> Vec<Figure> {
        let f = |part, unit, stat| Figure::new("opportunity", part, unit, stat);
        let (sample, p) = ("first_at", 0.5);
        vec![
            f(
                "per_turn",
                "per turn of the other",
                per("open", "other_turns"),
            ),
            f("first_at", "ms", Stat::Quantile { sample, p }),
            f(
                "to_backchannel",
                "share of opportunities",
                per("backchannel", "open"),
            ),
            f("to_turn", "share of opportunities", per("turn", "open")),
            f(
                "first_share",
                "share of turns taken at an opportunity",
                per("first_turn", "turn"),
            ),
            f(
                "outgrown",
                "per turn of the other",
                per("outgrown", "other_turns"),
            ),
        ]
    }

    fn count(&self, view: &View<'_>, tally: &mut Tally) {
        if let Some(reason) = view.one_sided() {
            for key in ["open", "backchannel", "turn", "outgrown", "first_at"] {
                tally.lacks(key, reason);
            }
            return;
        }
        let others = view.timeline.turns_of(view.side.other()).count();
        tally.add("other_turns", others as f64);
        for key in ["open", "backchannel", "turn", "first_turn", "outgrown"] {
            tally.add(key, 0.0);
        }
        for event in view.events_of(Kind::Opportunity) {
            let Detail::Opportunity {
                outcome,
                rank,
                since_turn_start,
            } = event.detail
            else {
                continue;
            };
            if let Outcome::Outgrown { resumed } = outcome {
                tally.add("outgrown", f64::from(u8::from(resumed)));
                continue;
            }
            tally.add("open", 1.0);
            if rank == 0 {
                tally.sample("first_at", since_turn_start as f64);
            }
            match outcome {
                Outcome::Backchannel => tally.add("backchannel", 1.0),
                Outcome::Turn => {
                    tally.add("turn", 1.0);
                    tally.add("first_turn", f64::from(u8::from(rank == 0)));
                }
                Outcome::NotTaken | Outcome::Outgrown { .. } => {}
            }
        }
    }
}
