//! Rules 4 and 5: the silences of a turn.

use std::collections::{BTreeMap, BTreeSet};

use super::folder::Set;
use super::row::{Of, Placed};
use super::rules::Fault;
use super::schema::Table;
use crate::call::{Label, SilenceSpan, Status, UserTurn};
use crate::error::Error;

type Turn = Placed<UserTurn>;
type Silence = Placed<SilenceSpan>;

/// What is wrong with the turns of `set` and their silences.
pub(super) fn faults(set: &Set) -> Vec<Fault> {
    let mut turns: BTreeMap<(&str, &str), (&Turn, Vec<&Silence>)> = BTreeMap::new();
    for turn in &set.turns {
        let key = (turn.call.as_str(), turn.value.id.as_str());
        turns.entry(key).or_insert((turn, Vec::new()));
    }
    let mut faults = Vec::new();
    for span in &set.silences {
        match turns.get_mut(&(span.call.as_str(), span.value.turn_id.as_str())) {
            Some((_, spans)) => spans.push(span),
            None => {
                let fault = Fault::of(Table::SilenceSpans, span, no_turn(set, span));
                faults.push(fault.perhaps(of(span)));
            }
        }
    }
    for (turn, mut spans) in turns.into_values() {
        spans.sort_by_key(|s| (s.value.span, s.at.row));
        faults.extend(order(&spans));
        faults.extend(match turn.value.status {
            // Turns alone are a stage of annotation; with silences every complete turn needs its own.
            Status::Complete if set.present(Table::SilenceSpans) => complete(turn, &spans),
            Status::InterruptedUnclear => invented(&spans),
            _ => Vec::new(),
        });
    }
    faults
}

fn of(span: &Silence) -> Of {
    (span.call.clone(), Some(span.value.turn_id.clone()))
}

fn no_turn(set: &Set, span: &Silence) -> Error {
    let error = Error::input("the turn is not in user_turns.csv")
        .column("turn_id")
        .value(&span.value.turn_id)
        .call(&span.call);
    match set.present(Table::UserTurns) {
        true => error,
        false => error.advice("silence_spans.csv needs user_turns.csv beside it"),
    }
}

/// Spans of a turn count from 0 by time.
fn order(spans: &[&Silence]) -> Vec<Fault> {
    let mut faults = Vec::new();
    let mut rank = 0;
    let mut seen = BTreeSet::new();
    for span in spans {
        let index = span.value.index;
        if !seen.insert(index) {
            continue; // The same key twice is reported as that.
        }
        if index != rank {
            let error = Error::input("span_index must count 0, 1, 2 … by time")
                .column("span_index")
                .value(index.to_string())
                .advice(format!("this span is number {rank} of its turn by time"));
            faults.push(Fault::of(Table::SilenceSpans, span, error).perhaps(of(span)));
        }
        rank += 1;
    }
    faults
}

/// Rule 4. Whatever is wrong, it is the turn that is not complete.
fn complete(turn: &Turn, spans: &[&Silence]) -> Vec<Fault> {
    let mut errors = Vec::new();
    let eots = spans.iter().filter(|s| s.value.label == Some(Label::Eot));
    if eots.clone().count() == 0 {
        let rule = "a complete turn needs an eot span, its last";
        let error = Error::input(rule)
            .column("status")
            .call(&turn.call)
            .value(&turn.value.id);
        let advice = "add it to silence_spans.csv, or set status uncertain";
        errors.push(turn.at.on(error.advice(advice)));
    }
    for (k, span) in spans.iter().enumerate() {
        let last = k + 1 == spans.len();
        if let Some(error) = wrong_span(turn, span, last) {
            errors.push(span.at.on(error));
        }
    }
    let fault = |error| Fault {
        table: Table::UserTurns,
        row: turn.at.row,
        perhaps: Some((turn.call.clone(), Some(turn.value.id.clone()))),
        error,
    };
    errors.into_iter().map(fault).collect()
}

fn wrong_span(turn: &Turn, silence: &Silence, last: bool) -> Option<Error> {
    let span = silence.value.span;
    let speech_end = turn.value.speech_end?;
    let turn_says = |column: &str, ms| format!("{column} of turn {} is {ms}", turn.value.id);
    let (rule, column, value, advice) = match silence.value.label {
        None => (
            "every span of a complete turn needs a label",
            "label",
            String::new(),
            String::from("decide it, or set status uncertain"),
        ),
        Some(Label::Eot) if !last => (
            "the eot span must be the only one and the last of its turn",
            "label",
            String::from("eot"),
            String::from("what comes before the last silence is a hold"),
        ),
        Some(Label::Eot) if span.start != speech_end => (
            "the eot span must start at speech_end_ms",
            "start_ms",
            span.start.to_string(),
            turn_says("speech_end_ms", speech_end),
        ),
        Some(Label::Hold) if span.start < turn.value.start => (
            "a hold starts before its turn",
            "start_ms",
            span.start.to_string(),
            turn_says("start_ms", turn.value.start),
        ),
        Some(Label::Hold) if span.end > speech_end => (
            "a hold ends after speech_end_ms",
            "end_ms",
            span.end.to_string(),
            turn_says("speech_end_ms", speech_end),
        ),
        _ => return None,
    };
    Some(
        Error::input(rule)
            .column(column)
            .value(value)
            .advice(advice),
    )
}

/// Rule 5: a turn that was cut off has no end, so it has no eot.
fn invented(spans: &[&Silence]) -> Vec<Fault> {
    spans
        .iter()
        .filter(|s| s.value.label == Some(Label::Eot))
        .map(|span| {
            let error = Error::input("an interrupted_unclear turn has no eot span")
                .column("label")
                .value("eot")
                .advice("nobody knows whether the user had finished: leave the label empty");
            Fault::of(Table::SilenceSpans, span, error)
        })
        .collect()
}
