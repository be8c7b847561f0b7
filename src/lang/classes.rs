//! Closed classes of words: what a repair is recognised by when no copy gives it away.

use std::collections::HashMap;

use super::raw::RawClasses;

/// The classes of one word; it may be in several, as `that` is.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub(crate) struct Word {
    classes: u16,
    group: u16,
}

/// A class of words, one bit.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) enum WordClass {
    /// `I`, `they'll`: may be a subject only.
    Subject = 1,
    /// `it`, `that's`, `you`: a pronoun that need not be a subject.
    Pronoun = 2,
    /// `the`, `my`: needs a noun after it.
    Determiner = 4,
    /// `this`, `some`: a determiner that can also stand alone.
    Demonstrative = 8,
    /// `in`, `of`.
    Preposition = 16,
    /// `is`, `could`, `don't`.
    Auxiliary = 32,
    /// `and`, `but`.
    Coordinator = 64,
    /// `if`, `what`: opens a clause and seldom comes twice.
    Subordinator = 128,
    /// `as`, `that`: opens a clause and may well come twice.
    Linker = 256,
    /// `just`, `really`: may stand between subject and verb.
    Adverb = 512,
    /// `very`: doubled for emphasis.
    Intensifier = 1024,
    /// A pronoun with its verb: `it's`.
    Contracted = 2048,
}

use WordClass::*;

impl Word {
    /// Is it of this class?
    pub fn is(self, class: WordClass) -> bool {
        self.classes & class as u16 != 0
    }

    /// A pronoun, subject or not, with or without a contracted verb.
    pub fn is_pronoun(self) -> bool {
        self.is(Subject) || self.is(Pronoun)
    }

    /// Another form of the same pronoun: `it` and `it's`.
    pub fn is_form_of(self, other: Self) -> bool {
        self.group != 0 && self.group == other.group
    }

    /// May it stand before a noun?
    pub fn determines(self) -> bool {
        self.is(Determiner) || self.is(Demonstrative)
    }

    /// A determiner that is no pronoun.
    pub fn is_determiner(self) -> bool {
        self.determines() && !self.is_pronoun()
    }

    /// Does the clause go on after it? No clause ends in such a word.
    pub fn leads_on(self) -> bool {
        const ALL: u16 = Subject as u16
            | Pronoun as u16
            | Determiner as u16
            | Demonstrative as u16
            | Preposition as u16
            | Auxiliary as u16
            | Coordinator as u16
            | Subordinator as u16
            | Linker as u16
            | Adverb as u16;
        self.classes & ALL != 0
    }
}

/// The classes of a language.
#[derive(Debug, Default)]
pub(super) struct Classes {
    words: HashMap<String, Word>,
    pairs: Vec<(String, String)>,
}

impl Classes {
    pub fn new(raw: &RawClasses) -> Self {
        let mut classes = Self::default();
        let mut group = 0;
        for (class, list) in [(Subject, &raw.subjects), (Pronoun, &raw.pronouns)] {
            for forms in list {
                group += 1;
                for (rank, form) in forms.split_whitespace().enumerate() {
                    classes.add(form, class, group);
                    if rank > 0 {
                        classes.add(form, Contracted, group);
                    }
                }
            }
        }
        for (class, list) in [
            (Determiner, &raw.determiners),
            (Demonstrative, &raw.demonstratives),
            (Preposition, &raw.prepositions),
            (Auxiliary, &raw.auxiliaries),
            (Coordinator, &raw.coordinators),
            (Subordinator, &raw.subordinators),
            (Linker, &raw.linkers),
            (Adverb, &raw.adverbs),
            (Intensifier, &raw.intensifiers),
        ] {
            for word in list {
                classes.add(word, class, 0);
            }
        }
        let pair = |p: &String| p.split_once(' ').map(|(a, b)| (a.into(), b.into()));
        classes.pairs = raw.pairs.iter().filter_map(pair).collect();
        classes
    }

    fn add(&mut self, word: &str, class: WordClass, group: u16) {
        let entry = self.words.entry(String::from(word)).or_default();
        entry.classes |= class as u16;
        entry.group = entry.group.max(group);
    }

    pub fn of(&self, norm: &str) -> Word {
        self.words.get(norm).copied().unwrap_or_default()
    }

    pub fn is_pair(&self, first: &str, second: &str) -> bool {
        self.pairs.iter().any(|(a, b)| a == first && b == second)
    }
}
