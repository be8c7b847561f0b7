//! A policy decides when to speak; an outcome counts what that did to the callers.

use super::spans::ScoredSpan;
use crate::call::Label;
use crate::time::Ms;

/// When to speak: once the model is sure (or at once, without a model), but never before `action_delay`
/// of silence and never after `timeout`.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct Policy {
    /// Speak when a score is strictly above; `None` = silence alone decides.
    pub threshold: Option<f64>,
    /// Shortest silence before speaking, ms.
    pub action_delay: Ms,
    /// Silence after which the agent speaks whatever the model says, ms.
    pub timeout: Ms,
}

impl Policy {
    /// A plain silence timer.
    pub const fn timer(wait: Ms) -> Self {
        Self {
            threshold: None,
            action_delay: wait,
            timeout: wait,
        }
    }

    /// When the policy would speak in this silence, had it no end: the moment, and whether the model
    /// decided it.
    fn acts(&self, span: &ScoredSpan) -> (Ms, bool) {
        let fires = match self.threshold {
            None => Some(0),
            Some(limit) => {
                let mut scores = span.scores.iter();
                scores.find(|(_, p)| *p > limit).map(|(at, _)| *at)
            }
        };
        match fires.map(|at| at.max(self.action_delay)) {
            Some(at) if at <= self.timeout => (at, true),
            _ => (self.timeout, false),
        }
    }
}

/// What a policy did on a set of spans. Additive, so calls can be pooled.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub struct Outcome {
    /// Holds.
    pub holds: usize,
    /// Holds that outlasted the policy: the caller was cut off.
    pub cut: usize,
    /// Ends of turn.
    pub eots: usize,
    /// Ends that the policy itself found, by the timeout at the latest not counted.
    pub detected: usize,
    /// Sum of the waits after the ends of turns, ms.
    pub waited: Ms,
}

impl Outcome {
    /// Counts `policy` on one span.
    pub fn count(&mut self, policy: &Policy, span: &ScoredSpan) {
        let (at, found) = policy.acts(span);
        match span.label {
            Label::Hold => {
                self.holds += 1;
                // Speaking exactly when the user resumes cuts nobody off.
                self.cut += usize::from(span.duration > at);
            }
            Label::Eot => {
                self.eots += 1;
                self.detected += usize::from(found);
                self.waited += at;
            }
        }
    }

    /// Counts `policy` on many spans.
    pub fn of<'s>(policy: &Policy, spans: impl IntoIterator<Item = &'s ScoredSpan>) -> Self {
        let mut outcome = Self::default();
        spans.into_iter().for_each(|s| outcome.count(policy, s));
        outcome
    }

    /// Share of holds cut off, per span; none without holds.
    pub fn cutoff_rate(&self) -> Option<f64> {
        (self.holds > 0).then(|| self.cut as f64 / self.holds as f64)
    }

    /// Share of ends found in time; none without ends.
    pub fn detect_rate(&self) -> Option<f64> {
        (self.eots > 0).then(|| self.detected as f64 / self.eots as f64)
    }

    /// Mean wait after the end of a turn, ms, misses at the timeout; none without ends.
    pub fn mean_wait(&self) -> Option<f64> {
        (self.eots > 0).then(|| self.waited as f64 / self.eots as f64)
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn span(label: Label, duration: Ms, scores: &[(Ms, f64)]) -> ScoredSpan {
        ScoredSpan {
            call_id: String::from("c"),
            turn_id: String::from("u001"),
            index: 0,
            label,
            duration,
            scores: scores.to_vec(),
        }
    }

    #[test]
    fn a_timer_cuts_the_holds_that_outlast_it() {
        let holds = [250, 600, 1200].map(|d| span(Label::Hold, d, &[]));
        let eot = span(Label::Eot, 2000, &[]);
        let outcome = Outcome::of(&Policy::timer(500), holds.iter().chain([&eot, &eot]));
        assert_eq!((outcome.cut, outcome.holds), (2, 3));
        assert_eq!(outcome.mean_wait(), Some(500.0));
        assert_eq!(outcome.detect_rate(), Some(1.0));
    }

    #[test]
    fn speaking_at_the_very_end_of_a_hold_cuts_nobody() {
        let outcome = Outcome::of(&Policy::timer(600), [&span(Label::Hold, 600, &[])]);
        assert_eq!(outcome.cut, 0);
    }

    #[test]
    fn a_model_speaks_at_its_first_crossing_and_the_timeout_cuts_too() {
        let policy = Policy {
            threshold: Some(0.5),
            action_delay: 200,
            timeout: 1000,
        };
        let scores = [(0, 0.1), (100, 0.6), (300, 0.2)];
        let fired = Outcome::of(&policy, [&span(Label::Hold, 250, &scores)]);
        let quiet = Outcome::of(&policy, [&span(Label::Hold, 1200, &[(100, 0.5)])]);
        let missed = Outcome::of(&policy, [&span(Label::Eot, 400, &[(100, 0.5)])]);
        assert_eq!((fired.cut, quiet.cut), (1, 1));
        assert_eq!((missed.detected, missed.waited), (0, 1000));
    }

    #[test]
    fn nothing_to_score_is_none() {
        let outcome = Outcome::default();
        assert_eq!(outcome.cutoff_rate(), None);
        assert_eq!(outcome.mean_wait(), None);
    }
}
