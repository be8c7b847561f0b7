//! From one decision a frame to speech spans.

use super::decode::floor_ms;
use crate::time::{Ms, Span};

/// Collects decisions, one a frame, and smooths them at the end.
///
/// Smoothing, in this order: an end is put `hangover` earlier (a run that is no longer than that
/// goes); a silence **between** two runs shorter than `min_silence` is filled; a run shorter than
/// `min_speech` is dropped. Silence before the first run and after the last is never filled, so what
/// follows a recording cannot change what was found in it.
pub(super) struct Smoother {
    frame: u64,
    rate: u32,
    rule: Smoothing,
    frames: u64,
    /// Runs of speech, in frames.
    runs: Vec<(u64, u64)>,
}

/// How decisions are smoothed.
#[derive(Clone, Copy, Debug)]
pub(super) struct Smoothing {
    /// How much earlier an end is put, ms.
    pub hangover: Ms,
    /// Shortest silence kept, ms.
    pub min_silence: Ms,
    /// Shortest run kept, ms.
    pub min_speech: Ms,
}

impl Smoother {
    /// For frames of `frame` samples at `rate`.
    pub(super) fn new(frame: usize, rate: u32, rule: Smoothing) -> Self {
        Self {
            frame: frame as u64,
            rate,
            rule,
            frames: 0,
            runs: Vec::new(),
        }
    }

    /// Takes the decision on the next frame.
    pub(super) fn push(&mut self, speech: bool) {
        let at = self.frames;
        self.frames += 1;
        if !speech {
            return;
        }
        match self.runs.last_mut() {
            Some((_, end)) if *end == at => *end = at + 1,
            _ => self.runs.push((at, at + 1)),
        }
    }

    /// The spans of a channel of `duration` milliseconds.
    pub(super) fn finish(self, duration: Ms) -> Vec<Span> {
        let edge = |frame: u64| floor_ms(frame * self.frame, self.rate);
        let runs = self.runs.iter().map(|(start, end)| Span {
            start: edge(*start),
            end: (edge(*end) - self.rule.hangover).min(duration),
        });
        let runs: Vec<Span> = runs.filter(|run| run.start < run.end).collect();
        let mut spans = crate::time::join(&runs, self.rule.min_silence);
        spans.retain(|span| span.duration() >= self.rule.min_speech);
        spans
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn spans(pattern: &str, rule: Smoothing) -> Vec<Span> {
        let mut smoother = Smoother::new(80, 8000, rule);
        pattern.chars().for_each(|c| smoother.push(c == '#'));
        smoother.finish(10 * pattern.len() as Ms - 5)
    }

    #[test]
    fn short_silences_are_filled_before_short_runs_go() {
        let rule = Smoothing {
            hangover: 0,
            min_silence: 20,
            min_speech: 30,
        };
        assert_eq!(spans("..#.##..##..", rule), [Span::new(20, 60)]);
        assert_eq!(spans("##########", rule), [Span::new(0, 95)]);
        assert!(spans("", rule).is_empty());
    }

    #[test]
    fn an_end_moves_back_but_never_before_its_start() {
        let rule = Smoothing {
            hangover: 20,
            min_silence: 20,
            min_speech: 0,
        };
        assert_eq!(
            spans("####.##....####..", rule),
            [Span::new(0, 20), Span::new(110, 130)]
        );
    }
}
