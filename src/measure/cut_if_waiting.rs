//! What a plain silence timer would do to these callers.

use super::hold_pause::pauses;
use super::{Figure, Measure, Stat, Tally, View};
use crate::settings::{self, Settings};
use crate::time::Ms;

/// The measure.
pub struct CutIfWaiting;

/// Waits that are tried, ms.
pub const WAITS: [Ms; 16] = [
    200, 300, 400, 500, 600, 700, 800, 900, 1000, 1200, 1500, 1800, 2000, 2500, 3000, 3500,
];

/// Shares of holds that one may want to stay under.
const TARGETS: [(&str, f64); 3] = [("delay_10", 0.10), ("delay_5", 0.05), ("delay_2", 0.02)];

impl Measure for CutIfWaiting {
    fn name(&self) -> &'static str {
        "cut_if_waiting"
    }

    fn definition(&self) -> &'static str {
        "Share of scored holds (length from score_min_ms to score_max_ms) that outlast a plain silence timer of so many ms, which then cuts the caller off (`.holds_500`); share of turns with at least one such hold, over all turns (`.turns_500`); and the shortest timer that cuts at most 10, 5, 2 % of the holds (`.delay_5`, ms). Source: measures.md."
    }

    fn figures(&self, _: &Settings) -> Vec<Figure> {
        let name = self.name();
        let share = |part: String, unit, sample, wait: Ms| {
            let limit = wait as f64;
            Figure::new(name, &part, unit, Stat::Above { sample, limit })
        };
        let holds = WAITS.map(|w| share(format!("holds_{w}"), "share of holds", "hold", w));
        let turns = WAITS.map(|w| share(format!("turns_{w}"), "share of turns", "longest", w));
        let delays = TARGETS.map(|(part, share)| {
            let (sample, p) = ("hold", 1.0 - share);
            Figure::new(name, part, "ms", Stat::Quantile { sample, p })
        });
        holds.into_iter().chain(turns).chain(delays).collect()
    }

    fn count(&self, view: &View<'_>, tally: &mut Tally) {
        if let Some(reason) = view.no_pauses() {
            tally.lacks("hold", reason);
            tally.lacks("longest", reason);
            return;
        }
        let scored =
            view.settings.ms(&settings::SCORE_MIN)..=view.settings.ms(&settings::SCORE_MAX);
        let mut longest = vec![0; view.timeline.turns.len()];
        for (pause, alone) in pauses(view) {
            let (Some(span), Some(turn)) = (pause.span, pause.turn) else {
                continue;
            };
            if alone && scored.contains(&span.duration()) {
                tally.sample("hold", span.duration() as f64);
                longest[turn] = span.duration().max(longest[turn]);
            }
        }
        for (k, _) in view.turns() {
            tally.sample("longest", longest[k] as f64);
        }
    }
}
