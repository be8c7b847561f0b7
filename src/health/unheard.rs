//! Speech that the transcript has and the detector missed.

use super::Check;
use super::exam::{Exam, touches};
use super::finding::{Finding, Severity, share};
use super::hallucinated;
use crate::call::Role;
use crate::settings;

/// The check.
pub struct Unheard;

impl Check for Unheard {
    fn name(&self) -> &'static str {
        "unheard"
    }

    fn about(&self) -> &'static str {
        "Rows with words during which no speech was detected on the channel of their party: quiet answers, mostly. They stay, their turn is not lost; a warning where they are more than `unheard_share` of the party's rows, since the recording may be another one. Source: measures.md; pipecat-ai/pipecat#3643."
    }

    fn needs(&self) -> &'static str {
        "rows and audio"
    }

    fn look(&self, exam: &Exam<'_>) -> Vec<Finding> {
        let of = |role| self.of(exam, role);
        Role::ALL.into_iter().filter_map(of).collect()
    }
}

impl Unheard {
    fn of(&self, exam: &Exam<'_>, role: Role) -> Option<Finding> {
        let heard = exam.heard(role)?;
        let invented = hallucinated::rows(exam, role);
        let rows = exam.rows(role);
        let said = rows
            .iter()
            .filter(|r| exam.tokens_of(role, r.row) > 0 && !invented.contains(&r.row));
        let missed = said.clone().filter(|r| !touches(heard, r.span));
        let missed: Vec<usize> = missed.map(|r| r.row).collect();
        if missed.is_empty() {
            return None;
        }
        let all = said.count();
        let sentence = format!(
            "transcript without detected speech: {} rows",
            share(missed.len(), all)
        );
        let most = exam.settings.get(&settings::UNHEARD_SHARE) * all as f64;
        let severity = match missed.len() as f64 > most {
            true => Severity::Warning,
            false => Severity::Note,
        };
        Some(
            Finding::new(self.name(), severity, sentence)
                .of(role)
                .rows(missed)
                .advice("kept as speech of the length of the row"),
        )
    }
}
