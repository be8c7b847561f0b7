//! Markup in transcripts: `[laughter]`, `<break/>`, `{…}`, `*cough*`, `(laughs)`. It is never spoken.

use std::ops::Range;

use super::atom::head;

/// Longest tag, in bytes: an unclosed bracket must not swallow a transcript.
const LONGEST: usize = 200;

/// What stands at a bracket.
pub(crate) enum Tag<'t> {
    /// Nothing spoken: its bytes.
    Silent(Range<usize>),
    /// One spoken word in brackets, such as `[UM]`: all its bytes, and the word.
    Word(Range<usize>, &'t str),
}

/// The tag that starts at byte `at` of `text`, if one does. `sound` knows the words of sounds,
/// `filler` the words that are spoken although they stand in brackets.
pub(crate) fn tag<'t>(
    text: &'t str,
    at: usize,
    sound: impl Fn(&str) -> bool,
    filler: impl Fn(&str) -> bool,
) -> Option<Tag<'t>> {
    let rest = text.get(at..)?;
    let open = rest.chars().next()?;
    let close = match open {
        '[' => ']',
        '<' => '>',
        '{' => '}',
        '*' => '*',
        '(' => ')',
        '【' => '】',
        '（' => '）',
        _ => return None,
    };
    let body = &rest[open.len_utf8()..];
    let length = head(body, LONGEST).find([close, '\n'])?;
    let inner = &body[..length];
    if !body[length..].starts_with(close) || inner.trim().is_empty() {
        return None;
    }
    let whole = at..at + open.len_utf8() + length + close.len_utf8();
    if matches!(open, '[' | '<' | '{' | '(') && filler(inner) {
        return Some(Tag::Word(whole, inner));
    }
    let first = inner.chars().next()?;
    let silent = match open {
        '[' | '【' => true,
        '<' => first.is_alphabetic() || matches!(first, '/' | '!'),
        '{' => inner.contains([' ', '=', ':']) || sound(inner),
        '*' => !first.is_whitespace() && !inner.ends_with(' '),
        _ => inner.split_whitespace().all(&sound),
    };
    silent.then_some(Tag::Silent(whole))
}
