//! The four families: density, tail, fit.

use std::f64::consts::PI;

use statrs::distribution::{ContinuousCDF, Gamma, Normal};
use statrs::function::erf::erfc;
use statrs::function::gamma::{gamma_ur, ln_gamma};

use crate::stats::optimise::{climb, peak};

/// A family of distributions on positive numbers.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Family {
    /// The logarithm is normal.
    LogNormal,
    /// Gamma.
    Gamma,
    /// Weibull.
    Weibull,
    /// Exponential.
    Exponential,
}

/// Every family.
pub const FAMILIES: [Family; 4] = [
    Family::LogNormal,
    Family::Gamma,
    Family::Weibull,
    Family::Exponential,
];

/// A sample from the truncation point on, with the sums that likelihoods need.
pub(super) struct Sample {
    /// Ascending.
    pub sorted: Vec<f64>,
    pub truncation: f64,
    logs: Vec<f64>,
    sum: f64,
    sum_of_logs: f64,
    squares_of_logs: f64,
}

impl Sample {
    /// Values that are positive and not below `truncation`; logarithms need the first.
    pub(super) fn of(values: &[f64], truncation: f64) -> Self {
        let kept = |v: &&f64| **v >= truncation && **v > 0.0 && v.is_finite();
        let mut sorted: Vec<f64> = values.iter().filter(kept).copied().collect();
        sorted.sort_by(f64::total_cmp);
        let logs: Vec<f64> = sorted.iter().map(|v| v.ln()).collect();
        Self {
            truncation,
            sum: sorted.iter().sum(),
            sum_of_logs: logs.iter().sum(),
            squares_of_logs: logs.iter().map(|l| l * l).sum(),
            sorted,
            logs,
        }
    }

    pub(super) fn n(&self) -> usize {
        self.sorted.len()
    }

    fn mean(&self) -> f64 {
        self.sum / self.n() as f64
    }

    fn sum_of_powers(&self, k: f64) -> f64 {
        self.logs.iter().map(|l| (k * l).exp()).sum()
    }
}

/// Beyond this the likelihood has no peak worth the name: spread of logarithms, and shapes as logarithms.
const WIDEST: f64 = 10.0;
const NARROWEST: f64 = 1e-4;
const SHAPES: (f64, f64) = (-4.0, 4.0);

impl Family {
    /// As it is printed.
    pub fn name(self) -> &'static str {
        match self {
            Self::LogNormal => "log-normal",
            Self::Gamma => "gamma",
            Self::Weibull => "Weibull",
            Self::Exponential => "exponential",
        }
    }

    /// Names of its parameters: `mu` and `sigma` of the natural logarithm, rates per unit of the values.
    pub fn parameters(self) -> &'static [&'static str] {
        match self {
            Self::LogNormal => &["mu", "sigma"],
            Self::Gamma => &["shape", "rate"],
            Self::Weibull => &["shape", "scale"],
            Self::Exponential => &["rate"],
        }
    }

    /// Logarithm of the share of values above `x`, nothing cut off.
    pub(super) fn log_longer(self, [a, b]: [f64; 2], x: f64) -> f64 {
        if x <= 0.0 {
            return 0.0;
        }
        match self {
            Self::LogNormal => (erfc((x.ln() - a) / b / 2_f64.sqrt()) / 2.0).ln(),
            Self::Gamma => gamma_ur(a, b * x).ln(),
            Self::Weibull => -(x / b).powf(a),
            Self::Exponential => -a * x,
        }
    }

    /// The inverse of [`Self::log_longer`].
    pub(super) fn length(self, [a, b]: [f64; 2], log_longer: f64) -> f64 {
        match self {
            Self::LogNormal => (a - b * Normal::standard().inverse_cdf(log_longer.exp())).exp(),
            Self::Gamma => {
                Gamma::new(a, b).map_or(f64::NAN, |gamma| gamma.inverse_cdf(1.0 - log_longer.exp()))
            }
            Self::Weibull => b * (-log_longer).powf(1.0 / a),
            Self::Exponential => -log_longer / a,
        }
    }

    /// Logarithm of the likelihood of a sample given that all of it exceeds the truncation point.
    pub(super) fn log_likelihood(self, [a, b]: [f64; 2], sample: &Sample) -> f64 {
        let n = sample.n() as f64;
        let density = match self {
            Self::LogNormal => {
                let squares = sample.squares_of_logs - 2.0 * a * sample.sum_of_logs + n * a * a;
                -sample.sum_of_logs - n * (b.ln() + 0.5 * (2.0 * PI).ln()) - squares / (2.0 * b * b)
            }
            Self::Gamma => {
                n * (a * b.ln() - ln_gamma(a)) + (a - 1.0) * sample.sum_of_logs - b * sample.sum
            }
            Self::Weibull => {
                let powers = sample.sum_of_powers(a) / b.powf(a);
                n * (a.ln() - a * b.ln()) + (a - 1.0) * sample.sum_of_logs - powers
            }
            Self::Exponential => n * a.ln() - a * sample.sum,
        };
        density - n * self.log_longer([a, b], sample.truncation)
    }

    /// Parameters of the highest likelihood; `None` where it has no peak.
    pub(super) fn fit(self, sample: &Sample) -> Option<[f64; 2]> {
        let n = sample.n() as f64;
        match self {
            Self::LogNormal => {
                let mean = sample.sum_of_logs / n;
                let spread = (sample.squares_of_logs / n - mean * mean).max(1e-12).sqrt();
                let height = |[mu, log]: [f64; 2]| self.log_likelihood([mu, log.exp()], sample);
                let [mu, log] = climb(height, [mean, spread.ln()])?;
                (NARROWEST..WIDEST)
                    .contains(&log.exp())
                    .then_some([mu, log.exp()])
            }
            Self::Gamma => {
                let beyond = sample.mean() - sample.truncation;
                let height = |[s, r]: [f64; 2]| self.log_likelihood([s.exp(), r.exp()], sample);
                let [shape, rate] = climb(height, [0.0, -beyond.max(1e-12).ln()])?;
                inside(shape).then_some([shape.exp(), rate.exp()])
            }
            Self::Weibull => {
                let height = |log: f64| self.log_likelihood(weibull(log.exp(), sample), sample);
                let log = peak(height, SHAPES.0, SHAPES.1);
                inside(log).then(|| weibull(log.exp(), sample))
            }
            Self::Exponential => {
                let beyond = sample.mean() - sample.truncation;
                (beyond > 0.0).then(|| [1.0 / beyond, 0.0])
            }
        }
    }
}

/// Not at a border, to which a search runs when there is no peak.
fn inside(log_shape: f64) -> bool {
    log_shape > SHAPES.0 + 1e-3 && log_shape < SHAPES.1 - 1e-3
}

/// The best scale for a shape has a closed form, truncated too.
fn weibull(shape: f64, sample: &Sample) -> [f64; 2] {
    let cut = sample.truncation.max(0.0).powf(shape);
    let power = sample.sum_of_powers(shape) / sample.n() as f64 - cut;
    [shape, power.powf(1.0 / shape)]
}
