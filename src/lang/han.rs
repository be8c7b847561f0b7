//! Runs of Chinese characters, cut into words by jieba.
//!
//! The dictionary alone is used, without the hidden Markov model for unknown words: the model glues
//! what a hesitating speaker says twice to its neighbours (`我我要` → `我/我要`), and the cut would
//! hang on floating-point arithmetic.

use std::borrow::Cow;
use std::collections::{HashMap, HashSet};
use std::sync::OnceLock;

use jieba_rs::Jieba;

use super::TokenKind;
use super::raw::Segmentation;

/// Is it a Chinese character (or the number zero 〇)?
pub(crate) fn is_han(c: char) -> bool {
    matches!(c, '\u{4e00}'..='\u{9fff}' | '〇' | '々' | '\u{3400}'..='\u{4dbf}' | '\u{f900}'..='\u{faff}' | '\u{20000}'..='\u{323af}')
}

/// What helps the cut.
#[derive(Debug, Default)]
pub(crate) struct Han {
    simplified: HashMap<char, char>,
    alone: HashSet<char>,
    digits: HashSet<char>,
    number_chars: HashSet<char>,
    not_digits: Vec<String>,
    words: Vec<String>,
    /// Characters that may be said twice by a hesitating speaker and never form a word when doubled.
    doubled: HashSet<char>,
    jieba: OnceLock<Jieba>,
}

/// Shortest spoken number that is cut out before jieba sees it, in characters.
const SPOKEN_NUMBER: usize = 3;

impl Han {
    pub(super) fn new(raw: &Segmentation, function_words: &[String]) -> Self {
        let pair = |p: &str| {
            let mut chars = p.chars();
            Some((chars.next()?, chars.next()?))
        };
        Self {
            simplified: raw
                .traditional
                .split_whitespace()
                .filter_map(pair)
                .collect(),
            alone: raw.alone.chars().collect(),
            digits: raw.digits.chars().collect(),
            number_chars: raw.number_chars.chars().collect(),
            not_digits: raw.not_digits.clone(),
            words: raw.words.clone(),
            doubled: function_words
                .iter()
                .filter_map(|w| {
                    let mut chars = w.chars();
                    chars.next().filter(|_| chars.next().is_none())
                })
                .collect(),
            jieba: OnceLock::new(),
        }
    }

    /// `run` in simplified characters; the same number of bytes.
    pub(crate) fn simplify<'t>(&self, run: &'t str) -> Cow<'t, str> {
        if !run.chars().any(|c| self.simplified.contains_key(&c)) {
            return Cow::Borrowed(run);
        }
        let simple = |c| match self.simplified.get(&c) {
            Some(s) if s.len_utf8() == c.len_utf8() => *s,
            _ => c,
        };
        Cow::Owned(run.chars().map(simple).collect())
    }

    /// Bytes of the spoken number at the start of `run` (simplified); 0 when there is none.
    fn number(&self, run: &str) -> usize {
        let length = run.find(|c| !self.digits.contains(&c)).unwrap_or(run.len());
        let count = run[..length].chars().count();
        if count >= SPOKEN_NUMBER { length } else { 0 }
    }

    fn is_numeric(&self, c: char) -> bool {
        self.digits.contains(&c) || self.number_chars.contains(&c)
    }

    /// Does a word begin with a digit, and is it none of the words that only look so?
    pub(crate) fn begins_number(&self, word: &str) -> bool {
        let first = word.chars().next();
        first.is_some_and(|c| self.is_numeric(c)) && !self.not_digits.iter().any(|w| w == word)
    }

    /// Bytes of a word of number characters that is no number, at byte `at` of `run`: 一点, 三三两两.
    /// Inside a longer number (二十一点) it is not that word.
    fn plain(&self, run: &str, at: usize) -> usize {
        let numeric = |c| self.is_numeric(c);
        if run[..at].ends_with(numeric) {
            return 0;
        }
        let rest = &run[at..];
        let fits = |word: &&String| {
            let all_digits = word.chars().all(|c| self.digits.contains(&c));
            rest.strip_prefix(word.as_str())
                .is_some_and(|after| !(all_digits && after.starts_with(numeric)))
        };
        self.not_digits.iter().find(fits).map_or(0, String::len)
    }

    fn jieba(&self) -> &Jieba {
        self.jieba.get_or_init(|| {
            let mut jieba = Jieba::new();
            for word in &self.words {
                jieba.add_word(word, None, None);
            }
            jieba
        })
    }
}

/// Cuts a run of Han characters; `push` gets start and end in the run, kind, and norm.
pub(super) fn cut<'t>(
    run: &'t str,
    han: &Han,
    push: &mut impl FnMut(usize, usize, TokenKind, Cow<'t, str>),
) {
    let simple = han.simplify(run);
    let mut emit = |from: usize, to: usize, kind| {
        let norm = match &simple {
            Cow::Borrowed(_) => Cow::Borrowed(&run[from..to]),
            Cow::Owned(s) => Cow::Owned(String::from(&s[from..to])),
        };
        push(from, to, kind, norm);
    };
    let mut pending = 0;
    let mut at = 0;
    while let Some(c) = simple[at..].chars().next() {
        let plain = if han.is_numeric(c) {
            han.plain(&simple, at)
        } else {
            0
        };
        let number = if plain == 0 && han.digits.contains(&c) {
            han.number(&simple[at..])
        } else {
            0
        };
        let next = at + c.len_utf8();
        if plain > 0 {
            at += plain;
        } else if number > 0 {
            words(&simple, pending, at, han, &mut emit);
            emit(at, at + number, TokenKind::Number);
            at += number;
            pending = at;
        } else if han.alone.contains(&c) {
            words(&simple, pending, at, han, &mut emit);
            emit(at, next, TokenKind::Word);
            at = next;
            pending = at;
        } else if han.doubled.contains(&c) && simple[next..].starts_with(c) {
            words(&simple, pending, next, han, &mut emit);
            at = next;
            pending = at;
        } else {
            at = next;
        }
    }
    words(&simple, pending, at, han, &mut emit);
}

/// Cuts a run into listed words (`prefix` gives the bytes of the longest at the start of its text)
/// and single characters.
pub(super) fn pieces<'t>(
    run: &'t str,
    han: &Han,
    prefix: impl Fn(&str) -> usize,
    push: &mut impl FnMut(usize, usize, TokenKind, Cow<'t, str>),
) {
    let simple = han.simplify(run);
    let mut at = 0;
    while let Some(c) = simple[at..].chars().next() {
        let rest = &simple[at..];
        let listed = match han.plain(&simple, at) {
            0 => prefix(rest),
            plain => plain,
        };
        let end = at + listed.max(c.len_utf8());
        let norm = match &simple {
            Cow::Borrowed(_) => Cow::Borrowed(&run[at..end]),
            Cow::Owned(s) => Cow::Owned(String::from(&s[at..end])),
        };
        push(at, end, TokenKind::Word, norm);
        at = end;
    }
}

/// Words between two bytes of a run.
fn words(
    run: &str,
    from: usize,
    to: usize,
    han: &Han,
    emit: &mut impl FnMut(usize, usize, TokenKind),
) {
    let piece = &run[from..to];
    let kind = |word: &str| {
        if word.chars().all(|c| han.digits.contains(&c)) && word.chars().count() > 1 {
            TokenKind::Number
        } else {
            TokenKind::Word
        }
    };
    // One character needs no dictionary, whose loading takes a while.
    if piece.chars().nth(1).is_none() {
        if !piece.is_empty() {
            emit(from, to, TokenKind::Word);
        }
        return;
    }
    let mut at = from;
    for word in han.jieba().cut(piece, false) {
        let end = at + word.word.len();
        emit(at, end, kind(word.word));
        at = end;
    }
}
