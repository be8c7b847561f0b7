//! The first flow: calls to timelines to events to tallies to estimates.

use std::collections::BTreeMap;

use rayon::prelude::*;

use crate::call::{Call, Role};
use crate::error::{Error, Result};
use crate::event::Event;
use crate::format::Corpus;
use crate::health::{self, Finding, Seen};
use crate::lang::Languages;
use crate::measure::{Estimate, Figure, MEASURES, Measure, Pool, Scope, Tally, View, estimate};
use crate::sensitivity::{self, Outcome, Variation};
use crate::settings::Settings;
use crate::signature::Signature;
use crate::timeline::{Timeline, TurnRule};

/// How to audit.
#[derive(Clone, Debug)]
pub struct Options {
    /// Languages of the rows.
    pub languages: Languages,
    /// Thresholds.
    pub settings: Settings,
    /// Turn rule.
    pub rule: TurnRule,
    /// Sides that are asked about.
    pub sides: Vec<Role>,
    /// Columns of `calls.csv` to split by.
    pub by: Vec<String>,
}

impl Default for Options {
    fn default() -> Self {
        Self {
            languages: Languages::default(),
            settings: Settings::default(),
            rule: TurnRule::default(),
            sides: vec![Role::User],
            by: Vec::new(),
        }
    }
}

/// The outcome.
#[derive(Clone, Debug)]
pub struct Audit {
    /// Every figure in every scope.
    pub estimates: Vec<Estimate>,
    /// What ran.
    pub signature: Signature,
    /// The figures that depend on a definition, under the common others.
    pub sensitivity: Vec<Outcome>,
    /// What the health pass found, call by call, then over all.
    pub health: Vec<Finding>,
    /// The figures over everything with the rows counted that the health pass left out; empty where it left
    /// out none.
    pub whole: Vec<Estimate>,
}

impl Audit {
    /// One figure over everything.
    pub fn all(&self, name: &str) -> Option<&Estimate> {
        self.of(&Scope::All, name)
    }

    /// One figure in one scope.
    pub fn of(&self, scope: &Scope, name: &str) -> Option<&Estimate> {
        self.estimates
            .iter()
            .find(|e| e.scope == *scope && e.name == name)
    }
}

/// What was counted, before anything is divided: calls can be pooled, split and resampled from here.
#[derive(Clone, Debug)]
pub struct Counts {
    /// The calls, in the order of the corpus.
    pub calls: Vec<Counted>,
    /// The sides that were asked about.
    pub sides: Vec<Role>,
    /// What ran.
    pub signature: Signature,
    /// What the health pass found in all calls together.
    pub together: Vec<Finding>,
}

/// Tallies of one call.
#[derive(Clone, Debug)]
pub struct Counted {
    /// The call.
    pub id: String,
    /// Its columns of `calls.csv`.
    pub columns: BTreeMap<String, String>,
    /// A row a side that was asked for, a column a measure.
    pub tallies: Tallies,
    /// The same with the rows that the health pass left out, where it did.
    pub whole: Option<Tallies>,
    /// What the health pass found.
    pub findings: Vec<Finding>,
    /// What checks over all calls want to know of it.
    pub seen: Seen,
}

/// A row a side that was asked for, a column a measure.
pub type Tallies = Vec<Vec<Tally>>;

impl Counts {
    /// The tallies of some calls and sides (as numbers), pooled: one pool a measure, of the figures
    /// that are `wanted`.
    pub fn pools(
        &self,
        calls: &[usize],
        sides: &[usize],
        settings: &Settings,
        wanted: impl Fn(&Figure) -> bool,
    ) -> Vec<Pool> {
        self.pools_of(calls, sides, settings, wanted, |call| &call.tallies)
    }

    fn pools_of(
        &self,
        calls: &[usize],
        sides: &[usize],
        settings: &Settings,
        wanted: impl Fn(&Figure) -> bool,
        tallies_of: impl Fn(&Counted) -> &Tallies,
    ) -> Vec<Pool> {
        let of = |(m, measure): (usize, &&dyn Measure)| {
            let tally = |call: &usize| {
                let mut both = Tally::default();
                for side in sides {
                    both.merge(&tallies_of(&self.calls[*call])[*side][m]);
                }
                both
            };
            let tallies: Vec<Tally> = calls.iter().map(tally).collect();
            let mut figures = measure.figures(settings);
            figures.retain(&wanted);
            Pool::new(&tallies, figures)
        };
        MEASURES.iter().enumerate().map(of).collect()
    }
}

/// Measures every call of `corpus`.
pub fn audit(corpus: &Corpus, options: &Options) -> Result<Audit> {
    let annotated = corpus.calls.iter().any(|c| !c.turns.is_empty());
    let variations = sensitivity::variations(options, annotated);
    let (counts, varied) = count_with(corpus, options, &variations)?;
    let estimates = estimates(&counts, options);
    let whole = whole(&counts, options);
    let findings = counts.calls.into_iter().flat_map(|c| c.findings);
    Ok(Audit {
        sensitivity: sensitivity::outcomes(&variations, &varied, &estimates),
        estimates,
        signature: counts.signature,
        health: findings.chain(counts.together).collect(),
        whole,
    })
}

/// Counts in every call of `corpus`.
pub fn count(corpus: &Corpus, options: &Options) -> Result<Counts> {
    count_with(corpus, options, &[]).map(|(counts, _)| counts)
}

fn count_with(
    corpus: &Corpus,
    options: &Options,
    variations: &[Variation],
) -> Result<(Counts, Vec<sensitivity::Counted>)> {
    for column in &options.by {
        if !corpus.calls.iter().any(|c| c.columns.contains_key(column)) {
            let known = corpus.calls.iter().flat_map(|c| c.columns.keys());
            let known: std::collections::BTreeSet<&str> = known.map(String::as_str).collect();
            return Err(Error::unknown("column of calls.csv", column, known).into());
        }
    }
    let counted: Vec<(Counted, Signature, sensitivity::Counted)> = corpus
        .calls
        .par_iter()
        .map(|call| count_call(call, options, variations))
        .collect::<Result<_>>()?;
    let mut signature = Signature::new(&options.sides, &options.settings);
    signature.resampled(corpus.calls.len(), &options.settings);
    let mut calls = Vec::with_capacity(counted.len());
    let mut varied = Vec::with_capacity(counted.len());
    for (call, saw, again) in counted {
        signature.merge(saw);
        calls.push(call);
        varied.push(again);
    }
    let seen: Vec<Seen> = calls.iter().map(|c| c.seen).collect();
    let counts = Counts {
        together: health::together(&seen, &options.settings),
        calls,
        sides: options.sides.clone(),
        signature,
    };
    Ok((counts, varied))
}

fn count_call(
    call: &Call,
    options: &Options,
    variations: &[Variation],
) -> Result<(Counted, Signature, sensitivity::Counted)> {
    let settings = &options.settings;
    let mut examined = health::examine(call, &options.languages, settings, options.rule)?;
    let findings = examined.findings;
    let mut signature = Signature::default();
    signature.saw(&examined.timeline, &options.sides);
    let whole = examined.whole.as_ref();
    let counted = Counted {
        id: call.id.clone(),
        columns: call.columns.clone(),
        tallies: tallies(&examined.timeline, &examined.events, &findings, options),
        whole: whole.map(|(timeline, events)| tallies(timeline, events, &findings, options)),
        seen: examined.seen,
        findings,
    };
    let varied = sensitivity::count(
        &mut examined.timeline,
        &examined.events,
        &counted.findings,
        variations,
        options,
    );
    Ok((counted, signature, varied))
}

fn tallies(
    timeline: &Timeline<'_>,
    events: &[Event],
    findings: &[Finding],
    options: &Options,
) -> Tallies {
    let of_side = |side: &Role| {
        let view = View {
            timeline,
            events,
            side: *side,
            settings: &options.settings,
        };
        let each = MEASURES.iter().map(|measure| {
            if let Some(why) = health::void(findings, measure.name(), *side) {
                return Tally::void(why);
            }
            let mut tally = Tally::default();
            measure.count(&view, &mut tally);
            tally
        });
        each.collect()
    };
    options.sides.iter().map(of_side).collect()
}

/// A scope and the calls and sides it takes.
struct Slice<'a> {
    scope: Scope,
    calls: Vec<usize>,
    sides: &'a [usize],
}

fn estimates(counts: &Counts, options: &Options) -> Vec<Estimate> {
    let sides: Vec<usize> = (0..options.sides.len()).collect();
    let everyone: Vec<usize> = (0..counts.calls.len()).collect();
    let mut slices = vec![Slice {
        scope: Scope::All,
        calls: everyone.clone(),
        sides: &sides,
    }];
    for (k, role) in options.sides.iter().enumerate() {
        slices.push(Slice {
            scope: Scope::Side(*role),
            calls: everyone.clone(),
            sides: &sides[k..=k],
        });
    }
    for column in &options.by {
        for (value, calls) in split(counts, column) {
            slices.push(Slice {
                scope: Scope::By(column.clone(), value),
                calls,
                sides: &sides,
            });
        }
    }
    for (k, call) in counts.calls.iter().enumerate() {
        slices.push(Slice {
            scope: Scope::Call(call.id.clone()),
            calls: vec![k],
            sides: &sides,
        });
    }
    // With one side asked for, its scope is the whole again: no need to resample twice.
    let again = |scope: &Scope| matches!(scope, Scope::Side(_)) && options.sides.len() == 1;
    let each: Vec<Vec<Estimate>> = slices
        .par_iter()
        .map(|slice| match again(&slice.scope) {
            true => Vec::new(),
            false => of_slice(slice, counts, &options.settings),
        })
        .collect();
    let mut estimates: Vec<Estimate> = Vec::new();
    for (slice, mine) in slices.iter().zip(each) {
        if again(&slice.scope) {
            let mut copies = estimates.clone();
            copies
                .iter_mut()
                .for_each(|e| e.scope.clone_from(&slice.scope));
            estimates.extend(copies);
        } else {
            estimates.extend(mine);
        }
    }
    estimates
}

fn of_slice(slice: &Slice<'_>, counts: &Counts, settings: &Settings) -> Vec<Estimate> {
    let one_call = matches!(slice.scope, Scope::Call(_));
    let wanted = |figure: &Figure| !(one_call && figure.stat.pooled_only());
    let pools = counts.pools(&slice.calls, slice.sides, settings, wanted);
    let mut estimates = estimate(&pools, &slice.scope, settings);
    let measures = MEASURES.iter().zip(&pools);
    let named = measures.flat_map(|(m, pool)| pool.figures().iter().map(|_| m.name()));
    let names: Vec<&str> = named.collect();
    for measure in MEASURES {
        let Some(bound) = bound(slice, counts, measure.name()) else {
            continue;
        };
        let mine = estimates.iter_mut().zip(&names);
        let mine = mine.filter(|(_, name)| **name == measure.name());
        mine.for_each(|(estimate, _)| lower(estimate, &bound));
    }
    estimates
}

/// The figures over everything, the rows counted that were left out.
fn whole(counts: &Counts, options: &Options) -> Vec<Estimate> {
    if counts.calls.iter().all(|c| c.whole.is_none()) {
        return Vec::new();
    }
    let calls: Vec<usize> = (0..counts.calls.len()).collect();
    let sides: Vec<usize> = (0..options.sides.len()).collect();
    let settings = &options.settings;
    let pools = counts.pools_of(
        &calls,
        &sides,
        settings,
        |_| true,
        |call| call.whole.as_ref().unwrap_or(&call.tallies),
    );
    estimate(&pools, &Scope::All, settings)
}

/// Why the figures of a measure are lower bounds: what all calls show, else what some do.
fn bound(slice: &Slice<'_>, counts: &Counts, measure: &str) -> Option<String> {
    let of = |findings| {
        let sides = slice.sides.iter().map(|side| counts.sides[*side]);
        let mut each = sides.flat_map(|side| health::bounds(findings, measure, side));
        each.next().map(|f: &Finding| f.sentence.as_str())
    };
    if let Some(sentence) = of(&counts.together) {
        return Some(format!("lower bound: {sentence}"));
    }
    let calls = slice.calls.iter();
    let bounded: Vec<&str> = calls
        .filter_map(|call| of(&counts.calls[*call].findings))
        .collect();
    let first = bounded.first()?;
    Some(match slice.calls.len() {
        1 => format!("lower bound: {first}"),
        all => format!("lower bound in {} of {all} calls: {first}", bounded.len()),
    })
}

/// Says that an estimate is a lower bound, before whatever else it says.
fn lower(estimate: &mut Estimate, bound: &str) {
    if estimate.value.is_some() {
        let said = estimate.reason.take();
        estimate.reason = Some(match said {
            Some(said) => format!("{bound}; {said}"),
            None => String::from(bound),
        });
    }
}

/// Calls by the value of a column; calls without one are together under an empty value.
fn split(counts: &Counts, column: &str) -> BTreeMap<String, Vec<usize>> {
    let mut groups: BTreeMap<String, Vec<usize>> = BTreeMap::new();
    for (k, call) in counts.calls.iter().enumerate() {
        let value = call.columns.get(column).cloned().unwrap_or_default();
        groups.entry(value).or_default().push(k);
    }
    groups
}
