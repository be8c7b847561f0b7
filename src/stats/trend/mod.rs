//! Does more of something give more of something else?

pub mod armitage;
pub mod jonckheere;
pub mod page;

use statrs::distribution::{ContinuousCDF, Normal};

/// The outcome of a trend test.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct Trend {
    /// The test's own statistic.
    pub statistic: f64,
    /// Its distance from what is expected without a trend, in standard deviations; positive: upwards.
    pub z: f64,
    /// One-sided p of a trend upwards.
    pub upward: f64,
    /// Two-sided p.
    pub p: f64,
    /// Is p exact? Else it is the normal approximation or a number of random arrangements.
    pub exact: bool,
}

impl Trend {
    fn normal(statistic: f64, z: f64) -> Self {
        let normal = Normal::standard();
        Self {
            statistic,
            z,
            upward: normal.sf(z),
            p: 2.0 * normal.sf(z.abs()),
            exact: false,
        }
    }

    /// With the chances of a statistic at least as high, and at most as high.
    fn with_tails(statistic: f64, z: f64, upper: f64, lower: f64, exact: bool) -> Self {
        let p = (2.0 * upper.min(lower)).min(1.0);
        Self {
            statistic,
            z,
            upward: upper.min(1.0),
            p,
            exact,
        }
    }
}
