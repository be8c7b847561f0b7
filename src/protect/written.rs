//! Spans that show in writing: markup and quotations.

use super::Protected;
use crate::lang::{Lexicon, Tag, head};

/// Longest quotation, in bytes: an unpaired quote must not close a whole transcript.
const LONGEST_QUOTE: usize = 300;

/// Markup and quotations of `text`.
pub(super) fn spans(text: &str, lexicon: &Lexicon) -> Vec<Protected> {
    let mut found = Vec::new();
    let mut at = 0;
    while let Some(c) = text[at..].chars().next() {
        let next = at + c.len_utf8();
        let span = tagged(text, at, c, lexicon).or_else(|| quoted(text, at, c));
        at = span.as_ref().map_or(next, |s| s.bytes.end);
        found.extend(span);
    }
    found
}

fn tagged(text: &str, at: usize, c: char, lexicon: &Lexicon) -> Option<Protected> {
    if !matches!(c, '[' | '<' | '{' | '*' | '(' | '【' | '（') {
        return None;
    }
    let bytes = match lexicon.tag_at(text, at)? {
        Tag::Silent(bytes) | Tag::Word(bytes, _) => bytes,
    };
    Some(Protected {
        kind: "markup",
        bytes,
        closed_before: true,
    })
}

fn quoted(text: &str, at: usize, c: char) -> Option<Protected> {
    let close = match c {
        '"' => '"',
        '“' => '”',
        '「' => '」',
        '『' => '』',
        '《' => '》',
        '«' => '»',
        _ => return None,
    };
    let from = at + c.len_utf8();
    let length = head(&text[from..], LONGEST_QUOTE).find([close, '\n'])?;
    let end = from + length;
    text[end..].starts_with(close).then(|| Protected {
        kind: "quoted",
        bytes: at..end + close.len_utf8(),
        closed_before: true,
    })
}
