//! Text that a recogniser wrote into silence.

use super::Check;
use super::effect::Effect;
use super::exam::{Exam, touches};
use super::finding::{Finding, Severity};
use crate::call::{Role, Segment};
use crate::settings;

/// The check.
pub struct Hallucinated;

impl Check for Hallucinated {
    fn name(&self) -> &'static str {
        "hallucinated"
    }

    fn about(&self) -> &'static str {
        "`repeated_rows` or more consecutive rows of one party with the same text and nobody else between. Where audio is there and no speech is heard in any of them (in a channel that has speech elsewhere, or at levels that never pass `silence_dbfs`), they are not counted; where speech is heard, nothing is wrong; without audio a warning, unless the text is a listed backchannel: people do say uh-huh again and again. Source: measures.md; openai/whisper#1838."
    }

    fn needs(&self) -> &'static str {
        "rows; audio to be sure"
    }

    fn look(&self, exam: &Exam<'_>) -> Vec<Finding> {
        let mut rows: Vec<&Segment> = exam.call.segments.iter().collect();
        rows.sort_by_key(|r| (r.span.start, r.row));
        let text = |row: &Segment| String::from(row.transcript.trim());
        let key = |row: &&Segment| (row.role, text(row));
        let least = exam.settings.count(&settings::REPEATED_ROWS);
        let runs = rows.chunk_by(|a, b| key(a) == key(b));
        let runs = runs.filter(|run| run.len() >= least && run.iter().any(|r| !text(r).is_empty()));
        runs.filter_map(|run| self.of(exam, run)).collect()
    }
}

impl Hallucinated {
    fn of(&self, exam: &Exam<'_>, run: &[&Segment]) -> Option<Finding> {
        let role = run.first()?.role;
        let silent: Vec<Option<bool>> = run.iter().map(|r| silent(exam, r)).collect();
        let tokens: usize = run.iter().map(|r| exam.tokens_of(role, r.row)).sum();
        let said = format!("same text in {} consecutive rows", run.len());
        let rows = run.iter().map(|r| r.row).collect();
        let finding = if silent.iter().all(|s| *s == Some(true)) {
            let all = exam.timeline.side(role).tokens.len();
            let sentence = format!("{said} and no speech in the audio: {tokens} of {all} tokens");
            Finding::new(self.name(), Severity::Warning, sentence).does(Effect::Exclude)
        } else if silent.contains(&None) && !is_response(exam, run) {
            Finding::new(self.name(), Severity::Warning, said)
                .advice("recognisers may write this into silence; audio tells")
        } else {
            return None;
        };
        Some(finding.of(role).rows(rows))
    }
}

/// Is the text of a run what listeners say?
fn is_response(exam: &Exam<'_>, run: &[&Segment]) -> bool {
    let said = run.first().and_then(|first| {
        let side = exam.timeline.side(first.role);
        let row = side.row(first.row)?;
        let tokens = side.tokens[row.tokens.clone()].iter();
        let norms: Vec<&str> = tokens.map(|t| t.token.norm.as_ref()).collect();
        Some(row.lexicon.is_backchannel(&norms))
    });
    said == Some(true)
}

/// Is nothing heard during a row? `None` where nobody listened, or the channel as a whole is in doubt.
fn silent(exam: &Exam<'_>, row: &Segment) -> Option<bool> {
    let heard = exam.heard(row.role)?;
    if touches(heard, row.span) {
        return Some(false);
    }
    let sound = exam.call.sound.as_ref();
    let level = sound.and_then(|s| s.envelope(row.role)?.peak(row.span));
    let quiet = level.is_some_and(|dbfs| dbfs <= exam.settings.get(&settings::SILENCE_LEVEL));
    (quiet || !heard.is_empty()).then_some(true)
}

/// Rows of a party that are no more than such an invention.
pub(super) fn rows(exam: &Exam<'_>, role: Role) -> Vec<usize> {
    let found = Hallucinated.look(exam).into_iter();
    let out = found.filter(|f| f.effect == Effect::Exclude && f.side == Some(role));
    out.flat_map(|f| f.rows).collect()
}
