//! Two rates, each a sum of hits over a sum of chances, whose independent unit is the call.

/// Hits and chances of one call.
pub type Call = (f64, f64);

/// Difference of two rates in units of its standard error, calls being the clusters: the statistic to permute.
/// Studentising keeps the permutation test honest when the two sets of calls differ in size and spread but not in
/// rate. A. Janssen, Statistics & Probability Letters 36 (1997); E. Chung and J. P. Romano, Annals of Statistics 41
/// (2013). `None` where a rate or its error is undefined.
pub fn studentised<'c>(
    first: impl Iterator<Item = &'c Call>,
    second: impl Iterator<Item = &'c Call>,
) -> Option<f64> {
    let (a, b) = (Sums::of(first), Sums::of(second));
    let difference = a.rate()? - b.rate()?;
    let error = (a.variance()? + b.variance()?).sqrt();
    match error > 0.0 {
        true => Some(difference / error),
        false if difference == 0.0 => Some(0.0),
        false => None,
    }
}

/// The same for calls in pairs, `first[k]` with `second[k]`: the error of the difference allows for what pairs share.
pub fn studentised_pairs<'c>(
    pairs: impl Iterator<Item = (&'c Call, &'c Call)> + Clone,
) -> Option<f64> {
    let a = Sums::of(pairs.clone().map(|p| p.0));
    let b = Sums::of(pairs.clone().map(|p| p.1));
    let (ra, rb) = (a.rate()?, b.rate()?);
    // Linearised: what each pair adds to the difference of the two ratios.
    let part = |(x, y): (&Call, &Call)| (x.0 - ra * x.1) / a.chances - (y.0 - rb * y.1) / b.chances;
    let n = a.calls;
    if n < 2.0 {
        return None;
    }
    let error = (pairs.map(part).map(|d| d * d).sum::<f64>() * n / (n - 1.0)).sqrt();
    match error > 0.0 {
        true => Some((ra - rb) / error),
        false if ra == rb => Some(0.0),
        false => None,
    }
}

/// The sums that a rate and its linearised variance need.
#[derive(Default)]
struct Sums {
    calls: f64,
    hits: f64,
    chances: f64,
    hits_squared: f64,
    chances_squared: f64,
    both: f64,
}

impl Sums {
    fn of<'c>(calls: impl Iterator<Item = &'c Call>) -> Self {
        let mut sums = Self::default();
        for (hits, chances) in calls {
            sums.calls += 1.0;
            sums.hits += hits;
            sums.chances += chances;
            sums.hits_squared += hits * hits;
            sums.chances_squared += chances * chances;
            sums.both += hits * chances;
        }
        sums
    }

    fn rate(&self) -> Option<f64> {
        (self.chances > 0.0).then(|| self.hits / self.chances)
    }

    /// n/(n−1) · sum (hits − rate · chances)² / (sum of chances)²: the ratio estimator's variance, Cochran,
    /// Sampling Techniques (1977), 6.4.
    fn variance(&self) -> Option<f64> {
        let rate = self.rate()?;
        if self.calls < 2.0 {
            return None;
        }
        let squares =
            self.hits_squared - 2.0 * rate * self.both + rate * rate * self.chances_squared;
        let scale = self.calls / (self.calls - 1.0) / (self.chances * self.chances);
        // Rounding may leave a trace where every call has the same rate.
        let squares = if squares < 1e-12 * self.hits_squared {
            0.0
        } else {
            squares
        };
        Some(squares * scale)
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::stats::permutation;

    const A: [Call; 5] = [
        (3.0, 100.0),
        (5.0, 120.0),
        (2.0, 80.0),
        (6.0, 150.0),
        (4.0, 90.0),
    ];
    const B: [Call; 5] = [
        (8.0, 110.0),
        (7.0, 90.0),
        (10.0, 140.0),
        (4.0, 100.0),
        (9.0, 130.0),
    ];

    // The formula in Python, then all 126 divisions of 4 + 5 calls (itertools.combinations): 2 as far
    #[test]
    fn two_groups_agree_with_listing_all_divisions() {
        let calls: Vec<Call> = A[..4].iter().chain(&B).copied().collect();
        let t = studentised(A[..4].iter(), B.iter()).unwrap();
        assert!((t + 4.478934445574464).abs() < 1e-9, "{t}");
        let p = permutation::two_groups(4, 5, 2000, 1, |first| {
            let side = |wanted: bool| {
                let marked = calls.iter().zip(first);
                marked.filter(move |(_, f)| **f == wanted).map(|(c, _)| c)
            };
            vec![studentised(side(true), side(false))]
        });
        assert!((p[0].unwrap() - 2.0 / 126.0).abs() < 1e-12, "{p:?}");
    }

    // All 32 exchanges within 5 pairs (itertools.product): 2 as far
    #[test]
    fn pairs_agree_with_listing_all_exchanges() {
        let t = studentised_pairs(A.iter().zip(&B)).unwrap();
        assert!((t + 3.905403447578171).abs() < 1e-9, "{t}");
        let p = permutation::pairs(5, 2000, 1, |first| {
            let pair = |k: usize| {
                if first[k] {
                    (&A[k], &B[k])
                } else {
                    (&B[k], &A[k])
                }
            };
            vec![studentised_pairs((0..5).map(pair))]
        });
        assert!((p[0].unwrap() - 2.0 / 32.0).abs() < 1e-12, "{p:?}");
    }

    #[test]
    fn rates_alike_throughout_are_no_distance_apart() {
        assert_eq!(
            studentised([(1.0, 10.0); 3].iter(), [(2.0, 20.0); 3].iter()),
            Some(0.0)
        );
        assert_eq!(
            studentised([(1.0, 10.0); 3].iter(), [(0.0, 0.0); 3].iter()),
            None
        );
    }
}
