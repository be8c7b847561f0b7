//! Intervals for figures whose independent unit is the call.

use rayon::prelude::*;
use statrs::distribution::{ContinuousCDF, Normal, StudentsT};

use super::quantile;
use crate::random::{Draw, below};

/// Fewer resamples than this have no tails to take an interval from.
pub const LEAST_DRAWS: usize = 100;

/// Under this many calls the jackknife is used: percentiles of so few resamples are too narrow.
pub const JACKKNIFE_BELOW: usize = 15;

/// From this many calls on the bootstrap is BCa; with fewer its corrections are noise, and percentiles hold
/// the truth more often (`examples/calibration.rs`).
pub const BCA_FROM: usize = 30;

/// Most leave-outs behind the acceleration of BCa. More calls than this are left out in blocks: the
/// skewness of blocks of independent calls leads to the same constant.
const BLOCKS: usize = 200;

/// Both ends of an interval.
pub type Ends = (f64, f64);

/// How an interval was made.
#[derive(Clone, Copy, Debug, PartialEq)]
pub enum Interval {
    /// Cluster bootstrap over calls.
    Bootstrap {
        /// Bias-corrected and accelerated.
        bca: Ends,
        /// Plain percentiles of the same resamples.
        percentile: Ends,
    },
    /// Percentiles of cluster resamples alone.
    Percentile(Ends),
    /// Leave-one-call-out standard error, Student's t.
    Jackknife(Ends),
}

impl Interval {
    /// Its ends: BCa where calls were resampled.
    pub fn ends(self) -> Ends {
        match self {
            Self::Bootstrap { bca, .. } => bca,
            Self::Percentile(ends) | Self::Jackknife(ends) => ends,
        }
    }
}

/// 95 % intervals of the figures that `figures` computes from one weight a call; `None` where a figure
/// cannot be computed often enough.
///
/// Cluster bootstrap over calls, `draws` resamples (no interval under [`LEAST_DRAWS`]), BCa from [`BCA_FROM`] calls on, else
/// percentiles; jackknife-t under [`JACKKNIFE_BELOW`] calls; none for a single call.
pub fn intervals<F>(calls: usize, draws: usize, seed: u64, figures: F) -> Vec<Option<Interval>>
where
    F: Fn(&[f64]) -> Vec<Option<f64>> + Sync,
{
    match calls {
        _ if draws < LEAST_DRAWS || calls < 2 => {
            figures(&vec![1.0; calls]).iter().map(|_| None).collect()
        }
        n if n < JACKKNIFE_BELOW => jackknife(n, &figures),
        n if n < BCA_FROM => bootstrap(n, draws, seed, &figures)
            .into_iter()
            .map(|interval| match interval? {
                Interval::Bootstrap { percentile, .. } => Some(Interval::Percentile(percentile)),
                other => Some(other),
            })
            .collect(),
        n => bootstrap(n, draws, seed, &figures),
    }
}

/// The figures of each resample of the calls: a row a draw, the same on any number of threads.
pub fn resamples<F, T>(calls: usize, draws: usize, seed: u64, figures: &F) -> Vec<T>
where
    F: Fn(&[f64]) -> T + Sync,
    T: Send,
{
    (0..draws as u64)
        .into_par_iter()
        .map(|draw| figures(&resample(calls, seed, draw)))
        .collect()
}

/// How often each call is drawn in resample number `draw`.
pub fn resample(calls: usize, seed: u64, draw: u64) -> Vec<f64> {
    let mut stream = Draw::keyed(&[b"bootstrap", &seed.to_le_bytes(), &draw.to_le_bytes()]);
    let mut weights = vec![0.0; calls];
    for _ in 0..calls {
        let k = below(stream.draw(), calls as u64) as usize;
        weights[k] += 1.0;
    }
    weights
}

/// Resamples of few calls vary too little, by (n − 1)/n, and take their spread for known: percentiles are
/// put as much further out as Student's t says (T. C. Hesterberg, The American Statistician 69 (2015), 4).
fn reach(calls: usize) -> f64 {
    let n = calls as f64;
    t(calls) * (n / (n - 1.0)).sqrt()
}

/// Student's t for 95 % with calls − 1 degrees of freedom.
fn t(calls: usize) -> f64 {
    StudentsT::new(0.0, 1.0, calls as f64 - 1.0).map_or(f64::NAN, |t| t.inverse_cdf(0.975))
}

/// The bootstrap intervals alone, whatever the number of calls.
pub fn bootstrap<F>(calls: usize, draws: usize, seed: u64, figures: &F) -> Vec<Option<Interval>>
where
    F: Fn(&[f64]) -> Vec<Option<f64>> + Sync,
{
    let whole = figures(&vec![1.0; calls]);
    let drawn = resamples(calls, draws, seed, figures);
    let without = leave_out(calls, BLOCKS, figures);
    let columns = columns(&drawn).zip(columns(&without));
    let (normal, reach) = (Normal::standard(), reach(calls));
    whole
        .iter()
        .zip(columns)
        .map(|(value, (mut drawn, without))| {
            // A figure that is undefined in many resamples has no honest interval.
            if drawn.len() * 10 < draws * 9 {
                return None;
            }
            drawn.sort_unstable_by(f64::total_cmp);
            let percentile = ends(&drawn, (normal.cdf(-reach), normal.cdf(reach)))?;
            let bca = bca((*value)?, &drawn, &without, reach).unwrap_or(percentile);
            Some(Interval::Bootstrap { bca, percentile })
        })
        .collect()
}

/// Bias-corrected and accelerated interval (B. Efron, JASA 82 (1987)) of `value`, from the figure in
/// each resample (ascending) and with each call (or block) left out. Ties count half. `None` where every
/// resample lies on one side of the value or the acceleration runs away: then percentiles stand.
///
/// `reach` is how far to go on the normal scale: 1.96 for 95 % where calls are many.
pub fn bca(value: f64, drawn: &[f64], without: &[f64], reach: f64) -> Option<Ends> {
    let normal = Normal::standard();
    let less = drawn.partition_point(|d| *d < value) as f64;
    let no_more = drawn.partition_point(|d| *d <= value) as f64;
    let bias = normal.inverse_cdf((less + no_more) / (2.0 * drawn.len() as f64));
    let acceleration = acceleration(without);
    if !bias.is_finite() || !acceleration.is_finite() {
        return None;
    }
    let moved = |z: f64| {
        let slope = 1.0 - acceleration * (bias + z);
        (slope > 0.0).then(|| normal.cdf(bias + (bias + z) / slope))
    };
    ends(drawn, (moved(-reach)?, moved(reach)?))
}

/// Skewness of the leave-outs over six times the root of their number; 0 where nothing varies.
fn acceleration(without: &[f64]) -> f64 {
    let mean = without.iter().sum::<f64>() / without.len() as f64;
    let power = |p| without.iter().map(|w| (mean - w).powi(p)).sum::<f64>();
    let squares = power(2);
    match squares > 0.0 {
        true => power(3) / (6.0 * squares.powf(1.5)),
        false => 0.0,
    }
}

fn ends(sorted: &[f64], (low, high): (f64, f64)) -> Option<Ends> {
    let of = |p: f64| quantile::of_sorted(sorted, p);
    Some((of(low)?, of(high)?))
}

/// The figures without each call in turn, or without each of `blocks` runs of neighbouring calls.
fn leave_out<F>(calls: usize, blocks: usize, figures: &F) -> Vec<Vec<Option<f64>>>
where
    F: Fn(&[f64]) -> Vec<Option<f64>> + Sync,
{
    let blocks = calls.min(blocks);
    (0..blocks)
        .into_par_iter()
        .map(|k| {
            let mut weights = vec![1.0; calls];
            weights[k * calls / blocks..(k + 1) * calls / blocks].fill(0.0);
            figures(&weights)
        })
        .collect()
}

/// Jackknife-t: leave one call out at a time (over 200 calls: one block of calls), Student's t with one
/// degree of freedom less than there are leave-outs.
pub fn jackknife<F>(calls: usize, figures: &F) -> Vec<Option<Interval>>
where
    F: Fn(&[f64]) -> Vec<Option<f64>> + Sync,
{
    let whole = figures(&vec![1.0; calls]);
    let without = leave_out(calls, BLOCKS, figures);
    let groups = without.len();
    let n = groups as f64;
    let t = t(groups);
    whole
        .iter()
        .zip(columns(&without))
        .map(|(value, values)| {
            let value = (*value)?;
            if values.len() < groups {
                return None;
            }
            let mean = values.iter().sum::<f64>() / n;
            let spread: f64 = values.iter().map(|v| (v - mean).powi(2)).sum();
            let error = (spread * (n - 1.0) / n).sqrt();
            let ends = (value - t * error, value + t * error);
            ends.0.is_finite().then_some(Interval::Jackknife(ends))
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
        let got = intervals(5, 100, 1, |w| vec![mean(w, &x)])[0];
        let Some(Interval::Jackknife((low, high))) = got else {
            panic!("{got:?}");
        };
        assert!((low - 0.17293453).abs() < 1e-6, "{low}");
        assert!((high - 7.82706547).abs() < 1e-6, "{high}");
    }

    #[test]
    fn one_call_or_no_draws_have_no_interval() {
        assert_eq!(intervals(1, 100, 1, |w| vec![mean(w, &[3.0])]), vec![None]);
        assert_eq!(
            intervals(20, 0, 1, |w| vec![mean(w, &[3.0; 20])]),
            vec![None]
        );
    }

    #[test]
    fn the_bootstrap_is_near_the_normal_interval_of_a_mean() {
        let x: Vec<f64> = (0..200).map(|k| f64::from(k % 20)).collect();
        let got = intervals(200, 2000, 7, |w| vec![mean(w, &x)])[0];
        let Some(Interval::Bootstrap { bca, percentile }) = got else {
            panic!("{got:?}");
        };
        // mean 9.5, sd 5.7663, se .40774
        for (low, high) in [bca, percentile] {
            assert!((low - (9.5 - 0.799)).abs() < 0.06, "{low}");
            assert!((high - (9.5 + 0.799)).abs() < 0.06, "{high}");
        }
    }

    // python3 tests/oracles/bca.py: a sample, 999 means of resamples, scipy's ends on exactly these
    #[test]
    fn bca_agrees_with_scipy() {
        let mut lines = include_str!("../../tests/oracles/bca.tsv").lines();
        let mut row = || -> Vec<f64> {
            let cells = lines.next().unwrap().split('\t');
            cells.map(|c| c.parse().unwrap()).collect()
        };
        let (x, mut drawn, want) = (row(), row(), row());
        drawn.sort_by(f64::total_cmp);
        let total: f64 = x.iter().sum();
        let n = x.len() as f64;
        let without: Vec<f64> = x.iter().map(|v| (total - v) / (n - 1.0)).collect();
        let (low, high) = bca(total / n, &drawn, &without, 1.959963984540054).unwrap();
        assert!((low - want[0]).abs() < 1e-9, "{low} {want:?}");
        assert!((high - want[1]).abs() < 1e-9, "{high} {want:?}");
    }

    // The mean of a skewed sample of 1,000 calls: blocks of five give the same constant as single calls.
    #[test]
    fn blocks_give_the_acceleration_of_single_calls() {
        let x: Vec<f64> = (0..1000u32)
            .map(|k| f64::from((k * 7919) % 1000) / 1000.0)
            .map(|u| -(1.0 - u).ln())
            .collect();
        let figures = |w: &[f64]| vec![mean(w, &x)];
        let of = |blocks| {
            let rows = leave_out(1000, blocks, &figures);
            let column = columns(&rows).next().unwrap();
            acceleration(&column)
        };
        let (single, blocks) = (of(1000), of(200));
        assert!((single - blocks).abs() < 0.5 * single, "{single} {blocks}");
    }
}
