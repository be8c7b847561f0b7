//! The main job: both flows on one corpus, and the report that holds them side by side.

use std::collections::{BTreeMap, BTreeSet};

use serde_json::Value;

use crate::audit::{self, audit};
use crate::augment::{self, Case, Options, TimeMap, rule_for};
use crate::check;
use crate::error::{Error, Result};
use crate::event::{self, Event};
use crate::format::Corpus;
use crate::report::{DRAWN, Report, Stress, health_notices, of_stress};
use crate::score;
use crate::signature::Signature;
use crate::timeline::Timeline;

/// What the main job yields.
pub struct Stressed {
    /// The report.
    pub report: Report,
    /// Files of the augmented corpus.
    pub files: Vec<(String, Vec<u8>)>,
    /// Asked, expected, realised.
    pub manifest: Value,
    /// What ran.
    pub signature: Signature,
}

/// Checks, audits, augments and scores `corpus`.
pub fn stress(
    corpus: &Corpus,
    auditing: &audit::Options,
    options: &Options,
    heard: BTreeSet<String>,
    title: &str,
) -> Result<Stressed> {
    let mut before = audit(corpus, auditing)?;
    heard.into_iter().for_each(|h| before.signature.heard(h));
    let annotator = augment::annotator(options, &auditing.settings);
    let augmented = augment::augment(
        corpus,
        &auditing.languages,
        &auditing.settings,
        options,
        &annotator,
    )?;
    let after = audit(&augmented.corpus, auditing)?;
    let (cases, events) = as_it_is(corpus, auditing)?;
    if cases.is_empty() {
        return Err(Error::input("no silence to score: no user turn with known times").into());
    }
    let groups = score::groups(&cases, &augmented.cases, &auditing.settings);
    let timers = score::timers(&groups, &auditing.settings);
    let mut signature = before.signature.clone();
    signature.merge(augmented.seen.clone());
    let mut notices = check::notices(corpus);
    notices.extend(health_notices(&before.health));
    let report = of_stress(Stress {
        title: String::from(title),
        corpus,
        events: &events,
        before: &before,
        after: &after,
        options,
        augmented: &augmented,
        cases: &cases,
        timers: &timers,
        notices,
    });
    Ok(Stressed {
        report,
        files: augmented_files(corpus, &augmented, auditing, &annotator, options),
        manifest: augment::manifest(&augmented, options),
        signature,
    })
}

/// Events by call.
type EventsByCall = BTreeMap<String, Vec<Event>>;

/// Cases of the input without edits, and the events of the calls that are drawn.
fn as_it_is(corpus: &Corpus, auditing: &audit::Options) -> Result<(Vec<Case>, EventsByCall)> {
    let mut cases = Vec::new();
    let mut events = BTreeMap::new();
    let map = TimeMap::default();
    for (k, call) in corpus.calls.iter().enumerate() {
        let timeline = Timeline::build(
            call,
            &auditing.languages,
            &auditing.settings,
            rule_for(call),
        )?;
        cases.extend(augment::cases(&timeline, &[], &map, &auditing.settings).cases);
        if k < DRAWN {
            events.insert(call.id.clone(), event::find(&timeline, &auditing.settings));
        }
    }
    Ok((cases, events))
}

/// The augmented folder inside the report's: with a manifest of its own, so that it can be stripped.
fn augmented_files(
    corpus: &Corpus,
    augmented: &augment::Augmented,
    auditing: &audit::Options,
    annotator: &str,
    options: &Options,
) -> Vec<(String, Vec<u8>)> {
    let mut files = augment::files(augmented, false);
    let kept = augment::Kept::of(corpus, annotator, &auditing.languages);
    let manifest = serde_json::json!({
        "falter": crate::signature::VERSION,
        "command": "augment",
        "augment": augment::manifest(augmented, options),
        "strip": kept,
    });
    files.push((
        String::from(crate::output::MANIFEST),
        crate::manifest::bytes(&manifest),
    ));
    files
}
