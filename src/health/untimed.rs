//! Words that the recogniser could not place.

use super::Check;
use super::exam::Exam;
use super::finding::{Finding, Severity, share};
use crate::call::Role;
use crate::settings;

/// The check.
pub struct Untimed;

impl Check for Untimed {
    fn name(&self) -> &'static str {
        "untimed"
    }

    fn about(&self) -> &'static str {
        "Words without a length (no time, or an end not after the start), most often numbers. They are kept, count as tokens and never divide; a warning where they are more than `untimed_share` of a party's words, for a silence that holds an untimed word looks like a pause. Source: measures.md; m-bain/whisperX leaves digits untimed."
    }

    fn needs(&self) -> &'static str {
        "words"
    }

    fn look(&self, exam: &Exam<'_>) -> Vec<Finding> {
        let of = |role| self.of(exam, role);
        Role::ALL.into_iter().filter_map(of).collect()
    }
}

impl Untimed {
    fn of(&self, exam: &Exam<'_>, role: Role) -> Option<Finding> {
        let words = exam.words(role);
        let untimed = || words.iter().filter(|w| w.span().is_none());
        let n = untimed().count();
        if n == 0 {
            return None;
        }
        let numbers = untimed().filter(|w| w.text.chars().any(char::is_numeric));
        let first: Vec<String> = untimed().take(5).map(|w| (w.row + 1).to_string()).collect();
        let sentence = format!(
            "{} words have no length, {} of them numbers (words {}{})",
            share(n, words.len()),
            numbers.count(),
            first.join(", "),
            if n > first.len() { ", …" } else { "" },
        );
        let most = exam.settings.get(&settings::UNTIMED_SHARE) * words.len() as f64;
        let severity = match n as f64 > most {
            true => Severity::Warning,
            false => Severity::Note,
        };
        let finding = Finding::new(self.name(), severity, sentence);
        Some(
            finding
                .of(role)
                .advice("a silence around them may be speech"),
        )
    }
}
