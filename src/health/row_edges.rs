//! Rows that were cut end to start, not heard.

use super::Check;
use super::effect::{Effect, SILENCES};
use super::exam::Exam;
use super::finding::{Finding, Severity, share};
use crate::call::Role;
use crate::settings;
use crate::timeline::Source;

/// The check.
pub struct RowEdges;

impl Check for RowEdges {
    fn name(&self) -> &'static str {
        "row_edges"
    }

    fn about(&self) -> &'static str {
        "Where the speech of both parties is known from rows alone: of at least `row_edge_pairs` rows after which the other party speaks, at least `row_edge_share` end on the very millisecond at which the next begins. People do not take turns like that; whoever wrote the rows put one mark between two of them. Pauses, gaps and overlaps are voided. Source: own choice: CABNC 51 %, CallFriend 16 %, CallHome under 1 %, Switchboard none."
    }

    fn needs(&self) -> &'static str {
        "rows of both parties, no word times"
    }

    fn look(&self, exam: &Exam<'_>) -> Vec<Finding> {
        if Role::ALL.iter().any(|r| exam.source(*r) != Source::Rows) {
            return Vec::new();
        }
        let mut rows: Vec<_> = exam.call.segments.iter().collect();
        rows.sort_by_key(|r| (r.span.start, r.row));
        let changes = || rows.windows(2).filter(|w| w[0].role != w[1].role);
        let (all, touching) = (
            changes().count(),
            changes()
                .filter(|w| w[0].span.end == w[1].span.start)
                .count(),
        );
        let least = exam.settings.get(&settings::ROW_EDGE_SHARE) * all as f64;
        if all < exam.settings.count(&settings::ROW_EDGE_PAIRS) || (touching as f64) < least {
            return Vec::new();
        }
        let sentence = format!(
            "{} changes of speaker take no time at all: the edges of the rows are no measurement",
            share(touching, all)
        );
        vec![
            Finding::new(self.name(), Severity::Warning, sentence)
                .advice("give the audio or word times")
                .does(Effect::Void(SILENCES)),
        ]
    }
}
