//! Transitions: changes of speaker, with their floor transfer offset.

use super::{Detail, Detector, Event, Kind};
use crate::settings::Settings;
use crate::time::Span;
use crate::timeline::Timeline;

/// The detector.
pub struct Transitions;

impl Detector for Transitions {
    fn name(&self) -> &'static str {
        "transition"
    }

    fn about(&self) -> &'static str {
        "Each pair of consecutive turns of different parties; its offset is the new turn's start minus the old turn's end (negative = overlap). Belongs to the party that starts."
    }

    fn kinds(&self) -> &'static [Kind] {
        &[Kind::Transition]
    }

    fn find(&self, timeline: &Timeline<'_>, _: &Settings, events: &mut Vec<Event>) {
        if timeline.call.untimed {
            return;
        }
        for (k, pair) in timeline.turns.windows(2).enumerate() {
            let (old, new) = (&pair[0], &pair[1]);
            if old.role == new.role {
                continue;
            }
            let offset = new.span.start - old.span.end;
            events.push(Event {
                kind: Kind::Transition,
                role: new.role,
                span: Some(Span::new(
                    new.span.start.min(old.span.end),
                    new.span.start.max(old.span.end),
                )),
                turn: Some(k + 1),
                tokens: 0..0,
                detail: Detail::Transition { offset },
            });
        }
    }
}
