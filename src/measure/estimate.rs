//! Estimates: a figure with its interval, or the reason why there is none.

use std::fmt;

use serde::Serialize;

use super::{Figure, Pool, Stat};
use crate::call::Role;
use crate::settings::{self, Settings};
use crate::stats::{bootstrap, wilson};

/// What an estimate is about.
#[derive(Clone, Debug, PartialEq, Eq, PartialOrd, Ord)]
pub enum Scope {
    /// Everything that was asked for.
    All,
    /// One side.
    Side(Role),
    /// Calls that share a value of a column of `calls.csv`.
    By(String, String),
    /// One call.
    Call(String),
}

impl fmt::Display for Scope {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Self::All => f.write_str("all"),
            Self::Side(role) => write!(f, "side:{role}"),
            Self::By(column, value) => write!(f, "by:{column}={value}"),
            Self::Call(id) => write!(f, "call:{id}"),
        }
    }
}

impl Serialize for Scope {
    fn serialize<S: serde::Serializer>(&self, serializer: S) -> Result<S::Ok, S::Error> {
        serializer.collect_str(self)
    }
}

/// A number that can be defended, or a reason.
#[derive(Clone, Debug, PartialEq, Serialize)]
pub struct Estimate {
    /// Figure, for example `hold_pause.p50`.
    pub name: String,
    /// What it is about.
    pub scope: Scope,
    /// Unit.
    pub unit: &'static str,
    /// The value; none when there was nothing to count.
    pub value: Option<f64>,
    /// Lower end of the 95 % interval, clustered by call.
    pub low: Option<f64>,
    /// Upper end.
    pub high: Option<f64>,
    /// Numerator.
    pub hits: Option<f64>,
    /// Denominator.
    pub chances: Option<f64>,
    /// Calls it rests on.
    pub calls: usize,
    /// Why the value (or the interval) is missing.
    pub reason: Option<String>,
}

/// Estimates of `figures` over a pool of calls.
pub fn estimate(
    figures: &[Figure],
    pool: &Pool<'_>,
    scope: &Scope,
    settings: &Settings,
) -> Vec<Estimate> {
    let ones = vec![1.0; pool.calls()];
    let wanted: Vec<bool> = figures.iter().map(|f| f.stat.has_interval()).collect();
    let intervals = bootstrap::intervals(
        pool.calls(),
        settings.count(&settings::BOOTSTRAP_DRAWS),
        settings.get(&settings::RANDOM_SEED) as u64,
        |weights| {
            let both = figures.iter().zip(&wanted);
            both.map(|(f, wanted)| match wanted {
                true => pool.value(&f.stat, weights),
                false => None,
            })
            .collect()
        },
    );
    let both = figures.iter().zip(intervals);
    both.map(|(figure, interval)| {
        let value = pool.value(&figure.stat, &ones);
        let (hits, chances) = pool.counts(&figure.stat);
        let (least, most) = pool.limits(figure);
        let resampled = interval
            .filter(|_| value.is_some())
            .map(|(low, high)| (low.max(least), high.min(most)));
        let extreme = resampled.and(extreme(figure, hits, chances));
        let interval = extreme.or(resampled);
        Estimate {
            name: figure.name.clone(),
            scope: scope.clone(),
            unit: figure.unit,
            value,
            low: interval.map(|i| i.0),
            high: interval.map(|i| i.1),
            hits,
            chances,
            calls: pool.calls(),
            reason: match extreme {
                Some(_) => Some(String::from(NO_VARIATION)),
                None => reason(figure, pool, value, interval.is_some()),
            },
        }
    })
    .collect()
}

/// Why an interval is not from resampling: none of the resamples could differ.
const NO_VARIATION: &str =
    "none or all: the interval is exact for independent counts, not clustered by call";

/// Where nothing (or everything) was hit every resample is the same and an interval of no width would
/// claim certainty: Wilson's for shares, the exact Poisson bound for other rates.
fn extreme(figure: &Figure, hits: Option<f64>, chances: Option<f64>) -> Option<(f64, f64)> {
    let (hits, chances) = (hits?, chances?);
    let share = figure.unit.starts_with("share");
    match figure.stat {
        Stat::Above { .. } | Stat::Ratio { .. } if share && (hits <= 0.0 || hits >= chances) => {
            wilson::interval(hits, chances)
        }
        Stat::Ratio { scale, .. } if hits <= 0.0 && chances > 0.0 => {
            Some((0.0, scale * wilson::POISSON_ZERO / chances))
        }
        _ => None,
    }
}

fn reason(figure: &Figure, pool: &Pool<'_>, value: Option<f64>, interval: bool) -> Option<String> {
    if value.is_none() {
        let said = figure.stat.keys().into_iter().find_map(|k| pool.reason(k));
        return Some(said.map_or_else(|| String::from("nothing to count"), String::from));
    }
    if interval || !figure.stat.has_interval() {
        return None;
    }
    Some(String::from(match pool.calls() {
        1 => "one call: no interval",
        _ => "undefined in too many resamples: no interval",
    }))
}
