//! Word times that no recogniser measured.

use super::Check;
use super::effect::{Effect, PAUSES};
use super::exam::Exam;
use super::finding::{Finding, Severity, share};
use crate::call::{Role, Word};
use crate::settings;
use crate::time::{Ms, Span};
use crate::timeline::{Source, touching};

/// The check.
pub struct Invented;

/// Fewest words of a row whose lengths say anything about how they were made.
const WORDS: usize = 4;

/// Fewest such rows.
const ROWS: usize = 5;

/// Lengths this near to each other are the same, ms: stamps are rounded twice.
const ROUNDING: Ms = 2;

impl Check for Invented {
    fn name(&self) -> &'static str {
        "invented"
    }

    fn about(&self) -> &'static str {
        "Word times that were made up: at least `contiguous_min_pairs` neighbours of which more than `contiguous_share` touch end to start, so that all pauses vanish; or, in at least five rows of four words and in `uniform_share` of such rows, words that are all equally long or as long as their letters, which is a row cut evenly. Pauses then come from audio where there is some; else the measures of pauses are voided. Source: measures.md; linto-ai/whisper-timestamped#71."
    }

    fn needs(&self) -> &'static str {
        "words"
    }

    fn look(&self, exam: &Exam<'_>) -> Vec<Finding> {
        let of = |role| contiguous(exam, role).or_else(|| uniform(exam, role));
        let sides = Role::ALL.into_iter();
        sides
            .filter_map(|role| Some((role, of(role)?)))
            .map(|(role, sentence)| self.finding(exam, role, sentence))
            .collect()
    }
}

impl Invented {
    fn finding(&self, exam: &Exam<'_>, role: Role, sentence: String) -> Finding {
        // Words that are contiguous are no source of speech; the timeline has gone to the next best.
        let heard = exam.source(role) == Source::Activity;
        let (severity, advice, effect) = match heard {
            true => (
                Severity::Warning,
                "pauses are taken from the audio",
                Effect::Note,
            ),
            false => (
                Severity::Error,
                "the word times show no pauses: give the audio, or measured word times",
                Effect::Void(PAUSES),
            ),
        };
        Finding::new(self.name(), severity, sentence)
            .of(role)
            .advice(advice)
            .does(effect)
    }
}

fn contiguous(exam: &Exam<'_>, role: Role) -> Option<String> {
    let mut times: Vec<Span> = exam.words(role).iter().filter_map(|w| w.span()).collect();
    times.sort_unstable();
    let pairs = times.len().saturating_sub(1);
    let touching = touching(&times);
    let least = exam.settings.count(&settings::CONTIGUOUS_PAIRS);
    let most = exam.settings.get(&settings::CONTIGUOUS_SHARE) * pairs as f64;
    (pairs >= least && touching as f64 > most).then(|| {
        format!(
            "{} word ends touch the next start: unreliable for pauses",
            share(touching, pairs)
        )
    })
}

fn uniform(exam: &Exam<'_>, role: Role) -> Option<String> {
    let rows = exam.rows(role);
    let rows = rows
        .iter()
        .filter_map(|row| exam.call.words.get(row.words.clone()));
    let rows: Vec<&[Word]> = rows.filter(|words| words.len() >= WORDS).collect();
    let even = rows.iter().filter(|words| is_even(words)).count();
    let least = exam.settings.get(&settings::UNIFORM_SHARE) * rows.len() as f64;
    (rows.len() >= ROWS && even as f64 >= least).then(|| {
        format!(
            "{} rows are cut evenly into words, by count or by letters",
            share(even, rows.len())
        )
    })
}

/// Are the words all equally long, or all as long as their letters?
fn is_even(words: &[Word]) -> bool {
    let times: Option<Vec<Span>> = words.iter().map(Word::span).collect();
    let Some(times) = times else { return false };
    let lengths = || times.iter().map(|t| t.duration());
    let whole: Ms = lengths().sum();
    let by = |weight: &dyn Fn(&Word) -> Ms| {
        let all: Ms = words.iter().map(weight).sum();
        let mut both = words.iter().zip(lengths());
        both.all(|(word, length)| (length * all - whole * weight(word)).abs() <= ROUNDING * all)
    };
    let letters = |w: &Word| w.text.trim().chars().count() as Ms;
    // Words of one length in letters would be even by letters for no reason but their spelling.
    let spelt_apart = words.iter().any(|w| letters(w) != letters(&words[0]));
    by(&|_| 1) || (spelt_apart && by(&letters))
}
