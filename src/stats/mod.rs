//! Statistics: pure functions on slices. What `statrs` lacks is written here and checked against scipy.

pub mod bootstrap;
pub mod dispersion;
pub mod quantile;
pub mod wilson;
