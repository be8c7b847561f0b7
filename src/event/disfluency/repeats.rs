//! Repeats, cut-off words, part-word repeats.

use super::{Disfluency, Kind, Parts, SET_OFF, Search};
use crate::lang::{Tier, TokenKind};

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
        let countable = |k: &usize| self.lexicon.is_number(token(k)) || self.is_letter(*k);
        if first.iter().any(written) || first.iter().all(countable) {
            return true;
        }
        let stems = first.iter().map(|k| self.stem(*k));
        let doubles = self
            .lexicon
            .is_licensed_double(&self.lexicon.join(stems.clone()))
            || (first.len() > 1
                && self
                    .lexicon
                    .is_backchannel(&stems.clone().collect::<Vec<_>>()));
        if doubles {
            return !self.hesitates(first, second);
        }
        // Two equal cut-offs (`w- w-`) are two fragments, unless a whole word was meant (`I- I-`).
        let cut = |k: &usize| token(k).kind == TokenKind::Fragment;
        let whole = stems.clone().all(|s| self.lexicon.is_function_word(s));
        first.len() == 1 && second.iter().any(cut) && !whole
    }

    /// Does the speaker hesitate between the two? Then even `that … that` is a repeat.
    fn hesitates(&self, first: &[usize], second: &[usize]) -> bool {
        let (Some(last), Some(next)) = (first.last(), second.first()) else {
            return false;
        };
        let grammatical = self.lexicon.is_function_word(self.stem(*last));
        last + 1 < *next || (grammatical && self.silence(*next) >= SET_OFF)
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
                repeat: None,
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
        repeat: Some(Parts {
            interregnum: reparandum.end..repair.start,
            reparandum,
            repair,
        }),
    }
}
