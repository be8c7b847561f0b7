//! The other party's words on this party's channel, transcribed a second time.

use super::Check;
use super::effect::Effect;
use super::exam::Exam;
use super::finding::{Finding, Severity};
use crate::call::Role;
use crate::settings;
use crate::timeline::{Row, Side};

/// The check.
pub struct Bleed;

impl Check for Bleed {
    fn name(&self) -> &'static str {
        "bleed"
    }

    fn about(&self) -> &'static str {
        "A row of at least `bleed_min_tokens` tokens that starts at most `bleed_within_ms` after a row of the other party, while that lasts, for at least half of its length, and says the same (at least `bleed_same_share` of the tokens, in order). It is the other party heard on this channel: not counted. The same words later, without overlap, are a read-back and stay. Source: measures.md; pasrom/meeting-transcriber#581."
    }

    fn needs(&self) -> &'static str {
        "rows of both parties"
    }

    fn look(&self, exam: &Exam<'_>) -> Vec<Finding> {
        let of = |role| self.of(exam, role);
        Role::ALL.into_iter().filter_map(of).collect()
    }
}

impl Bleed {
    fn of(&self, exam: &Exam<'_>, role: Role) -> Option<Finding> {
        let (mine, theirs) = (exam.timeline.side(role), exam.timeline.side(role.other()));
        let within = exam.settings.ms(&settings::BLEED_WITHIN);
        let mut copies: Vec<(&Row<'_>, &Row<'_>)> = Vec::new();
        for row in &mine.rows {
            let start = row.segment.span.start;
            // The copy comes later; where both start at once the agent's words are the first.
            let after = theirs.rows.partition_point(|r| {
                let other = r.segment.span.start;
                other < start || (other == start && role == Role::User)
            });
            let near = theirs.rows[..after].iter().rev();
            let mut near = near.take_while(|r| start - r.segment.span.start <= within);
            if let Some(other) = near.find(|other| is_copy(exam, (mine, row), (theirs, other))) {
                copies.push((row, other));
            }
        }
        let (first, of) = copies.first()?;
        let tokens: usize = copies.iter().map(|(row, _)| row.tokens.len()).sum();
        let overlap = first.segment.span.end.min(of.segment.span.end) - first.segment.span.start;
        let sentence = format!(
            "{} of {} rows say what the {} says at the same time, {tokens} of {} tokens: row {} starts {} ms after row {}, overlap {overlap} ms",
            copies.len(),
            mine.rows.len(),
            role.other(),
            mine.tokens.len(),
            first.segment.row + 1,
            first.segment.span.start - of.segment.span.start,
            of.segment.row + 1,
        );
        let rows = copies.iter().map(|(row, _)| row.segment.row).collect();
        let finding = Finding::new(self.name(), Severity::Warning, sentence);
        Some(finding.of(role).rows(rows).does(Effect::Exclude))
    }
}

fn is_copy(
    exam: &Exam<'_>,
    (side, row): (&Side<'_>, &Row<'_>),
    (other_side, other): (&Side<'_>, &Row<'_>),
) -> bool {
    let (a, b) = (row.segment.span, other.segment.span);
    let together = a.end.min(b.end) - a.start.max(b.start);
    if together * 2 < a.duration() {
        return false;
    }
    let norms = |side: &'_ Side<'_>, row: &Row<'_>| -> Vec<String> {
        let tokens = side.tokens[row.tokens.clone()].iter();
        tokens.map(|t| t.token.norm.to_string()).collect()
    };
    let (a, b) = (norms(side, row), norms(other_side, other));
    let longer = a.len().max(b.len());
    a.len() >= exam.settings.count(&settings::BLEED_TOKENS)
        && common(&a, &b) as f64 >= exam.settings.get(&settings::BLEED_SAME) * longer as f64
}

/// Length of the longest common subsequence.
fn common(a: &[String], b: &[String]) -> usize {
    let mut above = vec![0; b.len() + 1];
    for x in a {
        let mut left = 0;
        let mut corner = 0;
        for (k, y) in b.iter().enumerate() {
            let here = match x == y {
                true => corner + 1,
                false => above[k + 1].max(left),
            };
            corner = above[k + 1];
            above[k + 1] = here;
            left = here;
        }
    }
    above.last().copied().unwrap_or(0)
}
