//! Pauses: own silences inside an own turn.

use super::{Detail, Detector, Event, Kind};
use crate::settings::{self, Settings};
use crate::timeline::Timeline;

/// The detector.
pub struct Pauses;

impl Detector for Pauses {
    fn name(&self) -> &'static str {
        "pause"
    }

    fn about(&self) -> &'static str {
        "Own silence of at least hold_min_ms between two runs of speech of one turn; a user pause in which the agent is silent is a hold."
    }

    fn kinds(&self) -> &'static [Kind] {
        &[Kind::Pause]
    }

    fn find(&self, timeline: &Timeline<'_>, settings: &Settings, events: &mut Vec<Event>) {
        let shortest = settings.ms(&settings::HOLD_MIN);
        for (k, turn) in timeline.turns.iter().enumerate() {
            let other = timeline.side(turn.role.other());
            for gap in timeline.side(turn.role).silences(turn.span) {
                if gap.duration() < shortest {
                    continue;
                }
                events.push(Event {
                    kind: Kind::Pause,
                    role: turn.role,
                    span: Some(gap),
                    turn: Some(k),
                    tokens: 0..0,
                    detail: Detail::Pause {
                        other_silent: !other.speaks_in(gap),
                    },
                });
            }
        }
    }
}
