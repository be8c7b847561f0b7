//! Rules: what may be inserted at a boundary. A rule proposes; it never writes.

use crate::lang::{Lexicon, Token};
use crate::protect::{self, Protected};
use crate::random::Block;
use crate::time::Ms;

use super::{PauseMark, Preset};

mod filler;
mod pause;
mod repeat;

/// Every rule.
pub const RULES: &[&dyn Rule] = &[&filler::Filler, &repeat::Repeat, &pause::Pause];

/// Inserts one kind of hesitation.
pub trait Rule: Sync {
    /// Name, as in `--rules` and `edits.csv`.
    fn name(&self) -> &'static str;

    /// What it does.
    fn about(&self) -> &'static str;

    /// What is heard where it inserts.
    fn heard(&self) -> Heard;

    /// The edit at this boundary, or why it may not be made.
    fn propose(&self, at: &Boundary<'_>, block: &Block) -> Result<Proposal, &'static str>;
}

/// What is heard during an insertion.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Heard {
    /// Nothing: a silence.
    Silence,
    /// A sound of its own, a filled pause.
    Filler,
    /// The token after it, said once more.
    Copy,
}

impl PartialEq for dyn Rule {
    fn eq(&self, other: &Self) -> bool {
        self.name() == other.name()
    }
}

impl Eq for dyn Rule {}

impl std::fmt::Debug for dyn Rule {
    fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        f.write_str(self.name())
    }
}

/// Places of a block, fixed for ever: what is drawn for one purpose never moves another.
pub mod slot {
    /// Does the boundary get an edit?
    pub const ACTIVATION: usize = 0;
    /// Which rule?
    pub const RULE: usize = 1;
    /// Which item of the rule's inventory?
    pub const ITEM: usize = 2;
    /// How long?
    pub const LENGTH: usize = 3;
}

/// An edit that a rule would make.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Proposal {
    /// What is written before the token.
    pub text: String,
    /// How long it lasts.
    pub length: Length,
}

/// How long a proposal lasts.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Length {
    /// So many ms of sound.
    Sound(Ms),
    /// As long as the token it repeats.
    OfToken,
    /// A silence that shall result, ms.
    Silence(Ms),
}

/// A row that is edited.
pub struct Utterance<'a> {
    /// The transcript.
    pub text: &'a str,
    /// Its tokens.
    pub tokens: Vec<&'a Token<'a>>,
    /// Spans that no rule may touch.
    pub protected: Vec<Protected>,
    /// Language.
    pub lexicon: &'a Lexicon,
    /// How pauses are written, if at all.
    pub pause_mark: Option<PauseMark>,
    /// The preset.
    pub preset: &'static Preset,
}

/// The place before one token of an utterance.
pub struct Boundary<'a> {
    /// The utterance.
    pub utterance: &'a Utterance<'a>,
    /// The token, from 0.
    pub index: usize,
}

impl<'a> Boundary<'a> {
    /// The token after the boundary.
    pub fn token(&self) -> &'a Token<'a> {
        self.utterance.tokens[self.index]
    }

    /// The token `by` places from it.
    pub fn neighbour(&self, by: isize) -> Option<&'a Token<'a>> {
        let index = self.index.checked_add_signed(by)?;
        self.utterance.tokens.get(index).copied()
    }

    /// Does the token lie in a protected span?
    pub fn is_protected(&self) -> bool {
        protect::touches(&self.utterance.protected, self.token())
    }
}
