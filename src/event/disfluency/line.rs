//! What can be asked about the tokens around a place when a repair is looked for.

use super::listed::Listed;
use super::{BARRIER, SET_OFF, Search};
use crate::lang::{Mark, TokenKind, Word};
use crate::time::Ms;

/// The kept tokens, looked at from one of them; positions count from there.
pub(super) struct Line<'s, 'a> {
    pub search: &'s Search<'a>,
    pub listed: &'s Listed,
    pub kept: &'s [usize],
    pub words: Vec<Word>,
    pub at: usize,
}

impl<'a> Line<'_, 'a> {
    pub fn word(&self, j: usize) -> Word {
        self.words.get(self.at + j).copied().unwrap_or_default()
    }

    pub fn word_before(&self) -> Word {
        let before = self.at.checked_sub(1);
        before.map(|k| self.words[k]).unwrap_or_default()
    }

    pub fn norm(&self, j: usize) -> &'a str {
        self.search.norm(self.kept[self.at + j])
    }

    pub fn same(&self, j: usize, k: usize) -> bool {
        let stem = |j: usize| self.search.stem(self.kept[self.at + j]);
        stem(j) == stem(k)
    }

    pub fn is_number(&self, j: usize) -> bool {
        let token = self.search.stretch[self.kept[self.at + j]].token;
        self.search.lexicon.begins_number(token)
    }

    pub fn cut_off(&self, j: usize) -> bool {
        self.search.stretch[self.kept[self.at + j]].token.kind == TokenKind::Fragment
    }

    /// A letter of an abbreviation: `an I B M`.
    pub fn spelled(&self, j: usize) -> bool {
        let letter = |j: usize| {
            let k = self.kept.get(self.at + j);
            k.is_some_and(|k| self.search.norm(*k).len() == 1)
        };
        letter(j) && letter(j + 1)
    }

    /// Is something left out just before the token: a filler, a marker, a first copy?
    pub fn interrupted(&self, j: usize) -> bool {
        self.kept[self.at + j] > self.kept[self.at + j - 1] + 1
    }

    pub fn silence(&self, j: usize) -> Ms {
        let time = |j: usize| self.search.stretch[self.kept[self.at + j]].time;
        match (time(j - 1), time(j)) {
            (Some(left), Some(right)) => right.start - left.end,
            _ => 0,
        }
    }

    /// The strongest mark since the kept token before.
    pub fn mark(&self, j: usize) -> Mark {
        let (from, to) = (self.kept[self.at + j - 1] + 1, self.kept[self.at + j]);
        let marks = (from..=to).map(|k| self.search.boundary_mark(k));
        marks.max().unwrap_or_default()
    }

    pub fn hesitates(&self, j: usize) -> bool {
        self.interrupted(j) || self.silence(j) >= SET_OFF || self.mark(j) != Mark::None
    }

    pub fn barrier(&self, j: usize) -> bool {
        self.silence(j) > BARRIER || self.mark(j) == Mark::Stop
    }
}
