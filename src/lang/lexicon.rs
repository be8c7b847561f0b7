//! All that is known about one language.

use std::collections::HashSet;

use sha2::{Digest, Sha256};

use super::classes::{Classes, Word};
use super::context::Context;
use super::cues::Cues;
use super::han::Han;
use super::phrase::Phrases;
use super::raw::{Insert, Raw, Rule, Segmenter};
use super::{Tier, Token, TokenKind};
use crate::error::{Error, Result};
use crate::protect::Words;

/// What a rule of the lexicon counts.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) enum Class {
    /// A filled pause.
    Filler,
    /// A discourse marker.
    Marker,
    /// An editing term.
    EditTerm,
}

/// A rule, ready for use.
#[derive(Debug)]
pub(crate) struct Counted {
    pub(crate) class: Class,
    pub(crate) tier: Tier,
    pub(crate) context: Context,
    /// Does it announce a correction?
    pub(crate) corrects: bool,
}

/// A language: its words and how its text is cut.
#[derive(Debug)]
pub struct Lexicon {
    code: String,
    name: String,
    aliases: Vec<String>,
    segmenter: Segmenter,
    repeat_form: String,
    inserts: Vec<Insert>,
    rules: Vec<Counted>,
    forms: Phrases,
    sure: Phrases,
    not_fillers: HashSet<String>,
    function_words: HashSet<String>,
    clause_starters: HashSet<String>,
    doubles: HashSet<String>,
    prefixes: HashSet<String>,
    sounds: HashSet<String>,
    classes: Classes,
    han: Han,
    pub(super) cues: Cues,
    words: Words,
    digest: String,
    pub(super) examples: Vec<super::raw::Example>,
}

impl Lexicon {
    /// The lexicon that a file in the form of `lexicons/en.toml` describes.
    pub fn from_toml(toml: &str) -> Result<Self> {
        let raw: Raw = toml::from_str(toml).map_err(|e| {
            let line = e.span().map(|span| {
                let before = toml.get(..span.start).unwrap_or_default();
                1 + before.matches('\n').count() as u64
            });
            let error = Error::input(format!("not a lexicon: {}", e.message()));
            let error = error.advice("compare it with the lexicons of the program");
            line.map_or(error.clone(), |line| error.line(line))
        })?;
        check(&raw)?;
        Ok(Self::new(raw, toml))
    }

    fn new(raw: Raw, toml: &str) -> Self {
        let spaced = raw.segmenter == Segmenter::Spaces;
        let mut rules = Vec::new();
        let mut forms: Vec<(&str, usize)> = Vec::new();
        for (class, list) in classes(&raw) {
            for rule in list {
                forms.extend(rule.forms.iter().map(|f| (f.as_str(), rules.len())));
                rules.push(Counted {
                    class,
                    tier: rule.tier,
                    context: Context::new(spaced, rule),
                    corrects: rule.corrects || class == Class::EditTerm,
                });
            }
        }
        let sure = raw.fillers.iter().filter(|r| r.tier == Tier::A);
        let sure = sure.flat_map(|r| r.forms.iter().map(|f| (f.as_str(), 0)));
        Self {
            forms: Phrases::new(spaced, forms),
            sure: Phrases::new(spaced, sure),
            rules,
            han: Han::new(&raw.segmentation, &raw.function_words),
            classes: Classes::new(&raw.classes),
            cues: Cues::new(spaced, &raw),
            words: Words::new(spaced, &raw.protect),
            digest: short_digest(toml),
            not_fillers: set(raw.not_fillers),
            function_words: set(raw.function_words),
            clause_starters: set(raw.clause_starters),
            doubles: set(raw.doubles),
            prefixes: set(raw.prefixes),
            sounds: set(raw.tags),
            code: raw.code,
            name: raw.name,
            aliases: raw.aliases,
            segmenter: raw.segmenter,
            repeat_form: raw.repeat_form,
            inserts: raw.inserts,
            examples: raw.examples,
        }
    }

    /// Code, for example `en`.
    pub fn code(&self) -> &str {
        &self.code
    }

    /// Name in English.
    pub fn name(&self) -> &str {
        &self.name
    }

    /// Is `tag` (lower case, with `-`) another name of this language?
    pub fn answers_to(&self, tag: &str) -> bool {
        tag == self.code || self.aliases.iter().any(|a| a == tag)
    }

    /// How its words are found.
    pub fn segmenter(&self) -> Segmenter {
        self.segmenter
    }

    /// Do spaces stand between its words?
    pub fn spaced(&self) -> bool {
        self.segmenter == Segmenter::Spaces
    }

    /// First 12 hex digits of the SHA-256 of the file, for signatures.
    pub fn digest(&self) -> &str {
        &self.digest
    }

    /// The fillers that may be inserted, in the order of the file.
    pub fn inserts(&self) -> &[Insert] {
        &self.inserts
    }

    /// What is written before a token to repeat `words`: `I- ` for `I`.
    pub fn repeat(&self, words: &str) -> String {
        self.repeat_form.replacen("{}", words, 1)
    }

    /// Would `norm norm` be ordinary language, no repeat: `very very`, 看看? Of a longer sequence the
    /// norms are joined as they are written, `thank you`.
    pub fn is_licensed_double(&self, norm: &str) -> bool {
        self.doubles.contains(norm) || self.is_number_word(norm)
    }

    /// Is it a word that people often repeat: a pronoun, an article, a preposition …?
    pub fn is_function_word(&self, norm: &str) -> bool {
        self.function_words.contains(norm)
    }

    /// The closed classes of a word.
    pub(crate) fn word(&self, norm: &str) -> Word {
        self.classes.of(norm)
    }

    /// Do two words of one class stand together without repair: `and so`?
    pub(crate) fn is_ordinary_pair(&self, first: &str, second: &str) -> bool {
        self.classes.is_pair(first, second)
    }

    /// Does it open a clause: `and`, `because`, 但是?
    pub fn starts_clause(&self, norm: &str) -> bool {
        self.clause_starters.contains(norm)
    }

    /// Is it a word for a number?
    pub fn is_number_word(&self, norm: &str) -> bool {
        self.words.is_number(norm)
    }

    /// Is this word a filler wherever it stands, `uh` or `um-um`?
    pub fn is_sure_filler(&self, word: &str) -> bool {
        let lower = word.to_lowercase();
        !self.not_fillers.contains(&lower) && self.sure.contains(&lower)
    }

    /// A dash-joined word whose first parts are a beginning of its last: `a-a-actually`, `th-that`;
    /// or a function word said twice, `i-i`.
    pub fn is_part_word_repeat(&self, norm: &str) -> bool {
        let mut parts: Vec<&str> = norm.split('-').collect();
        let Some(last) = parts.pop().filter(|_| !parts.is_empty()) else {
            return false;
        };
        let begins = |p: &&str| !p.is_empty() && last.len() > p.len() && last.starts_with(*p);
        if parts.iter().all(begins) {
            return parts.len() > 1 || !self.prefixes.contains(parts[0]);
        }
        parts.iter().all(|p| *p == last)
            && self.is_function_word(last)
            && !self.is_licensed_double(last)
    }

    pub(crate) fn is_sound(&self, word: &str) -> bool {
        self.sounds.contains(word.to_lowercase().as_str())
    }

    pub(crate) fn han(&self) -> &Han {
        &self.han
    }

    pub(crate) fn words(&self) -> &Words {
        &self.words
    }

    /// The longest counted form that starts at token `at`: its length in tokens, and its rule.
    pub(crate) fn counted<'n>(
        &self,
        count: usize,
        at: usize,
        norm: impl Fn(usize) -> &'n str + Copy,
    ) -> Option<(usize, &Counted)> {
        let word = norm(at);
        if self.not_fillers.contains(word) {
            return None;
        }
        if let Some((length, rule)) = self.forms.longest(count, at, norm) {
            return Some((length, &self.rules[rule]));
        }
        let rule = self.joined_filler(word)?;
        Some((1, &self.rules[rule]))
    }

    /// The rule of `um-um`, `uh-um`: fillers joined by dashes; also of `um-`.
    fn joined_filler(&self, word: &str) -> Option<usize> {
        if !word.contains('-') {
            return None;
        }
        let mut rule = None;
        for part in word.split('-').filter(|p| !p.is_empty()) {
            let (_, found) = self.forms.longest(1, 0, |_| part)?;
            if self.rules[found].class != Class::Filler {
                return None;
            }
            rule = Some(found);
        }
        rule
    }

    /// Norms of a stretch of tokens joined as they are written.
    pub(crate) fn join<'n>(&self, norms: impl IntoIterator<Item = &'n str>) -> String {
        let mut joined = String::new();
        for norm in norms {
            if self.spaced() && !joined.is_empty() {
                joined.push(' ');
            }
            joined.push_str(norm);
        }
        joined
    }

    /// Does the token begin with a number: 三点, 五十, `twenty`?
    pub(crate) fn begins_number(&self, token: &Token<'_>) -> bool {
        self.is_number(token) || self.han.begins_number(&token.norm)
    }

    /// Is it a number, written or spoken?
    pub fn is_number(&self, token: &Token<'_>) -> bool {
        token.kind == TokenKind::Number || self.is_number_word(&token.norm)
    }
}

fn classes(raw: &Raw) -> [(Class, &[Rule]); 3] {
    [
        (Class::Filler, &raw.fillers),
        (Class::Marker, &raw.markers),
        (Class::EditTerm, &raw.edit_terms),
    ]
}

fn set(words: Vec<String>) -> HashSet<String> {
    words.into_iter().collect()
}

fn short_digest(toml: &str) -> String {
    let digest = Sha256::digest(toml.as_bytes());
    digest.iter().take(6).map(|b| format!("{b:02x}")).collect()
}

/// What the types cannot say about a lexicon.
fn check(raw: &Raw) -> Result<()> {
    let wrong = |rule: &str, value: &str| Err(Error::input(rule).value(value).into());
    if raw.code.is_empty() {
        return wrong("a lexicon needs a code", &raw.code);
    }
    if !raw.repeat_form.contains("{}") {
        return wrong("repeat_form must contain {}", &raw.repeat_form);
    }
    if raw.inserts.iter().all(|i| i.weight == 0) {
        return wrong("inserts need at least one weight above 0", &raw.code);
    }
    let mut seen = HashSet::new();
    for (_, rules) in classes(raw) {
        for form in rules.iter().flat_map(|r| &r.forms) {
            if form.is_empty() || form.to_lowercase() != *form {
                return wrong("forms are lower case and not empty", form);
            }
            if !seen.insert(form) {
                return wrong("a form has one rule", form);
            }
        }
    }
    Ok(())
}
