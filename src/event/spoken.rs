//! Disfluencies of a call: [`super::disfluency::find`] over every turn and every backchannel.

use std::ops::Range;

use super::disfluency::{self, Disfluency, Spoken};
use super::{Detail, Detector, Event, Kind, Parts};
use crate::call::Role;
use crate::lang::Lexicon;
use crate::settings::Settings;
use crate::time::{Ms, Span};
use crate::timeline::{Side, Timeline};

/// Own silence, ms, over which a speaker still goes on with what the other broke into.
const GOES_ON: Ms = 1500;

/// The detector.
pub struct Disfluencies;

impl Detector for Disfluencies {
    fn name(&self) -> &'static str {
        "disfluency"
    }

    fn about(&self) -> &'static str {
        "Filled pauses, discourse markers, editing terms, repeats, repairs (substitutions), restarts and fragments by the lexicon of the row's language; repeats and repairs may cross rows of one turn."
    }

    fn kinds(&self) -> &'static [Kind] {
        &[
            Kind::Filler,
            Kind::Marker,
            Kind::EditTerm,
            Kind::Repeat,
            Kind::Repair,
            Kind::Restart,
            Kind::Fragment,
        ]
    }

    fn find(&self, timeline: &Timeline<'_>, settings: &Settings, events: &mut Vec<Event>) {
        each(timeline, events, |spoken, lexicon| {
            disfluency::find(spoken, lexicon, settings)
        });
    }
}

/// Adds what `look` finds in every stretch of both parties.
fn each(
    timeline: &Timeline<'_>,
    events: &mut Vec<Event>,
    look: impl Fn(&[Spoken<'_>], &Lexicon) -> Vec<Disfluency>,
) {
    for role in Role::ALL {
        let side = timeline.side(role);
        let turns = stretches(timeline, role);
        for stretch in turns.chunk_by(|a, b| goes_on(timeline, role, a, b)) {
            for tokens in by_language(side, covered(stretch)) {
                let turn = |k: usize| stretch.iter().find(|s| s.1.contains(&k)).and_then(|s| s.0);
                in_stretch(side, role, tokens, &look, turn, events);
            }
        }
    }
}

/// The undecided forms (tier C) of a call.
pub fn undecided(timeline: &Timeline<'_>) -> Vec<Event> {
    let mut events = Vec::new();
    each(timeline, &mut events, disfluency::undecided);
    events
}

/// A turn (or a unit that is none) and its tokens.
type Stretch = (Option<usize>, Range<usize>);

/// Turns of a side, and between them the units that are no turns, so that every token is looked at once.
fn stretches(timeline: &Timeline<'_>, role: Role) -> Vec<Stretch> {
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
    stretches.retain(|(_, tokens)| !tokens.is_empty());
    stretches
}

/// Does the speaker go on from one turn to the next, in spite of what the other began meanwhile? What is
/// said again then is said again. After something that the other said wholly in the silence between
/// (`pardon?`) it is an answer.
fn goes_on(timeline: &Timeline<'_>, role: Role, (turn, a): &Stretch, (next, b): &Stretch) -> bool {
    let tokens = &timeline.side(role).tokens;
    let (Some(last), Some(first)) = (tokens[a.end - 1].time, tokens[b.start].time) else {
        return false;
    };
    let heard = &timeline.side(role.other()).ipus;
    let from = heard.partition_point(|u| u.span.start < last.end);
    let answered = heard[from..].iter().find(|u| !u.backchannel);
    turn.is_some()
        && next.is_some()
        && first.start - last.end < GOES_ON
        && answered.is_none_or(|u| u.span.end > first.start)
}

fn covered(stretch: &[Stretch]) -> Range<usize> {
    match (stretch.first(), stretch.last()) {
        (Some((_, a)), Some((_, b))) => a.start..b.end,
        _ => 0..0,
    }
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
    tokens: Range<usize>,
    look: &impl Fn(&[Spoken<'_>], &Lexicon) -> Vec<Disfluency>,
    turn: impl Fn(usize) -> Option<usize>,
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
    for found in look(&spoken, lexicon) {
        let within = shift(found.tokens);
        events.push(Event {
            kind: found.kind,
            role,
            span: span_of(side, &within),
            turn: turn(within.start),
            tokens: within,
            detail: Detail::Disfluency {
                tier: found.tier,
                parts: found.parts.map(|p| Parts {
                    reparandum: shift(p.reparandum),
                    interregnum: shift(p.interregnum),
                    repair: shift(p.repair),
                }),
            },
        });
    }
}

/// From the first to the last timed token of a range.
pub fn span_of(side: &Side<'_>, tokens: &Range<usize>) -> Option<Span> {
    let timed = side.tokens.get(tokens.clone())?;
    let first = timed.iter().find_map(|t| t.time)?;
    let last = timed.iter().rev().find_map(|t| t.time)?;
    Some(Span::new(first.start, last.end.max(first.end)))
}
