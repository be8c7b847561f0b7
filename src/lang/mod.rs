//! Languages: how text becomes tokens, and what the words of a language are.

use std::borrow::Cow;

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
    /// Anything with a digit in it.
    Number,
    /// A word broken off: `th-`, `th[at]-`.
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
    /// Lower-cased form that the lexicon is asked for.
    pub norm: Cow<'t, str>,
    /// Punctuation before it.
    pub before: Mark,
    /// Punctuation after it.
    pub after: Mark,
}

/// How sure a form is, from the lexicon.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord)]
pub enum Tier {
    /// Counted wherever it stands.
    A,
    /// Counted where its context rule holds.
    B,
    /// Ambiguous and undecided: listed apart, never counted.
    C,
}
