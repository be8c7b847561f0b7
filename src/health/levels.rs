//! Channels that cannot be heard well.

use super::Check;
use super::exam::Exam;
use super::finding::{Finding, Severity};
use crate::call::Role;
use crate::settings;

/// The check.
pub struct Levels;

impl Check for Levels {
    fn name(&self) -> &'static str {
        "levels"
    }

    fn about(&self) -> &'static str {
        "A channel of digital silence, one in which no speech was found, and one whose quietest tenth is louder than `noise_floor_dbfs`, since detectors take steady noise for speech. Nothing is voided. Source: audio.md."
    }

    fn needs(&self) -> &'static str {
        "audio"
    }

    fn look(&self, exam: &Exam<'_>) -> Vec<Finding> {
        let of = |role| Some((role, of(exam, role)?));
        let said = Role::ALL.into_iter().filter_map(of);
        said.map(|(role, sentence)| Finding::new(self.name(), Severity::Warning, sentence).of(role))
            .collect()
    }
}

fn of(exam: &Exam<'_>, role: Role) -> Option<String> {
    let levels = exam.call.sound.as_ref()?.levels(role)?;
    let Some(floor) = levels.floor_dbfs else {
        return Some(String::from("digital silence throughout"));
    };
    if exam.heard(role).is_some_and(<[_]>::is_empty) {
        return Some(String::from("no speech found in the audio"));
    }
    // The floor is that of the frames that are not zero; with a tenth of zeros the quiet is silence.
    let steady = levels.zero_share.is_some_and(|zeros| zeros < 0.1);
    let highest = exam.settings.get(&settings::NOISE_FLOOR);
    (steady && floor > highest)
        .then(|| format!("never quieter than {floor} dBFS: steady noise is taken for speech"))
}
