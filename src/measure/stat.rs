//! How a figure is made from tallies.

use crate::stats::dispersion;
use crate::stats::fit::{Family, Fit};
use crate::stats::survival::Survival;

/// How a figure is made from tallies.
#[derive(Clone, Copy, Debug)]
pub enum Stat {
    /// `scale` · sum(hits) / sum(chances), over the calls that have both.
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
    /// A number of the curve of lengths of which some were cut short.
    Survival {
        /// Lengths that ended by themselves.
        ended: &'static str,
        /// Lengths that were cut short.
        cut: &'static str,
        /// Which number.
        part: SurvivalPart,
    },
    /// A number of the distribution fitted to a sample from a threshold on.
    Fit {
        /// The sample.
        sample: &'static str,
        /// Values below it are not seen.
        truncation: f64,
        /// Which number.
        part: FitPart,
    },
    /// A number of the dispersion block.
    Dispersion {
        /// Table of turns.
        table: &'static str,
        /// Which number.
        part: fn(&dispersion::Dispersion) -> f64,
    },
    /// NB2 alpha by maximum likelihood.
    AlphaMl(&'static str),
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

/// A number of a survival curve.
#[derive(Clone, Copy, Debug, PartialEq)]
pub enum SurvivalPart {
    /// The length that half exceed.
    Median,
    /// Mean with everything longer than the limit counted as the limit.
    MeanTo(f64),
}

impl SurvivalPart {
    pub(super) fn of(self, curve: &Survival) -> Option<f64> {
        match self {
            Self::Median => curve.median().value,
            Self::MeanTo(limit) => curve.restricted_mean(limit).map(|(mean, _)| mean),
        }
    }
}

/// A number of a fit.
#[derive(Clone, Copy, Debug, PartialEq)]
pub enum FitPart {
    /// A parameter of a family.
    Parameter(Family, usize),
    /// Akaike's criterion of a family.
    Aic(Family),
    /// Kolmogorov–Smirnov statistic of the best family.
    Statistic,
    /// Its p by parametric bootstrap.
    P {
        /// Draws.
        draws: usize,
        /// Seed.
        seed: u64,
    },
}

impl FitPart {
    /// `fits` are of `values`, best first.
    pub(super) fn of(self, fits: &[Fit], values: &[f64]) -> Option<f64> {
        let of = |family| fits.iter().find(|f| f.family == family);
        match self {
            Self::Parameter(family, k) => Some(of(family)?.parameters[k]),
            Self::Aic(family) => Some(of(family)?.aic()),
            Self::Statistic => Some(crate::stats::fit::statistic(fits.first()?, values)),
            Self::P { draws: 0, .. } => None,
            Self::P { draws, seed } => {
                Some(crate::stats::fit::ks(fits.first()?, values, draws, seed)?.p)
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
            Self::Quantile { sample, .. }
            | Self::Above { sample, .. }
            | Self::Fit { sample, .. }
            | Self::Mean(sample) => [sample, sample],
            Self::Survival { ended, cut, .. } => [ended, cut],
            Self::Dispersion { table, .. }
            | Self::DispersionP { table, .. }
            | Self::AlphaMl(table) => [table, table],
        }
    }

    /// Does a bootstrap interval mean anything for it? Not for totals and p values.
    pub fn has_interval(&self) -> bool {
        !matches!(
            self,
            Self::Total(_) | Self::DispersionP { .. } | Self::Fit { .. }
        )
    }

    /// Is it too dear, and says too little, for a single call?
    pub fn pooled_only(&self) -> bool {
        matches!(self, Self::Fit { .. })
    }
}
