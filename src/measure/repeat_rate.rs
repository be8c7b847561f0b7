//! Adjacent repeats.

use super::{Figure, Measure, Tally, View, per_thousand};
use crate::event::Kind;
use crate::settings::Settings;

/// The measure.
pub struct RepeatRate;

impl Measure for RepeatRate {
    fn name(&self) -> &'static str {
        "repeat_rate"
    }

    fn definition(&self) -> &'static str {
        "Adjacent repeats of 1 to repeat_max_tokens tokens per 1000 tokens, inside one turn, or over two where the speaker goes on within 1.5 s and the other said nothing in between; fillers and discourse markers between are skipped; licensed doubles (digits, 看看, 对对对, had had …) are not counted. Source: measures.md."
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
        view.rate_per_token(&[Kind::Repeat], "hits", tally);
    }
}
