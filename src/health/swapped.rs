//! Channels given to the wrong party.

use super::Check;
use super::effect::{BETWEEN, Effect, TIMES};
use super::exam::Exam;
use super::finding::{Finding, Severity};
use crate::audio::Sound;
use crate::call::Role;
use crate::settings;
use crate::timeline::Source;

/// The check.
pub struct Swapped;

/// Fewest rows from which it is concluded.
const ROWS: usize = 4;

/// How much louder, in dB, a channel must be to be the one that speaks.
const LOUDER: f64 = 6.0;

impl Check for Swapped {
    fn name(&self) -> &'static str {
        "swapped"
    }

    fn about(&self) -> &'static str {
        "Of the rows during which one channel is at least 6 dB louder than the other (at least four rows, of both parties), the share that is louder on the channel of its own party is at most `swapped_agreement`. Then the channel map, or the roles of the transcript, are the wrong way round: voids what is counted between the parties, and every measure of times where speech is taken from the audio. Source: measures.md; aws-samples/amazon-transcribe-post-call-analytics#284."
    }

    fn needs(&self) -> &'static str {
        "rows and audio of both parties"
    }

    fn look(&self, exam: &Exam<'_>) -> Vec<Finding> {
        let sound = exam.call.sound.as_ref().filter(|s| !s.identical);
        sound
            .and_then(|sound| self.agreement(exam, sound))
            .into_iter()
            .collect()
    }
}

impl Swapped {
    fn agreement(&self, exam: &Exam<'_>, sound: &Sound) -> Option<Finding> {
        let own = |role: Role| {
            let (mine, theirs) = (sound.envelope(role)?, sound.envelope(role.other())?);
            let louder = exam.rows(role).into_iter().filter_map(move |row| {
                let apart = mine.mean(row.span)? - theirs.mean(row.span)?;
                (apart.abs() >= LOUDER).then_some(apart > 0.0)
            });
            Some(louder.collect::<Vec<bool>>())
        };
        let (user, agent) = (own(Role::User)?, own(Role::Agent)?);
        let rows = user.len() + agent.len();
        if rows < ROWS || user.is_empty() || agent.is_empty() {
            return None;
        }
        let agree = user.iter().chain(&agent).filter(|own| **own).count();
        let most = exam.settings.get(&settings::SWAPPED_AGREEMENT) * rows as f64;
        if agree as f64 > most {
            return None;
        }
        let by_ear = Role::ALL.map(|role| exam.source(role) == Source::Activity);
        let voided = match by_ear.contains(&true) {
            true => TIMES,
            false => BETWEEN,
        };
        let sentence = format!(
            "roles look swapped: {agree} of {rows} rows are louder on their own party's channel"
        );
        let finding = Finding::new(self.name(), Severity::Error, sentence);
        Some(
            finding
                .advice("turn --channels round, or the roles of the transcript")
                .does(Effect::Void(voided)),
        )
    }
}
