//! Wilcoxon's signed-rank test for paired conditions.

use super::rank;
use crate::random::Draw;

/// Up to this many differences other than 0 the p value is exact.
pub const EXACT_TO: usize = 50;

/// The outcome of the test.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct SignedRank {
    /// Sum of the ranks of positive differences.
    pub positive: f64,
    /// Sum of the ranks of negative differences.
    pub negative: f64,
    /// Two-sided p.
    pub p: f64,
    /// Matched rank-biserial effect, −1 … 1: (positive − negative) / (positive + negative).
    /// D. S. Kerby, Comprehensive Psychology 3 (2014).
    pub effect: f64,
}

/// Are `differences` centred on 0? `None` when all are 0. Zeros take part in the ranking and then drop out
/// (J. W. Pratt, JASA 54, 1959); p is exact, by the distribution over all signs given the mid-ranks, for at most
/// [`EXACT_TO`] differences other than 0, else from `draws` random signs. One difference a call: where
/// positions share calls, aggregate to the call first.
pub fn test(differences: &[f64], draws: usize, seed: u64) -> Option<SignedRank> {
    let sizes: Vec<f64> = differences.iter().map(|d| d.abs()).collect();
    let ranked = differences.iter().zip(rank::doubled(&sizes));
    let (mut ranks, mut positive) = (Vec::new(), 0);
    for (difference, rank) in ranked.filter(|(d, _)| **d != 0.0) {
        ranks.push(rank);
        positive += if *difference > 0.0 { rank } else { 0 };
    }
    let total: u64 = ranks.iter().sum();
    if total == 0 {
        return None;
    }
    let p = match ranks.len() <= EXACT_TO {
        true => exact(&ranks, positive),
        false => random(&ranks, positive, draws, seed),
    };
    let negative = total - positive;
    Some(SignedRank {
        positive: positive as f64 / 2.0,
        negative: negative as f64 / 2.0,
        p,
        effect: (positive as f64 - negative as f64) / total as f64,
    })
}

/// Two-sided p over all 2ⁿ signs: the distribution of the sum of positive ranks, built rank by rank.
fn exact(ranks: &[u64], positive: u64) -> f64 {
    let total: u64 = ranks.iter().sum();
    let mut chance = vec![0.0; total as usize + 1];
    chance[0] = 1.0;
    let mut reached = 0;
    for rank in ranks.iter().map(|r| *r as usize) {
        for sum in (0..=reached).rev() {
            chance[sum] /= 2.0;
            chance[sum + rank] += chance[sum];
        }
        reached += rank;
    }
    // The distribution is symmetric, so the two tails weigh the same.
    let tail = positive.min(total - positive) as usize;
    (2.0 * chance[..=tail].iter().sum::<f64>()).min(1.0)
}

fn random(ranks: &[u64], positive: u64, draws: usize, seed: u64) -> f64 {
    let total: u64 = ranks.iter().sum();
    let apart = |positive: u64| (2 * positive).abs_diff(total);
    let mut stream = Draw::keyed(&[b"signed rank", &seed.to_le_bytes()]);
    let mut extreme = 0;
    for _ in 0..draws {
        let mut sum = 0;
        for some in ranks.chunks(64) {
            let signs = stream.draw();
            let signed = some.iter().enumerate();
            sum += signed.map(|(k, r)| (signs >> k & 1) * r).sum::<u64>();
        }
        extreme += usize::from(apart(sum) >= apart(positive));
    }
    (extreme + 1) as f64 / (draws + 1) as f64
}

#[cfg(test)]
mod tests {
    use super::*;

    // d = c(0,0,1,1,2,-1,3,-2,4,5,0,6); R 4.2, coin 1.4:
    // pvalue(wilcoxsign_test(d ~ rep(0,12), distribution="exact", zero.method="Pratt"))
    #[test]
    fn zeros_and_ties_agree_with_coin() {
        let d = [0.0, 0.0, 1.0, 1.0, 2.0, -1.0, 3.0, -2.0, 4.0, 5.0, 0.0, 6.0];
        let got = test(&d, 0, 1).unwrap();
        assert!((got.p - 0.07421875).abs() < 1e-12, "{got:?}");
        // scipy.stats.rankdata(abs(d)): 1 → 5, 2 → 7.5, 3 … 6 → 9 … 12
        assert_eq!((got.positive, got.negative), (59.5, 12.5));
        assert!((got.effect - 47.0 / 72.0).abs() < 1e-12);
    }

    // R: wilcox.test(d, exact=TRUE)$p.value, V = 40 (Hollander and Wolfe's depression data)
    #[test]
    fn without_ties_it_is_the_plain_exact_test() {
        let d = [0.952, -0.147, 1.022, 0.43, 0.62, 0.59, 0.49, -0.08, 0.01];
        let got = test(&d, 0, 1).unwrap();
        assert_eq!(got.positive, 40.0);
        assert!((got.p - 0.0390625).abs() < 1e-12, "{got:?}");
    }

    // The exact p of 56 differences, by the same recursion in Python over the mid-ranks of
    // numpy.round(numpy.random.default_rng(5).normal(.25, 1, 60), 1)
    #[test]
    fn random_signs_come_near_the_exact_p() {
        let got = test(&LONG, 20_000, 1).unwrap();
        assert_eq!((got.positive, got.negative), (924.5, 895.5));
        assert!((got.p - 0.917010416967023).abs() < 0.01, "{got:?}");
        assert_eq!(test(&[0.0; 3], 100, 1), None);
    }

    const LONG: [f64; 60] = [
        -0.6, -1.1, 0.0, 0.7, 1.4, 0.4, -0.3, -0.5, 1.0, 1.9, 0.5, -1.0, -0.7, 1.9, 0.5, -1.5, 0.2,
        -0.9, -0.4, -0.2, -0.5, 0.8, 0.2, -0.3, 0.7, 1.1, -1.4, -0.0, -0.7, 0.1, -1.0, 0.3, 0.2,
        -0.1, -0.8, -0.1, -0.8, -1.1, 0.5, -0.9, 1.4, 1.0, -1.7, 0.5, -0.9, 0.3, 0.3, -1.7, 0.0,
        -0.0, 1.2, -0.9, 1.0, -0.8, -0.1, -0.6, 1.7, 0.8, 2.7, 0.9,
    ];
}
