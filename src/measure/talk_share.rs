//! Who talks.

use super::{Figure, Measure, Tally, View, per};
use crate::call::Role;
use crate::settings::Settings;
use crate::time::Ms;

/// The measure.
pub struct TalkShare;

impl Measure for TalkShare {
    fn name(&self) -> &'static str {
        "talk_share"
    }

    fn definition(&self) -> &'static str {
        "The side's share of all time spoken by both parties (overlap counts for both). Source: measures.md."
    }

    fn figures(&self, _: &Settings) -> Vec<Figure> {
        vec![Figure::new(
            self.name(),
            "",
            "share of speaking time",
            per("own", "both"),
        )]
    }

    fn count(&self, view: &View<'_>, tally: &mut Tally) {
        if let Some(reason) = view.one_sided() {
            tally.lacks("own", reason);
            return;
        }
        let spoken = |role: Role| -> Ms {
            let speech = &view.timeline.side(role).speech;
            speech.iter().map(|s| s.duration()).sum()
        };
        let own = spoken(view.side) as f64;
        tally.add("own", own);
        tally.add("both", own + spoken(view.side.other()) as f64);
    }
}
