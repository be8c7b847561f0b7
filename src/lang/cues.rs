//! What a whole utterance is: a backchannel, a question, a request.

use super::phrase::Phrases;
use super::raw::Raw;
use super::{Lexicon, Mark, Token};

/// The lists behind the three questions.
#[derive(Debug)]
pub(super) struct Cues {
    backchannels: Phrases,
    question_words: Phrases,
    auxiliaries: Phrases,
    subjects: Phrases,
    last: Phrases,
    anywhere: Phrases,
    never: Phrases,
    requests: Phrases,
    commands: Phrases,
}

impl Cues {
    pub(super) fn new(spaced: bool, raw: &Raw) -> Self {
        let list = |forms: &[String]| Phrases::list(spaced, forms);
        Self {
            backchannels: list(&raw.backchannels),
            question_words: list(&raw.question.words),
            auxiliaries: list(&raw.question.auxiliaries),
            subjects: list(&raw.question.subjects),
            last: list(&raw.question.last),
            anywhere: list(&raw.question.anywhere),
            never: list(&raw.question.never),
            requests: list(&raw.requests),
            commands: list(&raw.commands),
        }
    }
}

/// Words after a question word within which its auxiliary stands: `what time did`.
const INVERSION_WITHIN: usize = 3;
/// A clause this short that opens with a question word is a question: `which one`.
const SHORT_QUESTION: usize = 3;

impl Lexicon {
    /// Could it be a backchannel by its words: a listed phrase, or listed phrases in a row? Whether it
    /// is one depends on who has the floor.
    pub fn is_backchannel(&self, norms: &[&str]) -> bool {
        self.backchannel_phrases(norms) > 0
    }

    /// Of how many listed phrases it consists; 0 when anything else is in it.
    pub(crate) fn backchannel_phrases(&self, norms: &[&str]) -> usize {
        let mut at = 0;
        let mut phrases = 0;
        while at < norms.len() {
            match self
                .cues
                .backchannels
                .longest(norms.len(), at, |k| norms[k])
            {
                Some((length, _)) => at += length,
                None => return 0,
            }
            phrases += 1;
        }
        phrases
    }

    /// Is a question asked anywhere in it? A question mark in the text is a cue, never the only one.
    pub fn is_question(&self, tokens: &[Token<'_>], text: &str) -> bool {
        if tokens.is_empty() {
            return false;
        }
        text.contains(['?', '？']) || self.clauses(tokens).any(|c| self.asks(c))
    }

    /// Does it ask the listener to do or say something?
    pub fn is_request(&self, tokens: &[Token<'_>]) -> bool {
        let norm = |k: usize| -> &str { &tokens[k].norm };
        let asked = |at| self.cues.requests.longest(tokens.len(), at, norm).is_some();
        (0..tokens.len()).any(asked) || self.clauses(tokens).any(|c| self.commands(c))
    }

    /// `okay spell your name`, but not `we provide for them`.
    fn commands(&self, clause: &[Token<'_>]) -> bool {
        let norm = |k: usize| -> &str { &clause[k].norm };
        let opening = self.opening(clause);
        opening < clause.len()
            && self
                .cues
                .commands
                .longest(clause.len(), opening, norm)
                .is_some()
    }

    fn clauses<'a, 't>(
        &self,
        tokens: &'a [Token<'t>],
    ) -> impl Iterator<Item = &'a [Token<'t>]> + use<'a, 't> {
        tokens.split_inclusive(|t| t.after == Mark::Stop)
    }

    fn asks(&self, clause: &[Token<'_>]) -> bool {
        let count = clause.len();
        let norm = |k: usize| -> &str { &clause[k].norm };
        let cues = &self.cues;
        let mut at = 0;
        while at < count {
            if let Some((length, _)) = cues.never.longest(count, at, norm) {
                at += length;
                continue;
            }
            let tail = cues.last.longest(count, at, norm);
            if cues.anywhere.longest(count, at, norm).is_some()
                || tail.is_some_and(|(length, _)| at + length == count && at > 0)
            {
                return true;
            }
            at += 1;
        }
        self.inverted(&clause[self.opening(clause)..])
    }

    /// Tokens at the start of a clause that come before its first word proper: fillers, `so`, `okay`.
    fn opening(&self, clause: &[Token<'_>]) -> usize {
        let norm = |k: usize| -> &str { &clause[k].norm };
        let mut at = 0;
        while at < clause.len() {
            let counted = self
                .counted(clause.len(), at, norm)
                .map(|(length, _)| length);
            let back = self.cues.backchannels.longest(clause.len(), at, norm);
            let starter =
                self.starts_clause(norm(at)) && !self.cues.question_words.contains(norm(at));
            match counted.or(back.map(|(length, _)| length)) {
                Some(length) => at += length,
                None if starter => at += 1,
                None => break,
            }
        }
        at
    }

    /// `can I …`, `what time did …`, `which one`.
    fn inverted(&self, clause: &[Token<'_>]) -> bool {
        let cues = &self.cues;
        let is = |list: &Phrases, k: usize| clause.get(k).is_some_and(|t| list.contains(&t.norm));
        if is(&cues.auxiliaries, 0) {
            return is(&cues.subjects, 1);
        }
        if !is(&cues.question_words, 0) {
            return false;
        }
        let subject = (1..clause.len()).find(|k| is(&cues.subjects, *k));
        let auxiliary = (1..=INVERSION_WITHIN).find(|k| is(&cues.auxiliaries, *k));
        match auxiliary {
            Some(k) => subject.is_none_or(|s| k < s),
            None => clause.len() <= SHORT_QUESTION && subject.is_none(),
        }
    }
}
