//! Backchannels.

use super::{Figure, Measure, Tally, View, per};
use crate::event::Kind;
use crate::settings::Settings;
use crate::timeline::TurnRule;

/// The measure.
pub struct BackchannelRate;

impl Measure for BackchannelRate {
    fn name(&self) -> &'static str {
        "backchannel_rate"
    }

    fn definition(&self) -> &'static str {
        "Backchannels of the side per turn of the other, and per minute of the call. Short responses (listed phrases; without text: short) that leave the other the floor. Needs turn rule floor or annotated. Source: measures.md."
    }

    fn figures(&self, _: &Settings) -> Vec<Figure> {
        vec![
            Figure::new(
                self.name(),
                "",
                "per turn of the other",
                per("backchannels", "other_turns"),
            ),
            Figure::new(
                self.name(),
                "per_minute",
                "per minute of call",
                per("backchannels", "minutes"),
            ),
        ]
    }

    fn count(&self, view: &View<'_>, tally: &mut Tally) {
        if matches!(view.timeline.rule, TurnRule::Raw | TurnRule::Gap(_)) {
            tally.lacks(
                "backchannels",
                "this turn rule makes every unit a turn; use floor",
            );
            return;
        }
        if let Some(reason) = view.one_sided() {
            tally.lacks("backchannels", reason);
            return;
        }
        let others = view.timeline.turns_of(view.side.other()).count();
        tally.add(
            "backchannels",
            view.events_of(Kind::Backchannel).count() as f64,
        );
        tally.add("other_turns", others as f64);
        tally.add("minutes", view.timeline.call.end() as f64 / 60_000.0);
    }
}
