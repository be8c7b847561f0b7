//! Backchannels: units that the timeline found to take no floor.

use super::{Detail, Detector, Event, Kind};
use crate::call::Role;
use crate::settings::Settings;
use crate::timeline::Timeline;

/// The detector.
pub struct Backchannels;

impl Detector for Backchannels {
    fn name(&self) -> &'static str {
        "backchannel"
    }

    fn about(&self) -> &'static str {
        "A short response inside or at the edge of the other's turn after which the other keeps the floor; who holds the floor decides, the phrase list only proposes; after a question or request it is an answer, before own words the start of a turn. Turn rules floor and annotated only."
    }

    fn kinds(&self) -> &'static [Kind] {
        &[Kind::Backchannel]
    }

    fn find(&self, timeline: &Timeline<'_>, _: &Settings, events: &mut Vec<Event>) {
        for role in Role::ALL {
            let units = timeline.side(role).ipus.iter();
            events.extend(units.filter(|u| u.backchannel).map(|unit| Event {
                kind: Kind::Backchannel,
                role,
                span: Some(unit.span),
                turn: None,
                tokens: unit.tokens.clone(),
                detail: Detail::Plain,
            }));
        }
    }
}
