//! Short answers: what by its words could be a backchannel, said after a question or a request.

use super::{Detail, Detector, Event, Kind};
use crate::call::Role;
use crate::settings::Settings;
use crate::timeline::Timeline;

/// The detector.
pub struct Answers;

impl Detector for Answers {
    fn name(&self) -> &'static str {
        "answer"
    }

    fn about(&self) -> &'static str {
        "A short response of listed phrases (yes, okay, 可以) to the other's question or request, said when the other has finished or at its last words; it takes the floor, so it is no backchannel. Turn rules floor and annotated only."
    }

    fn kinds(&self) -> &'static [Kind] {
        &[Kind::Answer]
    }

    fn find(&self, timeline: &Timeline<'_>, _: &Settings, events: &mut Vec<Event>) {
        for role in Role::ALL {
            for (k, unit) in timeline.side(role).ipus.iter().enumerate() {
                if !unit.answer {
                    continue;
                }
                let mut turns = timeline.turns.iter();
                events.push(Event {
                    kind: Kind::Answer,
                    role,
                    span: Some(unit.span),
                    turn: turns.position(|t| t.role == role && t.ipus.contains(&k)),
                    tokens: unit.tokens.clone(),
                    detail: Detail::Plain,
                });
            }
        }
    }
}
