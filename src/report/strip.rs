//! A call drawn on its time axis: both parties, what happened, and what was injected.

use super::of_stress::Stress;
use super::{Lane, Mark, Strip};
use crate::augment::{Case, Family, Heard, TimeMap};
use crate::call::{Call, Label, Role};
use crate::event::{Detail, Event, Kind};
use crate::time::Span;

/// The strip of one augmented call.
pub(super) fn strip(stress: &Stress<'_>, call: &Call, map: &TimeMap) -> Strip {
    let events = stress.events.get(&call.id).map_or(&[][..], Vec::as_slice);
    let new = |s: Span| Span::new(map.right(s.start), map.left(s.end).max(map.right(s.start)));
    let speech = |role: Role| -> Vec<Mark> { speech(call, role, &new) };
    let cases: Vec<&Case> = stress
        .augmented
        .cases
        .iter()
        .filter(|c| c.call_id == call.id)
        .collect();
    let lanes = vec![
        Lane {
            name: String::from("user"),
            spans: speech(Role::User),
        },
        Lane {
            name: String::from("silences"),
            spans: cases.into_iter().map(silence).collect(),
        },
        Lane {
            name: String::from("injected"),
            spans: injected(stress, call, map),
        },
        Lane {
            name: String::from("events"),
            spans: events.iter().filter_map(|e| event(e, &new)).collect(),
        },
        Lane {
            name: String::from("agent"),
            spans: speech(Role::Agent),
        },
    ];
    Strip {
        title: call.id.clone(),
        duration: map.left(call.end()),
        lanes,
    }
}

fn speech(call: &Call, role: Role, new: &dyn Fn(Span) -> Span) -> Vec<Mark> {
    let mark = |span: Span, label: &str| Mark {
        span: new(span),
        kind: "speech",
        label: String::from(label),
    };
    let words = call.words.iter().filter(|w| w.role == role);
    let words: Vec<Mark> = words
        .filter_map(|w| Some(mark(w.span()?, &w.text)))
        .collect();
    if !words.is_empty() {
        return words;
    }
    match &call.speech[role.index()] {
        Some(spans) => spans.iter().map(|s| mark(*s, role.name())).collect(),
        None => call
            .rows(role)
            .map(|r| mark(r.span, &r.transcript))
            .collect(),
    }
}

fn silence(case: &Case) -> Mark {
    let kind = match (case.label, case.family) {
        (Label::Eot, _) => "eot",
        (Label::Hold, Family::Original) => "hold",
        (Label::Hold, _) => "injected",
    };
    Mark {
        span: case.span,
        kind,
        label: format!(
            "{} {} ms, {}, {}",
            case.label.name(),
            case.span.duration(),
            case.family.name(),
            case.reason.name()
        ),
    }
}

fn injected(stress: &Stress<'_>, call: &Call, map: &TimeMap) -> Vec<Mark> {
    let edits = stress.augmented.edits.iter();
    let mine = edits.filter(|e| e.is_placed() && e.call_id == call.id);
    mine.filter_map(|e| {
        let start = map.left(e.at?);
        Some(Mark {
            span: Span::new(start, start + e.duration),
            kind: match e.rule.heard() {
                Heard::Silence => "injected",
                Heard::Copy => "repeat",
                Heard::Filler => "filler",
            },
            label: format!("{} {} ms {}", e.rule.name(), e.duration, e.text.trim()),
        })
    })
    .collect()
}

fn event(event: &Event, new: &dyn Fn(Span) -> Span) -> Option<Mark> {
    let kind = match event.kind {
        Kind::Backchannel => "backchannel",
        Kind::Interruption => "interruption",
        Kind::Filler => "filler",
        Kind::Repeat => "repeat",
        _ => return None,
    };
    let outcome = match event.detail {
        Detail::Interruption { successful: true } => ", the other yields",
        Detail::Interruption { successful: false } => ", the other holds on",
        _ => "",
    };
    Some(Mark {
        span: new(event.span?),
        kind,
        label: format!("{} by {}{outcome}", event.kind.name(), event.role),
    })
}
