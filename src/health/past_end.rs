//! A transcript that runs on after its recording.

use super::Check;
use super::effect::{BETWEEN, Effect};
use super::exam::Exam;
use super::finding::{Finding, Severity, named};
use crate::settings;

/// The check.
pub struct PastEnd;

impl Check for PastEnd {
    fn name(&self) -> &'static str {
        "past_end"
    }

    fn about(&self) -> &'static str {
        "Rows that end after the recording. Rows that lie wholly after it are not counted. Where the excess is more than `past_end_ms` one of the two clocks is wrong: when one party's times come from the text and the other's from the audio, what is counted between them is voided. Source: measures.md; pipecat-ai/pipecat#1172."
    }

    fn needs(&self) -> &'static str {
        "rows, and the length of the recording"
    }

    fn look(&self, exam: &Exam<'_>) -> Vec<Finding> {
        self.of(exam).unwrap_or_default()
    }
}

impl PastEnd {
    fn of(&self, exam: &Exam<'_>) -> Option<Vec<Finding>> {
        let duration = exam.call.duration?;
        let rows = &exam.call.segments;
        let excess = rows.iter().map(|s| s.span.end).max()? - duration;
        if excess <= 0 {
            return None;
        }
        let reach = rows.iter().filter(|s| s.span.end > duration);
        let whole = rows.iter().filter(|s| s.span.start >= duration);
        let whole: Vec<usize> = whole.map(|s| s.row).collect();
        let share = match duration {
            0 => String::from("no audio at all"),
            _ => format!("{:.1} %", excess as f64 * 100.0 / duration as f64),
        };
        let sentence = format!("transcript exceeds audio by {excess} ms ({share})");
        let late = excess > exam.settings.ms(&settings::PAST_END);
        let severity = match late || !whole.is_empty() {
            true => Severity::Warning,
            false => Severity::Note,
        };
        let told = Finding::new(self.name(), severity, &sentence)
            .rows(reach.map(|s| s.row).collect())
            .advice("times of text and audio cannot be mixed");
        let mut findings = vec![told];
        if !whole.is_empty() {
            let tokens: usize = rows
                .iter()
                .filter(|s| s.span.start >= duration)
                .map(|s| exam.tokens_of(s.role, s.row))
                .sum();
            let sentence = format!(
                "{} wholly past the end of the audio at {duration} ms, {tokens} tokens",
                named(&whole)
            );
            let out = Finding::new(self.name(), Severity::Warning, sentence).rows(whole);
            findings.push(out.does(Effect::Exclude));
        }
        if late && exam.mixes_clocks() {
            let mixed = Finding::new(self.name(), Severity::Error, sentence)
                .advice("one party's times are from the text, the other's from the audio")
                .does(Effect::Void(BETWEEN));
            findings.push(mixed);
        }
        Some(findings)
    }
}
