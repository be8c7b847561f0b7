//! One channel copied to both parties.

use super::Check;
use super::effect::{BETWEEN, Effect, TIMES};
use super::exam::Exam;
use super::finding::{Finding, Severity};
use crate::call::Role;
use crate::timeline::Source;

/// The check.
pub struct Identical;

impl Check for Identical {
    fn name(&self) -> &'static str {
        "identical"
    }

    fn about(&self) -> &'static str {
        "A two-channel recording whose channels hold the same samples: a mono recording copied, in which nobody can tell who speaks. Voids what is counted between the parties, and every measure of times where speech is taken from the audio. Source: measures.md; livekit/agents#2365."
    }

    fn needs(&self) -> &'static str {
        "audio"
    }

    fn look(&self, exam: &Exam<'_>) -> Vec<Finding> {
        let identical = exam.call.sound.as_ref().is_some_and(|s| s.identical);
        let by_ear = Role::ALL.map(|role| exam.source(role) == Source::Activity);
        let voided = match by_ear.contains(&true) {
            true => TIMES,
            false => BETWEEN,
        };
        let finding = identical.then(|| {
            let sentence = "channels identical: both parties have the same samples";
            Finding::new(self.name(), Severity::Error, sentence)
                .advice("find the original with one party a channel")
                .does(Effect::Void(voided))
        });
        finding.into_iter().collect()
    }
}
