//! Where a form must stand to be counted.

use super::phrase::Phrases;
use super::raw::{Place, Rule, SetOff};

/// The condition of one rule of the lexicon.
#[derive(Debug)]
pub(crate) struct Context {
    pub(super) place: Place,
    pub(super) set_off: SetOff,
    not_after: Phrases,
    not_before: Phrases,
    or_before: Phrases,
    or_after: Phrases,
}

/// What stands around a form.
pub(crate) struct Around<'n, F: Fn(usize) -> &'n str> {
    /// Norms of the stretch.
    pub norm: F,
    /// Tokens in the stretch.
    pub count: usize,
    /// First token of the form.
    pub start: usize,
    /// First token after the form.
    pub end: usize,
    /// The stretch is made of fillers and backchannel phrases only.
    pub whole: bool,
    /// Nothing but fillers, markers and the like stands before it, in the stretch or since a stop.
    pub initial: bool,
    /// Nothing but fillers and markers stands after it in the stretch.
    pub last: bool,
    /// A mark, silence or filler stands before it.
    pub mark_before: bool,
    /// A mark, silence or filler stands after it.
    pub mark_after: bool,
    /// A response (`yeah`) stands right before it.
    pub after_response: bool,
    /// The same words stand before and after it: what is between copies is no part of the clause.
    pub between_copies: bool,
}

impl Context {
    pub(super) fn new(spaced: bool, rule: &Rule) -> Self {
        let list = |forms: &[String]| Phrases::list(spaced, forms);
        Self {
            place: rule.place,
            set_off: rule.set_off,
            not_after: list(&rule.not_after),
            not_before: list(&rule.not_before),
            or_before: list(&rule.or_before),
            or_after: list(&rule.or_after),
        }
    }

    /// Does the condition hold?
    pub(crate) fn holds<'n, F: Fn(usize) -> &'n str>(&self, around: &Around<'n, F>) -> bool {
        let place = match self.place {
            Place::Any => true,
            Place::Inside => !around.whole,
            Place::Initial => around.initial && !around.last,
            Place::Medial => !around.initial && !around.last,
        };
        let before = around.start.checked_sub(1).map(|k| (around.norm)(k));
        let preceded = |list: &Phrases| before.is_some_and(|w| list.contains(w));
        let followed = |list: &Phrases| {
            list.longest(around.count, around.end, &around.norm)
                .is_some()
        };
        let (left, right) = (around.mark_before, around.mark_after);
        // A mark or a silence between cuts the tie to the neighbour: `as, you know`.
        let tied = (!left && preceded(&self.not_after)) || (!right && followed(&self.not_before));
        if place && around.between_copies {
            return true;
        }
        if !place || tied {
            return false;
        }
        let set_off = match self.set_off {
            SetOff::No => true,
            SetOff::Either => left || right,
            SetOff::Edge => left || right || around.initial || around.after_response,
            SetOff::After => right,
            SetOff::Both => left && right,
        };
        set_off || preceded(&self.or_after) || followed(&self.or_before)
    }
}
