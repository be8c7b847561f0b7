//! Disfluencies of a stretch of speech: fillers, markers, editing terms, repeats, cut-off words.
//!
//! - **filler**: a form of the lexicon's fillers; tier B only where its context holds. `um-um` is one.
//! - **marker**, **edit_term**: the lexicon's forms where their context holds.
//! - **repeat**: a sequence of 1 to `repeat_max_tokens` tokens said twice in a row; fillers and markers
//!   between are skipped (they are the interregnum). Numbers, letters, and what the language doubles
//!   anyway (`very very`, 看看) are no repeats. `I- I` is one; n copies are n − 1.
//! - **fragment**: a cut-off word (`th-`), a part-word repeat (`a-a-actually`).
//!
//! Punctuation decides nothing about fillers of tier A, repeats and fragments; for tier B a mark or,
//! where times are known, a silence of 100 ms says that a form is set off.

use std::ops::Range;

use crate::lang::{Lexicon, Tier, Token};
use crate::settings::{REPEAT_LENGTH, Settings};
use crate::time::{Ms, Span};

mod listed;
mod repeats;

#[cfg(test)]
mod tests;

/// Silence beside a form that sets it off like a comma, ms (the lexicon's sources say 100 to 150).
const SET_OFF: Ms = 100;

/// A token as it was said.
#[derive(Clone, Copy, Debug)]
pub struct Spoken<'a> {
    /// The token.
    pub token: &'a Token<'a>,
    /// When, if known.
    pub time: Option<Span>,
}

/// What sort of disfluency it is.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub enum Kind {
    /// A filled pause.
    Filler,
    /// A discourse marker.
    Marker,
    /// An editing term.
    EditTerm,
    /// An adjacent repeat.
    Repeat,
    /// A cut-off word or a part-word repeat.
    Fragment,
}

impl Kind {
    /// Every kind.
    pub const ALL: [Self; 5] = [
        Self::Filler,
        Self::Marker,
        Self::EditTerm,
        Self::Repeat,
        Self::Fragment,
    ];

    /// The word used in tables.
    pub const fn name(self) -> &'static str {
        match self {
            Self::Filler => "filler",
            Self::Marker => "marker",
            Self::EditTerm => "edit_term",
            Self::Repeat => "repeat",
            Self::Fragment => "fragment",
        }
    }
}

/// The parts of a repeat, as tokens of the stretch.
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
    /// The parts of a repeat.
    pub repeat: Option<Parts>,
}

/// The disfluencies of a stretch (one turn of one speaker), by first token.
pub fn find(stretch: &[Spoken<'_>], lexicon: &Lexicon, settings: &Settings) -> Vec<Disfluency> {
    let search = Search { stretch, lexicon };
    let mut found = search.listed();
    let core = core(stretch.len(), &found);
    let (repeats, in_repeat) = search.repeats(&core, settings.count(&REPEAT_LENGTH));
    found.extend(search.fragments(&core, &in_repeat));
    found.extend(repeats);
    found.sort_by_key(|d| (d.tokens.start, d.kind));
    found
}

/// Tokens that are neither fillers nor markers.
fn core(count: usize, listed: &[Disfluency]) -> Vec<usize> {
    let mut skipped = listed.iter().peekable();
    (0..count)
        .filter(|k| {
            while skipped.next_if(|d| d.tokens.end <= *k).is_some() {}
            !skipped.peek().is_some_and(|d| d.tokens.contains(k))
        })
        .collect()
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
