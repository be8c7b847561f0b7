//! Disfluencies of a stretch of speech: fillers, markers, editing terms, repeats, cut-off words.
//!
//! - **filler**: a form of the lexicon's fillers; tier B only where its context holds. `um-um` is one.
//! - **marker**, **edit_term**: the lexicon's forms where their context holds.
//! - **repeat**: a sequence of 1 to `repeat_max_tokens` tokens said twice in a row; fillers and markers
//!   between are skipped (they are the interregnum). Numbers, letters, and what the language doubles
//!   anyway (`very very`, 看看) are no repeats. `I- I` is one; n copies are n − 1.
//! - **fragment**: a cut-off word (`th-`), a part-word repeat (`a-a-actually`).
//!
//! Punctuation decides nothing about fillers of tier A, repeats and fragments; for tier B a mark or,
//! where times are known, a silence of 100 ms says that a form is set off.

use std::ops::Range;

use crate::lang::{Around, Class, Lexicon, Mark, Tier, Token, TokenKind};
use crate::settings::{REPEAT_LENGTH, Settings};
use crate::time::{Ms, Span};

/// Silence beside a form that sets it off like a comma, ms (the lexicon's sources say 100 to 150).
const SET_OFF: Ms = 100;

/// Silence that ends a clause like a full stop, ms: shorter ones stand inside clauses more often.
const CLAUSE_SILENCE: Ms = 500;

/// A token as it was said.
#[derive(Clone, Copy, Debug)]
pub struct Spoken<'a> {
    /// The token.
    pub token: &'a Token<'a>,
    /// When, if known.
    pub time: Option<Span>,
}

/// What sort of disfluency it is.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub enum Kind {
    /// A filled pause.
    Filler,
    /// A discourse marker.
    Marker,
    /// An editing term.
    EditTerm,
    /// An adjacent repeat.
    Repeat,
    /// A cut-off word or a part-word repeat.
    Fragment,
}

impl Kind {
    /// Every kind.
    pub const ALL: [Self; 5] = [
        Self::Filler,
        Self::Marker,
        Self::EditTerm,
        Self::Repeat,
        Self::Fragment,
    ];

    /// The word used in tables.
    pub const fn name(self) -> &'static str {
        match self {
            Self::Filler => "filler",
            Self::Marker => "marker",
            Self::EditTerm => "edit_term",
            Self::Repeat => "repeat",
            Self::Fragment => "fragment",
        }
    }
}

/// The parts of a repeat, as tokens of the stretch.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Parts {
    /// What was said first.
    pub reparandum: Range<usize>,
    /// Fillers and markers between; may be empty.
    pub interregnum: Range<usize>,
    /// What was said again.
    pub repair: Range<usize>,
}

/// One disfluency.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Disfluency {
    /// Sort.
    pub kind: Kind,
    /// How sure.
    pub tier: Tier,
    /// Tokens of the stretch, all parts included.
    pub tokens: Range<usize>,
    /// The parts of a repeat.
    pub repeat: Option<Parts>,
}

/// The disfluencies of a stretch (one turn of one speaker), by first token.
pub fn find(stretch: &[Spoken<'_>], lexicon: &Lexicon, settings: &Settings) -> Vec<Disfluency> {
    let search = Search { stretch, lexicon };
    let mut found = search.listed();
    let core = core(stretch.len(), &found);
    let (repeats, in_repeat) = search.repeats(&core, settings.count(&REPEAT_LENGTH));
    found.extend(search.fragments(&core, &in_repeat));
    found.extend(repeats);
    found.sort_by_key(|d| (d.tokens.start, d.kind));
    found
}

/// Tokens that are neither fillers nor markers.
fn core(count: usize, listed: &[Disfluency]) -> Vec<usize> {
    let mut skipped = listed.iter().peekable();
    (0..count)
        .filter(|k| {
            while skipped.next_if(|d| d.tokens.end <= *k).is_some() {}
            !skipped.peek().is_some_and(|d| d.tokens.contains(k))
        })
        .collect()
}

struct Search<'a> {
    stretch: &'a [Spoken<'a>],
    lexicon: &'a Lexicon,
}

/// A listed form in the stretch, before its context was looked at.
struct Candidate<'a> {
    tokens: Range<usize>,
    rule: &'a crate::lang::Counted,
}

impl<'a> Search<'a> {
    fn norm(&self, k: usize) -> &'a str {
        &self.stretch[k].token.norm
    }

    fn stem(&self, k: usize) -> &'a str {
        self.stretch[k].token.stem()
    }

    /// Fillers, markers and editing terms.
    fn listed(&self) -> Vec<Disfluency> {
        let candidates = self.candidates();
        let mut found = Vec::new();
        let whole = self.only_backchannels(&candidates);
        // Everything so far in this clause was a filler or a marker.
        let mut initial = true;
        let mut past = 0;
        for (rank, candidate) in candidates.iter().enumerate() {
            let range = &candidate.tokens;
            initial = self.opens(past, range.start, initial);
            past = range.end;
            let around = Around {
                norm: |k| self.norm(k),
                count: self.stretch.len(),
                start: range.start,
                end: range.end,
                whole,
                initial,
                last: self.nothing_follows(range.end, &candidates[rank + 1..]),
                mark_before: self.set_off(range.start, &candidates[..rank]),
                mark_after: self.set_off(range.end, &candidates[rank + 1..]),
            };
            if candidate.rule.tier != Tier::C && candidate.rule.context.holds(&around) {
                found.push(Disfluency {
                    kind: kind(candidate.rule.class),
                    tier: candidate.rule.tier,
                    tokens: range.clone(),
                    repeat: None,
                });
            } else {
                initial = false;
            }
        }
        found
    }

    /// Is there nothing in the stretch but fillers and backchannel phrases?
    fn only_backchannels(&self, candidates: &[Candidate<'_>]) -> bool {
        let mut fillers = candidates
            .iter()
            .filter(|c| c.rule.class == Class::Filler)
            .peekable();
        let rest: Vec<&str> = (0..self.stretch.len())
            .filter(|k| {
                while fillers.next_if(|c| c.tokens.end <= *k).is_some() {}
                !fillers.peek().is_some_and(|c| c.tokens.contains(k))
            })
            .map(|k| self.norm(k))
            .collect();
        rest.is_empty() || self.lexicon.is_backchannel(&rest)
    }

    fn candidates(&self) -> Vec<Candidate<'a>> {
        let mut candidates = Vec::new();
        let mut at = 0;
        while at < self.stretch.len() {
            match self
                .lexicon
                .counted(self.stretch.len(), at, |k| self.norm(k))
            {
                Some((length, rule)) => {
                    candidates.push(Candidate {
                        tokens: at..at + length,
                        rule,
                    });
                    at += length;
                }
                None => at += 1,
            }
        }
        candidates
    }

    /// Does a clause open at token `k`, when all before token `past` was opening words (`so_far`)?
    fn opens(&self, past: usize, k: usize, so_far: bool) -> bool {
        let mut initial = so_far;
        for j in past..k {
            initial = (initial || self.after_stop(j)) && self.is_opener(j);
        }
        initial || self.after_stop(k)
    }

    /// Words before which the clause proper has not begun: `and`, `yeah`.
    fn is_opener(&self, k: usize) -> bool {
        let norm = self.norm(k);
        self.lexicon.starts_clause(norm) || self.lexicon.is_backchannel(&[norm])
    }

    fn after_stop(&self, k: usize) -> bool {
        k > 0 && (self.boundary_mark(k) == Mark::Stop || self.silence(k) >= CLAUSE_SILENCE)
    }

    /// The mark at the boundary before token `k`.
    fn boundary_mark(&self, k: usize) -> Mark {
        let before = k.checked_sub(1).and_then(|j| self.stretch.get(j));
        let after = self.stretch.get(k);
        let left = before.map(|s| s.token.after).unwrap_or_default();
        let right = after.map(|s| s.token.before).unwrap_or_default();
        left.max(right)
    }

    fn nothing_follows(&self, end: usize, later: &[Candidate<'_>]) -> bool {
        let mut end = end;
        for candidate in later {
            if candidate.tokens.start != end {
                break;
            }
            end = candidate.tokens.end;
        }
        end == self.stretch.len()
    }

    /// Is the boundary before token `k` marked by punctuation, a silence, or a sure filler?
    fn set_off(&self, k: usize, neighbours: &[Candidate<'_>]) -> bool {
        let filler = neighbours.iter().any(|c| {
            let beside = c.tokens.start == k || c.tokens.end == k;
            beside && c.rule.class == Class::Filler && c.rule.tier == Tier::A
        });
        filler || self.boundary_mark(k) != Mark::None || self.silence(k) >= SET_OFF
    }

    /// Silence before token `k`, ms; 0 where times are unknown.
    fn silence(&self, k: usize) -> Ms {
        let time = |k: usize| self.stretch.get(k).and_then(|s| s.time);
        match (k.checked_sub(1).and_then(time), time(k)) {
            (Some(left), Some(right)) => right.start - left.end,
            _ => 0,
        }
    }

    /// Repeats, and which tokens of the stretch are part of one.
    fn repeats(&self, core: &[usize], longest: usize) -> (Vec<Disfluency>, Vec<bool>) {
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

    fn fragments(&self, core: &[usize], in_repeat: &[bool]) -> Vec<Disfluency> {
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

fn kind(class: Class) -> Kind {
    match class {
        Class::Filler => Kind::Filler,
        Class::Marker => Kind::Marker,
        Class::EditTerm => Kind::EditTerm,
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

#[cfg(test)]
mod tests;
