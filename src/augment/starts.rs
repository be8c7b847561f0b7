//! When the inserted sounds begin.

use std::collections::HashMap;

use super::edit::Edit;
use super::timemap::TimeMap;
use crate::call::Role;
use crate::time::Ms;

/// Instant and place of an edit: edits at one instant stand one after another in this order.
type Place = (Ms, Role, usize, usize);

/// Where sounds start on the new clock.
pub(super) struct Starts<'a> {
    map: &'a TimeMap,
    /// What stands before each edit at its own instant, ms.
    earlier: HashMap<Place, Ms>,
    /// The first sound of a party at an instant: where it starts on the new clock.
    first: HashMap<(Ms, Role), Ms>,
}

impl<'a> Starts<'a> {
    /// The starts of `placed`, all of one call.
    pub fn new(placed: &[&Edit], map: &'a TimeMap) -> Self {
        let timed = placed.iter().filter_map(|e| Some((place(e)?, e.duration)));
        let mut timed: Vec<(Place, Ms)> = timed.collect();
        timed.sort_unstable();
        let mut earlier = HashMap::with_capacity(timed.len());
        let mut before = 0;
        let mut instant = None;
        for (place, duration) in timed {
            if instant != Some(place.0) {
                (instant, before) = (Some(place.0), 0);
            }
            earlier.entry(place).or_insert(before);
            before += duration;
        }
        let mut starts = Self {
            map,
            earlier,
            first: HashMap::new(),
        };
        for edit in placed.iter().filter(|e| e.is_sound() && e.duration > 0) {
            if let (Some(at), Some(start)) = (edit.at, starts.of(edit)) {
                let first = starts.first.entry((at, edit.role)).or_insert(start);
                *first = start.min(*first);
            }
        }
        starts
    }

    /// Where a turn of `role` that began at `at` begins now: with the sound that was put before it.
    pub fn turn(&self, role: Role, at: Ms) -> Ms {
        let sound = self.first.get(&(at, role)).copied();
        sound.unwrap_or(self.map.right(at))
    }

    /// The instant at which a turn of `role` began that now begins at `at`.
    pub fn undo_turn(&self, role: Role, at: Ms) -> Option<Ms> {
        let mut sounds = self.first.iter();
        let opened = sounds.find(|((_, r), start)| *r == role && **start == at);
        opened
            .map(|((instant, _), _)| *instant)
            .or_else(|| self.map.undo_right(at))
    }

    /// When the sound of an edit starts on the new clock.
    pub fn of(&self, edit: &Edit) -> Option<Ms> {
        let place = place(edit)?;
        Some(self.map.left(place.0) + self.earlier.get(&place)?)
    }
}

fn place(edit: &Edit) -> Option<Place> {
    Some((edit.at?, edit.role, edit.row, edit.token))
}
