//! Languages: how text becomes tokens, and what the words of a language are.
//!
//! A language is one file, `lexicons/<code>.toml`, embedded by the build; [`Lexicon::from_toml`]
//! takes one from elsewhere.

use std::borrow::Cow;

use serde::Deserialize;

mod atom;
mod choice;
mod classes;
mod context;
mod cues;
mod examples;
mod han;
mod lexicon;
mod markup;
mod phrase;
mod raw;
mod registry;
mod token;

#[cfg(test)]
mod tests;

pub(crate) use atom::{head, is_digit};
pub use choice::Languages;
pub(crate) use classes::{Word, WordClass};
pub(crate) use context::Around;
pub(crate) use han::is_han;
pub use lexicon::Lexicon;
pub(crate) use lexicon::{Class, Counted};
pub(crate) use markup::Tag;
pub(crate) use phrase::Phrases;
pub(crate) use raw::Protect as ProtectLists;
pub use raw::{Insert, Segmenter};
pub use registry::{detect, languages, lexicon};

/// What stands between two tokens besides spaces.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, PartialOrd, Ord)]
pub enum Mark {
    /// Nothing.
    #[default]
    None,
    /// A comma or a dash: the clause may go on.
    Comma,
    /// A full stop, question mark, ellipsis, line end: the clause ends.
    Stop,
}

/// What kind of token it is. Punctuation and tags are no tokens.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum TokenKind {
    /// A word (in Chinese a segmenter word, or a Latin run).
    Word,
    /// Anything with a digit in it, and Chinese numbers spoken digit by digit.
    Number,
    /// A word written with a dash at its end: `th-`, `th[at]-`. `I- I` is a repeat all the same:
    /// see [`Token::stem`].
    Fragment,
}

/// A word of a text.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Token<'t> {
    /// First byte in the text.
    pub start: usize,
    /// First byte after the token.
    pub end: usize,
    /// Kind.
    pub kind: TokenKind,
    /// Lower-cased, half-width, simplified form that the lexicon is asked for.
    pub norm: Cow<'t, str>,
    /// Punctuation before it.
    pub before: Mark,
    /// Punctuation after it.
    pub after: Mark,
}

impl Token<'_> {
    /// The norm without the dash of a cut-off or repeated word: `i` for `I-`.
    pub fn stem(&self) -> &str {
        self.norm.trim_end_matches('-')
    }
}

/// How sure a form is, from the lexicon.
#[derive(Clone, Copy, Debug, Deserialize, PartialEq, Eq, PartialOrd, Ord)]
pub enum Tier {
    /// Counted wherever it stands.
    A,
    /// Counted where its context rule holds.
    B,
    /// Ambiguous and undecided: listed apart, never counted.
    C,
}
