//! Intervals for figures whose independent unit is the call.

use rayon::prelude::*;
use statrs::distribution::{ContinuousCDF, StudentsT};

use super::quantile;
use crate::random::{Draw, below};

/// Under this many calls the jackknife is used: percentiles of so few resamples are too narrow.
pub const JACKKNIFE_BELOW: usize = 15;

/// An interval for each figure; `None` where the figure cannot be computed often enough.
pub type Intervals = Vec<Option<(f64, f64)>>;

/// 95 % intervals of the figures that `figures` computes from one weight a call.
///
/// Cluster bootstrap (percentile) over calls, `draws` resamples; jackknife-t under
/// [`JACKKNIFE_BELOW`] calls; none for a single call.
pub fn intervals<F>(calls: usize, draws: usize, seed: u64, figures: F) -> Intervals
where
    F: Fn(&[f64]) -> Vec<Option<f64>> + Sync,
{
    match calls {
        0 | 1 => figures(&vec![1.0; calls]).iter().map(|_| None).collect(),
        n if n < JACKKNIFE_BELOW => jackknife(n, &figures),
        n => percentile(n, draws, seed, &figures),
    }
}

fn percentile<F>(calls: usize, draws: usize, seed: u64, figures: &F) -> Intervals
where
    F: Fn(&[f64]) -> Vec<Option<f64>> + Sync,
{
    let resamples: Vec<Vec<Option<f64>>> = (0..draws as u64)
        .into_par_iter()
        .map(|draw| figures(&resample(calls, seed, draw)))
        .collect();
    columns(&resamples)
        .map(|values| {
            // A figure that is undefined in many resamples has no honest interval.
            if values.len() * 10 < draws * 9 {
                return None;
            }
            Some((quantile::of(&values, 0.025)?, quantile::of(&values, 0.975)?))
        })
        .collect()
}

/// How often each call is drawn in resample number `draw`; the same on any number of threads.
fn resample(calls: usize, seed: u64, draw: u64) -> Vec<f64> {
    let mut stream = Draw::keyed(&[b"bootstrap", &seed.to_le_bytes(), &draw.to_le_bytes()]);
    let mut weights = vec![0.0; calls];
    for _ in 0..calls {
        let k = below(stream.draw(), calls as u64) as usize;
        weights[k] += 1.0;
    }
    weights
}

/// Jackknife-t: leave one call out at a time, Student's t with calls − 1 degrees of freedom.
fn jackknife<F>(calls: usize, figures: &F) -> Intervals
where
    F: Fn(&[f64]) -> Vec<Option<f64>>,
{
    let whole = figures(&vec![1.0; calls]);
    let without: Vec<Vec<Option<f64>>> = (0..calls)
        .map(|left_out| {
            let mut weights = vec![1.0; calls];
            weights[left_out] = 0.0;
            figures(&weights)
        })
        .collect();
    let n = calls as f64;
    let t = StudentsT::new(0.0, 1.0, n - 1.0).map_or(f64::NAN, |t| t.inverse_cdf(0.975));
    whole
        .iter()
        .zip(columns(&without))
        .map(|(value, values)| {
            let value = (*value)?;
            if values.len() < calls {
                return None;
            }
            let mean = values.iter().sum::<f64>() / n;
            let spread: f64 = values.iter().map(|v| (v - mean).powi(2)).sum();
            let error = (spread * (n - 1.0) / n).sqrt();
            Some((value - t * error, value + t * error)).filter(|(low, _)| low.is_finite())
        })
        .collect()
}

/// The defined values of each figure over all resamples.
fn columns(rows: &[Vec<Option<f64>>]) -> impl Iterator<Item = Vec<f64>> + '_ {
    let width = rows.first().map_or(0, Vec::len);
    (0..width).map(|k| rows.iter().filter_map(|row| row[k]).collect())
}

#[cfg(test)]
mod tests {
    use super::*;

    fn mean(weights: &[f64], values: &[f64]) -> Option<f64> {
        let total: f64 = weights.iter().sum();
        (total > 0.0).then(|| weights.iter().zip(values).map(|(w, v)| w * v).sum::<f64>() / total)
    }

    // For a mean the jackknife-t is the classical interval:
    // scipy.stats.t.interval(.95, 4, loc=numpy.mean(x), scale=scipy.stats.sem(x)), x = [1,2,4,4,9]
    #[test]
    fn jackknife_of_a_mean_is_the_t_interval() {
        let x = [1.0, 2.0, 4.0, 4.0, 9.0];
        let got = intervals(5, 100, 1, |w| vec![mean(w, &x)])[0].unwrap();
        assert!((got.0 - 0.17293453).abs() < 1e-6, "{got:?}");
        assert!((got.1 - 7.82706547).abs() < 1e-6, "{got:?}");
    }

    #[test]
    fn one_call_has_no_interval() {
        assert_eq!(intervals(1, 100, 1, |w| vec![mean(w, &[3.0])]), vec![None]);
    }

    #[test]
    fn the_bootstrap_is_near_the_normal_interval_of_a_mean() {
        let x: Vec<f64> = (0..200).map(|k| f64::from(k % 20)).collect();
        let (low, high) = intervals(200, 2000, 7, |w| vec![mean(w, &x)])[0].unwrap();
        // mean 9.5, sd 5.7663, se .40774
        assert!((low - (9.5 - 0.799)).abs() < 0.06, "{low}");
        assert!((high - (9.5 + 0.799)).abs() < 0.06, "{high}");
    }
}
