//! Statistics: pure functions on slices. What `statrs` lacks is written here and checked against scipy or R.

pub mod adjust;
pub mod agreement;
pub mod bootstrap;
pub mod dispersion;
pub mod distance;
pub mod fit;
pub mod mcnemar;
pub mod negative_binomial;
pub mod optimise;
pub mod permutation;
pub mod quantile;
pub mod rank;
pub mod shift;
pub mod signed_rank;
pub mod survival;
pub mod trend;
pub mod two_rates;
pub mod wilson;
