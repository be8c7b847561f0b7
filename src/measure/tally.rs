//! Count first, divide last: additive tallies per call, and the figures that are made of them.

use std::collections::BTreeMap;

use super::Figure;
use crate::stats::{dispersion, quantile};

/// What one measure counted in one call. Tallies add up: the tally of a pool is the pool of tallies.
#[derive(Clone, Debug, Default, PartialEq)]
pub struct Tally {
    counts: BTreeMap<&'static str, f64>,
    samples: BTreeMap<&'static str, Vec<f64>>,
    turns: BTreeMap<&'static str, Vec<(f64, f64)>>,
    lacking: BTreeMap<&'static str, String>,
}

impl Tally {
    /// Adds `n` to a count, which exists from then on (also with 0).
    pub fn add(&mut self, count: &'static str, n: f64) {
        *self.counts.entry(count).or_default() += n;
    }

    /// Adds one value to a sample.
    pub fn sample(&mut self, sample: &'static str, value: f64) {
        self.samples.entry(sample).or_default().push(value);
    }

    /// Adds one turn with its events and tokens to a table for dispersion.
    pub fn turn(&mut self, table: &'static str, events: f64, tokens: f64) {
        self.turns.entry(table).or_default().push((events, tokens));
    }

    /// Says why a count or sample is missing from this call.
    pub fn lacks(&mut self, key: &'static str, reason: impl Into<String>) {
        self.lacking.entry(key).or_insert_with(|| reason.into());
    }

    /// A count, or `None` when this call does not have it.
    pub fn count(&self, key: &str) -> Option<f64> {
        self.counts.get(key).copied()
    }

    /// Adds another tally.
    pub fn merge(&mut self, other: &Self) {
        for (key, n) in &other.counts {
            *self.counts.entry(key).or_default() += n;
        }
        for (key, values) in &other.samples {
            self.samples.entry(key).or_default().extend(values);
        }
        for (key, turns) in &other.turns {
            self.turns.entry(key).or_default().extend(turns);
        }
        for (key, reason) in &other.lacking {
            self.lacking.entry(key).or_insert_with(|| reason.clone());
        }
    }
}

/// How a figure is made from tallies.
#[derive(Clone, Copy, Debug)]
pub enum Stat {
    /// `scale` · sum(hits) / sum(chances).
    Ratio {
        /// Count above.
        hits: &'static str,
        /// Count below.
        chances: &'static str,
        /// Factor.
        scale: f64,
    },
    /// A plain total.
    Total(&'static str),
    /// Quantile of a sample.
    Quantile {
        /// The sample.
        sample: &'static str,
        /// Which, 0–1.
        p: f64,
    },
    /// Mean of a sample.
    Mean(&'static str),
    /// Share of a sample strictly above a limit.
    Above {
        /// The sample.
        sample: &'static str,
        /// The limit.
        limit: f64,
    },
    /// A number of the dispersion block.
    Dispersion {
        /// Table of turns.
        table: &'static str,
        /// Which number.
        part: fn(&dispersion::Dispersion) -> f64,
    },
    /// p of the dispersion test; exact throws under so many turns.
    DispersionP {
        /// Table of turns.
        table: &'static str,
        /// Monte-Carlo draws and seed, and below how many turns.
        below: usize,
        /// Draws.
        draws: usize,
        /// Seed.
        seed: u64,
    },
}

/// Numbers of the dispersion block that are ratios of squares.
const SQUARED: [&str; 3] = [".raw", ".expected", ".adjusted"];

fn sorted(values: &[f64]) -> Vec<f64> {
    let mut sorted = values.to_vec();
    sorted.sort_by(f64::total_cmp);
    sorted
}

/// Tallies of several calls, laid out for quick weighted sums.
pub struct Pool<'a> {
    tallies: Vec<&'a Tally>,
    samples: BTreeMap<&'static str, Vec<(f64, usize)>>,
    /// The samples of each call, sorted.
    by_call: BTreeMap<&'static str, Vec<Vec<f64>>>,
    sums: BTreeMap<&'static str, Vec<dispersion::Sums>>,
}

impl<'a> Pool<'a> {
    /// Pools tallies; each is one cluster.
    pub fn new(tallies: Vec<&'a Tally>) -> Self {
        let mut samples: BTreeMap<&'static str, Vec<(f64, usize)>> = BTreeMap::new();
        let mut by_call: BTreeMap<&'static str, Vec<Vec<f64>>> = BTreeMap::new();
        for (call, tally) in tallies.iter().enumerate() {
            for (key, values) in &tally.samples {
                let pooled = samples.entry(key).or_default();
                pooled.extend(values.iter().map(|v| (*v, call)));
                let calls = by_call.entry(key).or_default();
                calls.resize(tallies.len(), Vec::new());
                calls[call] = sorted(values);
            }
        }
        for values in samples.values_mut() {
            values.sort_by(|a, b| a.0.total_cmp(&b.0));
        }
        let tables: std::collections::BTreeSet<&'static str> = tallies
            .iter()
            .flat_map(|t| t.turns.keys().copied())
            .collect();
        let sums = tables
            .into_iter()
            .map(|table| {
                let of =
                    |t: &&Tally| dispersion::Sums::of(t.turns.get(table).into_iter().flatten());
                (table, tallies.iter().map(of).collect())
            })
            .collect();
        Self {
            tallies,
            samples,
            by_call,
            sums,
        }
    }

    /// How many calls.
    pub fn calls(&self) -> usize {
        self.tallies.len()
    }

    /// Why `key` is missing, from the first call that says so.
    pub fn reason(&self, key: &str) -> Option<&str> {
        let mut reasons = self.tallies.iter().filter_map(|t| t.lacking.get(key));
        reasons.next().map(String::as_str)
    }

    fn sum(&self, key: &str, weights: &[f64]) -> Option<f64> {
        let mut known = false;
        let mut sum = 0.0;
        for (tally, weight) in self.tallies.iter().zip(weights) {
            if let Some(n) = tally.count(key) {
                known = true;
                sum += weight * n;
            }
        }
        known.then_some(sum)
    }

    /// Both counts over the calls that have both, so that numerator and denominator agree.
    fn paired(&self, hits: &str, chances: &str, weights: &[f64]) -> Option<(f64, f64)> {
        let mut known = false;
        let (mut h, mut c) = (0.0, 0.0);
        for (tally, weight) in self.tallies.iter().zip(weights) {
            if let (Some(a), Some(b)) = (tally.count(hits), tally.count(chances)) {
                known = true;
                h += weight * a;
                c += weight * b;
            }
        }
        known.then_some((h, c))
    }

    fn weighted<'s>(
        &'s self,
        sample: &str,
        weights: &'s [f64],
    ) -> impl Iterator<Item = (f64, f64)> + Clone + 's {
        let values = self.samples.get(sample).map_or(&[][..], Vec::as_slice);
        values.iter().map(|(v, call)| (*v, weights[*call]))
    }

    /// Events and tokens of every turn of the pool.
    fn turns(&self, table: &str) -> Vec<(f64, f64)> {
        let tables = self.tallies.iter().filter_map(|t| t.turns.get(table));
        tables.flatten().copied().collect()
    }

    fn block(&self, table: &str, weights: &[f64]) -> Option<dispersion::Dispersion> {
        let mut sums = dispersion::Sums::default();
        for (call, weight) in self.sums.get(table)?.iter().zip(weights) {
            sums.add(call, *weight);
        }
        sums.dispersion()
    }

    /// The figure under one weight a call.
    pub fn value(&self, stat: &Stat, weights: &[f64]) -> Option<f64> {
        match *stat {
            Stat::Ratio {
                hits,
                chances,
                scale,
            } => {
                let (h, c) = self.paired(hits, chances, weights)?;
                (c > 0.0).then(|| scale * h / c)
            }
            Stat::Total(key) => self.sum(key, weights),
            Stat::Quantile { sample, p } => quantile::weighted(self.weighted(sample, weights), p),
            Stat::Mean(sample) => {
                let (sum, n) = self.sum_of(sample, weights, |v| v);
                (n > 0.0).then(|| sum / n)
            }
            Stat::Above { sample, limit } => {
                let (above, n) = self.above(sample, limit, weights);
                (n > 0.0).then(|| above / n)
            }
            Stat::Dispersion { table, part } => self.block(table, weights).map(|d| part(&d)),
            Stat::DispersionP {
                table,
                below,
                draws,
                seed,
            } => {
                let turns = self.turns(table);
                if turns.len() < below {
                    dispersion::monte_carlo_p(&turns, draws, seed)
                } else {
                    self.block(table, weights)
                        .map(|d| dispersion::normal_p(d.z))
                }
            }
        }
    }

    /// Ends beyond which the figure cannot lie, for intervals that are made with Student's t.
    pub fn limits(&self, figure: &Figure) -> (f64, f64) {
        const NONE: (f64, f64) = (f64::NEG_INFINITY, f64::INFINITY);
        match figure.stat {
            Stat::Ratio { .. } if figure.unit.starts_with("share") => (0.0, 1.0),
            Stat::Above { .. } => (0.0, 1.0),
            Stat::Ratio { .. } => (0.0, f64::INFINITY),
            Stat::Quantile { sample, .. } => {
                let values = self.samples.get(sample);
                values
                    .and_then(|v| Some((v.first()?.0, v.last()?.0)))
                    .unwrap_or(NONE)
            }
            Stat::Dispersion { .. } if SQUARED.iter().any(|end| figure.name.ends_with(end)) => {
                (0.0, f64::INFINITY)
            }
            _ => NONE,
        }
    }

    fn sum_of(&self, sample: &str, weights: &[f64], f: impl Fn(f64) -> f64) -> (f64, f64) {
        self.weighted(sample, weights)
            .fold((0.0, 0.0), |(sum, n), (v, w)| (sum + w * f(v), n + w))
    }

    /// How many values lie above `limit`, and how many there are.
    fn above(&self, sample: &str, limit: f64, weights: &[f64]) -> (f64, f64) {
        let calls = self.by_call.get(sample).map_or(&[][..], Vec::as_slice);
        let both = calls.iter().zip(weights);
        both.fold((0.0, 0.0), |(above, all), (values, w)| {
            let more = values.len() - values.partition_point(|v| *v <= limit);
            (above + w * more as f64, all + w * values.len() as f64)
        })
    }

    /// Numerator and denominator as they stand, for the report.
    pub fn counts(&self, stat: &Stat) -> (Option<f64>, Option<f64>) {
        let ones = vec![1.0; self.calls()];
        match *stat {
            Stat::Ratio { hits, chances, .. } => match self.paired(hits, chances, &ones) {
                Some((h, c)) => (Some(h), Some(c)),
                None => (None, None),
            },
            Stat::Total(key) => (self.sum(key, &ones), None),
            Stat::Quantile { sample, .. } | Stat::Mean(sample) => {
                (None, Some(self.sum_of(sample, &ones, |v| v).1))
            }
            Stat::Above { sample, limit } => {
                let (h, n) = self.above(sample, limit, &ones);
                (Some(h), Some(n))
            }
            Stat::Dispersion { table, .. } | Stat::DispersionP { table, .. } => {
                let turns = self.turns(table);
                let events = turns.iter().map(|(events, _)| events).sum();
                let turns = turns.len() as f64;
                (Some(events), Some(turns))
            }
        }
    }
}

impl Stat {
    /// The keys it is made of.
    pub fn keys(&self) -> [&'static str; 2] {
        match *self {
            Self::Ratio { hits, chances, .. } => [hits, chances],
            Self::Total(key) => [key, key],
            Self::Quantile { sample, .. } | Self::Above { sample, .. } | Self::Mean(sample) => {
                [sample, sample]
            }
            Self::Dispersion { table, .. } | Self::DispersionP { table, .. } => [table, table],
        }
    }

    /// Does a bootstrap interval mean anything for it? Not for totals and p values.
    pub fn has_interval(&self) -> bool {
        !matches!(self, Self::Total(_) | Self::DispersionP { .. })
    }
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

    #[test]
    fn the_tally_of_the_pool_is_the_pool_of_tallies() {
        let (a, b) = (tally(1.0, 10.0), tally(5.0, 20.0));
        let mut sum = a.clone();
        sum.merge(&b);
        let pooled = Pool::new(vec![&a, &b]).value(&RATE, &[1.0, 1.0]);
        assert_eq!(pooled, Pool::new(vec![&sum]).value(&RATE, &[1.0]));
        assert_eq!(pooled, Some(200.0));
    }

    #[test]
    fn nothing_to_count_is_none_not_zero() {
        let empty = tally(0.0, 0.0);
        assert_eq!(Pool::new(vec![&empty]).value(&RATE, &[1.0]), None);
        let none = Tally::default();
        assert_eq!(Pool::new(vec![&none]).value(&RATE, &[1.0]), None);
    }

    #[test]
    fn a_call_without_the_numerator_is_left_out_of_the_denominator() {
        let a = tally(1.0, 10.0);
        let mut b = Tally::default();
        b.add("c", 1000.0);
        b.lacks("h", "no text");
        let pool = Pool::new(vec![&a, &b]);
        assert_eq!(pool.value(&RATE, &[1.0, 1.0]), Some(100.0));
        assert_eq!(pool.reason("h"), Some("no text"));
    }
}
