//! Do annotators agree, beyond chance?

use std::collections::BTreeMap;

use super::bootstrap::{self, Interval};

/// An agreement, 1 = perfect, 0 = chance, with the 95 % interval over resampled groups of cases.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct Agreement {
    /// The coefficient.
    pub value: f64,
    /// Its interval; none for a single group.
    pub interval: Option<(f64, f64)>,
}

/// What the annotators said of one case; `None` where one did not look at it.
pub type Case<L> = Vec<Option<L>>;

/// Cohen's kappa of two annotators over groups of cases (a group: the cases of a call; one case each where there are no
/// calls). Cases that one of them left out are passed over. `None` when no case has both, or when both
/// gave one and the same label throughout. J. Cohen, Educational and Psychological Measurement 20 (1960).
pub fn kappa<L: Ord + Sync>(
    groups: &[Vec<(Option<L>, Option<L>)>],
    draws: usize,
    seed: u64,
) -> Option<Agreement> {
    let tables: Vec<BTreeMap<(&L, &L), f64>> = groups
        .iter()
        .map(|cases| {
            let mut table = BTreeMap::new();
            for pair in cases {
                if let (Some(a), Some(b)) = (&pair.0, &pair.1) {
                    *table.entry((a, b)).or_default() += 1.0;
                }
            }
            table
        })
        .collect();
    resampled(groups.len(), draws, seed, |weights| {
        kappa_of(&sum(&tables, weights))
    })
}

fn kappa_of<L: Ord>(table: &BTreeMap<(&L, &L), f64>) -> Option<f64> {
    let n: f64 = table.values().sum();
    let (mut first, mut second): (BTreeMap<&L, f64>, BTreeMap<&L, f64>) = Default::default();
    let mut same = 0.0;
    for ((a, b), count) in table {
        *first.entry(a).or_default() += count;
        *second.entry(b).or_default() += count;
        same += if a == b { *count } else { 0.0 };
    }
    let by_chance = first
        .iter()
        .filter_map(|(label, a)| Some(a * second.get(label)?));
    let expected = by_chance.sum::<f64>() / (n * n);
    (n > 0.0 && expected < 1.0).then(|| (same / n - expected) / (1.0 - expected))
}

/// Krippendorff's alpha for any number of annotators, nominal labels, over groups of cases. A case with fewer than two
/// labels says nothing. `None` without such cases, or when one label was given throughout. K. Krippendorff, Content
/// Analysis (2004), 11.3.
pub fn alpha<L: Ord + Sync>(groups: &[Vec<Case<L>>], draws: usize, seed: u64) -> Option<Agreement> {
    // Of each group: how much of each label could be paired, and how much of it met its like.
    let tables: Vec<BTreeMap<(&L, bool), f64>> = groups
        .iter()
        .map(|cases| {
            let mut table = BTreeMap::new();
            for case in cases {
                let mut labels: BTreeMap<&L, f64> = BTreeMap::new();
                case.iter()
                    .flatten()
                    .for_each(|l| *labels.entry(l).or_default() += 1.0);
                let given: f64 = labels.values().sum();
                for (label, n) in labels.into_iter().filter(|_| given > 1.0) {
                    *table.entry((label, false)).or_default() += n;
                    *table.entry((label, true)).or_default() += n * (n - 1.0) / (given - 1.0);
                }
            }
            table
        })
        .collect();
    resampled(groups.len(), draws, seed, |weights| {
        alpha_of(&sum(&tables, weights))
    })
}

fn alpha_of<L: Ord>(table: &BTreeMap<(&L, bool), f64>) -> Option<f64> {
    let all = |like: bool| {
        table
            .iter()
            .filter(move |((_, l), _)| *l == like)
            .map(|(_, n)| *n)
    };
    let (n, met): (f64, f64) = (all(false).sum(), all(true).sum());
    let chance: f64 = all(false).map(|c| c * (c - 1.0)).sum();
    let unlike = n * (n - 1.0) - chance;
    (unlike > 0.0).then(|| 1.0 - (n - 1.0) * (n - met) / unlike)
}

fn sum<K: Ord + Copy>(tables: &[BTreeMap<K, f64>], weights: &[f64]) -> BTreeMap<K, f64> {
    let mut sum = BTreeMap::new();
    for (table, weight) in tables.iter().zip(weights).filter(|(_, w)| **w > 0.0) {
        for (key, n) in table {
            *sum.entry(*key).or_default() += weight * n;
        }
    }
    sum
}

fn resampled(
    groups: usize,
    draws: usize,
    seed: u64,
    value: impl Fn(&[f64]) -> Option<f64> + Sync,
) -> Option<Agreement> {
    let whole = value(&vec![1.0; groups])?;
    let found = bootstrap::intervals(groups, draws, seed, |weights| vec![value(weights)]);
    Some(Agreement {
        value: whole,
        interval: found.into_iter().next().flatten().map(Interval::ends),
    })
}

#[cfg(test)]
mod tests {
    use super::*;

    // sklearn.metrics.cohen_kappa_score(a, b)
    #[test]
    fn kappa_agrees_with_scikit_learn() {
        let a = [0, 0, 1, 1, 2, 2, 0, 1, 2, 0, 1, 1];
        let b = [0, 1, 1, 1, 2, 0, 0, 1, 2, 0, 2, 1];
        let mut groups: Vec<_> = a
            .iter()
            .zip(b)
            .map(|(a, b)| vec![(Some(*a), Some(b))])
            .collect();
        groups.push(vec![(Some(1), None)]);
        let got = kappa(&groups, 500, 1).unwrap();
        assert!((got.value - 0.6170212765957447).abs() < 1e-12, "{got:?}");
        let (low, high) = got.interval.unwrap();
        assert!(low < got.value && got.value < high, "{got:?}");
        assert_eq!(kappa(&[vec![(Some(1), Some(1))]], 500, 1), None);
    }

    // The example of Krippendorff's article, 0 = missing; krippendorff.alpha(rows, level_of_measurement="nominal")
    #[test]
    fn alpha_agrees_with_the_published_example() {
        let rows = [
            [0, 0, 0, 0, 0, 3, 4, 1, 2, 1, 1, 3, 3, 0, 3],
            [1, 0, 2, 1, 3, 3, 4, 3, 0, 0, 0, 0, 0, 0, 0],
            [0, 0, 2, 1, 3, 4, 4, 0, 2, 1, 1, 3, 3, 0, 4],
        ];
        let case = |k: usize| rows.iter().map(|r| Some(r[k]).filter(|l| *l > 0)).collect();
        let groups: Vec<Vec<Case<u8>>> = (0..15).map(|k| vec![case(k)]).collect();
        let got = alpha(&groups, 500, 1).unwrap();
        assert!((got.value - 0.691358024691358).abs() < 1e-12, "{got:?}");
        // Grouping cases changes the interval, never the value.
        let whole = alpha(&[groups.concat()], 500, 1).unwrap();
        assert!((whole.value - got.value).abs() < 1e-12 && whole.interval.is_none());
        assert_eq!(alpha(&[vec![vec![Some(1), Some(1)]]], 500, 1), None);
    }
}
