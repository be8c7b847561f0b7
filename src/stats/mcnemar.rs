//! Two deciders on the same cases: which is right more often?

use statrs::distribution::{Binomial, DiscreteCDF};

/// Exact two-sided p that `only_first` (cases that only the first got right) and `only_second` are alike;
/// `None` when they differ on no case. Q. McNemar, Psychometrika 12 (1947), by the binomial distribution.
/// Cases must be independent: where several share a call, use [`super::permutation::pairs`].
pub fn exact(only_first: u64, only_second: u64) -> Option<f64> {
    let n = only_first + only_second;
    if n == 0 {
        return None;
    }
    let half = Binomial::new(0.5, n).ok()?;
    Some((2.0 * half.cdf(only_first.min(only_second))).min(1.0))
}

#[cfg(test)]
mod tests {
    use super::*;

    // statsmodels.stats.contingency_tables.mcnemar([[0, b], [c, 0]], exact=True).pvalue
    #[test]
    fn agrees_with_statsmodels() {
        for (b, c, want) in WANT {
            let got = exact(b, c).unwrap();
            assert!((got - want).abs() < 1e-12, "{b} {c}: {got}");
        }
        assert_eq!(exact(0, 0), None);
    }

    const WANT: [(u64, u64, f64); 4] = [
        (1, 8, 0.0390625),
        (5, 5, 1.0),
        (30, 12, 0.007915897334896727),
        (0, 3, 0.25),
    ];
}
