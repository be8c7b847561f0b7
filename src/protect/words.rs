//! The words of protected spans, ready for use.

use std::collections::HashMap;

use crate::lang::Phrases;
use crate::lang::ProtectLists;

/// What a word may be in a protected span; a set of flags.
pub(super) type Role = u16;

pub(super) const NUMBER: Role = 1;
pub(super) const WEAK: Role = 1 << 1;
pub(super) const LINK: Role = 1 << 2;
pub(super) const UNIT: Role = 1 << 3;
pub(super) const DATE: Role = 1 << 4;
pub(super) const LETTER_WORD: Role = 1 << 5;
pub(super) const AT: Role = 1 << 6;
pub(super) const DOT: Role = 1 << 7;
pub(super) const ADDRESS: Role = 1 << 8;
pub(super) const DOMAIN: Role = 1 << 9;
pub(super) const NOT_NAME: Role = 1 << 10;

/// The lists of one language.
#[derive(Debug)]
pub(crate) struct Words {
    roles: HashMap<String, Role>,
    name_cues: Phrases,
    /// Listed words by their first character, the longest first; for [`Words::prefix`].
    by_first: HashMap<char, Vec<String>>,
}

impl Words {
    pub(crate) fn new(spaced: bool, lists: &ProtectLists) -> Self {
        let mut roles: HashMap<String, Role> = HashMap::new();
        for (words, role) in [
            (&lists.numbers, NUMBER),
            (&lists.weak_numbers, WEAK),
            (&lists.number_links, LINK),
            (&lists.units, UNIT),
            (&lists.dates, DATE),
            (&lists.letter_words, LETTER_WORD),
            (&lists.at, AT),
            (&lists.dot, DOT),
            (&lists.address_links, ADDRESS),
            (&lists.domains, DOMAIN),
            (&lists.not_names, NOT_NAME),
        ] {
            for word in words {
                *roles.entry(word.clone()).or_default() |= role;
            }
        }
        let mut by_first: HashMap<char, Vec<String>> = HashMap::new();
        for word in roles.keys().chain(&lists.name_cues) {
            if let Some(first) = word.chars().next() {
                by_first.entry(first).or_default().push(word.clone());
            }
        }
        for bucket in by_first.values_mut() {
            bucket.sort_by(|a, b| b.len().cmp(&a.len()).then_with(|| a.cmp(b)));
        }
        Self {
            roles,
            name_cues: Phrases::list(spaced, &lists.name_cues),
            by_first,
        }
    }

    pub(super) fn role(&self, norm: &str) -> Role {
        self.roles.get(norm).copied().unwrap_or_default()
    }

    /// A word for a number; `twenty-five` too.
    pub(crate) fn is_number(&self, norm: &str) -> bool {
        let listed = |w: &str| self.role(w) & NUMBER != 0;
        listed(norm) || (norm.contains('-') && norm.split('-').all(listed))
    }

    pub(super) fn name_cues(&self) -> &Phrases {
        &self.name_cues
    }

    /// Bytes of the longest listed word that `text` starts with; 0 when none does.
    pub(crate) fn prefix(&self, text: &str) -> usize {
        let bucket = text.chars().next().and_then(|c| self.by_first.get(&c));
        bucket
            .and_then(|words| words.iter().find(|w| text.starts_with(w.as_str())))
            .map_or(0, String::len)
    }
}
