//! p values of many tests at once.

/// Holm's adjusted p: below 0.05, the finding stands with at most 5 % chance of any false one among all.
/// S. Holm, Scandinavian Journal of Statistics 6 (1979). Same order as `p`.
pub fn holm(p: &[f64]) -> Vec<f64> {
    let mut adjusted = vec![0.0; p.len()];
    let mut highest: f64 = 0.0;
    for (k, at) in ascending(p).into_iter().enumerate() {
        highest = highest.max((p.len() - k) as f64 * p[at]).min(1.0);
        adjusted[at] = highest;
    }
    adjusted
}

/// Benjamini and Hochberg's adjusted p: of all findings below 0.05, at most 5 % are expected to be false.
/// JRSS B 57 (1995). Same order as `p`.
pub fn benjamini_hochberg(p: &[f64]) -> Vec<f64> {
    let mut adjusted = vec![0.0; p.len()];
    let mut lowest: f64 = 1.0;
    for (k, at) in ascending(p).into_iter().enumerate().rev() {
        lowest = lowest.min(p.len() as f64 / (k + 1) as f64 * p[at]);
        adjusted[at] = lowest;
    }
    adjusted
}

/// Indices of `p` from its lowest to its highest value.
fn ascending(p: &[f64]) -> Vec<usize> {
    let mut order: Vec<usize> = (0..p.len()).collect();
    order.sort_by(|a, b| p[*a].total_cmp(&p[*b]));
    order
}

#[cfg(test)]
mod tests {
    use super::*;

    const P: [f64; 7] = [0.01, 0.04, 0.03, 0.005, 0.5, 0.04, 1.0];

    fn near(got: &[f64], want: &[f64]) {
        assert_eq!(got.len(), want.len());
        let apart = got.iter().zip(want).map(|(g, w)| (g - w).abs());
        assert!(apart.fold(0.0, f64::max) < 1e-12, "{got:?}");
    }

    // statsmodels.stats.multitest.multipletests(P, method="holm")[1], method="fdr_bh"
    #[test]
    fn agrees_with_statsmodels() {
        near(&holm(&P), &[0.06, 0.16, 0.15, 0.035, 1.0, 0.16, 1.0]);
        let want = [0.035, 0.056, 0.056, 0.035, 0.5833333333333334, 0.056, 1.0];
        near(&benjamini_hochberg(&P), &want);
        assert!(holm(&[]).is_empty() && benjamini_hochberg(&[]).is_empty());
    }
}
