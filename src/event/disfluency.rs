//! Disfluencies of a stretch of speech: fillers, markers, editing terms, repeats, cut-off words.
//!
//! - **filler**: a form of the lexicon's fillers; tier B only where its context holds. `um-um` is one.
//! - **marker**, **edit_term**: the lexicon's forms where their context holds.
//! - **repeat**: a sequence of 1 to `repeat_max_tokens` tokens said twice in a row; fillers and markers
//!   between are skipped (they are the interregnum). Numbers, letters, and what the language doubles
//!   anyway (`very very`, 看看) are no repeats. `I- I` is one; n copies are n − 1.
//! - **repair**: a substitution, `in the — on the`; **restart**: what was begun is dropped, `the — I really
//!   feel`. By rough copies and classes of function words: see `repairs.rs`.
//! - **fragment**: a cut-off word (`th-`), a part-word repeat (`a-a-actually`).
//!
//! Punctuation decides nothing about fillers of tier A, repeats and fragments; for tier B a mark or,
//! where times are known, a silence of 100 ms says that a form is set off.

use std::ops::Range;

use super::Kind;
use crate::lang::{Lexicon, Tier, Token};
use crate::settings::{REPEAT_LENGTH, Settings};
use crate::time::{Ms, Span};

mod line;
mod listed;
mod repairs;
mod repeats;

#[cfg(test)]
mod tests;

/// Silence beside a form that sets it off like a comma, ms (the lexicon's sources say 100 to 150).
const SET_OFF: Ms = 100;

/// Silence that no repeat and no repair reaches over, ms.
const BARRIER: Ms = 2000;

/// A token as it was said.
#[derive(Clone, Copy, Debug)]
pub struct Spoken<'a> {
    /// The token.
    pub token: &'a Token<'a>,
    /// When, if known.
    pub time: Option<Span>,
}

/// The parts of a repeat or a repair, as tokens of the stretch.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Parts {
    /// What was said first.
    pub reparandum: Range<usize>,
    /// Fillers and markers between; may be empty.
    pub interregnum: Range<usize>,
    /// What was said again.
    pub repair: Range<usize>,
}

/// One disfluency.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Disfluency {
    /// Sort.
    pub kind: Kind,
    /// How sure.
    pub tier: Tier,
    /// Tokens of the stretch, all parts included.
    pub tokens: Range<usize>,
    /// The parts of a repeat, a repair or a restart.
    pub parts: Option<Parts>,
}

/// The disfluencies of a stretch (one turn of one speaker), by first token.
pub fn find(stretch: &[Spoken<'_>], lexicon: &Lexicon, settings: &Settings) -> Vec<Disfluency> {
    let search = Search { stretch, lexicon };
    let listed = search.listed();
    let longest = settings.count(&REPEAT_LENGTH);
    let core: Vec<usize> = (0..stretch.len()).filter(|k| !listed.is[*k]).collect();
    let (repeats, in_repeat) = search.repeats(&core, longest);
    let mut found = search.repairs(&listed, &repeats);
    found.extend(search.fragments(&core, &in_repeat));
    found.extend(repeats);
    found.extend(listed.found);
    found.sort_by_key(|d| (d.tokens.start, d.kind));
    found
}

/// What the lexicon lists and text cannot decide (tier C): shown on demand, never counted.
pub fn undecided(stretch: &[Spoken<'_>], lexicon: &Lexicon) -> Vec<Disfluency> {
    Search { stretch, lexicon }.listed().undecided
}

struct Search<'a> {
    stretch: &'a [Spoken<'a>],
    lexicon: &'a Lexicon,
}

impl<'a> Search<'a> {
    fn norm(&self, k: usize) -> &'a str {
        &self.stretch[k].token.norm
    }

    fn stem(&self, k: usize) -> &'a str {
        self.stretch[k].token.stem()
    }

    /// Silence before token `k`, ms; 0 where times are unknown.
    fn silence(&self, k: usize) -> Ms {
        let time = |k: usize| self.stretch.get(k).and_then(|s| s.time);
        match (k.checked_sub(1).and_then(time), time(k)) {
            (Some(left), Some(right)) => right.start - left.end,
            _ => 0,
        }
    }
}
