//! The label tables of an augmented call: a person's rows kept and moved, the program's rows added.

use std::collections::{BTreeSet, HashMap, HashSet};

use super::cases::{Case, Truth};
use super::starts::Starts;
use super::strip::Original;
use super::timemap::TimeMap;
use crate::call::{Call, DecisionPoint, Label, Role, SilenceSpan, Status, UserTurn};
use crate::format::tables::Table;
use crate::settings::{self, Settings};
use crate::time::Ms;
use crate::timeline::Timeline;

/// Rows made by the program come after those of the input.
const ADDED: usize = usize::MAX / 2;

/// Adds turns, silences and decision points for `cases` to `call`.
pub(super) fn add(
    timeline: &Timeline<'_>,
    (starts, map): (&Starts<'_>, &TimeMap),
    cases: &[Case],
    settings: &Settings,
    annotator: &str,
    call: &mut Call,
    originals: &mut Vec<Original>,
) {
    if call.turns.is_empty() {
        add_turns(timeline, starts, map, annotator, call);
    }
    let known = call.silences.len();
    for case in cases.iter().filter(|c| c.truth != Truth::Annotated) {
        call.silences.push(SilenceSpan {
            row: ADDED,
            turn_id: case.turn_id.clone(),
            index: case.index,
            span: case.span,
            label: Some(case.label),
            confidence: None,
            reason: Some(case.reason),
            annotator: String::from(annotator),
        });
    }
    rank(call, known, originals);
    add_points(cases, settings, annotator, call);
}

fn add_turns(
    timeline: &Timeline<'_>,
    starts: &Starts<'_>,
    map: &TimeMap,
    annotator: &str,
    call: &mut Call,
) {
    for (k, turn) in timeline.turns_of(Role::User).enumerate() {
        let id = format!("u{:03}", k + 1);
        let end = map.left(turn.span.end);
        let start = starts.turn(Role::User, turn.span.start);
        call.turns.push(UserTurn {
            row: ADDED,
            id,
            start,
            speech_end: Some(end),
            // Only people make a turn complete.
            status: Status::Uncertain,
            annotator: String::from(annotator),
        });
    }
}

/// Numbers the silences of each turn by time; a number of the input that changes is kept in `originals`.
fn rank(call: &mut Call, known: usize, originals: &mut Vec<Original>) {
    let mut order: Vec<usize> = (0..call.silences.len()).collect();
    let changed: BTreeSet<String> = call.silences[known..]
        .iter()
        .map(|s| s.turn_id.clone())
        .collect();
    let place = |k: &usize| {
        let silence = &call.silences[*k];
        (silence.turn_id.as_str(), silence.span.start)
    };
    order.sort_by(|a, b| place(a).cmp(&place(b)));
    let mut next = 0;
    let mut turn = String::new();
    for k in order {
        let silence = &mut call.silences[k];
        if silence.turn_id != turn {
            turn.clone_from(&silence.turn_id);
            next = 0;
        }
        if changed.contains(&turn) && silence.index != next {
            if k < known {
                originals.push(Original {
                    table: Table::SilenceSpans.file_name(),
                    row: silence.row,
                    column: "span_index",
                    value: silence.index.to_string(),
                });
            }
            silence.index = next;
        }
        next += 1;
    }
}

/// A decision point where a voice activity detector would ask, in every silence that lasts so long.
fn add_points(cases: &[Case], settings: &Settings, annotator: &str, call: &mut Call) {
    let after = settings.ms(&settings::DECISION_AFTER);
    let mut taken: HashSet<Ms> = call.points.iter().map(|p| p.at).collect();
    // Of turns that share an id the first counts.
    let turns = call.turns.iter().rev();
    let starts: HashMap<String, Ms> = turns.map(|t| (t.id.clone(), t.start)).collect();
    for case in cases.iter().filter(|c| c.truth != Truth::Annotated) {
        let at = case.span.start + after;
        if at >= case.span.end || !taken.insert(at) {
            continue;
        }
        let turn = starts.get(&case.turn_id);
        let text = turn.map_or_else(String::new, |start| said(call, *start, at));
        call.points.push(DecisionPoint {
            row: ADDED,
            at,
            text,
            can_reply: Some(case.label == Label::Eot),
            confidence: None,
            reason: Some(case.reason),
            annotator: String::from(annotator),
        });
    }
}

/// What the user had said of the turn by `at`: whole rows, and of the row that is going on the words
/// that have ended, where words have times.
fn said(call: &Call, from: Ms, at: Ms) -> String {
    let mut text = String::new();
    let first = call.segments.partition_point(|s| s.span.start < from);
    let rows = call.segments[first..].iter();
    let begun = rows.take_while(|s| s.span.start < at);
    for row in begun.filter(|s| s.role == Role::User) {
        let part = match row.span.end <= at {
            true => row.transcript.as_str(),
            false => part_said(call, row, at),
        };
        let latin = |c: char| c.is_ascii_alphanumeric();
        if !text.is_empty() && part.starts_with(latin) {
            text.push(' ');
        }
        text.push_str(part.trim_end());
    }
    text
}

/// The part of a row that had been said: up to the last word that has ended, found letter by letter.
fn part_said<'t>(call: &Call, row: &'t crate::call::Segment, at: Ms) -> &'t str {
    let words = call.words.get(row.words.clone()).unwrap_or_default();
    let mut from = 0;
    for word in words {
        if word.span().is_none_or(|s| s.end > at) {
            break;
        }
        let Some(rest) = row.transcript.get(from..) else {
            break;
        };
        match rest.find(word.text.as_str()) {
            Some(k) => from += k + word.text.len(),
            None => continue,
        }
    }
    row.transcript.get(..from).unwrap_or_default()
}

/// Takes the rows that were added out again.
pub(super) fn take_back(calls: &mut [Call]) {
    for call in calls {
        call.turns.retain(|t| t.row < ADDED);
        call.silences.retain(|s| s.row < ADDED);
        call.points.retain(|p| p.row < ADDED);
    }
}

/// Numbers the rows that were added, table by table, in the order of calls and times.
pub(super) fn number(calls: &mut [Call]) {
    let (mut turns, mut silences, mut points) = (0, 0, 0);
    for call in calls {
        call.silences.sort_by_key(|s| (s.span.start, s.row));
        call.points.sort_by_key(|p| (p.at, p.row));
        let next = |row: &mut usize, counter: &mut usize| {
            if *row >= ADDED {
                *row = ADDED + *counter;
                *counter += 1;
            }
        };
        call.turns
            .iter_mut()
            .for_each(|t| next(&mut t.row, &mut turns));
        call.silences
            .iter_mut()
            .for_each(|s| next(&mut s.row, &mut silences));
        call.points
            .iter_mut()
            .for_each(|p| next(&mut p.row, &mut points));
    }
}
