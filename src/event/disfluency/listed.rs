//! Fillers, markers and editing terms: the forms of the lexicon where their context holds.

use std::ops::Range;

use super::{Disfluency, Kind, SET_OFF, Search};
use crate::lang::{Around, Class, Counted, Mark, Tier, TokenKind};
use crate::time::Ms;

/// Silence that ends a clause like a full stop, ms: shorter ones stand inside clauses more often.
const CLAUSE_SILENCE: Ms = 500;

/// A listed form in the stretch, before its context was looked at.
struct Candidate<'a> {
    tokens: Range<usize>,
    rule: &'a Counted,
}

/// What was found in a stretch.
#[derive(Default)]
pub(super) struct Listed {
    /// Forms that count, and those that are undecided (tier C).
    pub found: Vec<Disfluency>,
    pub undecided: Vec<Disfluency>,
    /// Token by token: is it part of a form that counts?
    pub is: Vec<bool>,
    /// Token by token, and after the last: does a form that announces a correction end before it?
    pub corrects: Vec<bool>,
}

impl Listed {
    fn add(&mut self, candidate: &Candidate<'_>) {
        let (rule, tokens) = (candidate.rule, candidate.tokens.clone());
        if rule.tier != Tier::C {
            self.is[tokens.clone()].fill(true);
            self.corrects[tokens.end] |= rule.corrects;
        }
        let list = match rule.tier {
            Tier::C => &mut self.undecided,
            _ => &mut self.found,
        };
        list.push(Disfluency {
            kind: kind(rule.class),
            tier: rule.tier,
            tokens,
            parts: None,
        });
    }
}

impl<'a> Search<'a> {
    /// Fillers, markers and editing terms.
    pub(super) fn listed(&self) -> Listed {
        let candidates = self.candidates();
        let mut listed = Listed {
            is: vec![false; self.stretch.len()],
            corrects: vec![false; self.stretch.len() + 1],
            ..Listed::default()
        };
        let whole = self.only_backchannels(&candidates);
        let tail = self.tail(&candidates);
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
                last: range.start >= tail,
                mark_before: self.set_off(range.start, candidates[..rank].last()),
                mark_after: self.set_off(range.end, candidates.get(rank + 1)),
                after_response: self.after_response(range.start),
                between_copies: self.between_copies(range),
            };
            let holds = candidate.rule.context.holds(&around);
            initial &= holds && candidate.rule.tier != Tier::C;
            if holds {
                listed.add(candidate);
            }
        }
        listed
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
                // `like- like` says one word twice: neither copy is a marker.
                Some((length, _)) if length == 1 && self.is_copy(at) => at += 1,
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

    /// Was the word before cut off and said again here?
    fn is_copy(&self, k: usize) -> bool {
        let cut = |j: usize| self.stretch[j].token.kind == TokenKind::Fragment;
        k.checked_sub(1)
            .is_some_and(|j| cut(j) && self.stem(j) == self.stem(k))
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
    pub(super) fn boundary_mark(&self, k: usize) -> Mark {
        let before = k.checked_sub(1).and_then(|j| self.stretch.get(j));
        let after = self.stretch.get(k);
        let left = before.map(|s| s.token.after).unwrap_or_default();
        let right = after.map(|s| s.token.before).unwrap_or_default();
        left.max(right)
    }

    fn after_response(&self, k: usize) -> bool {
        let before = k.checked_sub(1);
        before.is_some_and(|j| self.lexicon.is_backchannel(&[self.norm(j)]))
    }

    /// `it was, like, it was`: do the same one or two words stand on both sides?
    fn between_copies(&self, form: &Range<usize>) -> bool {
        const WORDS: usize = 2;
        (1..=WORDS).any(|n| {
            let before = form.start.checked_sub(n);
            before.is_some_and(|from| {
                form.end + n <= self.stretch.len()
                    && (0..n).all(|j| self.stem(from + j) == self.stem(form.end + j))
            })
        })
    }

    /// The token from which on there is nothing but listed forms up to the end of the stretch.
    fn tail(&self, candidates: &[Candidate<'_>]) -> usize {
        let mut tail = self.stretch.len();
        for candidate in candidates.iter().rev() {
            if candidate.tokens.end == tail {
                tail = candidate.tokens.start;
            }
        }
        tail
    }

    /// Is the boundary before token `k` marked by punctuation, a silence, or a sure filler?
    fn set_off(&self, k: usize, neighbour: Option<&Candidate<'_>>) -> bool {
        let filler = neighbour.is_some_and(|c| {
            let beside = c.tokens.start == k || c.tokens.end == k;
            beside && c.rule.class == Class::Filler && c.rule.tier == Tier::A
        });
        filler || self.boundary_mark(k) != Mark::None || self.silence(k) >= SET_OFF
    }
}

fn kind(class: Class) -> Kind {
    match class {
        Class::Filler => Kind::Filler,
        Class::Marker => Kind::Marker,
        Class::EditTerm => Kind::EditTerm,
    }
}
