//! A call as a check sees it.

use crate::call::{Call, Role, Segment, Word};
use crate::event::Event;
use crate::settings::Settings;
use crate::time::{Ms, Span};
use crate::timeline::{Source, Timeline};

/// Everything a check may look at.
pub struct Exam<'a> {
    /// The call as it was read, with what was heard of it.
    pub call: &'a Call,
    /// The call with its tokens, turns and languages; all rows are in it.
    pub timeline: &'a Timeline<'a>,
    /// Its events.
    pub events: &'a [Event],
    /// Thresholds.
    pub settings: &'a Settings,
}

impl<'a> Exam<'a> {
    /// Rows of a party, by start.
    pub fn rows(&self, role: Role) -> Vec<&'a Segment> {
        let mut rows: Vec<&Segment> = self.call.rows(role).collect();
        rows.sort_by_key(|r| (r.span.start, r.row));
        rows
    }

    /// Words of a party, in the order of the table.
    pub fn words(&self, role: Role) -> Vec<&'a Word> {
        let mut words: Vec<&Word> = self.call.words.iter().filter(|w| w.role == role).collect();
        words.sort_by_key(|w| w.row);
        words
    }

    /// Speech of a party as a detector or a label file has it.
    pub fn heard(&self, role: Role) -> Option<&'a [Span]> {
        self.call.speech[role.index()].as_deref()
    }

    /// Where the speech of a party comes from.
    pub fn source(&self, role: Role) -> Source {
        self.timeline.side(role).source
    }

    /// Are the speech times of the two parties taken from two clocks, text and audio?
    pub fn mixes_clocks(&self) -> bool {
        let clock = |role| match self.source(role) {
            Source::Words | Source::Rows => Some("text"),
            Source::Activity => Some("audio"),
            Source::Nothing => None,
        };
        let (user, agent) = (clock(Role::User), clock(Role::Agent));
        user.is_some() && agent.is_some() && user != agent
    }

    /// How many tokens a row has, by its number in the table.
    pub fn tokens_of(&self, role: Role, row: usize) -> usize {
        let row = self.timeline.side(role).row(row);
        row.map_or(0, |r| r.tokens.len())
    }
}

/// How long two sorted lists of disjoint spans are at once, the first moved by `lag`.
pub(super) fn shared(a: &[Span], b: &[Span], lag: Ms) -> Ms {
    let (mut i, mut j, mut sum) = (0, 0, 0);
    while let (Some(x), Some(y)) = (a.get(i), b.get(j)) {
        let (start, end) = (x.start + lag, x.end + lag);
        sum += (end.min(y.end) - start.max(y.start)).max(0);
        match end < y.end {
            true => i += 1,
            false => j += 1,
        }
    }
    sum
}

/// Total length.
pub(super) fn total(spans: &[Span]) -> Ms {
    spans.iter().map(|s| s.duration()).sum()
}

/// Does any of the sorted, disjoint `spans` touch `span`?
pub(super) fn touches(spans: &[Span], span: Span) -> bool {
    let next = spans.partition_point(|s| s.end <= span.start);
    spans.get(next).is_some_and(|s| s.start < span.end)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn shared_time_of_two_lists() {
        let a = [Span::new(0, 100), Span::new(200, 300)];
        let b = [Span::new(50, 250), Span::new(290, 400)];
        assert_eq!(shared(&a, &b, 0), 50 + 50 + 10);
        assert_eq!(shared(&a, &b, 50), 100 + 60);
        assert_eq!(shared(&a, &[], 0), 0);
        assert!(touches(&b, Span::new(249, 260)) && !touches(&b, Span::new(250, 290)));
    }
}
