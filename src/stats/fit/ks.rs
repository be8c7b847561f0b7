//! Does the best of the fits fit?

use rayon::prelude::*;

use super::{Fit, Sample, fit};
use crate::random::{Draw, unit};

/// Goodness of fit.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct Ks {
    /// Largest difference between the sample's distribution function and the fitted one.
    pub statistic: f64,
    /// Chance of one at least as large, were the fit the truth.
    pub p: f64,
}

/// Kolmogorov–Smirnov test of a fit to the `values` it was made of, by parametric bootstrap: samples are drawn from the
/// fit and fitted anew, since a plain p after fitting is far too high (H. W. Lilliefors, JASA 62, 1967; W. Stute et al.,
/// Metrika 40, 1993). `None` when a tenth of the draws cannot be fitted. With thousands of values the test
/// refuses any family: read the statistic, too. Values are taken as independent.
pub fn ks(made: &Fit, values: &[f64], draws: usize, seed: u64) -> Option<Ks> {
    let statistic = statistic(made, values);
    let refitted: Vec<f64> = (0..draws as u64)
        .into_par_iter()
        .filter_map(|draw| {
            let sample = Sample::of(&drawn(made, seed, draw), made.truncation);
            Some(distance(&fit(made.family, &sample)?, &sample.sorted))
        })
        .collect();
    if refitted.len() * 10 < draws * 9 {
        return None;
    }
    let as_large = refitted.iter().filter(|d| **d >= statistic).count();
    Some(Ks {
        statistic,
        p: (as_large + 1) as f64 / (refitted.len() + 1) as f64,
    })
}

/// The statistic alone.
pub fn statistic(made: &Fit, values: &[f64]) -> f64 {
    distance(made, &Sample::of(values, made.truncation).sorted)
}

fn drawn(made: &Fit, seed: u64, draw: u64) -> Vec<f64> {
    let mut stream = Draw::keyed(&[b"fit", &seed.to_le_bytes(), &draw.to_le_bytes()]);
    // 1 − unit lies in (0, 1]: no value is infinite.
    (0..made.n)
        .map(|_| made.exceeded_by(1.0 - unit(stream.draw())))
        .collect()
}

fn distance(made: &Fit, sorted: &[f64]) -> f64 {
    let n = sorted.len() as f64;
    let apart = |(k, x): (usize, &f64)| {
        let below = 1.0 - made.longer(*x);
        (below - k as f64 / n).max((k + 1) as f64 / n - below)
    };
    sorted.iter().enumerate().map(apart).fold(0.0, f64::max)
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::stats::fit::{Family, fits};

    const X: [f64; 20] = [
        0.21, 0.22, 0.25, 0.26, 0.28, 0.3, 0.33, 0.4, 0.42, 0.5, 0.6, 0.9, 1.0, 1.1, 1.12, 1.2,
        1.25, 1.3, 1.4, 1.6,
    ];

    // The same procedure in numpy and scipy (weibull_min, minimize as for the fits), 4,000 draws:
    // statistic 0.18056302972897476, p 0.0520; after fitting a plain scipy.stats.kstwo.sf(statistic, 20) is 0.477
    #[test]
    fn agrees_with_a_bootstrap_in_numpy() {
        let fits = fits(&X, 0.2);
        let weibull = fits.iter().find(|f| f.family == Family::Weibull).unwrap();
        let got = ks(weibull, &X, 2000, 1).unwrap();
        assert!(
            (got.statistic - 0.18056302972897476).abs() < 1e-5,
            "{got:?}"
        );
        assert!((got.p - 0.0520).abs() < 0.02, "{got:?}");
        assert_eq!(ks(weibull, &X, 2000, 1), Some(got));
    }
}
