//! Figures: difference, ratio, intervals, p.

use statrs::distribution::{ContinuousCDF, StudentsT};

use super::{Compared, HEADLINES, Joint};
use crate::measure::{Figure, MEASURES, Pool, Stat, Tally, resampled};
use crate::settings::{BOOTSTRAP_DRAWS, RANDOM_SEED, Settings};
use crate::stats::bootstrap::{self, JACKKNIFE_BELOW};
use crate::stats::two_rates::{self, Call};
use crate::stats::{adjust, quantile};

/// Values of all figures in one corpus.
type Values = Vec<Option<f64>>;

/// Hits and chances of each call, for figures that are a ratio.
type Ratios = Vec<Option<Vec<Call>>>;

pub(super) fn figures(joint: &Joint, settings: &Settings) -> Vec<Compared> {
    let of_measure = |(m, tallies): (usize, &Vec<Tally>)| {
        let figures = MEASURES[m].figures(settings);
        let kept = figures
            .into_iter()
            .filter(|f| f.stat.has_interval())
            .collect();
        Pool::new(tallies, kept)
    };
    let pools: Vec<Pool> = joint.tallies.iter().enumerate().map(of_measure).collect();
    let mut ratios: Ratios = Vec::new();
    for (pool, tallies) in pools.iter().zip(&joint.tallies) {
        ratios.extend(pool.figures().iter().map(|f| ratio(f, tallies)));
    }
    let (a, b) = (values(&pools, joint, true), values(&pools, joint, false));
    let spread = spread(&pools, joint, settings, &a, &b);
    let p = joint.permuted(settings, |first| statistics(&pools, &ratios, joint, first));
    let names = pools
        .iter()
        .flat_map(|p| p.figures().iter().map(move |f| (f, p)));
    let mut compared: Vec<Compared> = names
        .enumerate()
        .map(|(k, (figure, pool))| {
            let (interval, ratio_interval) = spread[k];
            let both = a[k].zip(b[k]);
            let quotient = both.filter(|(a, _)| *a > 0.0 && !may_be_negative(&figure.name));
            Compared {
                name: figure.name.clone(),
                unit: String::from(figure.unit),
                a: a[k],
                b: b[k],
                difference: both.map(|(a, b)| b - a),
                interval: interval.filter(|_| both.is_some()),
                ratio: quotient.map(|(a, b)| b / a),
                ratio_interval: ratio_interval.filter(|_| quotient.is_some()),
                p: p[k].filter(|_| both.is_some()),
                reason: both.is_none().then(|| reason(figure, pool)),
                ..Compared::default()
            }
        })
        .collect();
    adjusted(&mut compared);
    compared
}

fn reason(figure: &Figure, pool: &Pool) -> String {
    let said = figure.stat.keys().into_iter().find_map(|k| pool.reason(k));
    said.map_or_else(
        || String::from("nothing to count"),
        |(reason, _)| String::from(reason),
    )
}

/// Holm over the headlines, Benjamini–Hochberg over all.
pub(super) fn adjusted(compared: &mut [Compared]) {
    let of =
        |compared: &[Compared], wanted: &dyn Fn(&Compared) -> bool| -> (Vec<usize>, Vec<f64>) {
            let kept = compared.iter().enumerate().filter(|(_, c)| wanted(c));
            kept.filter_map(|(k, c)| Some((k, c.p?))).unzip()
        };
    let (at, p) = of(compared, &|c| HEADLINES.contains(&c.name.as_str()));
    for (k, p) in at.into_iter().zip(adjust::holm(&p)) {
        compared[k].holm = Some(p);
    }
    let (at, p) = of(compared, &|_| true);
    for (k, p) in at.into_iter().zip(adjust::benjamini_hochberg(&p)) {
        compared[k].bh = Some(p);
    }
}

/// Offsets, z and alpha by moments have no natural zero to multiply from: their quotient means nothing.
pub(super) fn may_be_negative(name: &str) -> bool {
    let offset = name.starts_with("transfer_offset.") && !name.ends_with(".overlapped");
    offset || name.ends_with(".z") || name.ends_with(".alpha")
}

/// Hits and chances of each call of a figure that is a ratio.
fn ratio(figure: &Figure, tallies: &[Tally]) -> Option<Vec<Call>> {
    let of_sample = |sample: &str, hits: &dyn Fn(&[f64]) -> f64| {
        let each = tallies.iter().map(|t| t.values(sample));
        each.map(|v| (hits(v), v.len() as f64)).collect()
    };
    match figure.stat {
        Stat::Ratio { hits, chances, .. } => {
            let both = tallies.iter().map(|t| t.count(hits).zip(t.count(chances)));
            Some(both.map(Option::unwrap_or_default).collect())
        }
        Stat::Mean(sample) => Some(of_sample(sample, &|v| v.iter().sum())),
        Stat::Above { sample, limit } => Some(of_sample(sample, &|v| {
            v.iter().filter(|x| **x > limit).count() as f64
        })),
        _ => None,
    }
}

/// Weights that count the calls of one corpus so often and those of the other not at all.
fn weights(joint: &Joint, of_a: bool, own: &[f64]) -> Vec<f64> {
    let mut weights = vec![0.0; joint.a + joint.b];
    let place = if of_a {
        0..joint.a
    } else {
        joint.a..joint.a + joint.b
    };
    weights[place].copy_from_slice(own);
    weights
}

fn values(pools: &[Pool], joint: &Joint, of_a: bool) -> Values {
    let own = vec![1.0; if of_a { joint.a } else { joint.b }];
    resampled(pools, &weights(joint, of_a, &own))
}

/// What is permuted: a ratio's difference in standard errors, any other figure's difference.
fn statistics(pools: &[Pool], ratios: &Ratios, joint: &Joint, first: &[bool]) -> Values {
    let of = |wanted: bool| {
        let weights: Vec<f64> = first
            .iter()
            .map(|f| f64::from(u8::from(*f == wanted)))
            .collect();
        resampled(pools, &weights)
    };
    let (a, b) = (of(true), of(false));
    let difference = |k: usize| Some(b[k]? - a[k]?);
    let one = |(k, ratio): (usize, &Option<Vec<Call>>)| match ratio {
        // A ratio in which a call lacks its numerator has no call-wise error.
        Some(calls) => studentised(calls, joint, first),
        None => difference(k),
    };
    ratios.iter().enumerate().map(one).collect()
}

fn studentised(calls: &[Call], joint: &Joint, first: &[bool]) -> Option<f64> {
    if joint.paired {
        let pair = |k: usize| {
            let (x, y) = (&calls[k], &calls[joint.a + k]);
            if first[k] { (x, y) } else { (y, x) }
        };
        return two_rates::studentised_pairs((0..joint.a).map(pair));
    }
    let side = |wanted: bool| {
        let marked = calls.iter().zip(first);
        // Calls with nothing to count are no evidence of either corpus.
        marked
            .filter(move |(c, f)| **f == wanted && c.1 > 0.0)
            .map(|(c, _)| c)
    };
    two_rates::studentised(side(true), side(false))
}

/// Intervals of difference and ratio.
type Spread = (Option<(f64, f64)>, Option<(f64, f64)>);

/// Percentiles of resampled calls (pairs of calls are drawn together); under [`JACKKNIFE_BELOW`] calls in either
/// corpus leave-one-out errors with Student's t.
fn spread(
    pools: &[Pool],
    joint: &Joint,
    settings: &Settings,
    a: &Values,
    b: &Values,
) -> Vec<Spread> {
    let draws = settings.count(&BOOTSTRAP_DRAWS);
    let few = joint.a.min(joint.b);
    match few {
        _ if draws == 0 || few < 2 => vec![(None, None); a.len()],
        n if n < JACKKNIFE_BELOW => jackknife(pools, joint, a, b),
        _ => percentiles(
            pools,
            joint,
            draws,
            settings.get(&RANDOM_SEED) as u64,
            a.len(),
        ),
    }
}

fn percentiles(
    pools: &[Pool],
    joint: &Joint,
    draws: usize,
    seed: u64,
    figures: usize,
) -> Vec<Spread> {
    use rayon::prelude::*;
    // The same draw for both members of a pair; other draws where calls are independent.
    let seed_b = if joint.paired { seed } else { !seed };
    let drawn: Vec<(Values, Values)> = (0..draws as u64)
        .into_par_iter()
        .map(|draw| {
            let of = |of_a: bool, calls: usize, seed: u64| {
                let own = bootstrap::resample(calls, seed, draw);
                resampled(pools, &weights(joint, of_a, &own))
            };
            (of(true, joint.a, seed), of(false, joint.b, seed_b))
        })
        .collect();
    let ends = |k: usize, f: &dyn Fn(f64, f64) -> Option<f64>| {
        let values = drawn.iter().filter_map(|(a, b)| f(a[k]?, b[k]?));
        let values: Vec<f64> = values.collect();
        if values.len() * 10 < draws * 9 {
            return None;
        }
        Some((quantile::of(&values, 0.025)?, quantile::of(&values, 0.975)?))
    };
    let one = |k| {
        let difference = ends(k, &|a, b| Some(b - a));
        (difference, ends(k, &|a, b| (a > 0.0).then(|| b / a)))
    };
    (0..figures).map(one).collect()
}

fn jackknife(pools: &[Pool], joint: &Joint, a: &Values, b: &Values) -> Vec<Spread> {
    let without = |of_a: bool, calls: usize| -> Vec<Values> {
        let left_out = |k: usize| {
            let mut own = vec![1.0; calls];
            own[k] = 0.0;
            resampled(pools, &weights(joint, of_a, &own))
        };
        (0..calls).map(left_out).collect()
    };
    let (less_a, less_b) = (without(true, joint.a), without(false, joint.b));
    let one = |k: usize| {
        let ends = |f: fn(f64) -> f64| -> Option<(f64, f64)> {
            let of = |rows: &[Values]| -> Option<Vec<f64>> {
                rows.iter()
                    .map(|r| r[k].map(f).filter(|v| v.is_finite()))
                    .collect()
            };
            let (less_a, less_b) = (of(&less_a)?, of(&less_b)?);
            let difference = f(b[k]?) - f(a[k]?);
            let (error, df) = match joint.paired {
                true => {
                    let pairs: Vec<f64> = less_b.iter().zip(&less_a).map(|(b, a)| b - a).collect();
                    (variance(&pairs).sqrt(), pairs.len() as f64 - 1.0)
                }
                false => welch(&less_a, &less_b),
            };
            let t = StudentsT::new(0.0, 1.0, df).ok()?.inverse_cdf(0.975);
            Some((difference - t * error, difference + t * error)).filter(|e| e.0.is_finite())
        };
        (
            ends(|x| x),
            ends(f64::ln).map(|(low, high)| (low.exp(), high.exp())),
        )
    };
    (0..a.len()).map(one).collect()
}

/// Jackknife variance of a figure from its values without each call.
fn variance(without: &[f64]) -> f64 {
    let n = without.len() as f64;
    let mean = without.iter().sum::<f64>() / n;
    without.iter().map(|v| (v - mean).powi(2)).sum::<f64>() * (n - 1.0) / n
}

/// Error of a difference of two independent figures and Welch's degrees of freedom.
fn welch(a: &[f64], b: &[f64]) -> (f64, f64) {
    let (va, vb) = (variance(a), variance(b));
    let part = |v: f64, n: usize| v * v / (n as f64 - 1.0);
    let df = (va + vb).powi(2) / (part(va, a.len()) + part(vb, b.len()));
    ((va + vb).sqrt(), df)
}
