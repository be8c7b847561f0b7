//! Jonckheere and Terpstra's test: independent groups that are ordered in advance.

use super::Trend;
use crate::random::{Draw, below};
use crate::stats::rank;

/// Trend over `groups` in their order, ties counted half, normal approximation with the variance that ties leave.
/// One value a call: values of one call are not independent. `None` with fewer than two groups that have values, or
/// when all values are equal. T. J. Terpstra, Indagationes Mathematicae 14 (1952); A. R. Jonckheere, Biometrika 41
/// (1954); variance: M. Hollander and D. A. Wolfe, Nonparametric Statistical Methods (1999), 6.2.
pub fn test(groups: &[Vec<f64>]) -> Option<Trend> {
    let (mean, variance) = moments(groups)?;
    let statistic = statistic(groups);
    Some(Trend::normal(
        statistic,
        (statistic - mean) / variance.sqrt(),
    ))
}

/// The same with p from `draws` random assignments of the values to the groups, for few or much tied values.
pub fn permuted(groups: &[Vec<f64>], draws: usize, seed: u64) -> Option<Trend> {
    let (mean, variance) = moments(groups)?;
    let observed = statistic(groups);
    let mut shuffled = groups.to_vec();
    let mut values: Vec<f64> = groups.iter().flatten().copied().collect();
    let mut stream = Draw::keyed(&[b"jonckheere", &seed.to_le_bytes()]);
    let (mut upper, mut lower) = (1.0, 1.0);
    for _ in 0..draws {
        shuffle(&mut stream, &mut values);
        let mut left = values.iter();
        for value in shuffled.iter_mut().flatten() {
            *value = left.next().copied().unwrap_or_default();
        }
        let drawn = statistic(&shuffled);
        upper += f64::from(u8::from(drawn >= observed));
        lower += f64::from(u8::from(drawn <= observed));
    }
    let all = draws as f64 + 1.0;
    let z = (observed - mean) / variance.sqrt();
    Some(Trend::with_tails(
        observed,
        z,
        upper / all,
        lower / all,
        false,
    ))
}

/// Fisher and Yates.
pub(super) fn shuffle<T>(stream: &mut Draw, items: &mut [T]) {
    for k in (1..items.len()).rev() {
        items.swap(k, below(stream.draw(), k as u64 + 1) as usize);
    }
}

/// How many pairs of values from two groups ascend with the groups, ties half.
fn statistic(groups: &[Vec<f64>]) -> f64 {
    let mut earlier: Vec<f64> = Vec::new();
    let mut pairs = 0.0;
    for group in groups {
        earlier.sort_by(f64::total_cmp);
        for value in group {
            let below = earlier.partition_point(|e| e < value);
            let not_above = earlier.partition_point(|e| e <= value);
            pairs += (below + not_above) as f64 / 2.0;
        }
        earlier.extend(group);
    }
    pairs
}

/// Mean and variance without a trend.
fn moments(groups: &[Vec<f64>]) -> Option<(f64, f64)> {
    let sizes: Vec<f64> = groups.iter().map(|g| g.len() as f64).collect();
    let n: f64 = sizes.iter().sum();
    let values: Vec<f64> = groups.iter().flatten().copied().collect();
    let ties = rank::ties(&values);
    if groups.iter().filter(|g| !g.is_empty()).count() < 2 || ties.len() < 2 {
        return None;
    }
    let over = |xs: &[f64], f: fn(f64) -> f64| xs.iter().map(|x| f(*x)).sum::<f64>();
    let pairs: fn(f64) -> f64 = |x| x * (x - 1.0);
    let triples: fn(f64) -> f64 = |x| x * (x - 1.0) * (x - 2.0);
    let weighed: fn(f64) -> f64 = |x| x * (x - 1.0) * (2.0 * x + 5.0);
    let mean = (n * n - over(&sizes, |x| x * x)) / 4.0;
    let mut variance = (weighed(n) - over(&sizes, weighed) - over(&ties, weighed)) / 72.0;
    variance += over(&sizes, pairs) * over(&ties, pairs) / (8.0 * pairs(n));
    if n > 2.0 {
        variance += over(&sizes, triples) * over(&ties, triples) / (36.0 * triples(n));
    }
    (variance > 0.0).then_some((mean, variance))
}

#[cfg(test)]
mod tests {
    use super::*;

    fn groups() -> Vec<Vec<f64>> {
        vec![vec![1.0, 2.0, 2.0], vec![2.0, 3.0, 4.0], vec![3.0, 5.0]]
    }

    // All 8! orders of the values (itertools.permutations): statistic 18.5, numpy.mean 10.5, numpy.var
    // 13.339285714285714, scipy.stats.norm.sf(z), share ≥ 18.5
    #[test]
    fn agrees_with_listing_all_orders() {
        let got = test(&groups()).unwrap();
        assert_eq!(got.statistic, 18.5);
        assert!((got.z - 2.1904013557024014).abs() < 1e-9, "{got:?}");
        assert!((got.upward - 0.014247570897537861).abs() < 1e-9, "{got:?}");
        let drawn = permuted(&groups(), 20_000, 1).unwrap();
        assert!(
            (drawn.upward - 0.01607142857142857).abs() < 0.004,
            "{drawn:?}"
        );
    }

    #[test]
    fn one_group_or_one_value_has_no_trend() {
        assert_eq!(test(&[vec![1.0, 2.0], vec![]]), None);
        assert_eq!(test(&[vec![1.0, 1.0], vec![1.0]]), None);
    }
}
