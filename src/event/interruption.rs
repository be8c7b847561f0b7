//! Interruptions: turns that begin inside the other's and take or contend for the floor.

use super::{Detail, Detector, Event, Kind};
use crate::call::Role;
use crate::settings::{self, Settings};
use crate::time::{Ms, Span};
use crate::timeline::{Side, Timeline};

/// The detector.
pub struct Interruptions;

impl Detector for Interruptions {
    fn name(&self) -> &'static str {
        "interruption"
    }

    fn about(&self) -> &'static str {
        "A turn that starts while the other speaks, with at least terminal_overlap_ms of the other's speech still to come, or in the other's pause when the other resumes against it within resume_within_ms. Successful when the other stops within yield_within_ms and does not come back before the interrupter has finished."
    }

    fn kinds(&self) -> &'static [Kind] {
        &[Kind::Interruption]
    }

    fn find(&self, timeline: &Timeline<'_>, settings: &Settings, events: &mut Vec<Event>) {
        if timeline.call.untimed {
            return;
        }
        // Whose turn resumes where, against whom barged in on its pause: that is no interruption of theirs.
        let mut resumed: Option<(Role, Ms)> = None;
        for (k, turn) in timeline.turns.iter().enumerate() {
            let Some(unit) = timeline.side(turn.role).ipus.get(turn.ipus.start) else {
                continue;
            };
            if resumed == Some((turn.role, unit.span.start)) {
                continue;
            }
            let other = timeline.side(turn.role.other());
            if let Some(contest) = contest(other, unit.span, turn.span, settings) {
                if contest.onset > unit.span.start {
                    resumed = Some((turn.role.other(), contest.onset));
                }
                events.push(Event {
                    kind: Kind::Interruption,
                    role: turn.role,
                    span: Some(unit.span),
                    turn: Some(k),
                    tokens: unit.tokens.clone(),
                    detail: Detail::Interruption {
                        successful: contest.successful,
                    },
                });
            }
        }
    }
}

/// Both speak, or both want to.
struct Contest {
    /// When: at the newcomer's start, or where the other resumes against it.
    onset: Ms,
    /// Does the other yield?
    successful: bool,
}

/// The contest that a turn beginning with `unit` starts with `other`, if it does.
fn contest(other: &Side<'_>, unit: Span, turn: Span, settings: &Settings) -> Option<Contest> {
    let (onset, end) = match other_at(other, unit.start) {
        Some(spoken) if spoken.end - unit.start >= settings.ms(&settings::TERMINAL_OVERLAP) => {
            (unit.start, spoken.end)
        }
        Some(_) => return None,
        None => {
            let resumed = resumption(other, unit, settings)?;
            (resumed.start, resumed.end)
        }
    };
    let stops = end - onset <= settings.ms(&settings::YIELD_WITHIN) && end < turn.end;
    let from = other.ipus.partition_point(|u| u.span.start < end);
    let back = other.ipus[from..]
        .iter()
        .take_while(|u| u.span.start < unit.end)
        .any(|u| !u.backchannel);
    Some(Contest {
        onset,
        successful: stops && !back,
    })
}

fn other_at(other: &Side<'_>, at: Ms) -> Option<Span> {
    let k = other.ipus.partition_point(|u| u.span.start < at);
    let last = other.ipus[..k].last()?;
    Some(last.span).filter(|s| s.end > at)
}

/// The other had paused, not finished: it resumes against the newcomer.
fn resumption(other: &Side<'_>, unit: Span, settings: &Settings) -> Option<Span> {
    let k = other.ipus.partition_point(|u| u.span.start < unit.start);
    let paused = other.ipus.get(k.checked_sub(1)?)?.span;
    let resumed = other.ipus[k..].iter().find(|u| !u.backchannel)?.span;
    let within = settings.ms(&settings::RESUME_WITHIN);
    let evidence = resumed.start < unit.end
        && resumed.start - unit.start <= within
        && unit.start - paused.end <= within;
    evidence.then_some(resumed)
}
