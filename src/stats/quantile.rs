//! Quantiles of weighted samples.

/// A value and how often it counts.
pub type Weighted = (f64, f64);

/// The smallest value below or at which at least `p` of the weight lies (inverse of the empirical
/// distribution, Hyndman and Fan's type 1). `sorted` ascends by value; `None` when there is no weight.
pub fn weighted(sorted: impl Iterator<Item = Weighted> + Clone, p: f64) -> Option<f64> {
    several(sorted, &[p])[0]
}

/// Several quantiles; `ps` in any order.
pub fn several(sorted: impl Iterator<Item = Weighted> + Clone, ps: &[f64]) -> Vec<Option<f64>> {
    let total = sorted.clone().map(|(_, w)| w).sum();
    within(sorted, total, ps)
}

/// Several quantiles in one walk, where the sum of the weights is known.
pub fn within(sorted: impl Iterator<Item = Weighted>, total: f64, ps: &[f64]) -> Vec<Option<f64>> {
    let mut found = vec![None; ps.len()];
    let mut order: Vec<usize> = (0..ps.len()).collect();
    order.sort_by(|a, b| ps[*a].total_cmp(&ps[*b]));
    // The tolerance keeps p·n from missing a whole number by rounding (0.95 · 20 = 19.000000000000004); what
    // weighs nothing is never a quantile, not even the lowest.
    let wanted = |k: &usize| ((ps[*k] - 1e-9) * total).max(f64::MIN_POSITIVE);
    let mut order = order.into_iter().peekable();
    let Some(mut next) = order.peek().map(wanted).filter(|_| total > 0.0) else {
        return found;
    };
    let mut seen = 0.0;
    for (value, weight) in sorted {
        seen += weight;
        while seen >= next {
            if let Some(k) = order.next() {
                found[k] = Some(value);
            }
            match order.peek() {
                Some(k) => next = wanted(k),
                None => return found,
            }
        }
    }
    found
}

/// The same of plain values, which need not be sorted.
pub fn of(values: &[f64], p: f64) -> Option<f64> {
    let mut sorted = values.to_vec();
    sorted.sort_by(f64::total_cmp);
    of_sorted(&sorted, p)
}

/// The same of plain values that ascend.
pub fn of_sorted(sorted: &[f64], p: f64) -> Option<f64> {
    let n = sorted.len() as f64;
    let rank = ((p - 1e-9) * n).ceil().clamp(1.0, n.max(1.0));
    sorted.get(rank as usize - 1).copied()
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
    fn several_are_each_as_if_alone() {
        let x: Vec<Weighted> = (0..50)
            .map(|k| (f64::from(k / 3), f64::from(k % 4)))
            .collect();
        let ps = [0.9, 0.0, 1.0, 0.5, 0.5, 0.25];
        let together = several(x.iter().copied(), &ps);
        for (p, found) in ps.into_iter().zip(together) {
            assert_eq!(found, weighted(x.iter().copied(), p), "{p}");
        }
    }

    #[test]
    fn weights_stand_for_copies() {
        let sorted = [(1.0, 2.0), (2.0, 0.0), (3.0, 1.0)];
        assert_eq!(weighted(sorted.into_iter(), 0.5), Some(1.0));
        assert_eq!(weighted(sorted.into_iter(), 0.7), Some(3.0));
    }
}
