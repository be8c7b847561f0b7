//! How far apart two samples are.

/// Two distances between the distributions of two samples.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct Distance {
    /// Wasserstein-1: the mean shift that turns one sample into the other, in the unit of the values.
    pub wasserstein: f64,
    /// Kolmogorov and Smirnov's statistic: the largest difference of the two distribution functions, 0–1.
    pub ks: f64,
}

/// Distances between the values whose call is in the first group and the others. `sorted` ascends by value and names
/// the call of each, `in_first` says where each call stands: one sort serves every permutation of calls. `None`
/// when a group has no value. A p value needs calls exchanged ([`super::permutation`]): the usual tables are for
/// independent values, and those of one call are not.
pub fn grouped(sorted: &[(f64, usize)], in_first: &[bool]) -> Option<Distance> {
    let first = sorted.iter().filter(|(_, call)| in_first[*call]).count();
    let second = sorted.len() - first;
    if first == 0 || second == 0 {
        return None;
    }
    // Counts, not sums of steps: where the two shares are equal their difference is exactly 0.
    let (mut below_first, mut below_second) = (0, 0);
    let (mut wasserstein, mut ks) = (0.0, 0.0_f64);
    let mut last = sorted[0].0;
    for (value, call) in sorted {
        if *value > last {
            let crosswise = (below_first * second).abs_diff(below_second * first);
            let apart = crosswise as f64 / (first as f64 * second as f64);
            wasserstein += apart * (value - last);
            ks = ks.max(apart);
            last = *value;
        }
        match in_first[*call] {
            true => below_first += 1,
            false => below_second += 1,
        }
    }
    Some(Distance { wasserstein, ks })
}

/// Distances between two plain samples.
pub fn between(first: &[f64], second: &[f64]) -> Option<Distance> {
    let tagged = |values: &[f64], group: usize| values.iter().map(move |v| (*v, group)).collect();
    let (mut all, more): (Vec<(f64, usize)>, Vec<_>) = (tagged(first, 0), tagged(second, 1));
    all.extend(more);
    all.sort_by(|a, b| a.0.total_cmp(&b.0));
    grouped(&all, &[true, false])
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn equal_samples_of_any_size_are_exactly_nothing_apart() {
        for n in [3, 7, 49] {
            let x: Vec<f64> = (0..n).map(|k| f64::from(k * k) / 7.0).collect();
            let distance = between(&x, &x).unwrap();
            assert_eq!((distance.wasserstein, distance.ks), (0.0, 0.0));
        }
    }

    // a = [3,1,4,1,5,9,2,6]; b = [2,7,1,8,2,8]
    // scipy.stats.wasserstein_distance(a, b), scipy.stats.ks_2samp(a, b).statistic
    #[test]
    fn agrees_with_scipy() {
        let a = [3.0, 1.0, 4.0, 1.0, 5.0, 9.0, 2.0, 6.0];
        let b = [2.0, 7.0, 1.0, 8.0, 2.0, 8.0];
        let distance = between(&a, &b).unwrap();
        assert!(
            (distance.wasserstein - 1.2916666666666667).abs() < 1e-12,
            "{distance:?}"
        );
        assert!((distance.ks - 0.375).abs() < 1e-12, "{distance:?}");
        assert_eq!(between(&a, &[]), None);
    }

    #[test]
    fn a_shift_is_its_own_distance() {
        let distance = between(&[1.0, 2.0, 4.0], &[6.0, 7.0, 9.0]).unwrap();
        assert!((distance.wasserstein - 5.0).abs() < 1e-12 && (distance.ks - 1.0).abs() < 1e-12);
    }
}
