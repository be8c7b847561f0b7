//! Estimates: a figure with its interval, or the reason why there is none.

use std::fmt;

use serde::Serialize;

use super::{Figure, Pool, Stat};
use crate::call::Role;
use crate::settings::{self, Settings};
use crate::stats::bootstrap::{self, Interval};
use crate::stats::wilson;

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

/// How an interval was made.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize)]
#[serde(rename_all = "snake_case")]
pub enum Method {
    /// Bias-corrected and accelerated cluster bootstrap over calls.
    Bca,
    /// Percentiles of a cluster bootstrap over calls.
    Percentile,
    /// Leave one call out, Student's t.
    JackknifeT,
    /// Wilson's, for none or all of independent counts.
    Wilson,
    /// Exact Poisson bound, for none of independent counts.
    Poisson,
}

impl Method {
    /// The word used in files.
    pub const fn name(self) -> &'static str {
        match self {
            Self::Bca => "bca",
            Self::Percentile => "percentile",
            Self::JackknifeT => "jackknife_t",
            Self::Wilson => "wilson",
            Self::Poisson => "poisson",
        }
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
    /// How the interval was made.
    pub method: Option<Method>,
    /// Plain percentile ends of the resamples behind a BCa interval.
    pub percentile: Option<(f64, f64)>,
    /// Variance between calls over that of independent counts; of rates and shares.
    pub design_effect: Option<f64>,
    /// Numerator.
    pub hits: Option<f64>,
    /// Denominator.
    pub chances: Option<f64>,
    /// Calls in the scope.
    pub calls: usize,
    /// Why the value (or the interval) is missing, or what must be known to read it.
    pub reason: Option<String>,
}

/// Estimates of every figure of `pools` over the same calls, one pool a measure.
pub fn estimate(pools: &[Pool], scope: &Scope, settings: &Settings) -> Vec<Estimate> {
    let calls = pools.first().map_or(0, Pool::calls);
    let draws = settings.count(&settings::BOOTSTRAP_DRAWS);
    let intervals = bootstrap::intervals(
        calls,
        draws,
        settings.get(&settings::RANDOM_SEED) as u64,
        |weights| resampled(pools, weights),
    );
    let slow = slow_intervals(pools, calls, draws);
    let mut intervals = intervals.into_iter().zip(slow).map(|(a, b)| a.or(b));
    let mut estimates = Vec::new();
    for pool in pools {
        for (k, value) in pool.values().into_iter().enumerate() {
            let interval = intervals.next().flatten();
            estimates.push(of_figure(
                pool,
                k,
                value,
                interval,
                scope,
                draws >= bootstrap::LEAST_DRAWS,
            ));
        }
    }
    estimates
}

/// Intervals of what takes too long for thousands of resamples: by leaving calls out.
fn slow_intervals(pools: &[Pool], calls: usize, draws: usize) -> Vec<Option<Interval>> {
    let figures = |weights: &[f64]| -> Vec<Option<f64>> {
        let mut values = Vec::new();
        pools.iter().for_each(|p| p.slow(weights, &mut values));
        values
    };
    match draws < bootstrap::LEAST_DRAWS || calls < 2 {
        true => pools.iter().flat_map(Pool::figures).map(|_| None).collect(),
        false => bootstrap::jackknife(calls, &figures),
    }
}

/// Every figure of every pool under one weight a call.
pub fn resampled(pools: &[Pool], weights: &[f64]) -> Vec<Option<f64>> {
    let mut values = Vec::new();
    pools.iter().for_each(|p| p.resampled(weights, &mut values));
    values
}

/// The ends of an interval and how they were found.
#[derive(Clone, Copy)]
struct Ends {
    ends: (f64, f64),
    method: Method,
    percentile: Option<(f64, f64)>,
}

fn of_figure(
    pool: &Pool,
    k: usize,
    value: Option<f64>,
    interval: Option<Interval>,
    scope: &Scope,
    drawn: bool,
) -> Estimate {
    let figure = &pool.figures()[k];
    let (hits, chances) = pool.counts(k);
    let clustered = interval
        .filter(|_| value.is_some())
        .map(|interval| within(interval, pool.limits(k)));
    let extreme = clustered.and(extreme(figure, hits, chances));
    let ends = extreme.or(clustered);
    Estimate {
        name: figure.name.clone(),
        scope: scope.clone(),
        unit: figure.unit,
        value,
        low: ends.map(|e| e.ends.0),
        high: ends.map(|e| e.ends.1),
        method: ends.map(|e| e.method),
        percentile: ends.and_then(|e| e.percentile),
        design_effect: pool.design_effect(k),
        hits,
        chances,
        calls: pool.calls(),
        reason: match extreme {
            Some(_) => Some(String::from(NO_VARIATION)),
            None => reason(figure, pool, value, ends.is_some(), drawn),
        },
    }
}

fn within(interval: Interval, (least, most): (f64, f64)) -> Ends {
    match interval {
        Interval::Bootstrap { bca, percentile } => Ends {
            ends: bca,
            method: Method::Bca,
            percentile: Some(percentile),
        },
        Interval::Percentile(ends) => Ends {
            ends,
            method: Method::Percentile,
            percentile: Some(ends),
        },
        Interval::Jackknife((low, high)) => Ends {
            ends: (low.max(least), high.min(most)),
            method: Method::JackknifeT,
            percentile: None,
        },
    }
}

/// Why an interval is not from resampling: none of the resamples could differ.
const NO_VARIATION: &str =
    "none or all: the interval is exact for independent counts, not clustered by call";

/// Where nothing (or everything) was hit every resample is the same and an interval of no width would
/// claim certainty: Wilson's for shares, the exact Poisson bound for other rates.
fn extreme(figure: &Figure, hits: Option<f64>, chances: Option<f64>) -> Option<Ends> {
    let (hits, chances) = (hits?, chances?);
    let of = |ends, method| Ends {
        ends,
        method,
        percentile: None,
    };
    match figure.stat {
        Stat::Above { .. } | Stat::Ratio { .. }
            if figure.is_share() && (hits <= 0.0 || hits >= chances) =>
        {
            wilson::interval(hits, chances).map(|ends| of(ends, Method::Wilson))
        }
        Stat::Ratio { scale, .. } if hits <= 0.0 && chances > 0.0 => {
            let high = scale * wilson::POISSON_ZERO / chances;
            Some(of((0.0, high), Method::Poisson))
        }
        _ => None,
    }
}

fn reason(
    figure: &Figure,
    pool: &Pool,
    value: Option<f64>,
    interval: bool,
    drawn: bool,
) -> Option<String> {
    let said = figure.stat.keys().into_iter().find_map(|k| pool.reason(k));
    if value.is_none() {
        return Some(said.map_or_else(|| String::from("nothing to count"), |(r, _)| r.into()));
    }
    if let Some((reason, calls)) = said {
        let of = pool.calls();
        return Some(format!("{calls} of {of} calls left out: {reason}"));
    }
    if interval || !figure.stat.has_interval() {
        return None;
    }
    Some(String::from(match pool.calls() {
        1 => "one call: no interval",
        _ if !drawn => "bootstrap_draws under 100: no interval",
        _ => "undefined in too many resamples: no interval",
    }))
}
