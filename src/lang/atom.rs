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

/// Bytes of the atom that starts `rest`.
pub(super) fn atom_length(rest: &str) -> usize {
    let chunk = &rest[..rest
        .find(|c: char| c.is_whitespace() || han::is_han(c))
        .unwrap_or(rest.len())];
    if let Some(length) = address_length(chunk) {
        return length;
    }
    let mut end = 0;
    let mut previous = ' ';
    let mut skip = 0;
    for (i, c) in chunk.char_indices() {
        if i < skip {
            continue;
        }
        let after = &chunk[i + c.len_utf8()..];
        if matches!(c, '[' | '{') && bracketed_letters(&chunk[i..]) > 0 {
            skip = i + bracketed_letters(&chunk[i..]);
            end = skip;
            previous = 'x';
            continue;
        }
        if !continues(c, previous, after, i == 0) {
            break;
        }
        previous = c;
        end = i + c.len_utf8();
    }
    trimmed(&chunk[..end], chunk)
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

/// Bytes of an address (`a@b.c`, `https://…`, `www.…`) that starts `chunk`, if one does.
fn address_length(chunk: &str) -> Option<usize> {
    let is_address = chunk.contains("://") || chunk.starts_with("www.") || {
        let at = chunk.find(['@', '＠']);
        at.is_some_and(|k| chunk[..k].chars().all(in_address))
    };
    if !is_address {
        return None;
    }
    let end = chunk.find(['"', '<', '>', '，', '。', '）', '”']);
    let whole = &chunk[..end.unwrap_or(chunk.len())];
    let trimmed = whole.trim_end_matches(['.', ',', ';', '!', '?', ')', ':', '．']);
    Some(trimmed.len())
}

fn in_address(c: char) -> bool {
    c.is_alphanumeric() || matches!(c, '.' | '．' | '_' | '-' | '+' | '＿' | '－')
}

/// Gives back trailing characters that belong to the sentence, not to the atom.
fn trimmed(atom: &str, chunk: &str) -> usize {
    let body = atom.trim_end_matches(['\'', '’', '&', '~', '+', '=', '#', '@', '_']);
    let mut back = body.chars().rev();
    let initials = back.next().is_some_and(char::is_alphabetic) && back.next() == Some('.');
    let dotted = initials && chunk[body.len()..].starts_with('.');
    body.len() + usize::from(dotted)
}

fn is_combining(c: char) -> bool {
    matches!(c, '\u{300}'..='\u{36f}')
}

/// A decimal digit of any script.
pub(crate) fn is_digit(c: char) -> bool {
    c.is_ascii_digit() || (!c.is_ascii() && c.is_numeric() && !han::is_han(c))
}
