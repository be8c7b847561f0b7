//! Are disfluencies clustered?

use super::{Figure, Measure, NO_TEXT, Stat, Tally, View, counts};
use crate::event::Kind;
use crate::settings::{self, Settings};
use crate::stats::dispersion as block;

/// The measure.
pub struct Dispersion;

/// Tables: unit and kind of event.
const TABLES: [(&str, &str); 6] = [
    ("turn_fillers", "turn.fillers"),
    ("turn_repeats", "turn.repeats"),
    ("turn_both", "turn.both"),
    ("utterance_fillers", "utterance.fillers"),
    ("utterance_repeats", "utterance.repeats"),
    ("utterance_both", "utterance.both"),
];

/// A number of the block.
type Part = fn(&block::Dispersion) -> f64;

/// Numbers of the block.
const PARTS: [(&str, Part); 5] = [
    ("raw", |d| d.raw),
    ("expected", |d| d.expected),
    ("adjusted", |d| d.adjusted),
    ("alpha", |d| d.alpha),
    ("z", |d| d.z),
];

impl Measure for Dispersion {
    fn name(&self) -> &'static str {
        "dispersion"
    }

    fn definition(&self) -> &'static str {
        "Clustering of fillers, repeats and both, by turn and by utterance (units without tokens left out): `raw` variance/mean of the counts; `expected` the raw value of independent insertion on units of these lengths, (1−q)+q·Var(n)/E(n); `adjusted` Pearson chi-square/df given length (1 = length explains it); `alpha` of NB2 by moments, `alpha_ml` by maximum likelihood, never below 0, interval by jackknife-t (that of `alpha` is too narrow: it holds the truth 8 times in 10 at 20 calls, 9 in 10 at 100); `z` and `p` of Dean's score test with exposure, two-sided (z < 0 = too even), by Monte-Carlo under monte_carlo_below_turns units. Source: statistics.md."
    }

    fn figures(&self, settings: &Settings) -> Vec<Figure> {
        let mut figures = Vec::new();
        for (table, name) in TABLES {
            for (part, f) in PARTS {
                let stat = Stat::Dispersion { table, part: f };
                figures.push(Figure::new(
                    "dispersion",
                    &format!("{name}.{part}"),
                    "index",
                    stat,
                ));
            }
            figures.push(Figure::new(
                "dispersion",
                &format!("{name}.alpha_ml"),
                "index",
                Stat::AlphaMl(table),
            ));
            let stat = Stat::DispersionP {
                table,
                below: settings.count(&settings::MONTE_CARLO_TURNS),
                draws: settings.count(&settings::BOOTSTRAP_DRAWS),
                seed: settings.get(&settings::RANDOM_SEED) as u64,
            };
            figures.push(Figure::new("dispersion", &format!("{name}.p"), "p", stat));
        }
        figures
    }

    fn count(&self, view: &View<'_>, tally: &mut Tally) {
        if view.token_count().is_none() {
            TABLES.iter().for_each(|(t, _)| tally.lacks(t, NO_TEXT));
            return;
        }
        let fillers = starts(view, Kind::Filler);
        let repeats = starts(view, Kind::Repeat);
        let mut unit = |names: [&'static str; 3], tokens: &std::ops::Range<usize>| {
            if tokens.is_empty() {
                return;
            }
            let f = within(&fillers, tokens);
            let r = within(&repeats, tokens);
            let n = tokens.len() as f64;
            tally.turn(names[0], f, n);
            tally.turn(names[1], r, n);
            tally.turn(names[2], f + r, n);
        };
        for (_, turn) in view.turns() {
            unit(["turn_fillers", "turn_repeats", "turn_both"], &turn.tokens);
        }
        for row in &view.timeline.side(view.side).rows {
            unit(
                ["utterance_fillers", "utterance_repeats", "utterance_both"],
                &row.tokens,
            );
        }
    }
}

fn starts(view: &View<'_>, kind: Kind) -> Vec<usize> {
    let mut starts: Vec<usize> = view
        .events_of(kind)
        .filter(|e| counts(e))
        .map(|e| e.tokens.start)
        .collect();
    starts.sort_unstable();
    starts
}

fn within(starts: &[usize], tokens: &std::ops::Range<usize>) -> f64 {
    let below = |at| starts.partition_point(|s| *s < at);
    (below(tokens.end) - below(tokens.start)) as f64
}
