//! How long turns are.

use super::{Figure, Measure, NO_SPEECH, NO_TEXT, Stat, Tally, View};
use crate::settings::Settings;
use crate::timeline::Source;

/// The measure.
pub struct TurnLength;

impl Measure for TurnLength {
    fn name(&self) -> &'static str {
        "turn_length"
    }

    fn definition(&self) -> &'static str {
        "Length of turns in tokens and in seconds from first to last sound (mean and median). Source: measures.md."
    }

    fn figures(&self, _: &Settings) -> Vec<Figure> {
        let f = |part, unit, stat| Figure::new("turn_length", part, unit, stat);
        let median = |sample| Stat::Quantile { sample, p: 0.5 };
        vec![
            f("tokens_mean", "tokens per turn", Stat::Mean("tokens")),
            f("tokens_p50", "tokens", median("tokens")),
            f("seconds_mean", "s", Stat::Mean("seconds")),
            f("seconds_p50", "s", median("seconds")),
        ]
    }

    fn count(&self, view: &View<'_>, tally: &mut Tally) {
        let side = view.timeline.side(view.side);
        if view.token_count().is_none() {
            tally.lacks("tokens", NO_TEXT);
        }
        let known = side.source != Source::Nothing;
        if !known {
            tally.lacks("seconds", NO_SPEECH);
        }
        for (_, turn) in view.turns() {
            if view.token_count().is_some() {
                tally.sample("tokens", turn.tokens.len() as f64);
            }
            if known {
                tally.sample("seconds", turn.span.duration() as f64 / 1000.0);
            }
        }
    }
}
