//! How a figure is made from tallies.

use crate::stats::dispersion;

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
