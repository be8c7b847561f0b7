//! What the figures of a measure are made of, found once: columns, samples, curves, fits, tables.

use super::Tally;
use super::column::{Column, Lengths, Ratio, Sample};
use super::stat::{FitPart, Stat, SurvivalPart};
use crate::stats::dispersion::{self, Sums};
use crate::stats::fit::{self, Fit};
use crate::stats::negative_binomial;

/// The distributions that were fitted to a sample.
pub(super) struct Fitted {
    pub sample: usize,
    pub fits: Vec<Fit>,
}

/// A figure, with what it is made of found once and for all.
pub(super) enum Part {
    Ratio(Ratio),
    Total(Column),
    Quantile {
        sample: usize,
        p: f64,
    },
    Survival {
        curve: usize,
        part: SurvivalPart,
    },
    Fit {
        fitted: usize,
        part: FitPart,
    },
    Dispersion {
        table: usize,
        part: fn(&dispersion::Dispersion) -> f64,
    },
    AlphaMl {
        table: usize,
        calls: negative_binomial::Calls,
    },
    DispersionP {
        table: usize,
        below: usize,
        draws: usize,
        seed: u64,
    },
}

/// Lays samples and tables out, each once.
pub(super) struct Layout<'a> {
    tallies: &'a [Tally],
    pub samples: Vec<Sample>,
    sample_names: Vec<&'static str>,
    pub curves: Vec<Lengths>,
    curve_names: Vec<[&'static str; 2]>,
    pub fits: Vec<Fitted>,
    pub tables: Vec<Vec<Sums>>,
    pub turns: Vec<Vec<(f64, f64)>>,
    table_names: Vec<&'static str>,
}

impl<'a> Layout<'a> {
    pub(super) fn new(tallies: &'a [Tally]) -> Self {
        Self {
            tallies,
            samples: Vec::new(),
            sample_names: Vec::new(),
            curves: Vec::new(),
            curve_names: Vec::new(),
            fits: Vec::new(),
            tables: Vec::new(),
            turns: Vec::new(),
            table_names: Vec::new(),
        }
    }

    pub(super) fn part(&mut self, stat: &Stat) -> Part {
        match *stat {
            Stat::Ratio {
                hits,
                chances,
                scale,
            } => Part::Ratio(Ratio::of_counts(self.tallies, hits, chances, scale)),
            Stat::Mean(sample) => {
                let sum = |values: &[f64]| values.iter().sum();
                Part::Ratio(Ratio::of_sample(self.tallies, sample, sum))
            }
            Stat::Above { sample, limit } => {
                let above = |values: &[f64]| values.iter().filter(|v| **v > limit).count() as f64;
                Part::Ratio(Ratio::of_sample(self.tallies, sample, above))
            }
            Stat::Total(key) => Part::Total(Column::of(self.tallies, key)),
            Stat::Quantile { sample, p } => Part::Quantile {
                sample: self.sample(sample),
                p,
            },
            Stat::Survival { ended, cut, part } => Part::Survival {
                curve: self.curve([ended, cut]),
                part,
            },
            Stat::Fit {
                sample,
                truncation,
                part,
            } => Part::Fit {
                fitted: self.fitted(sample, truncation),
                part,
            },
            Stat::Dispersion { table, part } => Part::Dispersion {
                table: self.table(table),
                part,
            },
            Stat::AlphaMl(table) => {
                let turns: Vec<&[(f64, f64)]> =
                    self.tallies.iter().map(|t| t.turns(table)).collect();
                Part::AlphaMl {
                    table: self.table(table),
                    calls: negative_binomial::Calls::of(&turns),
                }
            }
            Stat::DispersionP {
                table,
                below,
                draws,
                seed,
            } => Part::DispersionP {
                table: self.table(table),
                below,
                draws,
                seed,
            },
        }
    }

    fn sample(&mut self, name: &'static str) -> usize {
        if let Some(k) = self.sample_names.iter().position(|n| *n == name) {
            return k;
        }
        self.sample_names.push(name);
        self.samples.push(Sample::of(self.tallies, name));
        self.samples.len() - 1
    }

    fn curve(&mut self, names: [&'static str; 2]) -> usize {
        if let Some(k) = self.curve_names.iter().position(|n| *n == names) {
            return k;
        }
        self.curve_names.push(names);
        let [ended, cut] = names;
        self.curves.push(Lengths::of(self.tallies, ended, cut));
        self.curves.len() - 1
    }

    fn fitted(&mut self, name: &'static str, truncation: f64) -> usize {
        let sample = self.sample(name);
        if let Some(k) = self.fits.iter().position(|f| f.sample == sample) {
            return k;
        }
        let fits = fit::fits(&self.samples[sample].plain(), truncation);
        self.fits.push(Fitted { sample, fits });
        self.fits.len() - 1
    }

    fn table(&mut self, name: &'static str) -> usize {
        if let Some(k) = self.table_names.iter().position(|n| *n == name) {
            return k;
        }
        self.table_names.push(name);
        let turns = self.tallies.iter().map(|t| t.turns(name));
        self.tables.push(turns.clone().map(Sums::of).collect());
        self.turns.push(turns.flatten().copied().collect());
        self.tables.len() - 1
    }
}
