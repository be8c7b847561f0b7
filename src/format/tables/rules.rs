//! Rules that more than one row decides: keys, foreign keys, complete turns, overlaps, the end of the
//! recording. The numbers are those of the rules of the tables in DESIGN.md.

use std::collections::{BTreeMap, BTreeSet};

use super::folder::Set;
use super::record::At;
use super::row::{Of, Placed};
use super::schema::Table;
use super::turns;
use crate::call::SilenceSpan;
use crate::error::Error;
use crate::time::Ms;

/// A failure, and the row that `--lenient` leaves out because of it.
pub(super) struct Fault {
    /// Table of the row.
    pub table: Table,
    /// The row.
    pub row: usize,
    /// The call, or the turn of it, of which a row that could not be read may be the reason.
    pub perhaps: Option<Of>,
    /// What is wrong, and where: not always at the row that has to go.
    pub error: Error,
}

impl Fault {
    /// A failure of a row itself.
    pub fn of<T>(table: Table, row: &Placed<T>, error: Error) -> Self {
        Self {
            table,
            row: row.at.row,
            perhaps: None,
            error: row.at.on(error),
        }
    }

    /// The failure may come from a missing row of `of`.
    pub fn perhaps(mut self, of: Of) -> Self {
        self.perhaps = Some(of);
        self
    }
}

/// Everything that is wrong with a set of tables, by the rows that are wrong.
pub(super) fn faults(set: &Set) -> Vec<Fault> {
    let mut faults = keys(set);
    faults.extend(calls_exist(set));
    faults.extend(turns::faults(set));
    faults.extend(overlaps(set));
    faults.extend(past_the_end(set));
    faults
}

/// Rule 3: keys are unique.
fn keys(set: &Set) -> Vec<Fault> {
    let mut faults = unique(Table::Calls, &set.calls, "call_id", |r| r.call.clone());
    faults.extend(unique(Table::UserTurns, &set.turns, "turn_id", |r| {
        (r.call.clone(), r.value.id.clone())
    }));
    faults.extend(unique(
        Table::SilenceSpans,
        &set.silences,
        "span_index",
        |r| (r.call.clone(), r.value.turn_id.clone(), r.value.index),
    ));
    faults.extend(unique(Table::EotLabels, &set.points, "decision_ms", |r| {
        (r.call.clone(), r.value.at)
    }));
    faults
}

fn unique<T, K: Ord>(
    table: Table,
    rows: &[Placed<T>],
    column: &str,
    key: impl Fn(&Placed<T>) -> K,
) -> Vec<Fault> {
    let mut first: BTreeMap<K, &At> = BTreeMap::new();
    let mut faults = Vec::new();
    for row in rows {
        match first.get(&key(row)) {
            None => {
                first.insert(key(row), &row.at);
            }
            Some(at) => faults.push(Fault::of(table, row, twice(row, at, column))),
        }
    }
    faults
}

fn twice<T>(row: &Placed<T>, first: &At, column: &str) -> Error {
    let file = first.path.file_name().unwrap_or_default().to_string_lossy();
    let place = match first.path == row.at.path {
        true => format!("row {}", first.record),
        false => format!("row {} of {file}", first.record),
    };
    let advice = match column {
        "call_id" => "one row a call",
        _ => "annotators who disagree go into one folder each",
    };
    Error::input(format!("the same key as {place}"))
        .column(column)
        .call(&row.call)
        .advice(advice)
}

/// Rule 3: where there is a transcript, labels and words are about calls that are in it.
fn calls_exist(set: &Set) -> Vec<Fault> {
    if !set.present(Table::AsrHistory) {
        return Vec::new();
    }
    let known: BTreeSet<&str> = set.rows.iter().map(|r| r.call.as_str()).collect();
    let mut faults = missing(Table::Words, &set.words, &known);
    faults.extend(missing(Table::UserTurns, &set.turns, &known));
    faults.extend(missing(Table::SilenceSpans, &set.silences, &known));
    faults.extend(missing(Table::EotLabels, &set.points, &known));
    faults
}

fn missing<T>(table: Table, rows: &[Placed<T>], known: &BTreeSet<&str>) -> Vec<Fault> {
    rows.iter()
        .filter(|row| !known.contains(row.call.as_str()))
        .map(|row| {
            let error = Error::input("the call has no rows in asr_history.csv")
                .column("call_id")
                .value(&row.call);
            Fault::of(table, row, error).perhaps((row.call.clone(), None))
        })
        .collect()
}

/// Rule 6: decided spans of a call do not overlap.
fn overlaps(set: &Set) -> Vec<Fault> {
    let mut by_call: BTreeMap<&str, Vec<&Placed<SilenceSpan>>> = BTreeMap::new();
    for span in set.silences.iter().filter(|s| s.value.label.is_some()) {
        by_call.entry(&span.call).or_default().push(span);
    }
    let mut faults = Vec::new();
    for spans in by_call.values_mut() {
        spans.sort_by_key(|s| (s.value.span, s.at.row));
        let mut widest: Option<&Placed<SilenceSpan>> = None;
        for span in spans.iter() {
            if let Some(other) = widest.filter(|w| span.value.span.start < w.value.span.end) {
                let error = Error::input(format!("overlaps the span of row {}", other.at.record))
                    .column("start_ms")
                    .value(span.value.span.start.to_string())
                    .advice(format!("that one ends at {} ms", other.value.span.end));
                faults.push(Fault::of(Table::SilenceSpans, span, error));
            }
            if widest.is_none_or(|w| w.value.span.end < span.value.span.end) {
                widest = Some(span);
            }
        }
    }
    faults
}

/// Rule 1: nothing past the end of the recording, where `calls.csv` gives one.
fn past_the_end(set: &Set) -> Vec<Fault> {
    let ends: BTreeMap<&str, Ms> = set
        .calls
        .iter()
        .filter_map(|c| Some((c.call.as_str(), c.value.duration?)))
        .collect();
    let mut faults = late(Table::AsrHistory, &set.rows, &ends, |r| {
        ("end_ms", r.span.end)
    });
    faults.extend(late(Table::Words, &set.words, &ends, |w| {
        ("end_ms", w.end.max(w.start))
    }));
    faults.extend(late(Table::UserTurns, &set.turns, &ends, |t| {
        match t.speech_end {
            Some(end) => ("speech_end_ms", end),
            None => ("start_ms", t.start),
        }
    }));
    faults.extend(late(Table::SilenceSpans, &set.silences, &ends, |s| {
        ("end_ms", s.span.end)
    }));
    faults.extend(late(Table::EotLabels, &set.points, &ends, |p| {
        ("decision_ms", p.at)
    }));
    faults
}

fn late<T>(
    table: Table,
    rows: &[Placed<T>],
    ends: &BTreeMap<&str, Ms>,
    time: impl Fn(&T) -> (&'static str, Ms),
) -> Vec<Fault> {
    let mut faults = Vec::new();
    for row in rows {
        let (column, ms) = time(&row.value);
        if let Some(end) = ends.get(row.call.as_str()).filter(|end| ms > **end) {
            let error = Error::input("past the end of the recording")
                .column(column)
                .value(ms.to_string())
                .advice(format!("calls.csv says the recording is {end} ms long"));
            faults.push(Fault::of(table, row, error));
        }
    }
    faults
}
