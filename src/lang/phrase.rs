//! Lists of words and phrases, looked up token by token.

use std::collections::HashMap;

/// Phrases found in a row of tokens, the longest first. A phrase of a language with spaces is
/// written with single spaces; in one without, it may be cut anywhere by the segmenter.
#[derive(Clone, Debug, Default)]
pub(crate) struct Phrases {
    by_first: HashMap<char, Vec<(Box<str>, usize)>>,
    patterns: Vec<(Box<str>, usize)>,
    spaced: bool,
}

impl Phrases {
    /// The phrases of `entries`, each with the value that a hit gives back.
    pub fn new<'a>(spaced: bool, entries: impl IntoIterator<Item = (&'a str, usize)>) -> Self {
        let mut phrases = Self {
            spaced,
            ..Self::default()
        };
        for (form, value) in entries {
            if form.contains('+') {
                phrases.patterns.push((form.into(), value));
            } else if let Some(first) = form.chars().next() {
                let bucket = phrases.by_first.entry(first).or_default();
                bucket.push((form.into(), value));
            }
        }
        for bucket in phrases.by_first.values_mut() {
            bucket.sort_by_key(|(form, _)| std::cmp::Reverse(form.len()));
        }
        phrases
    }

    /// A plain list.
    pub fn list(spaced: bool, forms: &[String]) -> Self {
        Self::new(spaced, forms.iter().map(|f| (f.as_str(), 0)))
    }

    /// The longest phrase that starts at token `at` of `count`: its length in tokens, its value.
    pub fn longest<'n>(
        &self,
        count: usize,
        at: usize,
        norm: impl Fn(usize) -> &'n str,
    ) -> Option<(usize, usize)> {
        if at >= count {
            return None;
        }
        let word = norm(at);
        let bucket = self.by_first.get(&word.chars().next()?);
        let listed = bucket.into_iter().flatten().find_map(|(form, value)| {
            let length = self.matched(form, count - at, |k| norm(at + k))?;
            Some((length, *value))
        });
        listed.or_else(|| self.pattern(word).map(|value| (1, value)))
    }

    /// Is this very word or phrase in the list?
    pub fn contains(&self, phrase: &str) -> bool {
        let Some(first) = phrase.chars().next() else {
            return false;
        };
        self.by_first
            .get(&first)
            .is_some_and(|bucket| bucket.iter().any(|(form, _)| **form == *phrase))
            || self.pattern(phrase).is_some()
    }

    fn pattern(&self, word: &str) -> Option<usize> {
        self.patterns
            .iter()
            .find(|(pattern, _)| elongated(pattern, word))
            .map(|(_, value)| *value)
    }

    /// Tokens that `form` takes, or `None`.
    fn matched<'n>(
        &self,
        form: &str,
        count: usize,
        norm: impl Fn(usize) -> &'n str,
    ) -> Option<usize> {
        let mut rest = form.strip_prefix(norm(0))?;
        let mut length = 1;
        while !rest.is_empty() {
            if self.spaced {
                rest = rest.strip_prefix(' ')?;
            }
            if length == count {
                return None;
            }
            rest = rest.strip_prefix(norm(length))?;
            length += 1;
        }
        Some(length)
    }
}

/// Does `word` fit a pattern such as `u+h+`: each character once, or any number of times before a `+`?
fn elongated(pattern: &str, word: &str) -> bool {
    let mut rest = word;
    let mut pattern = pattern.chars().peekable();
    while let Some(c) = pattern.next() {
        let Some(after) = rest.strip_prefix(c) else {
            return false;
        };
        rest = after;
        if pattern.next_if_eq(&'+').is_some() {
            rest = rest.trim_start_matches(c);
        }
    }
    rest.is_empty()
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn the_longest_phrase_wins_and_ends_at_a_token() {
        let list = Phrases::new(true, [("you", 0), ("you know", 1), ("u+h+", 2)]);
        let words = ["you", "know", "uhhh", "young"];
        assert_eq!(list.longest(4, 0, |k| words[k]), Some((2, 1)));
        assert_eq!(list.longest(4, 2, |k| words[k]), Some((1, 2)));
        assert_eq!(list.longest(4, 3, |k| words[k]), None);
    }

    #[test]
    fn without_spaces_the_cut_does_not_matter() {
        let list = Phrases::new(false, [("怎么说呢", 7)]);
        let words = ["怎么", "说", "呢", "怎么", "说"];
        assert_eq!(list.longest(5, 0, |k| words[k]), Some((3, 7)));
        assert_eq!(list.longest(5, 3, |k| words[k]), None);
    }

    #[test]
    fn elongation_is_anchored() {
        assert!(elongated("u+h+", "uuhh") && !elongated("u+h+", "uhm") && !elongated("u+h+", "u"));
    }
}
