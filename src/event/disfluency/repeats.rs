//! Repeats, cut-off words, part-word repeats.

use super::{BARRIER, Disfluency, Kind, Parts, SET_OFF, Search};
use crate::lang::{Tier, TokenKind, WordClass};

/// How far the end of a run of copies is looked for.
const COPIES: usize = 8;

impl Search<'_> {
    /// Repeats, and which tokens of the stretch are part of one.
    pub(super) fn repeats(&self, core: &[usize], longest: usize) -> (Vec<Disfluency>, Vec<bool>) {
        let mut found = Vec::new();
        let mut in_repeat = vec![false; self.stretch.len()];
        // A sequence said three times is two repeats, not also the shifted ones in between; the same
        // goes for what may be doubled.
        let mut free_from = vec![0; longest + 1];
        for at in 0..core.len() {
            for length in 1..=longest.min((core.len() - at) / 2) {
                let (first, second) = core[at..at + 2 * length].split_at(length);
                if free_from[length] > at || !self.same(first, second) {
                    continue;
                }
                free_from[length] = at + length;
                if self.licensed(first, second) {
                    continue;
                }
                for k in &core[at..at + 2 * length] {
                    in_repeat[*k] = true;
                }
                found.push(repeat(&core[at..at + 2 * length]));
            }
        }
        (found, in_repeat)
    }

    /// Is the same said twice, not made of shorter copies?
    fn same(&self, first: &[usize], second: &[usize]) -> bool {
        let stem = |k: &usize| self.stem(*k);
        first.iter().map(stem).eq(second.iter().map(stem))
            && !made_of_copies(first.len(), |k| self.stem(first[k]))
    }

    /// Language that doubles without hesitation.
    fn licensed(&self, first: &[usize], second: &[usize]) -> bool {
        let token = |k: &usize| self.stretch[*k].token;
        let written = |k: &usize| token(k).kind == TokenKind::Number;
        if first.iter().any(written) || first.iter().all(|k| self.is_countable(*k)) {
            return !self.counts_again(first, second);
        }
        let stems: Vec<&str> = first.iter().map(|k| self.stem(*k)).collect();
        if self.is_response(&stems) {
            return true;
        }
        if self
            .lexicon
            .is_licensed_double(&self.lexicon.join(stems.iter().copied()))
        {
            return !self.hesitates(first, second) && self.is_readable(first, second);
        }
        if self.is_too_late(second) || self.is_emphatic(first, second) {
            return true;
        }
        // Two equal cut-offs (`w- w-`) are two fragments, unless a whole word was meant (`I- I-`).
        let cut = |k: &usize| token(k).kind == TokenKind::Fragment;
        let whole = stems.iter().all(|s| self.lexicon.is_function_word(s));
        first.len() == 1 && second.iter().any(cut) && !whole
    }

    /// A response that comes twice (`yeah, oh yeah`) is given twice.
    fn is_response(&self, stems: &[&str]) -> bool {
        let word = |s: &&str| {
            self.lexicon.is_function_word(s) || self.lexicon.word(s).is(WordClass::Intensifier)
        };
        self.lexicon.is_backchannel(stems) && !stems.iter().any(word)
    }

    /// `three uh three or four`: one number word with a hesitation after it, outside a row of numbers.
    fn counts_again(&self, first: &[usize], second: &[usize]) -> bool {
        let (&[a], &[b]) = (first, second) else {
            return false;
        };
        let spoken = self.stretch[a].token.kind != TokenKind::Number && !self.is_letter(a);
        let countable = |k: usize| k < self.stretch.len() && self.is_countable(k);
        let before = a.checked_sub(1).is_some_and(countable);
        spoken && a + 1 < b && !before && !countable(b + 1)
    }

    /// What comes again after so long a silence is said anew.
    fn is_too_late(&self, second: &[usize]) -> bool {
        second.first().is_some_and(|k| self.silence(*k) > BARRIER)
    }

    /// A content word three times without hesitation: `spending, spending, spending`.
    fn is_emphatic(&self, first: &[usize], second: &[usize]) -> bool {
        let (&[a], &[b]) = (first, second) else {
            return false;
        };
        let stem = self.stem(a);
        let bound = self.lexicon.is_function_word(stem) || self.lexicon.word(stem).leads_on();
        let whole = |k: usize| self.stretch[k].token.kind == TokenKind::Word;
        let copy = |k: Option<usize>| {
            k.is_some_and(|k| k < self.stretch.len() && whole(k) && self.stem(k) == stem)
        };
        let thrice = copy(a.checked_sub(1)) || copy(Some(b + 1));
        // A filler at the end says that the speaker was looking for words: `the form form form uh`.
        let near = b + 1..self.stretch.len().min(b + 1 + COPIES);
        let after = near.into_iter().find(|k| !copy(Some(*k)));
        let lost = after.is_some_and(|k| self.lexicon.is_sure_filler(self.norm(k)));
        !bound && whole(a) && whole(b) && a + 1 == b && thrice && !lost
    }

    /// Does the speaker hesitate between the two? Then even `that … that` is a repeat.
    fn hesitates(&self, first: &[usize], second: &[usize]) -> bool {
        let (Some(last), Some(next)) = (first.last(), second.first()) else {
            return false;
        };
        let stem = self.stem(*last);
        let emphatic = self.lexicon.word(stem).is(WordClass::Intensifier);
        let bound = emphatic || self.lexicon.is_function_word(stem);
        last + 1 < *next || (bound && self.silence(*next) >= SET_OFF)
    }

    /// Can the double be read as ordinary language where it stands? Intensifiers (`very very good`) need
    /// something to intensify. Of `I know that that is so` the first links and the second stands for
    /// something: that needs a word before which can govern a clause, and after them no other article,
    /// pronoun or conjunction. Of other doubles nothing is asked.
    fn is_readable(&self, first: &[usize], second: &[usize]) -> bool {
        let (Some(&a), Some(&b)) = (first.first(), second.last()) else {
            return true;
        };
        let word = self.lexicon.word(self.stem(a));
        if word.is(WordClass::Linker) {
            return self.governs(a) && self.is_open(b + 1) && b + 1 < self.stretch.len();
        }
        !word.is(WordClass::Intensifier) || self.is_open(b + 1)
    }

    /// Can the word before token `k` govern a clause?
    fn governs(&self, k: usize) -> bool {
        let Some(before) = k.checked_sub(1) else {
            return false;
        };
        let norm = self.norm(before);
        // The second `had` of `had had` is a verb of its own.
        let doubled = before > 0 && self.norm(before - 1) == norm;
        let word = self.lexicon.word(norm);
        doubled || !(word.leads_on() || self.lexicon.is_backchannel(&[norm]))
    }

    /// May token `k` be a noun, an adjective, a verb: anything that opens no phrase of its own?
    fn is_open(&self, k: usize) -> bool {
        let Some(next) = self.stretch.get(k) else {
            return true;
        };
        let word = self.lexicon.word(&next.token.norm);
        let opens = word.is_pronoun()
            || word.determines()
            || word.is(WordClass::Coordinator)
            || word.is(WordClass::Subordinator);
        !opens && self.lexicon.counted(1, 0, |_| self.norm(k)).is_none()
    }

    /// A number word or a letter.
    fn is_countable(&self, k: usize) -> bool {
        self.lexicon.is_number(self.stretch[k].token) || self.is_letter(k)
    }

    /// A single Latin letter that is no word.
    fn is_letter(&self, k: usize) -> bool {
        let norm = self.stem(k);
        norm.len() == 1 && norm.is_ascii() && !self.lexicon.is_function_word(norm)
    }

    pub(super) fn fragments(&self, core: &[usize], in_repeat: &[bool]) -> Vec<Disfluency> {
        core.iter()
            .filter(|k| !in_repeat[**k])
            .filter(|k| {
                let token = self.stretch[**k].token;
                token.kind == TokenKind::Fragment
                    || (token.kind == TokenKind::Word
                        && token.norm.contains('-')
                        && self.lexicon.is_part_word_repeat(&token.norm))
            })
            .map(|k| Disfluency {
                kind: Kind::Fragment,
                tier: Tier::A,
                tokens: *k..*k + 1,
                parts: None,
            })
            .collect()
    }
}

/// Is the sequence itself a shorter one said several times?
fn made_of_copies<'n>(count: usize, stem: impl Fn(usize) -> &'n str) -> bool {
    (1..count)
        .filter(|period| count.is_multiple_of(*period))
        .any(|period| (period..count).all(|k| stem(k) == stem(k - period)))
}

fn repeat(tokens: &[usize]) -> Disfluency {
    let (first, second) = tokens.split_at(tokens.len() / 2);
    let range = |part: &[usize]| match (part.first(), part.last()) {
        (Some(from), Some(to)) => *from..*to + 1,
        _ => 0..0,
    };
    let (reparandum, repair) = (range(first), range(second));
    Disfluency {
        kind: Kind::Repeat,
        tier: Tier::A,
        tokens: reparandum.start..repair.end,
        parts: Some(Parts {
            interregnum: reparandum.end..repair.start,
            reparandum,
            repair,
        }),
    }
}
