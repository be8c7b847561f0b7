//! Times that run backwards, and a party that talks over itself.

use super::Check;
use super::effect::{Effect, PAUSES};
use super::exam::Exam;
use super::finding::{Finding, Severity, share};
use crate::call::{Role, Segment, Word};
use crate::format::plural;
use crate::settings;
use crate::timeline::Source;

/// The check.
pub struct Order;

impl Check for Order {
    fn name(&self) -> &'static str {
        "order"
    }

    fn about(&self) -> &'static str {
        "Words of a row that start before the word above them in the table, and rows of a party that begin before its row before has ended. Both are read in the order of time; where more than the share `backwards_share` of the words steps backwards and pauses would come from words, the measures of pauses are voided. A start after its end is refused by the readers. Source: measures.md."
    }

    fn needs(&self) -> &'static str {
        "rows or words"
    }

    fn look(&self, exam: &Exam<'_>) -> Vec<Finding> {
        let of = |role| [self.backwards(exam, role), self.overlaps(exam, role)];
        Role::ALL.into_iter().flat_map(of).flatten().collect()
    }
}

impl Order {
    fn backwards(&self, exam: &Exam<'_>, role: Role) -> Option<Finding> {
        let rows = exam.rows(role);
        let back: Vec<(&Word, &Word)> = rows.iter().flat_map(|row| steps_back(exam, row)).collect();
        let (before, after) = back.first()?;
        let steps = back.len();
        let sentence = format!(
            "word times run backwards {}: word {} starts at {} ms, the one before at {} ms",
            plural(steps, "time"),
            after.row + 1,
            after.start,
            before.start
        );
        let most = exam.settings.get(&settings::BACKWARDS_SHARE) * exam.words(role).len() as f64;
        let finding = Finding::new(self.name(), Severity::Warning, sentence)
            .of(role)
            .advice("read in order of time");
        Some(match exam.source(role) {
            Source::Words if steps as f64 > most => finding.does(Effect::Void(PAUSES)),
            _ => finding,
        })
    }

    fn overlaps(&self, exam: &Exam<'_>, role: Role) -> Option<Finding> {
        let rows = exam.rows(role);
        let mut last: Option<&Segment> = None;
        let mut over = Vec::new();
        for row in &rows {
            if last.is_some_and(|l| l.span.overlaps(row.span)) {
                over.push(row.row);
            }
            if last.is_none_or(|l| l.span.end < row.span.end) {
                last = Some(row);
            }
        }
        if over.is_empty() {
            return None;
        }
        let sentence = format!(
            "{role} overlaps itself: {} rows begin before the one before has ended",
            share(over.len(), rows.len())
        );
        let finding = Finding::new(self.name(), Severity::Warning, sentence);
        Some(finding.of(role).rows(over))
    }
}

/// Neighbours in the table, of one row, of which the second starts first. Rows themselves may stand in any
/// order.
fn steps_back<'a>(exam: &Exam<'a>, row: &Segment) -> Vec<(&'a Word, &'a Word)> {
    let words = exam.call.words.get(row.words.clone()).unwrap_or_default();
    let mut words: Vec<&Word> = words.iter().collect();
    words.sort_by_key(|w| w.row);
    let pairs = words.windows(2).map(|pair| (pair[0], pair[1]));
    pairs.filter(|(a, b)| b.start < a.start).collect()
}
