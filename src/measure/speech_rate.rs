//! How fast.

use super::{Figure, Measure, NO_SPEECH, NO_TEXT, Tally, View, per};
use crate::settings::Settings;
use crate::time::Ms;
use crate::timeline::Source;

/// The measure.
pub struct SpeechRate;

impl Measure for SpeechRate {
    fn name(&self) -> &'static str {
        "speech_rate"
    }

    fn definition(&self) -> &'static str {
        "Tokens per minute of own inter-pausal units (silences under ipu_silence_ms are in, pauses are not). Source: measures.md."
    }

    fn figures(&self, _: &Settings) -> Vec<Figure> {
        vec![Figure::new(
            self.name(),
            "",
            "tokens per minute",
            per("tokens", "minutes"),
        )]
    }

    fn count(&self, view: &View<'_>, tally: &mut Tally) {
        let side = view.timeline.side(view.side);
        match (view.token_count(), side.source) {
            (None, _) => tally.lacks("tokens", NO_TEXT),
            (_, Source::Nothing) => tally.lacks("tokens", NO_SPEECH),
            (Some(tokens), _) => {
                let spoken: Ms = side.ipus.iter().map(|u| u.span.duration()).sum();
                tally.add("tokens", tokens as f64);
                tally.add("minutes", spoken as f64 / 60_000.0);
            }
        }
    }
}
