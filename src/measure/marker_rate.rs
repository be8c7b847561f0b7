//! Discourse markers.

use super::{Figure, Measure, Tally, View, per_thousand};
use crate::event::Kind;
use crate::settings::Settings;

/// The measure.
pub struct MarkerRate;

impl Measure for MarkerRate {
    fn name(&self) -> &'static str {
        "marker_rate"
    }

    fn definition(&self) -> &'static str {
        "Discourse markers of tier B (you know, like, 就是 …) where the lexicon's context rule holds, per 1000 tokens; apart from fillers since their detection is less sure. Source: measures.md."
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
        view.rate_per_token(&[Kind::Marker], "hits", tally);
    }
}
