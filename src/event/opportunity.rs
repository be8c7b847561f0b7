//! Opportunities: silences of the other party in which the listener could have spoken (seed 002).

use super::{Detail, Detector, Event, Kind, Outcome};
use crate::call::Role;
use crate::settings::{self, Settings};
use crate::time::{Ms, Span};
use crate::timeline::{Timeline, Turn};

/// The detector.
pub struct Opportunities;

impl Detector for Opportunities {
    fn name(&self) -> &'static str {
        "opportunity"
    }

    fn about(&self) -> &'static str {
        "Opens when the other party's silence reaches opportunity_opens_ms (inclusive) while the listener is silent; closed by the first of: the other resumes, the listener starts, opportunity_closes_ms pass (then it is no opportunity but a turn end)."
    }

    fn kinds(&self) -> &'static [Kind] {
        &[Kind::Opportunity]
    }

    fn find(&self, timeline: &Timeline<'_>, settings: &Settings, events: &mut Vec<Event>) {
        for (k, turn) in timeline.turns.iter().enumerate() {
            in_turn(timeline, k, turn, settings, events);
        }
    }
}

fn in_turn(
    timeline: &Timeline<'_>,
    k: usize,
    turn: &Turn,
    settings: &Settings,
    events: &mut Vec<Event>,
) {
    let speaker = timeline.side(turn.role);
    let listener = turn.role.other();
    let first = speaker.speech.partition_point(|s| s.end <= turn.span.start);
    let runs = speaker.speech[first..]
        .iter()
        .take_while(|s| s.start < turn.span.end);
    let mut rank = 0;
    for run in runs {
        let Some((opens, closes, outcome)) = opening(timeline, listener, run.end, settings) else {
            continue;
        };
        events.push(Event {
            kind: Kind::Opportunity,
            role: listener,
            span: Some(Span::new(opens, closes)),
            turn: Some(k),
            tokens: 0..0,
            detail: Detail::Opportunity {
                outcome,
                rank,
                since_turn_start: opens - turn.span.start,
            },
        });
        if !matches!(outcome, Outcome::Outgrown { .. }) {
            rank += 1;
        }
    }
}

/// The opportunity after a run of speech that ends at `end`: when it opens, when it closes, how.
fn opening(
    timeline: &Timeline<'_>,
    listener: Role,
    end: Ms,
    settings: &Settings,
) -> Option<(Ms, Ms, Outcome)> {
    let hearing = timeline.side(listener);
    let opens = end + settings.ms(&settings::OPPORTUNITY_OPENS);
    let limit = end + settings.ms(&settings::OPPORTUNITY_CLOSES);
    let resumes = timeline.side(listener.other()).next_start(end);
    if resumes.is_some_and(|r| r < opens) || hearing.speaks_in(Span::new(end, opens)) {
        return None;
    }
    let starts = hearing.next_start(opens);
    let before = |a: Option<Ms>, b: Ms| a.filter(|a| *a < b);
    if let Some(start) = before(starts, limit)
        && before(resumes, start + 1).is_none()
    {
        return Some((opens, start, taken(timeline, listener, start)));
    }
    if let Some(resumed) = before(resumes, limit) {
        return Some((opens, resumed, Outcome::NotTaken));
    }
    let resumed = resumes.is_some_and(|r| starts.is_none_or(|s| r <= s));
    Some((opens, limit, Outcome::Outgrown { resumed }))
}

fn taken(timeline: &Timeline<'_>, listener: Role, start: Ms) -> Outcome {
    match timeline.side(listener).unit_at(start) {
        Some(unit) if unit.backchannel => Outcome::Backchannel,
        _ => Outcome::Turn,
    }
}
