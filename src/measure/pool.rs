//! Tallies of several calls of one measure, laid out once so that thousands of weighted sums are quick.

use std::collections::BTreeMap;

use super::column::{Lengths, Sample};
use super::layout::{Fitted, Layout, Part};
use super::{Figure, Stat, Tally};
use crate::stats::dispersion::{self, Sums};
use crate::stats::survival::Survival;

/// Numbers of the dispersion block that are ratios of squares.
const SQUARED: [&str; 3] = [".raw", ".expected", ".adjusted"];

/// The tallies of a measure over some calls; each call is one cluster.
pub struct Pool {
    figures: Vec<Figure>,
    parts: Vec<Part>,
    samples: Vec<Sample>,
    curves: Vec<Lengths>,
    fits: Vec<Fitted>,
    tables: Vec<Vec<Sums>>,
    /// Every turn of a table, for what cannot be made of sums.
    turns: Vec<Vec<(f64, f64)>>,
    reasons: BTreeMap<&'static str, Lacking>,
    calls: usize,
}

/// Calls that lack a key, and what the first of them says.
struct Lacking {
    calls: usize,
    reason: String,
}

impl Pool {
    /// Pools the tallies of one measure, one a call, for its figures.
    pub fn new(tallies: &[Tally], figures: Vec<Figure>) -> Self {
        let mut layout = Layout::new(tallies);
        let parts = figures.iter().map(|f| layout.part(&f.stat)).collect();
        Self {
            parts,
            samples: layout.samples,
            curves: layout.curves,
            fits: layout.fits,
            tables: layout.tables,
            turns: layout.turns,
            reasons: lacking(tallies, &figures),
            figures,
            calls: tallies.len(),
        }
    }

    /// The figures, in the order of their values.
    pub fn figures(&self) -> &[Figure] {
        &self.figures
    }

    /// How many calls.
    pub fn calls(&self) -> usize {
        self.calls
    }

    /// Why `key` is missing, from the first call that says so, and how many say it.
    pub fn reason(&self, key: &str) -> Option<(&str, usize)> {
        self.reasons.get(key).map(|l| (l.reason.as_str(), l.calls))
    }

    /// The figures that resampling means something for, under one weight a call; `None` for the others.
    pub fn resampled(&self, weights: &[f64], out: &mut Vec<Option<f64>>) {
        let blocks = self.blocks(weights);
        let curves: Vec<Option<Survival>> = self.curves.iter().map(|c| c.curve(weights)).collect();
        let quantiles = self.quantiles(weights);
        for (k, part) in self.parts.iter().enumerate() {
            out.push(match part {
                Part::Ratio(ratio) => ratio.value(weights),
                Part::Quantile { .. } => quantiles[k],
                Part::Dispersion { table, part } => blocks[*table].map(|d| part(&d)),
                Part::Survival { curve, part } => {
                    curves[*curve].as_ref().and_then(|curve| part.of(curve))
                }
                Part::Total(_)
                | Part::DispersionP { .. }
                | Part::Fit { .. }
                | Part::AlphaMl { .. } => None,
            });
        }
    }

    /// The figures that take too long to be resampled thousands of times; `None` for the others.
    pub fn slow(&self, weights: &[f64], out: &mut Vec<Option<f64>>) {
        out.extend(self.parts.iter().map(|part| match part {
            Part::AlphaMl { calls, .. } => calls.fit(weights).map(|f| f.alpha),
            _ => None,
        }));
    }

    /// Every figure, all calls counted once.
    pub fn values(&self) -> Vec<Option<f64>> {
        let ones = vec![1.0; self.calls];
        let mut values = Vec::with_capacity(self.parts.len());
        self.resampled(&ones, &mut values);
        let mut slow = Vec::with_capacity(self.parts.len());
        self.slow(&ones, &mut slow);
        values
            .iter_mut()
            .zip(slow)
            .for_each(|(value, slow)| *value = value.or(slow));
        for (value, part) in values.iter_mut().zip(&self.parts) {
            match part {
                Part::Total(column) => *value = column.sum(),
                Part::DispersionP {
                    table,
                    below,
                    draws,
                    seed,
                } => {
                    *value = self.dispersion_p(*table, *below, *draws, *seed);
                }
                Part::Fit { fitted, part } => {
                    let Fitted { sample, fits } = &self.fits[*fitted];
                    *value = part.of(fits, &self.samples[*sample].plain());
                }
                _ => {}
            }
        }
        values
    }

    fn dispersion_p(&self, table: usize, below: usize, draws: usize, seed: u64) -> Option<f64> {
        let turns = &self.turns[table];
        match turns.len() < below {
            true if draws == 0 => None,
            true => dispersion::monte_carlo_p(turns, draws, seed),
            false => Sums::of(turns)
                .dispersion()
                .map(|d| dispersion::normal_p(d.z)),
        }
    }

    fn blocks(&self, weights: &[f64]) -> Vec<Option<dispersion::Dispersion>> {
        let of = |calls: &Vec<Sums>| {
            let mut sums = Sums::default();
            for (call, weight) in calls.iter().zip(weights) {
                sums.add(call, *weight);
            }
            sums.dispersion()
        };
        self.tables.iter().map(of).collect()
    }

    /// The quantiles among the figures: one walk a sample, whatever their number.
    fn quantiles(&self, weights: &[f64]) -> Vec<Option<f64>> {
        let mut values = vec![None; self.parts.len()];
        for (number, sample) in self.samples.iter().enumerate() {
            let wanted: Vec<(usize, f64)> = self
                .parts
                .iter()
                .enumerate()
                .filter_map(|(k, part)| match part {
                    Part::Quantile { sample, p } if *sample == number => Some((k, *p)),
                    _ => None,
                })
                .collect();
            let ps: Vec<f64> = wanted.iter().map(|(_, p)| *p).collect();
            let found = sample.quantiles(&ps, weights);
            for ((k, _), value) in wanted.into_iter().zip(found) {
                values[k] = value;
            }
        }
        values
    }

    /// Numerator and denominator of figure `k` as they stand, for the report.
    pub fn counts(&self, k: usize) -> (Option<f64>, Option<f64>) {
        match &self.parts[k] {
            Part::Ratio(ratio) => match (ratio.counts(), self.figures[k].stat) {
                // The sum of a sample says nothing beside its mean.
                (Some((_, n)), Stat::Mean(_)) => (None, Some(n)),
                (Some((h, n)), _) => (Some(h), Some(n)),
                (None, _) => (None, None),
            },
            Part::Total(column) => (column.sum(), None),
            Part::Quantile { sample, .. } => (None, Some(self.samples[*sample].len() as f64)),
            Part::Survival { curve, .. } => (None, Some(self.curves[*curve].len() as f64)),
            Part::Fit { fitted, .. } => {
                let n = self.fits[*fitted].fits.first().map(|f| f.n as f64);
                (None, n)
            }
            Part::Dispersion { table, .. }
            | Part::DispersionP { table, .. }
            | Part::AlphaMl { table, .. } => {
                let turns = &self.turns[*table];
                let events = turns.iter().map(|(events, _)| events).sum();
                (Some(events), Some(turns.len() as f64))
            }
        }
    }

    /// Variance of a rate between calls over that of independent counts (binomial for shares, else
    /// Poisson): how many times too small an interval that takes each count for itself would be, squared.
    pub fn design_effect(&self, k: usize) -> Option<f64> {
        let figure = &self.figures[k];
        match &self.parts[k] {
            // Milliseconds are no events.
            Part::Ratio(ratio)
                if !matches!(figure.stat, Stat::Mean(_)) && !figure.unit.ends_with("time") =>
            {
                ratio.design_effect(figure.is_share())
            }
            _ => None,
        }
    }

    /// Ends beyond which figure `k` cannot lie, for intervals that are made with Student's t.
    pub fn limits(&self, k: usize) -> (f64, f64) {
        const NONE: (f64, f64) = (f64::NEG_INFINITY, f64::INFINITY);
        let figure = &self.figures[k];
        match (&self.parts[k], figure.stat) {
            (_, Stat::Mean(_)) => NONE,
            (Part::Ratio(_), _) if figure.is_share() => (0.0, 1.0),
            (Part::Ratio(_), _) => (0.0, f64::INFINITY),
            (Part::Quantile { sample, .. }, _) => self.samples[*sample].range().unwrap_or(NONE),
            (Part::AlphaMl { .. }, _) => (0.0, f64::INFINITY),
            (Part::Dispersion { .. }, _)
                if SQUARED.iter().any(|end| figure.name.ends_with(end)) =>
            {
                (0.0, f64::INFINITY)
            }
            _ => NONE,
        }
    }
}

fn lacking(tallies: &[Tally], figures: &[Figure]) -> BTreeMap<&'static str, Lacking> {
    let mut reasons: BTreeMap<&'static str, Lacking> = BTreeMap::new();
    let keys: std::collections::BTreeSet<&'static str> =
        figures.iter().flat_map(|f| f.stat.keys()).collect();
    for key in keys {
        let said: Vec<&str> = tallies.iter().filter_map(|t| t.reason(key)).collect();
        if let Some(first) = said.first() {
            let (calls, reason) = (said.len(), String::from(*first));
            reasons.insert(key, Lacking { calls, reason });
        }
    }
    reasons
}

#[cfg(test)]
mod tests {
    use super::*;

    const RATE: Stat = Stat::Ratio {
        hits: "h",
        chances: "c",
        scale: 1000.0,
    };

    fn tally(h: f64, c: f64) -> Tally {
        let mut t = Tally::default();
        t.add("h", h);
        t.add("c", c);
        t.sample("s", h);
        t
    }

    fn pool(tallies: &[Tally], stat: Stat) -> Pool {
        Pool::new(tallies, vec![Figure::new("x", "", "per 1000 tokens", stat)])
    }

    fn value(tallies: &[Tally], stat: Stat) -> Option<f64> {
        pool(tallies, stat).values()[0]
    }

    #[test]
    fn the_tally_of_the_pool_is_the_pool_of_tallies() {
        let (a, b) = (tally(1.0, 10.0), tally(5.0, 20.0));
        let mut sum = a.clone();
        sum.merge(&b);
        let stats = [
            RATE,
            Stat::Mean("s"),
            Stat::Total("h"),
            Stat::Above {
                sample: "s",
                limit: 1.0,
            },
            Stat::Quantile {
                sample: "s",
                p: 0.5,
            },
        ];
        for stat in stats {
            let pooled = value(&[a.clone(), b.clone()], stat);
            assert!(pooled.is_some());
            assert_eq!(pooled, value(&[sum.clone()], stat), "{stat:?}");
        }
        assert_eq!(value(&[a, b], RATE), Some(200.0));
    }

    #[test]
    fn nothing_to_count_is_none_not_zero() {
        assert_eq!(value(&[tally(0.0, 0.0)], RATE), None);
        assert_eq!(value(&[Tally::default()], RATE), None);
        assert_eq!(value(&[Tally::default()], Stat::Mean("s")), None);
        assert_eq!(
            value(
                &[Tally::default()],
                Stat::Quantile {
                    sample: "s",
                    p: 0.5
                }
            ),
            None
        );
    }

    #[test]
    fn a_call_without_the_numerator_is_left_out_of_the_denominator() {
        let a = tally(1.0, 10.0);
        let mut b = Tally::default();
        b.add("c", 1000.0);
        b.lacks("h", "no text");
        let pool = pool(&[a, b], RATE);
        assert_eq!(pool.values()[0], Some(100.0));
        assert_eq!(pool.reason("h"), Some(("no text", 1)));
    }

    #[test]
    fn a_weight_stands_for_copies_of_a_call() {
        let calls = [tally(1.0, 10.0), tally(5.0, 20.0), tally(9.0, 30.0)];
        let copies = [calls[0].clone(), calls[0].clone(), calls[2].clone()];
        for stat in [
            RATE,
            Stat::Mean("s"),
            Stat::Quantile {
                sample: "s",
                p: 0.6,
            },
        ] {
            let mut weighted = Vec::new();
            pool(&calls, stat).resampled(&[2.0, 0.0, 1.0], &mut weighted);
            assert_eq!(weighted[0], value(&copies, stat), "{stat:?}");
        }
    }
}
