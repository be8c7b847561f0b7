//! Findings about the rows of the transcript.

use super::{Finding, named};
use crate::call::{Call, Role, Segment};
use crate::format::tables::Table;
use crate::time::Ms;

/// Fewest stamps from which a time resolution is concluded.
const STAMPS: usize = 10;

/// Length of a run of the same text that is reported: people say "yes" twice.
const SAME: usize = 3;

/// All findings about the rows of `call`.
pub(super) fn check(call: &Call) -> Vec<Finding> {
    let mut findings = Vec::new();
    findings.extend(past_the_end(call));
    findings.extend(whole_seconds(call));
    for role in Role::ALL {
        let mut rows: Vec<&Segment> = call.rows(role).collect();
        rows.sort_by_key(|r| (r.span.start, r.row));
        findings.extend(overlaps(call, &rows));
    }
    findings.extend(same_text(call));
    let found = findings.into_iter().map(|f| f.table(Table::AsrHistory));
    found.collect()
}

/// The transcript runs on after the recording: one of the two clocks is wrong.
fn past_the_end(call: &Call) -> Option<Finding> {
    let duration = call.duration?;
    let last = call.segments.iter().map(|s| s.span.end).max()?;
    let excess = last - duration;
    if excess <= 0 {
        return None;
    }
    let rows = |late: &dyn Fn(&Segment) -> Ms| -> Vec<usize> {
        let late = call.segments.iter().filter(|s| late(s) >= duration);
        late.map(|s| s.row).collect()
    };
    let reach = rows(&|s| s.span.end - 1);
    let whole = rows(&|s| s.span.start);
    let share = match duration {
        0 => String::from("no audio at all"),
        _ => format!("{:.1} %", excess as f64 * 100.0 / duration as f64),
    };
    let mut advice = format!("{} past the end", named(&reach));
    if !whole.is_empty() {
        advice.push_str(&format!(", {} wholly", named(&whole)));
    }
    advice.push_str("; times of text and audio cannot be mixed");
    let rule = format!("transcript exceeds audio by {excess} ms ({share})");
    Some(Finding::of(call, rule).advice(advice))
}

/// Stamps that are all whole seconds cannot show pauses.
fn whole_seconds(call: &Call) -> Option<Finding> {
    let stamps = call
        .segments
        .iter()
        .flat_map(|s| [s.span.start, s.span.end]);
    let stamps: Vec<Ms> = stamps.collect();
    if stamps.len() < STAMPS || stamps.iter().any(|ms| ms % 1000 != 0) {
        return None;
    }
    let n = stamps.len();
    let rule = format!("times are whole seconds: {n} of {n} stamps are multiples of 1000 ms");
    Some(Finding::of(call, rule).advice("pauses and gaps shorter than that cannot be measured"))
}

/// One party talking over itself.
fn overlaps(call: &Call, rows: &[&Segment]) -> Option<Finding> {
    let mut last: Option<&Segment> = None;
    let mut overlapping = Vec::new();
    for row in rows {
        if last.is_some_and(|l| l.span.overlaps(row.span)) {
            overlapping.push(row.row);
        }
        if last.is_none_or(|l| l.span.end < row.span.end) {
            last = Some(row);
        }
    }
    let role = rows.first()?.role;
    if overlapping.is_empty() {
        return None;
    }
    let rule = format!("{role} overlaps itself");
    let advice = format!("{} before the one before has ended", named(&overlapping));
    Some(Finding::of(call, rule).advice(advice))
}

/// The same text again and again with nobody else in between, the mark of a recogniser that heard silence.
fn same_text(call: &Call) -> Vec<Finding> {
    let mut rows: Vec<&Segment> = call.segments.iter().collect();
    rows.sort_by_key(|r| (r.span.start, r.row));
    let key = |row: &&Segment| (row.role, String::from(row.transcript.trim()));
    let runs = rows
        .chunk_by(|a, b| key(a) == key(b))
        .filter(|run| run.len() >= SAME);
    let spoken = runs.filter(|run| run.iter().any(|r| !r.transcript.trim().is_empty()));
    let findings = spoken.map(|run| {
        let numbers: Vec<usize> = run.iter().map(|r| r.row).collect();
        let rule = format!("same text in {} consecutive rows", run.len());
        let text = run.first().map(|r| r.transcript.clone());
        let finding = Finding::of(call, rule).value(text.unwrap_or_default());
        finding.advice(format!(
            "{}: recognisers may write this into silence",
            named(&numbers)
        ))
    });
    findings.collect()
}
