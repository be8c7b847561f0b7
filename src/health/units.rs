//! Times in another unit than milliseconds of the recording.

use super::Check;
use super::effect::{Effect, TIMES};
use super::exam::Exam;
use super::finding::{Finding, Severity};
use crate::call::Role;
use crate::settings;
use crate::time::{Ms, calendar_day};

/// The check.
pub struct Units;

/// Fewest tokens from which a rate of speech is concluded.
const TOKENS: usize = 20;

/// Tokens a second of ordinary speech, against which a wrong unit is named.
const ORDINARY: f64 = 3.3;

/// Nobody speaks slower than a token in so many seconds for long.
const SLOWEST: f64 = 50.0;

impl Check for Units {
    fn name(&self) -> &'static str {
        "units"
    }

    fn about(&self) -> &'static str {
        "Times in another unit: a first time that is a Unix time (seconds or milliseconds since 1970), or more than `tokens_a_second` tokens a second over at least 20 tokens (seconds or hundredths of a second read as milliseconds), or fewer than one in 50 s (milliseconds read as seconds). Voids every measure of times. Source: measures.md; people say 3 to 5 tokens a second."
    }

    fn needs(&self) -> &'static str {
        "rows or words"
    }

    fn look(&self, exam: &Exam<'_>) -> Vec<Finding> {
        let found = epoch(exam).or_else(|| pace(exam));
        let found = found.map(|(sentence, advice)| {
            Finding::new(self.name(), Severity::Error, sentence)
                .advice(advice)
                .does(Effect::Void(TIMES))
        });
        found.into_iter().collect()
    }
}

fn epoch(exam: &Exam<'_>) -> Option<(String, &'static str)> {
    let rows = exam.call.segments.iter().map(|s| s.span.start);
    let words = exam.call.words.iter().map(|w| w.start);
    let first = rows.chain(words).min()?;
    // Seconds since 1970 that were written as milliseconds, or taken for seconds and made milliseconds.
    let day = calendar_day(first).or_else(|| calendar_day(first.checked_mul(1000)?))?;
    Some((
        format!("the first time, {first}, looks like Unix time ({day})"),
        "subtract the start of the recording",
    ))
}

fn pace(exam: &Exam<'_>) -> Option<(String, &'static str)> {
    let tokens: usize = Role::ALL
        .map(|role| exam.timeline.side(role).tokens.len())
        .iter()
        .sum();
    let length: Ms = exam.call.segments.iter().map(|s| s.span.duration()).sum();
    if tokens < TOKENS || length <= 0 {
        return None;
    }
    let pace = tokens as f64 * 1000.0 / length as f64;
    let said = format!("{pace:.1} tokens a second ({tokens} tokens in {length} ms)");
    if pace > exam.settings.get(&settings::TOKENS_A_SECOND) {
        let unit = match pace / ORDINARY {
            factor if factor > 100.0 => "seconds",
            _ => "hundredths of a second",
        };
        let sentence = format!("{said}: {unit} were read as milliseconds");
        return Some((sentence, "give times in milliseconds"));
    }
    (pace * SLOWEST < 1.0).then(|| {
        let sentence = format!(
            "a token in {:.0} s ({tokens} tokens in {length} ms): milliseconds were read as seconds",
            1.0 / pace
        );
        (sentence, "give times in milliseconds")
    })
}
