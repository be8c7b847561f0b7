//! Disfluencies of a call: [`super::disfluency::find`] over every turn and every backchannel.

use std::ops::Range;

use super::disfluency::{self, Spoken};
use super::{Detail, Detector, Event, Kind, Parts};
use crate::call::Role;
use crate::settings::Settings;
use crate::time::Span;
use crate::timeline::{Side, Timeline};

/// The detector.
pub struct Disfluencies;

impl Detector for Disfluencies {
    fn name(&self) -> &'static str {
        "disfluency"
    }

    fn about(&self) -> &'static str {
        "Filled pauses, discourse markers, editing terms, repeats and fragments by the lexicon of the row's language; a repeat may cross rows of one turn."
    }

    fn kinds(&self) -> &'static [Kind] {
        &[
            Kind::Filler,
            Kind::Marker,
            Kind::EditTerm,
            Kind::Repeat,
            Kind::Fragment,
        ]
    }

    fn find(&self, timeline: &Timeline<'_>, settings: &Settings, events: &mut Vec<Event>) {
        for role in Role::ALL {
            let side = timeline.side(role);
            for (turn, tokens) in stretches(timeline, role) {
                for part in by_language(side, tokens) {
                    in_stretch(side, role, turn, part, settings, events);
                }
            }
        }
    }
}

/// Turns of a side, and between them the units that are no turns, so that every token is looked at once.
fn stretches(timeline: &Timeline<'_>, role: Role) -> Vec<(Option<usize>, Range<usize>)> {
    let mut stretches = Vec::new();
    let mut from = 0;
    let turns = timeline.turns.iter().enumerate();
    for (k, turn) in turns.filter(|(_, t)| t.role == role) {
        let start = turn.tokens.start.max(from);
        if from < start {
            stretches.push((None, from..start));
        }
        let end = turn.tokens.end.max(start);
        stretches.push((Some(k), start..end));
        from = end;
    }
    let all = timeline.side(role).tokens.len();
    if from < all {
        stretches.push((None, from..all));
    }
    stretches
}

/// A stretch cut where its rows change their language: each part is read with its own lexicon.
fn by_language(side: &Side<'_>, tokens: Range<usize>) -> Vec<Range<usize>> {
    let code = |k: usize| side.rows[side.tokens[k].row].lexicon.code();
    let mut parts: Vec<Range<usize>> = Vec::new();
    for k in tokens {
        match parts.last_mut() {
            Some(part) if code(part.start) == code(k) => part.end = k + 1,
            _ => parts.push(k..k + 1),
        }
    }
    parts
}

fn in_stretch(
    side: &Side<'_>,
    role: Role,
    turn: Option<usize>,
    tokens: Range<usize>,
    settings: &Settings,
    events: &mut Vec<Event>,
) {
    let timed = &side.tokens[tokens.clone()];
    let Some(first) = timed.first() else {
        return;
    };
    let lexicon = side.rows[first.row].lexicon;
    let spoken: Vec<Spoken<'_>> = timed
        .iter()
        .map(|t| Spoken {
            token: &t.token,
            time: t.time,
        })
        .collect();
    let shift = |r: Range<usize>| r.start + tokens.start..r.end + tokens.start;
    for found in disfluency::find(&spoken, lexicon, settings) {
        let within = shift(found.tokens);
        events.push(Event {
            kind: found.kind.into(),
            role,
            span: span_of(side, &within),
            turn,
            tokens: within,
            detail: Detail::Disfluency {
                tier: found.tier,
                parts: found.repeat.map(|p| Parts {
                    reparandum: shift(p.reparandum),
                    interregnum: shift(p.interregnum),
                    repair: shift(p.repair),
                }),
            },
        });
    }
}

impl From<disfluency::Kind> for Kind {
    fn from(kind: disfluency::Kind) -> Self {
        match kind {
            disfluency::Kind::Filler => Self::Filler,
            disfluency::Kind::Marker => Self::Marker,
            disfluency::Kind::EditTerm => Self::EditTerm,
            disfluency::Kind::Repeat => Self::Repeat,
            disfluency::Kind::Fragment => Self::Fragment,
        }
    }
}

/// From the first to the last timed token of a range.
pub fn span_of(side: &Side<'_>, tokens: &Range<usize>) -> Option<Span> {
    let timed = side.tokens.get(tokens.clone())?;
    let first = timed.iter().find_map(|t| t.time)?;
    let last = timed.iter().rev().find_map(|t| t.time)?;
    Some(Span::new(first.start, last.end.max(first.end)))
}
