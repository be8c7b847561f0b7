//! How much was read.

use super::{Figure, Measure, NO_TEXT, Stat, Tally, View};
use crate::settings::Settings;

/// The measure.
pub struct Tokens;

impl Measure for Tokens {
    fn name(&self) -> &'static str {
        "tokens"
    }

    fn definition(&self) -> &'static str {
        "Tokens of the side: what the lexicon's tokeniser yields (a word; in Chinese a segmenter word; a Latin run or a number is one token; punctuation and tags are none). `tokens.timed` have a word time of their own; turns and utterances (rows) are counted beside. Source: measures.md."
    }

    fn figures(&self, _: &Settings) -> Vec<Figure> {
        let figure = |part, unit, key| Figure::new("tokens", part, unit, Stat::Total(key));
        vec![
            figure("", "tokens", "tokens"),
            figure("timed", "tokens", "timed"),
            figure("untimed", "tokens", "untimed"),
            figure("turns", "turns", "turns"),
            figure("utterances", "rows", "rows"),
        ]
    }

    fn count(&self, view: &View<'_>, tally: &mut Tally) {
        let side = view.timeline.side(view.side);
        tally.add("turns", view.turns().count() as f64);
        match view.token_count() {
            Some(tokens) => {
                // A token is timed by a word of positive length, used or not.
                let timed = side
                    .tokens
                    .iter()
                    .filter_map(|t| view.timeline.call.words.get(t.word?)?.span())
                    .count();
                tally.add("tokens", tokens as f64);
                tally.add("timed", timed as f64);
                tally.add("untimed", (tokens - timed) as f64);
                tally.add("rows", side.rows.len() as f64);
            }
            None => ["tokens", "timed", "untimed", "rows"]
                .into_iter()
                .for_each(|key| tally.lacks(key, NO_TEXT)),
        }
    }
}
