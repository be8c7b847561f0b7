//! Every policy of a grid on one set of spans. The grids are those of eot-bench.

use super::policy::{Outcome, Policy};
use super::spans::ScoredSpan;
use crate::error::{Error, Result};
use crate::time::Ms;

/// Shortest silences before speaking, ms.
const ACTION_DELAYS: [Ms; 9] = [200, 300, 400, 500, 600, 700, 800, 900, 1000];
/// Silences after which the agent speaks anyway, ms.
const TIMEOUTS: [Ms; 6] = [1000, 1500, 2000, 2500, 3000, 3500];
/// Thresholds are hundredths from 0 to this.
const HUNDREDTHS: u32 = 100;

/// One policy and what it did.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct SweepRow {
    /// The policy; without threshold a plain silence timer.
    pub policy: Policy,
    /// Counts.
    pub outcome: Outcome,
}

/// All model policies (when there are scores) and all timers. Needs holds and ends of turns.
pub fn sweep(spans: &[ScoredSpan]) -> Result<Vec<SweepRow>> {
    let both = [crate::call::Label::Hold, crate::call::Label::Eot];
    if both.iter().any(|l| spans.iter().all(|s| s.label != *l)) {
        return Err(Error::input("a sweep needs both hold and eot spans")
            .advice("without holds nobody can be cut off; without ends nobody waits")
            .into());
    }
    let mut policies = Vec::new();
    if spans.iter().any(|s| !s.scores.is_empty()) {
        for threshold in (0..=HUNDREDTHS).map(|n| f64::from(n) / f64::from(HUNDREDTHS)) {
            for action_delay in ACTION_DELAYS {
                let fitting = TIMEOUTS.into_iter().filter(|t| *t >= action_delay);
                policies.extend(fitting.map(|timeout| Policy {
                    threshold: Some(threshold),
                    action_delay,
                    timeout,
                }));
            }
        }
    }
    let mut waits: Vec<Ms> = ACTION_DELAYS.into_iter().chain(TIMEOUTS).collect();
    waits.sort_unstable();
    waits.dedup();
    policies.extend(waits.into_iter().map(Policy::timer));
    let rows = policies.into_iter().map(|policy| SweepRow {
        policy,
        outcome: Outcome::of(&policy, spans),
    });
    Ok(rows.collect())
}

/// The model policy with the shortest mean wait among those that cut at most this share of the holds;
/// none when no policy does.
pub fn best_within(rows: &[SweepRow], budget: f64) -> Option<&SweepRow> {
    let fitting = rows.iter().filter(|r| {
        let cut = r.outcome.cutoff_rate();
        r.policy.threshold.is_some() && cut.is_some_and(|c| c <= budget + 1e-9)
    });
    fitting.min_by(|a, b| {
        let key = |r: &SweepRow| (r.outcome.waited, r.outcome.cut, r.policy.timeout);
        key(a).cmp(&key(b))
    })
}

/// `tradeoff.csv`.
pub fn write(rows: &[SweepRow]) -> Vec<u8> {
    let header = [
        "policy_type",
        "threshold",
        "action_delay",
        "timeout",
        "cutoff_rate",
        "mean_latency",
        "detect_rate",
        "n_hold_spans",
        "n_eot_spans",
    ];
    let number = |x: Option<f64>| x.map_or_else(String::new, |x| x.to_string());
    let seconds = |ms: Ms| (ms as f64 / 1000.0).to_string();
    let records = rows.iter().map(|r| {
        vec![
            String::from(match r.policy.threshold {
                Some(_) => "model",
                None => "timer",
            }),
            number(r.policy.threshold),
            seconds(r.policy.action_delay),
            seconds(r.policy.timeout),
            number(r.outcome.cutoff_rate()),
            number(r.outcome.mean_wait().map(|w| w / 1000.0)),
            number(r.outcome.detect_rate()),
            r.outcome.holds.to_string(),
            r.outcome.eots.to_string(),
        ]
    });
    crate::output::csv(&header, records)
}
