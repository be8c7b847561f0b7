//! Hodges and Lehmann's shift: by how much do paired conditions differ?

use statrs::distribution::{ContinuousCDF, Normal};

/// The shift with its 95 % interval.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct Shift {
    /// Median of the means of all pairs of differences (each with itself too).
    pub value: f64,
    /// Lower end; none for fewer than 6 differences, where no interval of such means covers 95 %.
    pub low: Option<f64>,
    /// Upper end.
    pub high: Option<f64>,
}

/// Up to this many differences the interval is by the exact distribution of the signed-rank sum.
const EXACT_TO: usize = 50;

/// Shift of `differences`; `None` when there are none. J. L. Hodges and E. L. Lehmann, Annals of Mathematical
/// Statistics 34 (1963); interval by inverting the signed-rank test (exact for untied differences, else careful:
/// it covers at least 95 %). Memory does not grow with the number of pairs of differences.
pub fn of(differences: &[f64]) -> Option<Shift> {
    let mut sorted = differences.to_vec();
    sorted.sort_by(f64::total_cmp);
    let n = sorted.len();
    if n == 0 {
        return None;
    }
    let means = n * (n + 1) / 2;
    let (a, b) = (means.div_ceil(2), means / 2 + 1);
    let value = (smallest(&sorted, a) + smallest(&sorted, b)) / 2.0;
    let cut = critical(n).filter(|k| *k > 0);
    Some(Shift {
        value,
        low: cut.map(|k| smallest(&sorted, k)),
        high: cut.map(|k| smallest(&sorted, means + 1 - k)),
    })
}

/// The `k`-th smallest (from 1) mean of two of `sorted`, by halving the range of values.
fn smallest(sorted: &[f64], k: usize) -> f64 {
    let (mut low, mut high) = (sorted[0], sorted[sorted.len() - 1]);
    if at_most(sorted, low) >= k {
        return low;
    }
    loop {
        let middle = low + (high - low) / 2.0;
        if middle <= low || middle >= high {
            return high;
        }
        match at_most(sorted, middle) >= k {
            true => high = middle,
            false => low = middle,
        }
    }
}

/// How many means of two (i ≤ j) are at most `limit`.
fn at_most(sorted: &[f64], limit: f64) -> usize {
    let mut count = 0;
    let mut end = sorted.len();
    for (i, a) in sorted.iter().enumerate() {
        while end > i && (a + sorted[end - 1]) / 2.0 > limit {
            end -= 1;
        }
        if end <= i {
            break;
        }
        count += end - i;
    }
    count
}

/// Which mean from below is the lower end: R's `qsignrank(0.025, n)`, at least 1, `None` when even the outermost
/// means do not cover 95 %.
fn critical(n: usize) -> Option<usize> {
    if n < 6 {
        return None;
    }
    if n > EXACT_TO {
        let n = n as f64;
        let (mean, sd) = (
            n * (n + 1.0) / 4.0,
            (n * (n + 1.0) * (2.0 * n + 1.0) / 24.0).sqrt(),
        );
        return Some((mean + sd * Normal::standard().inverse_cdf(0.025)).floor() as usize);
    }
    let mut chance = vec![0.0; n * (n + 1) / 2 + 1];
    chance[0] = 1.0;
    for rank in 1..=n {
        for sum in (0..=rank * (rank - 1) / 2).rev() {
            chance[sum] /= 2.0;
            chance[sum + rank] += chance[sum];
        }
    }
    let mut below = 0.0;
    chance.iter().position(|c| {
        below += c;
        below >= 0.025
    })
}

#[cfg(test)]
mod tests {
    use super::*;

    // R 4.2: wilcox.test(c(0.952,-0.147,1.022,0.43,0.62,0.59,0.49,-0.08,0.01), conf.int=TRUE, exact=TRUE)
    #[test]
    fn agrees_with_r() {
        let d = [0.952, -0.147, 1.022, 0.43, 0.62, 0.59, 0.49, -0.08, 0.01];
        let got = of(&d).unwrap();
        assert!((got.value - 0.46).abs() < 1e-12, "{got:?}");
        assert!((got.low.unwrap() - 0.01).abs() < 1e-12, "{got:?}");
        assert!((got.high.unwrap() - 0.786).abs() < 1e-12, "{got:?}");
    }

    // d = numpy.arange(60)**1.5 % 7 - 2; w = sorted((d[i] + d[j]) / 2 for i in range(60) for j in range(i, 60));
    // numpy.median(w), w[648 − 1], w[1830 − 648]; 648 = floor(915 + 135.84 * scipy.stats.norm.ppf(.025))
    const LONG: [f64; 3] = [1.312017771556981, 0.7651025035758536, 1.8502968528890265];

    #[test]
    fn many_differences_agree_with_listing_all_means() {
        let d: Vec<f64> = (0..60)
            .map(|k| f64::from(k).powf(1.5) % 7.0 - 2.0)
            .collect();
        let got = of(&d).unwrap();
        for (got, want) in [got.value, got.low.unwrap(), got.high.unwrap()]
            .iter()
            .zip(LONG)
        {
            assert!((got - want).abs() < 1e-9, "{got} {want}");
        }
    }

    #[test]
    fn few_differences_have_no_interval() {
        let got = of(&[1.0, 2.0, 3.0, 4.0, 5.0]).unwrap();
        assert_eq!((got.value, got.low), (3.0, None));
        assert_eq!(of(&[]), None);
    }
}
