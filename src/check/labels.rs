//! Findings about labels: conflicts are reported, never repaired.

use std::collections::BTreeSet;

use super::{Finding, named};
use crate::call::{Call, DecisionPoint, Label, Role, SilenceSpan, Word};
use crate::format::plural;
use crate::format::tables::Table;
use crate::time::Span;

/// The annotator of drafts that nobody has confirmed.
const DRAFT: &str = "xlsx_draft";

/// All findings about the labels of `call`.
pub(super) fn check(call: &Call) -> Vec<Finding> {
    let mut findings = points(call);
    findings.extend(speech_in_holds(call));
    findings.extend(several_annotators(call));
    findings.extend(drafts(call));
    findings
}

/// Rule 7: a point belongs to the one span it stands in, and the two agree.
fn points(call: &Call) -> Vec<Finding> {
    let mut findings = Vec::new();
    let mut local = Vec::new();
    if call.silences.is_empty() {
        return findings;
    }
    let mut silences: Vec<&SilenceSpan> = call.silences.iter().collect();
    silences.sort_by_key(|s| s.span.start);
    let longest = silences.iter().map(|s| s.span.duration()).max();
    let longest = longest.unwrap_or(0);
    for point in &call.points {
        // What starts earlier than the longest silence is over.
        let from = silences.partition_point(|s| s.span.start + longest <= point.at);
        let until = silences.partition_point(|s| s.span.start <= point.at);
        let around = silences[from..until].iter();
        let around = around.filter(|s| s.span.contains(point.at));
        match around.collect::<Vec<_>>()[..] {
            [span] => findings.extend(conflict(call, point, span)),
            _ => local.push(point.row),
        }
    }
    if !local.is_empty() {
        let n = plural(local.len(), "decision point");
        let finding = Finding::of(call, format!("{n} in no silence span, or in several"));
        let advice = format!("{}: local samples, left out of the export", named(&local));
        findings.push(finding.table(Table::EotLabels).advice(advice));
    }
    findings
}

fn conflict(call: &Call, point: &DecisionPoint, silence: &SilenceSpan) -> Option<Finding> {
    let meant = point.can_reply.map(|can| match can {
        true => Label::Eot,
        false => Label::Hold,
    });
    if meant == silence.label {
        return None;
    }
    let name = |label: Option<Label>| label.map_or("undecided", Label::name);
    let (point_says, span_says) = (name(meant), name(silence.label));
    let rule = format!(
        "the point at {} ms says {point_says}, its span says {span_says}",
        point.at
    );
    let span = silence.span;
    let finding = Finding::of(call, rule)
        .table(Table::EotLabels)
        .row(point.row);
    Some(finding.advice(format!(
        "silence_spans.csv row {}, {}–{} ms: listen again; neither is overwritten",
        silence.row + 1,
        span.start,
        span.end
    )))
}

/// Rule 6: a word of the user wholly inside a hold, so the hold is not silent.
fn speech_in_holds(call: &Call) -> Option<Finding> {
    let holds = call
        .silences
        .iter()
        .filter(|s| s.label == Some(Label::Hold));
    let users = call.words.iter().filter(|w| w.role == Role::User);
    let mut words: Vec<Span> = users.filter_map(Word::span).collect();
    words.sort_unstable();
    let mut spoken: Vec<usize> = holds
        .filter(|hold| {
            let first = words.partition_point(|w| w.start < hold.span.start);
            let begun = words[first..].iter();
            let mut begun = begun.take_while(|w| w.start < hold.span.end);
            begun.any(|w| hold.span.covers(*w))
        })
        .map(|hold| hold.row)
        .collect();
    spoken.sort_unstable();
    if spoken.is_empty() {
        return None;
    }
    let n = plural(spoken.len(), "hold");
    let finding = Finding::of(call, format!("the user speaks inside {n}"));
    let advice = format!("{}: by words.csv; speech is never a hold", named(&spoken));
    Some(finding.table(Table::SilenceSpans).advice(advice))
}

/// Rule 10: a key may have several rows only until somebody adjudicates.
fn several_annotators(call: &Call) -> Vec<Finding> {
    let mut findings = Vec::new();
    let mut report = |table, what, repeated: usize| {
        if repeated > 0 {
            let rule = format!("{} labelled more than once", plural(repeated, what));
            let finding = Finding::of(call, rule).table(table);
            findings.push(finding.advice("an adjudicated file has one row a key"));
        }
    };
    let points = call.points.iter().map(|p| p.at).collect();
    report(Table::EotLabels, "decision point", repeated(points));
    let turns = call.turns.iter().map(|t| t.id.as_str()).collect();
    report(Table::UserTurns, "turn", repeated(turns));
    let key = |s: &SilenceSpan| (s.turn_id.clone(), s.index);
    report(
        Table::SilenceSpans,
        "span",
        repeated(call.silences.iter().map(key).collect()),
    );
    findings
}

/// How many keys come more than once.
fn repeated<K: Ord>(mut keys: Vec<K>) -> usize {
    keys.sort_unstable();
    keys.chunk_by(|a, b| a == b)
        .filter(|same| same.len() > 1)
        .count()
}

/// Rule 9: drafts stay out of formal scores.
fn drafts(call: &Call) -> Option<Finding> {
    let drafts: BTreeSet<usize> = call
        .points
        .iter()
        .filter(|p| p.annotator == DRAFT)
        .map(|p| p.row)
        .collect();
    let spans = call
        .silences
        .iter()
        .filter(|s| s.annotator == DRAFT)
        .count();
    if drafts.is_empty() && spans == 0 {
        return None;
    }
    let labels = plural(drafts.len() + spans, "label");
    let finding = Finding::of(call, format!("{labels} of annotator {DRAFT}"));
    Some(finding.advice("left out of formal scores until another annotator confirms them"))
}
