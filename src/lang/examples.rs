//! A lexicon proves itself: every `[[examples]]` says what is found in a text.

use super::raw::Example;
use super::{Lexicon, Token};
use crate::error::{Error, Errors, Result};
use crate::event::Kind;
use crate::event::disfluency::{Disfluency, Spoken, find};
use crate::protect;
use crate::settings::Settings;

impl Lexicon {
    /// Runs the examples of the file; every one that fails is an error.
    pub fn check_examples(&self) -> Result<()> {
        let errors: Vec<Error> = self
            .examples
            .iter()
            .flat_map(|e| self.failures(e))
            .collect();
        if errors.is_empty() {
            Ok(())
        } else {
            Err(Errors(errors))
        }
    }

    fn failures(&self, example: &Example) -> Vec<Error> {
        let text = example.text.as_str();
        let tokens = self.tokenise(text);
        let spoken: Vec<Spoken<'_>> = tokens
            .iter()
            .map(|token| Spoken { token, time: None })
            .collect();
        let found = find(&spoken, self, &Settings::default());
        let of = |kind| written(text, &tokens, &found, kind);
        let all = tokens.iter().map(|t| &text[t.start..t.end]);
        let spans = protect::spans(text, self);
        let protected = spans.iter().map(|s| &text[s.bytes.clone()]);
        let lists = [
            ("tokens", &example.tokens, all.collect()),
            ("fillers", &example.fillers, of(Kind::Filler)),
            ("markers", &example.markers, of(Kind::Marker)),
            ("edit_terms", &example.edit_terms, of(Kind::EditTerm)),
            ("repeats", &example.repeats, of(Kind::Repeat)),
            ("repairs", &example.repairs, of(Kind::Repair)),
            ("restarts", &example.restarts, of(Kind::Restart)),
            ("fragments", &example.fragments, of(Kind::Fragment)),
            ("protected", &example.protected, protected.collect()),
        ];
        let flags = [
            (
                "question",
                example.question,
                self.is_question(&tokens, text),
            ),
            ("request", example.request, self.is_request(&tokens)),
        ];
        let lists = lists
            .into_iter()
            .filter_map(|(name, expected, got): (_, _, Vec<&str>)| {
                let wrong = expected.as_ref().filter(|e| **e != got)?;
                Some(failure(
                    text,
                    name,
                    &format!("{wrong:?}"),
                    &format!("{got:?}"),
                ))
            });
        let flags = flags.into_iter().filter_map(|(name, expected, got)| {
            let wrong = expected.filter(|e| *e != got)?;
            Some(failure(text, name, &wrong.to_string(), &got.to_string()))
        });
        lists.chain(flags).collect()
    }
}

/// The text of every disfluency of a kind; of a repeat or a repair, what was said first.
fn written<'t>(
    text: &'t str,
    tokens: &[Token<'_>],
    found: &[Disfluency],
    kind: Kind,
) -> Vec<&'t str> {
    let said = |d: &Disfluency| {
        let range = d.parts.as_ref().map_or(&d.tokens, |r| &r.reparandum);
        &text[tokens[range.start].start..tokens[range.end - 1].end]
    };
    found.iter().filter(|d| d.kind == kind).map(said).collect()
}

fn failure(text: &str, name: &str, expected: &str, got: &str) -> Error {
    Error::input(format!("an example of the lexicon has other {name}"))
        .value(text)
        .advice(format!("expected {expected}, found {got}"))
}
