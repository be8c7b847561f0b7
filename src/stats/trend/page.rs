//! Page's L: the same blocks (calls, scenarios) under treatments that are ordered in advance.

use std::collections::BTreeMap;

use super::Trend;
use crate::stats::rank;

/// Up to this many treatments p is exact: every order of a block can be listed.
pub const EXACT_TO: usize = 7;

/// Trend over the treatments, in their order, of `blocks` (all of one length ≥ 2, at least one). Ranks within a block,
/// mid-ranks for ties; exact given the ties for at most [`EXACT_TO`] treatments, whatever the number of blocks, else
/// normal with the variance that ties leave. `None` for blocks of unequal or too short length, or when all values
/// of every block are equal. E. B. Page, JASA 58 (1963).
pub fn test(blocks: &[Vec<f64>]) -> Option<Trend> {
    let k = blocks.first()?.len();
    if k < 2 || blocks.iter().any(|b| b.len() != k) {
        return None;
    }
    let ranked: Vec<Vec<u64>> = blocks.iter().map(|b| rank::doubled(b)).collect();
    let doubled: u64 = ranked.iter().map(|r| weigh(r)).sum();
    let centre = (k as f64 + 1.0) / 2.0;
    let mean = blocks.len() as f64 * k as f64 * centre * centre;
    let variance: f64 = ranked.iter().map(|r| spread(r, centre)).sum();
    if variance <= 0.0 {
        return None;
    }
    let statistic = doubled as f64 / 2.0;
    let z = (statistic - mean) / variance.sqrt();
    if k > EXACT_TO {
        return Some(Trend::normal(statistic, z));
    }
    let chances = sums(ranked);
    let upper = chances.range(doubled..).map(|(_, p)| p).sum();
    let lower = chances.range(..=doubled).map(|(_, p)| p).sum();
    Some(Trend::with_tails(statistic, z, upper, lower, true))
}

/// Sum of position (from 1) times rank.
fn weigh(ranks: &[u64]) -> u64 {
    ranks.iter().zip(1..).map(|(rank, j)| j * rank).sum()
}

/// Variance of that sum over the orders of a block; ranks are doubled, the variance is not.
fn spread(ranks: &[u64], centre: f64) -> f64 {
    let k = ranks.len() as f64;
    let positions: f64 = (1..=ranks.len()).map(|j| (j as f64 - centre).powi(2)).sum();
    let ranks: f64 = ranks
        .iter()
        .map(|r| (*r as f64 / 2.0 - centre).powi(2))
        .sum();
    positions * ranks / (k - 1.0)
}

/// Chance of each sum over all blocks, every order of each block being as likely.
fn sums(mut blocks: Vec<Vec<u64>>) -> BTreeMap<u64, f64> {
    blocks.iter_mut().for_each(|b| b.sort_unstable());
    blocks.sort();
    let mut all = BTreeMap::from([(0, 1.0)]);
    for same in blocks.chunk_by(|a, b| a == b) {
        let one = orders(&same[0]);
        for _ in same {
            let mut next: BTreeMap<u64, f64> = BTreeMap::new();
            for (sum, chance) in &all {
                for (more, p) in &one {
                    *next.entry(sum + more).or_default() += chance * p;
                }
            }
            all = next;
        }
    }
    all
}

/// Chance of each sum of one block.
fn orders(ranks: &[u64]) -> BTreeMap<u64, f64> {
    let mut counts: BTreeMap<u64, f64> = BTreeMap::new();
    list(&mut ranks.to_vec(), 0, &mut |order| {
        *counts.entry(weigh(order)).or_default() += 1.0
    });
    let total: f64 = counts.values().sum();
    counts.values_mut().for_each(|n| *n /= total);
    counts
}

fn list(order: &mut [u64], fixed: usize, see: &mut impl FnMut(&[u64])) {
    if fixed == order.len() {
        return see(order);
    }
    for k in fixed..order.len() {
        order.swap(fixed, k);
        list(order, fixed + 1, see);
        order.swap(fixed, k);
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn blocks(rows: &[&[f64]]) -> Vec<Vec<f64>> {
        rows.iter().map(|r| r.to_vec()).collect()
    }

    // scipy.stats.page_trend_test(rows, method="exact"); z: norm.isf of method="asymptotic"
    #[test]
    fn without_ties_agrees_with_scipy() {
        let got = test(&blocks(&[
            &[1.2, 2.5, 2.1, 3.3],
            &[0.4, 0.2, 1.1, 0.9],
            &[2.2, 2.8, 3.1, 2.9],
            &[1.5, 1.1, 1.9, 2.4],
            &[0.7, 0.8, 0.6, 1.3],
        ]))
        .unwrap();
        assert_eq!(got.statistic, 142.0);
        assert!(
            (got.upward - 0.0037191257555298347).abs() < 1e-12,
            "{got:?}"
        );
        assert!((got.z - 2.6336286754210443).abs() < 1e-9, "{got:?}");
        let many = test(&blocks(&[
            &[9.0, 1.0, 2.0, 3.0, 5.0, 4.0, 7.0, 6.0],
            &[1.0, 2.0, 3.0, 4.0, 5.0, 6.0, 8.0, 7.0],
            &[2.0, 1.0, 4.0, 3.0, 6.0, 5.0, 8.0, 7.0],
        ]))
        .unwrap();
        assert!(!many.exact && many.statistic == 577.0);
        assert!(
            (many.upward - 0.000467083512300625).abs() < 1e-12,
            "{many:?}"
        );
    }

    // All 6⁵ orders of scipy.stats.rankdata of each row, with itertools.product: share of sums ≥ 64, ≤ 64, and
    // (64 − mean) / numpy.std of them
    #[test]
    fn with_ties_agrees_with_listing_all_orders() {
        let got = test(&blocks(&[
            &[3.0, 4.0, 3.0],
            &[2.0, 2.0, 4.0],
            &[3.0, 3.0, 5.0],
            &[1.0, 3.0, 2.0],
            &[2.0, 3.0, 2.0],
        ]))
        .unwrap();
        assert_eq!(got.statistic, 64.0);
        assert!((got.upward - 0.09876543209876543).abs() < 1e-12, "{got:?}");
        assert!((got.p - 2.0 * 0.09876543209876543).abs() < 1e-12, "{got:?}");
        assert!((got.z - 2.0_f64.sqrt()).abs() < 1e-12, "{got:?}");
    }

    #[test]
    fn ragged_and_flat_blocks_have_no_trend() {
        assert_eq!(test(&blocks(&[&[1.0, 2.0], &[1.0]])), None);
        assert_eq!(test(&blocks(&[&[1.0, 1.0], &[2.0, 2.0]])), None);
    }
}
