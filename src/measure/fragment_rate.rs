//! Cut-off words and part-word repeats.

use super::{Figure, Measure, Tally, View, per_thousand};
use crate::event::Kind;
use crate::settings::Settings;

/// The measure.
pub struct FragmentRate;

impl Measure for FragmentRate {
    fn name(&self) -> &'static str {
        "fragment_rate"
    }

    fn definition(&self) -> &'static str {
        "Cut-off words (th-) and part-word repeats (a-a-actually) per 1000 tokens. Source: measures.md."
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
        view.rate_per_token(&[Kind::Fragment], "hits", tally);
    }
}
