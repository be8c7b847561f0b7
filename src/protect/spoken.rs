//! Spans of tokens: numbers with their units, dates, spelled letters, addresses, names.

use std::ops::Range;

use super::Protected;
use super::words::{
    ADDRESS, AT, DATE, DOMAIN, DOT, LETTER_WORD, LINK, NOT_NAME, NUMBER, Role, UNIT, WEAK, Words,
};
use crate::lang::{Lexicon, Mark, Token, is_digit, is_han};

/// Adds what is found to `found`.
pub(super) fn add(text: &str, lexicon: &Lexicon, found: &mut Vec<Protected>) {
    let pieces = lexicon.pieces(text);
    let walk = Walk {
        text,
        lexicon,
        words: lexicon.words(),
        roles: pieces.iter().map(|p| role(lexicon.words(), p)).collect(),
        pieces,
    };
    walk.numbers(found);
    walk.addresses(found);
    walk.names(found);
}

/// Holds a digit, `@`, or is an address.
const WRITTEN: Role = 1 << 14;
/// A single Latin letter.
const LETTER: Role = 1 << 13;
/// Letters with dashes between.
const SPELLED: Role = 1 << 12;

fn role(words: &Words, piece: &Token<'_>) -> Role {
    let norm = piece.norm.as_ref();
    let mut role = words.role(norm);
    if norm.contains('-') && words.is_number(norm) {
        role |= NUMBER;
    }
    if norm.chars().any(is_digit)
        || norm.contains(['@', '＠'])
        || norm.contains("://")
        || norm.starts_with("www.")
    {
        role |= WRITTEN;
    }
    let mut chars = piece.stem().trim_end_matches('.').chars();
    if chars
        .next()
        .is_some_and(|c| c.is_alphabetic() && !is_han(c))
        && chars.next().is_none()
    {
        role |= LETTER;
    }
    if is_spelled(norm) {
        role |= SPELLED;
    }
    role
}

/// Letters with dashes between, `K-A-T-E`; the same letter over and over is a stutter.
fn is_spelled(norm: &str) -> bool {
    let letter = |part: &str| {
        let mut chars = part.chars();
        chars.next().is_some_and(char::is_alphabetic) && chars.next().is_none()
    };
    let mut parts = norm.split('-');
    let first = parts.next().unwrap_or_default();
    norm.contains('-') && norm.split('-').all(letter) && parts.any(|part| part != first)
}

/// Longest spoken address, in pieces.
const LONGEST_ADDRESS: usize = 60;

struct Walk<'a, 't> {
    text: &'t str,
    lexicon: &'a Lexicon,
    words: &'a Words,
    pieces: Vec<Token<'t>>,
    roles: Vec<Role>,
}

/// What a run of pieces is made of.
#[derive(Default)]
struct Content {
    numbers: usize,
    weak: usize,
    letters: usize,
    letter_words: usize,
    written: bool,
    units: usize,
    dates: usize,
}

impl Walk<'_, '_> {
    fn is(&self, k: usize, role: Role) -> bool {
        self.roles.get(k).is_some_and(|r| r & role != 0)
    }

    /// May piece `k` go on with the span of the piece before it?
    ///
    /// Commas stand inside spoken numbers (`four one five, five five five`), not after a unit.
    fn joined(&self, k: usize) -> bool {
        match self.pieces[k].before {
            Mark::None => true,
            Mark::Comma => k == 0 || !self.is(k - 1, UNIT),
            Mark::Stop => false,
        }
    }

    fn numbers(&self, found: &mut Vec<Protected>) {
        let mut at = 0;
        while at < self.pieces.len() {
            let run = self.run(at);
            let next = run.end.max(at + 1);
            let run = self.trimmed(run);
            if let Some(kind) = self.kind(&run) {
                found.push(self.protect(kind, run));
            }
            at = next;
        }
    }

    /// The longest run of parts of numbers from `at`.
    fn run(&self, at: usize) -> Range<usize> {
        let part = NUMBER | WEAK | LINK | UNIT | DATE | WRITTEN | LETTER | SPELLED;
        let mut end = at;
        while self.is(end, part) && (end == at || self.joined(end)) {
            end += 1;
        }
        at..end
    }

    /// Without what is no number at its edges: links, units with no number before, `a` and `i`.
    fn trimmed(&self, mut run: Range<usize>) -> Range<usize> {
        while !run.is_empty() && self.loose_start(run.start, run.end) {
            run.start += 1;
        }
        while !run.is_empty() && self.loose_end(run.start, run.end - 1) {
            run.end -= 1;
        }
        run
    }

    fn loose_start(&self, k: usize, end: usize) -> bool {
        let firm = NUMBER | WRITTEN | DATE | SPELLED;
        if self.is(k, firm) {
            return false;
        }
        if self.is(k, LETTER_WORD) {
            return !(k + 1 < end && self.is(k + 1, LETTER) && !self.is(k + 1, LETTER_WORD));
        }
        !self.is(k, LETTER | WEAK)
    }

    fn loose_end(&self, start: usize, k: usize) -> bool {
        if self.is(k, NUMBER | WRITTEN | DATE | SPELLED) {
            return false;
        }
        if self.is(k, LETTER_WORD) {
            return !(k > start && self.is(k - 1, LETTER) && !self.is(k - 1, LETTER_WORD));
        }
        if self.is(k, UNIT) {
            return k == start;
        }
        !self.is(k, LETTER | WEAK)
    }

    fn content(&self, run: &Range<usize>) -> Content {
        let mut content = Content::default();
        for k in run.clone() {
            content.numbers += usize::from(self.is(k, NUMBER));
            content.weak += usize::from(self.is(k, WEAK));
            content.written |= self.is(k, WRITTEN);
            content.units += usize::from(self.is(k, UNIT));
            content.dates += usize::from(self.is(k, DATE));
            let word = self.is(k, LETTER_WORD);
            content.letter_words += usize::from(word);
            content.letters += usize::from(self.is(k, LETTER) && !word);
            content.letters += 2 * usize::from(self.is(k, SPELLED));
        }
        content
    }

    /// What the run is, if it is worth protecting.
    fn kind(&self, run: &Range<usize>) -> Option<&'static str> {
        let c = self.content(run);
        let numbers = c.numbers + usize::from(c.written);
        if c.dates > 0 && numbers > 0 {
            return Some("date");
        }
        if c.written || c.numbers >= 2 || (c.numbers == 1 && (c.weak >= 2 || c.units > 0)) {
            return Some("number");
        }
        let spelled = c.letters >= 2 || (c.letters >= 1 && c.numbers >= 1);
        spelled.then_some("letters")
    }

    fn protect(&self, kind: &'static str, run: Range<usize>) -> Protected {
        let first = &self.pieces[run.start];
        let last = &self.pieces[run.end - 1];
        let (mut start, mut end) = (first.start, last.end);
        // Brackets and signs that hug the span belong to it: `(010) 6555`, `50 %`.
        let hugging =
            |c: char| matches!(c, '(' | '（' | '[' | '［' | '#' | '＃' | '$' | '￥' | '＋');
        let closing = |c: char| matches!(c, ')' | '）' | ']' | '］' | '%' | '％' | '#');
        start = self.text[..start].trim_end_matches(hugging).len();
        end = self.text.len() - self.text[end..].trim_start_matches(closing).len();
        Protected {
            kind,
            bytes: start..end,
            closed_before: self.is(run.start, WRITTEN),
        }
    }

    fn addresses(&self, found: &mut Vec<Protected>) {
        for k in 1..self.pieces.len() {
            let domain = self.is(k, DOMAIN) && self.is(k - 1, DOT);
            if domain && let Some(start) = self.address_start(k - 1) {
                found.push(self.protect("address", start..k + 1));
            }
        }
    }

    /// First piece of the address whose last dot is piece `dot`.
    fn address_start(&self, dot: usize) -> Option<usize> {
        let mut start = dot;
        let mut named = false;
        while dot - start < LONGEST_ADDRESS {
            let part = self.part_start(start);
            if part == start {
                return named.then_some(start);
            }
            named = true;
            start = part;
            if start > 0 && self.is(start - 1, AT | DOT | ADDRESS) && self.joined(start) {
                start -= 1;
            } else {
                return Some(start);
            }
        }
        Some(start)
    }

    /// First piece of the part of an address that ends before `end`: letters and numbers in a row, or
    /// one word (in Chinese up to three characters).
    fn part_start(&self, end: usize) -> usize {
        const LONGEST_NAME: usize = 3;
        let spelled = NUMBER | WEAK | WRITTEN | LETTER;
        let mut start = end;
        while start > 0 && self.is(start - 1, spelled) && self.joined(start) {
            start -= 1;
        }
        // In Chinese a name may have a number in it (张三).
        if start < end && (self.lexicon.spaced() || end - start >= LONGEST_NAME) {
            return start;
        }
        let longest = if self.lexicon.spaced() {
            1
        } else {
            LONGEST_NAME
        };
        while start > 0 && end - start < longest && self.joined(start) && self.may_name(start - 1) {
            start -= 1;
        }
        start
    }

    /// Could piece `k` be a part of a name?
    fn may_name(&self, k: usize) -> bool {
        let norm: &str = &self.pieces[k].norm;
        !self.is(k, NOT_NAME | AT | DOT | ADDRESS) && !self.lexicon.is_function_word(norm)
    }

    fn names(&self, found: &mut Vec<Protected>) {
        let count = self.pieces.len();
        let norm = |k: usize| -> &str { &self.pieces[k].norm };
        for at in 0..count {
            let Some((length, _)) = self.words.name_cues().longest(count, at, norm) else {
                continue;
            };
            let mut start = at + length;
            while start < count && self.lexicon.is_sure_filler(norm(start)) {
                start += 1;
            }
            let end = self.name_end(start);
            if end > start {
                found.push(self.protect("name", start..end));
            }
        }
    }

    /// First piece after the name that starts at `start`; `start` when there is none.
    fn name_end(&self, start: usize) -> usize {
        const LONGEST_NAME: usize = 3;
        let capital = |k: usize| {
            let piece = &self.pieces[k];
            self.text[piece.start..piece.end].starts_with(char::is_uppercase)
        };
        let han = |k: usize| self.pieces[k].norm.chars().all(is_han);
        let mut end = start;
        while end < self.pieces.len()
            && end - start < LONGEST_NAME
            && self.may_name(end)
            && (end == start
                || (self.pieces[end].before == Mark::None && (capital(end) || han(end))))
        {
            end += 1;
        }
        end
    }
}
