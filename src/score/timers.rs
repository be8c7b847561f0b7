//! Silence timers on original and augmented cases, side by side.

use std::collections::BTreeMap;

use super::policy::{Outcome, Policy};
use super::spans::{ScoredSpan, of_cases};
use crate::augment::{Case, Family, Truth};
use crate::call::Label;
use crate::settings::{self, Settings};
use crate::stats::bootstrap::{self, Interval};
use crate::stats::wilson;
use crate::time::Ms;

/// Timers that are tried, ms.
pub const WAITS: [Ms; 12] = [
    200, 300, 400, 500, 600, 700, 800, 1000, 1500, 2000, 2500, 3000,
];

/// A set of cases that is scored by itself.
pub struct Group {
    /// What it is.
    pub name: String,
    /// Where its labels come from.
    pub truth: String,
    /// The spans.
    pub spans: Vec<ScoredSpan>,
}

/// What one timer does to one group.
#[derive(Clone, Debug, PartialEq)]
pub struct Row {
    /// Name of the group.
    pub group: String,
    /// Origin of the labels.
    pub truth: String,
    /// The timer, ms.
    pub wait: Ms,
    /// Counts.
    pub outcome: Outcome,
    /// 95 % interval of the false-cutoff rate, clustered by call.
    pub cutoff: Option<(f64, f64)>,
    /// Turns with a hold that was cut, of all turns with a case.
    pub turns_cut: Option<f64>,
}

/// Original cases before, the same after the edits, and each family of injected ones. Never pooled.
pub fn groups(before: &[Case], after: &[Case], settings: &Settings) -> Vec<Group> {
    let mut groups = vec![group("before: original holds", before.iter(), settings)];
    for family in Family::ALL {
        let holds: Vec<&Case> = after
            .iter()
            .filter(|c| c.family == family || c.label == Label::Eot)
            .collect();
        if family != Family::Original && holds.iter().all(|c| c.label == Label::Eot) {
            continue;
        }
        let name = match family {
            Family::Original => String::from("after: holds left as they were"),
            _ => format!("after: injected, {}", family.name()),
        };
        groups.push(group(&name, holds.into_iter(), settings));
    }
    groups
}

fn group<'c>(
    name: &str,
    cases: impl Iterator<Item = &'c Case> + Clone,
    settings: &Settings,
) -> Group {
    let holds = cases.clone().filter(|c| c.label == Label::Hold);
    let mut truths: Vec<Truth> = holds.map(|c| c.truth).collect();
    truths.sort_unstable();
    truths.dedup();
    let truths: Vec<&str> = truths.into_iter().map(Truth::name).collect();
    Group {
        name: String::from(name),
        truth: truths.join(" + "),
        spans: of_cases(cases, settings),
    }
}

/// Every timer on every group.
pub fn timers(groups: &[Group], settings: &Settings) -> Vec<Row> {
    let each = |group: &Group| {
        WAITS
            .map(|wait| row(group, wait, settings))
            .into_iter()
            .collect::<Vec<_>>()
    };
    groups.iter().flat_map(each).collect()
}

fn row(group: &Group, wait: Ms, settings: &Settings) -> Row {
    let policy = Policy::timer(wait);
    let mut calls: BTreeMap<&str, Outcome> = BTreeMap::new();
    for span in &group.spans {
        let call = calls.entry(&span.call_id).or_default();
        call.count(&policy, span);
    }
    let counts: Vec<Outcome> = calls.into_values().collect();
    let outcome = Outcome::of(&policy, &group.spans);
    let cutoff = bootstrap::intervals(
        counts.len(),
        settings.count(&settings::BOOTSTRAP_DRAWS),
        settings.get(&settings::RANDOM_SEED) as u64,
        |weights| vec![weighted_cutoff(&counts, weights)],
    );
    Row {
        group: group.name.clone(),
        truth: group.truth.clone(),
        wait,
        outcome,
        cutoff: cutoff
            .into_iter()
            .flatten()
            .next()
            .filter(|_| outcome.holds > 0)
            .map(Interval::ends)
            .and_then(|(low, high)| match outcome.cut {
                // Every resample is alike where none or all are cut; no width would claim certainty.
                cut if cut == 0 || cut == outcome.holds => {
                    wilson::interval(cut as f64, outcome.holds as f64)
                }
                _ => Some((low.max(0.0), high.min(1.0))),
            }),
        turns_cut: turns_cut(&group.spans, wait),
    }
}

fn weighted_cutoff(calls: &[Outcome], weights: &[f64]) -> Option<f64> {
    let sum = |of: fn(&Outcome) -> usize| -> f64 {
        let both = calls.iter().zip(weights);
        both.map(|(c, w)| of(c) as f64 * w).sum()
    };
    let holds = sum(|c| c.holds);
    (holds > 0.0).then(|| sum(|c| c.cut) / holds)
}

/// Share of turns with a hold that outlasts the timer, of all turns that have a span; none without.
pub fn turns_cut(spans: &[ScoredSpan], wait: Ms) -> Option<f64> {
    let mut turns: BTreeMap<(&str, &str), bool> = BTreeMap::new();
    for span in spans {
        let cut = span.label == Label::Hold && span.duration > wait;
        *turns.entry((&span.call_id, &span.turn_id)).or_default() |= cut;
    }
    let cut = turns.values().filter(|cut| **cut).count();
    (!turns.is_empty()).then(|| cut as f64 / turns.len() as f64)
}
