//! Quantiles of weighted samples.

/// A value and how often it counts.
pub type Weighted = (f64, f64);

/// The smallest value below or at which at least `p` of the weight lies (inverse of the empirical
/// distribution, Hyndman and Fan's type 1). `sorted` ascends by value; `None` when there is no weight.
pub fn weighted(sorted: impl Iterator<Item = Weighted> + Clone, p: f64) -> Option<f64> {
    let total: f64 = sorted.clone().map(|(_, w)| w).sum();
    if total <= 0.0 {
        return None;
    }
    // The tolerance keeps p·n from missing a whole number by rounding (0.95 · 20 = 19.000000000000004).
    let wanted = p * total - 1e-9 * total;
    let mut seen = 0.0;
    let mut last = None;
    for (value, weight) in sorted.filter(|(_, w)| *w > 0.0) {
        seen += weight;
        last = Some(value);
        if seen >= wanted {
            break;
        }
    }
    last
}

/// The same of plain values, which need not be sorted.
pub fn of(values: &[f64], p: f64) -> Option<f64> {
    let mut sorted = values.to_vec();
    sorted.sort_by(f64::total_cmp);
    weighted(sorted.iter().map(|v| (*v, 1.0)), p)
}

#[cfg(test)]
mod tests {
    use super::*;

    // numpy.quantile(x, p, method="inverted_cdf"), numpy 2.x:
    // x = [3,1,4,1,5,9,2,6,5,3]; [numpy.quantile(x, p, method="inverted_cdf") for p in (0,.1,.25,.5,.9,.95,1)]
    #[test]
    fn agrees_with_numpy() {
        let x = [3.0, 1.0, 4.0, 1.0, 5.0, 9.0, 2.0, 6.0, 5.0, 3.0];
        let want = [1.0, 1.0, 2.0, 3.0, 6.0, 9.0, 9.0];
        for (p, want) in [0.0, 0.1, 0.25, 0.5, 0.9, 0.95, 1.0].into_iter().zip(want) {
            assert_eq!(of(&x, p), Some(want), "{p}");
        }
        assert_eq!(of(&[], 0.5), None);
    }

    #[test]
    fn weights_stand_for_copies() {
        let sorted = [(1.0, 2.0), (2.0, 0.0), (3.0, 1.0)];
        assert_eq!(weighted(sorted.into_iter(), 0.5), Some(1.0));
        assert_eq!(weighted(sorted.into_iter(), 0.7), Some(3.0));
    }
}
