//! Times on a grid that is too coarse for pauses.

use super::Check;
use super::effect::{Effect, SILENCES};
use super::exam::Exam;
use super::finding::{Finding, Severity};
use crate::call::Role;
use crate::settings;
use crate::time::Ms;
use crate::timeline::Source;

/// The check.
pub struct Resolution;

/// A second: so many stamps that are all whole seconds are no accident.
const SECOND: (Ms, usize) = (1000, 10);

/// A finer grid is one only in more stamps: people who write times down by hand like round numbers.
const FINER: (Ms, usize) = (100, 40);

impl Check for Resolution {
    fn name(&self) -> &'static str {
        "resolution"
    }

    fn about(&self) -> &'static str {
        "The times that speech is taken from are all multiples of one step: a second or more in at least 10 stamps, or 100 ms or more in at least 40. Steps longer than `opportunity_opens_ms` void pauses, gaps and overlaps; shorter ones are told. Source: measures.md; SYSTRAN/faster-whisper#303."
    }

    fn needs(&self) -> &'static str {
        "rows or words"
    }

    fn look(&self, exam: &Exam<'_>) -> Vec<Finding> {
        let of = |source| self.of(exam, source);
        let sources = [Source::Words, Source::Rows];
        sources.into_iter().filter_map(of).collect()
    }
}

impl Resolution {
    /// The sides whose speech comes from `source` have one clock.
    fn of(&self, exam: &Exam<'_>, source: Source) -> Option<Finding> {
        let sides = || Role::ALL.into_iter().filter(|r| exam.source(*r) == source);
        let stamps: Vec<Ms> = sides().flat_map(|r| stamps(exam, r, source)).collect();
        let step = stamps.iter().fold(0, |step, ms| greatest(step, *ms));
        let is = |grid: (Ms, usize)| step >= grid.0 && stamps.len() >= grid.1;
        if !is(SECOND) && !is(FINER) {
            return None;
        }
        let n = stamps.len();
        let sentence =
            format!("time resolution {step} ms: {n} of {n} stamps are multiples of {step}");
        let finest = exam.settings.ms(&settings::OPPORTUNITY_OPENS);
        let mut finding = match step > finest {
            true => Finding::new(self.name(), Severity::Error, sentence)
                .advice("shorter pauses, gaps and overlaps cannot be measured")
                .does(Effect::Void(SILENCES)),
            false => Finding::new(self.name(), Severity::Note, sentence)
                .advice("shorter pauses, gaps and overlaps cannot be seen"),
        };
        finding.side = sides().next().filter(|_| sides().count() == 1);
        Some(finding)
    }
}

fn stamps(exam: &Exam<'_>, role: Role, source: Source) -> Vec<Ms> {
    match source {
        Source::Words => {
            let words = exam.words(role);
            let timed = words.iter().filter_map(|w| w.span());
            timed.flat_map(|t| [t.start, t.end]).collect()
        }
        _ => {
            let rows = exam.rows(role);
            rows.iter()
                .flat_map(|r| [r.span.start, r.span.end])
                .collect()
        }
    }
}

/// The greatest common divisor.
fn greatest(a: Ms, b: Ms) -> Ms {
    match b {
        0 => a,
        _ => greatest(b, a % b),
    }
}
