//! Spans that no rule may touch: numbers, addresses, dates, names, quotations, markup.
//!
//! Found before segmentation. Inside a span every boundary is closed; the boundary before it is
//! closed too when its first token has a digit or `@` (the source skips such a word), or when it is
//! quoted or markup. Before a span spoken in words, and after any span, the boundary is open.

use std::ops::Range;

use crate::lang::{Lexicon, Token};

mod spoken;
mod words;
mod written;

pub(crate) use words::Words;

/// A stretch of text that must survive byte for byte.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Protected {
    /// What it is: `number`, `date`, `letters`, `address`, `name`, `quoted`, `markup`.
    pub kind: &'static str,
    /// Where.
    pub bytes: Range<usize>,
    /// Is the boundary right before it closed too?
    pub closed_before: bool,
}

/// The protected spans of `text`, by position, none touching the inside of another.
pub fn spans(text: &str, lexicon: &Lexicon) -> Vec<Protected> {
    let mut found = written::spans(text, lexicon);
    spoken::add(text, lexicon, &mut found);
    merged(found)
}

/// Which boundaries are open: element i says whether something may be put before token i, that is, at
/// its [`insertion_point`].
pub fn open_boundaries<'t>(
    text: &str,
    tokens: impl IntoIterator<Item = &'t Token<'t>>,
    spans: &[Protected],
) -> Vec<bool> {
    let mut from = 0;
    tokens
        .into_iter()
        .map(|token| {
            while spans.get(from).is_some_and(|s| s.bytes.end <= token.start) {
                from += 1;
            }
            let point = insertion_point(text, token);
            let closed = |s: &Protected| closes(s, token.start) || closes(s, point);
            !spans[from.saturating_sub(1)..].iter().take(2).any(closed)
        })
        .collect()
}

/// Is the boundary at byte `at` closed by this span?
fn closes(span: &Protected, at: usize) -> bool {
    at < span.bytes.end && (span.bytes.start < at || (span.bytes.start == at && span.closed_before))
}

/// Does the token lie in a span, wholly or in part? Such a token is never repeated.
pub fn touches(spans: &[Protected], token: &Token<'_>) -> bool {
    let from = spans.partition_point(|s| s.bytes.end <= token.start);
    spans.get(from).is_some_and(|s| s.bytes.start < token.end)
}

/// Where the text of something put before `token` goes: before its opening quotes and brackets.
pub fn insertion_point(text: &str, token: &Token<'_>) -> usize {
    let before = &text[..token.start];
    before
        .trim_end_matches([
            '(', '[', '"', '\'', '“', '‘', '「', '『', '《', '（', '«', '¿', '¡',
        ])
        .len()
}

/// Sorted, overlapping spans joined; the earlier and longer one gives the kind.
fn merged(mut found: Vec<Protected>) -> Vec<Protected> {
    found.sort_by_key(|s| (s.bytes.start, std::cmp::Reverse(s.bytes.end)));
    let mut joined: Vec<Protected> = Vec::with_capacity(found.len());
    for span in found {
        match joined.last_mut() {
            Some(last) if span.bytes.start < last.bytes.end => {
                last.closed_before |= span.closed_before && span.bytes.start == last.bytes.start;
                last.bytes.end = last.bytes.end.max(span.bytes.end);
            }
            _ => joined.push(span),
        }
    }
    joined
}

#[cfg(test)]
mod tests;
