//! How far a Latin word, a number or an address reaches.

use super::han;

/// `th-`, `th[at]-`, `-[w]hat`.
pub(super) fn cut_off(norm: &str) -> bool {
    norm.len() > 1 && (norm.ends_with('-') || norm.starts_with("-["))
}

/// May `c` be the first character of an atom?
pub(super) fn opens(c: char, rest: &str) -> bool {
    let next = || rest[c.len_utf8()..].chars().next();
    match c {
        c if c.is_alphanumeric() => true,
        '\'' | '’' | '%' | '@' | '＠' => next().is_some_and(char::is_alphanumeric),
        '$' | '€' | '£' | '¥' | '￥' | '#' | '+' => next().is_some_and(is_digit),
        '-' => rest[1..].starts_with('[') && bracketed_letters(&rest[1..]) > 0,
        '[' | '{' => bracketed_letters(rest) > 0,
        _ => false,
    }
}

/// Bytes of `[xyz]` or `{xyz}` at the start of `rest` when it is a part of a word or a coined word, else 0.
pub(super) fn bracketed_letters(rest: &str) -> usize {
    let close = match rest.chars().next() {
        Some('[') => ']',
        Some('{') => '}',
        _ => return 0,
    };
    let length = rest[1..]
        .find(|c: char| !c.is_alphabetic() && c != '\'' && c != '-')
        .unwrap_or(0);
    if length > 0 && rest[1 + length..].starts_with(close) {
        length + 2
    } else {
        0
    }
}

/// Longest address, in bytes: the search for one must not run through a text without spaces.
const LONGEST_ADDRESS: usize = 300;

/// Bytes of the atom that starts `rest`.
pub(super) fn atom_length(rest: &str) -> usize {
    if let Some(length) = address_length(rest) {
        return length;
    }
    let mut end = 0;
    let mut previous = ' ';
    let mut chars = rest.char_indices();
    while let Some((i, c)) = chars.next() {
        let inner = bracketed_letters(&rest[i..]);
        if inner > 0 {
            end = i + inner;
            previous = 'x';
            chars.nth(rest[i..end].chars().count() - 2);
            continue;
        }
        let after = &rest[i + c.len_utf8()..];
        if han::is_han(c) || !continues(c, previous, after, i == 0) {
            break;
        }
        previous = c;
        end = i + c.len_utf8();
    }
    trimmed(&rest[..end], rest)
}

/// The start of `text`, at most `length` bytes.
pub(crate) fn head(text: &str, length: usize) -> &str {
    let mut end = length.min(text.len());
    while !text.is_char_boundary(end) {
        end -= 1;
    }
    &text[..end]
}

/// Does `c` go on with the atom, given what stands around it?
fn continues(c: char, previous: char, after: &str, first: bool) -> bool {
    let next = after.chars().next().unwrap_or(' ');
    match c {
        c if c.is_alphanumeric() || is_combining(c) => true,
        _ if first => true,
        '-' | '‐' | '‑' => !after.starts_with('-') && previous != '-',
        '\'' | '’' | '_' | '&' | '@' | '＠' | '~' | '+' | '=' | '#' => true,
        '.' | '．' => next.is_alphanumeric(),
        ',' | '，' | ':' | '：' => is_digit(previous) && is_digit(next),
        '/' | '\\' | '／' => next.is_alphanumeric(),
        '－' => is_digit(previous) && is_digit(next),
        '%' | '％' | '°' => is_digit(previous),
        '[' | ']' | '{' | '}' => false,
        _ => false,
    }
}

/// Bytes of an address (`a@b.c`, `https://…`, `www.…`) that starts `rest`, if one does.
fn address_length(rest: &str) -> Option<usize> {
    let rest = head(rest, LONGEST_ADDRESS);
    let stop = |c: char| c.is_whitespace() || han::is_han(c) || "\"<>，。）”".contains(c);
    let name = rest.find(|c| !in_address(c)).unwrap_or(rest.len());
    let after = &rest[name..];
    let is_address = after.starts_with("://")
        || after.starts_with(['@', '＠'])
        || (rest.starts_with("www.") && name > 4);
    if !is_address {
        return None;
    }
    let whole = &rest[..rest.find(stop).unwrap_or(rest.len())];
    let trimmed = whole.trim_end_matches(['.', ',', ';', '!', '?', ')', ':', '．']);
    Some(trimmed.len())
}

fn in_address(c: char) -> bool {
    (c.is_alphanumeric() && !han::is_han(c))
        || matches!(c, '.' | '．' | '_' | '-' | '+' | '＿' | '－')
}

/// Gives back trailing characters that belong to the sentence, not to the atom.
fn trimmed(atom: &str, rest: &str) -> usize {
    let body = atom.trim_end_matches(['\'', '’', '&', '~', '+', '=', '#', '@', '_']);
    let mut back = body.chars().rev();
    let initials = back.next().is_some_and(char::is_alphabetic) && back.next() == Some('.');
    let dotted = initials && rest[body.len()..].starts_with('.');
    body.len() + usize::from(dotted)
}

fn is_combining(c: char) -> bool {
    matches!(c, '\u{300}'..='\u{36f}')
}

/// A digit of any script, and what else Unicode calls numeric (½, Ⅳ), except Chinese characters.
pub(crate) fn is_digit(c: char) -> bool {
    c.is_ascii_digit() || (!c.is_ascii() && c.is_numeric() && !han::is_han(c))
}
