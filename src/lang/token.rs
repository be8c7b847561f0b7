//! From text to tokens: one scan over the characters, in every language.

use std::borrow::Cow;

use super::atom::{atom_length, bracketed_letters, cut_off, is_digit, opens};
use super::markup::{self, Tag};
use super::{Lexicon, Mark, Segmenter, Token, TokenKind, han};

impl Lexicon {
    /// The tokens of `text`. Punctuation and markup are none; a number or a Latin run is one.
    pub fn tokenise<'t>(&self, text: &'t str) -> Vec<Token<'t>> {
        self.scan(text, false)
    }

    /// The same with Han runs cut into the words of protected spans and single characters: jieba
    /// would cut through spoken numbers and names.
    pub(crate) fn pieces<'t>(&self, text: &'t str) -> Vec<Token<'t>> {
        self.scan(text, true)
    }

    fn scan<'t>(&self, text: &'t str, pieces: bool) -> Vec<Token<'t>> {
        let mut scan = Scan {
            lexicon: self,
            pieces,
            text,
            at: 0,
            mark: Mark::None,
            tokens: Vec::with_capacity(text.len() / 5 + 1),
        };
        while scan.step() {}
        scan.close();
        scan.tokens
    }
}

struct Scan<'l, 't> {
    lexicon: &'l Lexicon,
    pieces: bool,
    text: &'t str,
    at: usize,
    /// The strongest mark since the last token.
    mark: Mark,
    tokens: Vec<Token<'t>>,
}

impl<'t> Scan<'_, 't> {
    /// Takes what stands at the cursor; false at the end.
    fn step(&mut self) -> bool {
        let rest = &self.text[self.at..];
        let Some(c) = rest.chars().next() else {
            return false;
        };
        if c == ' ' {
            self.at += 1;
        } else if self.han(c, rest) || self.atom(c, rest) || self.tag(c) {
        } else {
            self.mark = self.mark.max(mark(rest, c));
            self.at += c.len_utf8();
        }
        true
    }

    fn close(&mut self) {
        if let Some(last) = self.tokens.last_mut() {
            last.after = last.after.max(self.mark);
        }
    }

    fn push(&mut self, start: usize, end: usize, kind: TokenKind, norm: Cow<'t, str>) {
        let mark = std::mem::take(&mut self.mark);
        if let Some(last) = self.tokens.last_mut() {
            last.after = mark;
        }
        self.tokens.push(Token {
            start,
            end,
            kind,
            norm,
            before: mark,
            after: Mark::None,
        });
    }

    fn tag(&mut self, c: char) -> bool {
        if !matches!(c, '[' | '<' | '{' | '*' | '(' | '【' | '（') {
            return false;
        }
        match self.lexicon.tag_at(self.text, self.at) {
            Some(Tag::Silent(bytes)) => self.at = bytes.end,
            Some(Tag::Word(bytes, word)) => {
                self.at = bytes.end;
                self.push(bytes.start, bytes.end, TokenKind::Word, normal(word));
            }
            None => return false,
        }
        true
    }

    /// A run of Han characters.
    fn han(&mut self, c: char, rest: &'t str) -> bool {
        if !han::is_han(c) {
            return false;
        }
        let length = rest.find(|c| !han::is_han(c)).unwrap_or(rest.len());
        let start = self.at;
        self.at += length;
        if self.lexicon.segmenter() == Segmenter::Spaces {
            let word = &rest[..length];
            self.push(start, self.at, TokenKind::Word, Cow::Borrowed(word));
            return true;
        }
        let (run, lexicon, pieces) = (&rest[..length], self.lexicon, self.pieces);
        let mut push = |from, to, kind, norm| self.push(start + from, start + to, kind, norm);
        if pieces {
            han::pieces(
                run,
                lexicon.han(),
                |rest| lexicon.words().prefix(rest),
                &mut push,
            );
        } else {
            han::cut(run, lexicon.han(), &mut push);
            self.cut_off_han();
        }
        true
    }

    /// `明-明天`: a word with a dash after it that comes again at once was cut off. Other dashes, as in
    /// 北京-上海, join.
    fn cut_off_han(&mut self) {
        let Some(after) = self.text[self.at..].strip_prefix('-') else {
            return;
        };
        let comes_again = |t: &&mut Token<'_>| after.starts_with(&self.text[t.start..t.end]);
        if let Some(last) = self.tokens.last_mut().filter(comes_again) {
            last.kind = TokenKind::Fragment;
        }
    }

    /// A Latin word, a number, an address: whatever is no Han and no mark.
    fn atom(&mut self, c: char, rest: &'t str) -> bool {
        if !opens(c, rest) {
            return false;
        }
        if matches!(c, '[' | '{') && self.lexicon.tag_at(self.text, self.at).is_some() {
            return false;
        }
        let length = atom_length(rest);
        if length == 0 {
            return false;
        }
        let word = &rest[..length];
        let start = self.at;
        self.at += length;
        let norm = normal(word);
        let kind = if word.chars().any(is_digit) {
            TokenKind::Number
        } else if cut_off(&norm) {
            TokenKind::Fragment
        } else {
            TokenKind::Word
        };
        self.push(start, self.at, kind, norm);
        true
    }
}

/// What a character between tokens says.
fn mark(rest: &str, c: char) -> Mark {
    match c {
        '.' | '?' | '!' | '。' | '？' | '！' | '…' | '．' | '｡' | '؟' | '\n' | '\r' => {
            Mark::Stop
        }
        ',' | ';' | ':' | '，' | '、' | '；' | '：' | '–' | '—' | '―' | '－' => {
            Mark::Comma
        }
        '-' if rest.starts_with("--") || rest[1..].starts_with(' ') || rest.len() == 1 => {
            Mark::Comma
        }
        _ => Mark::None,
    }
}

/// The form the lexicon is asked for: lower case, plain apostrophes, half width, no quotes around it.
fn normal(word: &str) -> Cow<'_, str> {
    let word = word.trim_matches(['\'', '’', '‘']);
    let plain = |b: u8| b.is_ascii() && !b.is_ascii_uppercase();
    if word.bytes().all(plain) {
        return Cow::Borrowed(word);
    }
    Cow::Owned(word.chars().flat_map(folded).collect())
}

fn folded(c: char) -> std::char::ToLowercase {
    let c = match c {
        '’' | '‘' => '\'',
        '‐' | '‑' => '-',
        '！'..='～' => char::from_u32(c as u32 - 0xfee0).unwrap_or(c),
        other => other,
    };
    c.to_lowercase()
}

impl Lexicon {
    /// The markup at byte `at`, if any.
    pub(crate) fn tag_at<'t>(&self, text: &'t str, at: usize) -> Option<Tag<'t>> {
        // A bracket inside a word (`[w]hat`) is a part of that word.
        let rest = text.get(at..)?;
        let length = bracketed_letters(rest);
        if length > 0 && self.segmenter() == Segmenter::Spaces {
            let next = rest[length..].chars().next().unwrap_or(' ');
            let joined = next.is_alphabetic() || next == '-' || next == '\'';
            if joined {
                return None;
            }
        }
        markup::tag(text, at, |w| self.is_sound(w), |w| self.is_sure_filler(w))
    }
}
