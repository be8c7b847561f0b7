//! Permutation tests whose unit is the call: labels of calls are exchanged, never single events.

use rayon::prelude::*;

use crate::random::{Draw, below};

/// Two-sided p of each statistic for two groups of calls. `statistics` gets, for each call (those of the first
/// group, then those of the second), whether it stands in the first group; a statistic far from 0 speaks against
/// "the groups are alike". All divisions are tried when there are at most `draws` of them, else `draws`
/// random ones: p = (at least as far + 1) / (draws + 1). `None` for a statistic that is undefined as observed
/// or in more than a tenth of the divisions. Phipson and Smyth, Stat. Appl. Genet. Mol. Biol. 9 (2010).
pub fn two_groups<F>(
    first: usize,
    second: usize,
    draws: usize,
    seed: u64,
    statistics: F,
) -> Vec<Option<f64>>
where
    F: Fn(&[bool]) -> Vec<Option<f64>> + Sync,
{
    let calls = first + second;
    let mut observed = vec![false; calls];
    observed[..first].fill(true);
    let divisions = match choices(calls, first).filter(|n| *n <= draws) {
        Some(_) => Divisions::All(subsets(calls, first)),
        None => Divisions::Drawn(draws),
    };
    let draw = |k: usize| {
        let mut stream = stream(b"two groups", seed, k);
        let mut division = vec![false; calls];
        // Floyd's sampling: `first` distinct calls of all, each subset equally likely.
        for j in calls - first..calls {
            let at = below(stream.draw(), j as u64 + 1) as usize;
            let new = if division[at] { j } else { at };
            division[new] = true;
        }
        division
    };
    p_values(&observed, &divisions, draw, statistics)
}

/// The smallest p that [`two_groups`] can give, whatever the data: few calls have few divisions.
pub fn smallest_of_two_groups(first: usize, second: usize, draws: usize) -> f64 {
    match choices(first + second, first).filter(|n| *n <= draws) {
        // Groups of one size mirror each other.
        Some(n) if first == second => 2.0 / n as f64,
        Some(n) => 1.0 / n as f64,
        None => 1.0 / (draws as f64 + 1.0),
    }
}

/// The smallest p that [`pairs`] can give.
pub fn smallest_of_pairs(pairs: usize, draws: usize) -> f64 {
    let divisions = 0.5_f64.powi(pairs.min(1000) as i32);
    (2.0 * divisions).max(1.0 / (draws as f64 + 1.0)).min(1.0)
}

/// The same for pairs: the two members of a pair are exchanged. `statistics` gets `2 · pairs` entries: the first
/// members of all pairs, then the second members.
pub fn pairs<F>(pairs: usize, draws: usize, seed: u64, statistics: F) -> Vec<Option<f64>>
where
    F: Fn(&[bool]) -> Vec<Option<f64>> + Sync,
{
    let divided = |exchanged: &mut dyn FnMut(usize) -> bool| {
        let kept: Vec<bool> = (0..pairs).map(|k| !exchanged(k)).collect();
        let others = kept.iter().map(|k| !k);
        kept.iter().copied().chain(others).collect::<Vec<bool>>()
    };
    let observed = divided(&mut |_| false);
    let all = (pairs < 32).then(|| 1usize << pairs);
    let divisions = match all.filter(|n| *n <= draws) {
        Some(n) => Divisions::All(
            (0..n)
                .map(|set| divided(&mut |k| set >> k & 1 == 1))
                .collect(),
        ),
        None => Divisions::Drawn(draws),
    };
    let draw = |k: usize| {
        let mut stream = stream(b"pairs", seed, k);
        divided(&mut |_| stream.draw() >> 63 == 1)
    };
    p_values(&observed, &divisions, draw, statistics)
}

/// What the observed division is compared with.
enum Divisions {
    /// Every one, the observed included.
    All(Vec<Vec<bool>>),
    /// So many random ones.
    Drawn(usize),
}

fn stream(name: &[u8], seed: u64, draw: usize) -> Draw {
    let draw = draw as u64;
    Draw::keyed(&[
        b"permutation",
        name,
        &seed.to_le_bytes(),
        &draw.to_le_bytes(),
    ])
}

fn p_values<D, F>(
    observed: &[bool],
    divisions: &Divisions,
    draw: D,
    statistics: F,
) -> Vec<Option<f64>>
where
    D: Fn(usize) -> Vec<bool> + Sync,
    F: Fn(&[bool]) -> Vec<Option<f64>> + Sync,
{
    let observed = statistics(observed);
    let (tried, extra): (Vec<Vec<Option<f64>>>, f64) = match divisions {
        Divisions::All(all) => (all.par_iter().map(|d| statistics(d)).collect(), 0.0),
        Divisions::Drawn(n) => {
            let each = (0..*n).into_par_iter().map(|k| statistics(&draw(k)));
            (each.collect(), 1.0)
        }
    };
    let one = |(k, value): (usize, &Option<f64>)| {
        let value = value.filter(|v| !v.is_nan())?;
        let others: Vec<f64> = tried.iter().filter_map(|t| t[k]).collect();
        if others.is_empty() || others.len() * 10 < tried.len() * 9 {
            return None;
        }
        Some((at_least(&others, value) + extra) / (others.len() as f64 + extra))
    };
    observed.iter().enumerate().map(one).collect()
}

/// How many of `others` lie at least as far from 0 as `value`, up to rounding.
fn at_least(others: &[f64], value: f64) -> f64 {
    let limit = value.abs() * (1.0 - 1e-9);
    others.iter().filter(|v| v.abs() >= limit).count() as f64
}

/// n choose k, where it is small enough to matter.
fn choices(n: usize, k: usize) -> Option<usize> {
    (0..k.min(n - k)).try_fold(1usize, |all, j| Some(all.checked_mul(n - j)? / (j + 1)))
}

/// Every way to mark `k` of `n`.
fn subsets(n: usize, k: usize) -> Vec<Vec<bool>> {
    if k == 0 || k == n {
        return vec![vec![k == n && n > 0; n]];
    }
    let with = subsets(n - 1, k - 1).into_iter().map(|s| (s, true));
    let without = subsets(n - 1, k).into_iter().map(|s| (s, false));
    let extend = |(mut set, last): (Vec<bool>, bool)| {
        set.push(last);
        set
    };
    with.chain(without).map(extend).collect()
}

#[cfg(test)]
mod tests {
    use super::*;

    fn mean_difference(values: &[f64], first: &[bool]) -> Option<f64> {
        let mean = |wanted: bool| {
            let kept: Vec<f64> = values
                .iter()
                .zip(first)
                .filter(|(_, f)| **f == wanted)
                .map(|(v, _)| *v)
                .collect();
            kept.iter().sum::<f64>() / kept.len() as f64
        };
        Some(mean(true) - mean(false))
    }

    const GROUPS: f64 = 0.0761904761904762;
    const PAIRS: f64 = 0.0625;
    const X: [f64; 10] = [1.2, 3.4, 2.2, 5.1, 4.4, 2.8, 6.0, 7.3, 5.5, 4.9];

    // scipy.stats.permutation_test((X[:4], X[4:]), lambda a, b: abs(numpy.mean(a) - numpy.mean(b)),
    // n_resamples=numpy.inf, alternative="greater").pvalue;
    // with permutation_type="samples" for (X[:5], X[5:])
    // The most extreme division has p = 1/C(n, k), or 2/C(2k, k) where the mirrored one is as extreme.
    #[test]
    fn the_smallest_p_is_the_one_of_the_most_extreme_division() {
        for (first, second) in [(3, 3), (2, 4), (5, 1)] {
            let apart = |division: &[bool]| {
                let of = |side: bool| {
                    let values = (0..division.len()).filter(|k| division[*k] == side);
                    let values: Vec<f64> = values.map(|k| (k * k) as f64).collect();
                    values.iter().sum::<f64>() / values.len() as f64
                };
                vec![Some(of(true) - of(false))]
            };
            let p = two_groups(first, second, 1000, 1, apart)[0].unwrap();
            let least = smallest_of_two_groups(first, second, 1000);
            assert!(p >= least - 1e-12, "{first} {second}: {p} {least}");
        }
        assert_eq!(smallest_of_two_groups(3, 3, 1000), 0.1);
        assert_eq!(smallest_of_two_groups(30, 30, 999), 0.001);
        assert_eq!(smallest_of_pairs(5, 1000), 0.0625);
        assert_eq!(smallest_of_pairs(1, 1000), 1.0);
    }

    #[test]
    fn agrees_with_scipy() {
        let p = two_groups(4, 6, 1000, 1, |f| vec![mean_difference(&X, f)]);
        assert!((p[0].unwrap() - GROUPS).abs() < 1e-12, "{p:?}");
        let p = pairs(5, 1000, 1, |f| vec![mean_difference(&X, f)]);
        assert!((p[0].unwrap() - PAIRS).abs() < 1e-12, "{p:?}");
    }

    #[test]
    fn random_divisions_come_near_all() {
        // 210 divisions and 32 exchanges: fewer draws than that are random.
        let p = two_groups(4, 6, 209, 1, |f| vec![mean_difference(&X, f)]);
        assert!((p[0].unwrap() - GROUPS).abs() < 0.05, "{p:?}");
        let sizes = two_groups(4, 6, 209, 1, |f| {
            assert_eq!(f.iter().filter(|f| **f).count(), 4);
            vec![Some(0.0), None]
        });
        assert_eq!(sizes, [Some(1.0), None]);
    }
}
