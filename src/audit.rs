//! The first flow: calls to timelines to events to tallies to estimates.

use std::collections::BTreeMap;

use rayon::prelude::*;

use crate::call::{Call, Role};
use crate::error::{Error, Result};
use crate::event;
use crate::format::Corpus;
use crate::lang::Languages;
use crate::measure::{Estimate, MEASURES, Pool, Scope, Tally, View, estimate};
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

/// Tallies of one call: a row a side that was asked for, a column a measure.
struct Counted {
    tallies: Vec<Vec<Tally>>,
    signature: Signature,
}

/// Measures every call of `corpus`.
pub fn audit(corpus: &Corpus, options: &Options) -> Result<Audit> {
    for column in &options.by {
        if !corpus.calls.iter().any(|c| c.columns.contains_key(column)) {
            let known = corpus.calls.iter().flat_map(|c| c.columns.keys());
            let known: std::collections::BTreeSet<&str> = known.map(String::as_str).collect();
            return Err(Error::unknown("column of calls.csv", column, known).into());
        }
    }
    let counted: Vec<Counted> = corpus
        .calls
        .par_iter()
        .map(|call| count(call, options))
        .collect::<Result<_>>()?;
    let mut signature = Signature::new(&options.sides, &options.settings);
    signature.resampled(corpus.calls.len(), &options.settings);
    counted
        .iter()
        .for_each(|c| signature.merge(c.signature.clone()));
    Ok(Audit {
        estimates: estimates(corpus, &counted, options),
        signature,
    })
}

fn count(call: &Call, options: &Options) -> Result<Counted> {
    let settings = &options.settings;
    let timeline = Timeline::build(call, &options.languages, settings, options.rule)?;
    let events = event::find(&timeline, settings);
    let mut signature = Signature::default();
    signature.saw(&timeline, &options.sides);
    let tallies = options
        .sides
        .iter()
        .map(|side| {
            let view = View {
                timeline: &timeline,
                events: &events,
                side: *side,
                settings,
            };
            let each = MEASURES.iter().map(|measure| {
                let mut tally = Tally::default();
                measure.count(&view, &mut tally);
                tally
            });
            each.collect()
        })
        .collect();
    Ok(Counted { tallies, signature })
}

/// A scope and the calls and sides it takes.
struct Slice<'a> {
    scope: Scope,
    calls: Vec<usize>,
    sides: &'a [usize],
}

fn estimates(corpus: &Corpus, counted: &[Counted], options: &Options) -> Vec<Estimate> {
    let sides: Vec<usize> = (0..options.sides.len()).collect();
    let everyone: Vec<usize> = (0..counted.len()).collect();
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
        for (value, calls) in split(corpus, column) {
            slices.push(Slice {
                scope: Scope::By(column.clone(), value),
                calls,
                sides: &sides,
            });
        }
    }
    for (k, call) in corpus.calls.iter().enumerate() {
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
            false => of_slice(slice, counted, &options.settings),
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

fn of_slice(slice: &Slice<'_>, counted: &[Counted], settings: &Settings) -> Vec<Estimate> {
    let mut estimates = Vec::new();
    for (m, measure) in MEASURES.iter().enumerate() {
        let tallies: Vec<Tally> = slice
            .calls
            .iter()
            .map(|call| {
                let mut both = Tally::default();
                for side in slice.sides {
                    both.merge(&counted[*call].tallies[*side][m]);
                }
                both
            })
            .collect();
        let pool = Pool::new(tallies.iter().collect());
        let figures = measure.figures(settings);
        estimates.extend(estimate(&figures, &pool, &slice.scope, settings));
    }
    estimates
}

/// Calls by the value of a column; calls without one are together under an empty value.
fn split(corpus: &Corpus, column: &str) -> BTreeMap<String, Vec<usize>> {
    let mut groups: BTreeMap<String, Vec<usize>> = BTreeMap::new();
    for (k, call) in corpus.calls.iter().enumerate() {
        let value = call.columns.get(column).cloned().unwrap_or_default();
        groups.entry(value).or_default().push(k);
    }
    groups
}
