//! The health pass: what may be wrong with a call, looked for before any number is made of it.
//!
//! To add a check: `src/health/x.rs` with `impl Check`, `mod x;` and `&x::X` in [`HEALTH`]. A check looks at
//! one call ([`Check::look`]) or at what was seen of all calls ([`Check::together`]) and says what it found
//! in a sentence with numbers, what to do, and what it does to the figures ([`Effect`]). Thresholds are
//! settings. A check is silent on good data, and where what it needs is missing.

use crate::call::{Call, Role};
use crate::error::Result;
use crate::event::{self, Event};
use crate::format::Corpus;
use crate::lang::Languages;
use crate::settings::{self, Settings};
use crate::timeline::{Timeline, TurnRule};

mod bleed;
mod clock;
mod effect;
mod exam;
mod finding;
mod hallucinated;
mod identical;
mod invented;
mod levels;
mod machine;
mod no_disfluency;
mod order;
mod past_end;
mod resolution;
mod row_edges;
mod seen;
mod swapped;
mod unheard;
mod units;
mod untimed;
mod untranscribed;
mod verbatim;

pub use effect::{BETWEEN, DISFLUENCIES, Effect, PAUSES, SILENCES, TIMES};
pub use exam::Exam;
pub(crate) use finding::named;
pub use finding::{Finding, Severity};
pub use seen::{Seen, Words};

/// Every check, in the order in which they run; the first that voids a measure gives the reason.
pub const HEALTH: &[&dyn Check] = &[
    &units::Units,
    &order::Order,
    &invented::Invented,
    &resolution::Resolution,
    &row_edges::RowEdges,
    &untimed::Untimed,
    &identical::Identical,
    &swapped::Swapped,
    &levels::Levels,
    &past_end::PastEnd,
    &clock::Clock,
    &bleed::Bleed,
    &hallucinated::Hallucinated,
    &unheard::Unheard,
    &untranscribed::Untranscribed,
    &machine::Machine,
    &verbatim::Verbatim,
    &no_disfluency::NoDisfluency,
];

/// Looks for one thing that makes numbers wrong or doubtful.
pub trait Check: Sync {
    /// Name, for `falter list health` and in every finding.
    fn name(&self) -> &'static str;

    /// What it looks for, by which rule, and what a finding does to the figures; ends with `Source: …`.
    fn about(&self) -> &'static str;

    /// What a call must have for it: rows, words, audio.
    fn needs(&self) -> &'static str;

    /// Does it also look at calls of which only the order of the rows is known?
    fn without_times(&self) -> bool {
        false
    }

    /// What it finds in one call.
    fn look(&self, _exam: &Exam<'_>) -> Vec<Finding> {
        Vec::new()
    }

    /// What it finds in all calls together, where one call says too little.
    fn together(&self, _seen: &[Seen], _settings: &Settings) -> Vec<Finding> {
        Vec::new()
    }
}

/// A call that has been examined.
pub struct Examined<'a> {
    /// The call without the rows that are not counted.
    pub timeline: Timeline<'a>,
    /// Its events.
    pub events: Vec<Event>,
    /// The same with all rows, where some are not counted.
    pub whole: Option<(Timeline<'a>, Vec<Event>)>,
    /// What was found.
    pub findings: Vec<Finding>,
    /// What checks over all calls want to know of it.
    pub seen: Seen,
}

/// Looks at one call, and leaves out the rows that the findings exclude.
pub fn examine<'a>(
    call: &'a Call,
    languages: &Languages,
    settings: &Settings,
    rule: TurnRule,
) -> Result<Examined<'a>> {
    let timeline = Timeline::build(call, languages, settings, rule)?;
    let events = event::find(&timeline, settings);
    let exam = Exam {
        call,
        timeline: &timeline,
        events: &events,
        settings,
    };
    let mut findings: Vec<Finding> = HEALTH
        .iter()
        .filter(|check| check.without_times() || !call.untimed)
        .flat_map(|check| check.look(&exam))
        .collect();
    for finding in &mut findings {
        finding.call = Some(call.id.clone());
    }
    let out = excluded(&findings);
    if out.is_empty() || settings.count(&settings::KEEP_EXCLUDED) == 1 {
        let seen = Words::of(&timeline, &events);
        return Ok(Examined {
            timeline,
            events,
            whole: None,
            findings,
            seen,
        });
    }
    let less = Timeline::without(call, languages, settings, rule, &out)?;
    let fewer = event::find(&less, settings);
    Ok(Examined {
        seen: Words::of(&less, &fewer),
        timeline: less,
        events: fewer,
        whole: Some((timeline, events)),
        findings,
    })
}

/// Rows that are not counted, sorted.
fn excluded(findings: &[Finding]) -> Vec<usize> {
    let out = findings.iter().filter(|f| f.effect == Effect::Exclude);
    let mut rows: Vec<usize> = out.flat_map(|f| f.rows.iter().copied()).collect();
    rows.sort_unstable();
    rows.dedup();
    rows
}

/// What all calls together show.
pub fn together(seen: &[Seen], settings: &Settings) -> Vec<Finding> {
    let each = HEALTH.iter().map(|check| check.together(seen, settings));
    each.flatten().collect()
}

/// The pass over a corpus: findings about each call, then about all of them.
pub fn pass(corpus: &Corpus, languages: &Languages, settings: &Settings) -> Result<Vec<Finding>> {
    use rayon::prelude::*;
    let looked: Vec<(Vec<Finding>, Seen)> = corpus
        .calls
        .par_iter()
        .map(|call| {
            let examined = examine(call, languages, settings, TurnRule::default())?;
            Ok((examined.findings, examined.seen))
        })
        .collect::<Result<_>>()?;
    let (findings, seen): (Vec<Vec<Finding>>, Vec<Seen>) = looked.into_iter().unzip();
    let mut all: Vec<Finding> = findings.into_iter().flatten().collect();
    all.extend(together(&seen, settings));
    Ok(all)
}

/// Why `measure` of `side` is not given for a call with these findings, if so.
pub fn void<'f>(findings: &'f [Finding], measure: &str, side: Role) -> Option<&'f str> {
    let voids = |f: &&Finding| {
        matches!(f.effect, Effect::Void(measures) if measures.contains(&measure))
            && effect::reaches(measure, side, f.side)
    };
    findings
        .iter()
        .find(voids)
        .map(|finding| finding.sentence.as_str())
}

/// The findings that make `measure` of `side` a lower bound.
pub fn bounds<'f>(
    findings: &'f [Finding],
    measure: &'f str,
    side: Role,
) -> impl Iterator<Item = &'f Finding> {
    findings.iter().filter(move |f| {
        matches!(f.effect, Effect::LowerBound(measures) if measures.contains(&measure))
            && effect::reaches(measure, side, f.side)
    })
}
