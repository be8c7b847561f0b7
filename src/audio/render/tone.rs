//! The room tone of a channel: its quietest stretch without speech.

use std::collections::VecDeque;

use crate::time::{Ms, Span};

/// Hops a second: a stretch is found to 10 ms.
const HOPS_A_SECOND: u32 = 100;

/// Shortest stretch that is looped, in hops; a shorter loop hums.
const FEWEST_HOPS: usize = 5;

/// How far from speech room tone is taken, ms: detectors end a little early.
const MARGIN: Ms = 50;

/// Mean square of one 16-bit step, the least noise that is ever put in.
const STEP: f64 = 1.0 / (32_768.0 * 32_768.0);

/// Where silence for a channel comes from.
#[derive(Clone, Copy, Debug, PartialEq)]
pub(super) enum Tone {
    /// A stretch of the channel, in frames.
    Stretch {
        /// First frame.
        start: u64,
        /// Frames.
        length: u64,
    },
    /// Noise of this mean square: the channel has no stretch of its own, or its silence is digital.
    Noise(f64),
}

/// Looks for room tone in one channel, in pieces.
///
/// The longest stretch outside speech is taken, up to the length asked for, and of those the
/// quietest. Where most of what is not speech is digital silence there is no room to hear, and where
/// everything is speech none to take: then it is noise, as loud as the quietest 10 ms.
pub(super) struct Finder<'a> {
    hop: usize,
    rate: u32,
    most: usize,
    speech: &'a [Span],
    done: u64,
    samples: Vec<f32>,
    window: VecDeque<f64>,
    best: Option<Best>,
    quietest: Option<f64>,
    free: u64,
    flat: u64,
}

#[derive(Clone, Copy)]
struct Best {
    end: u64,
    hops: usize,
    energy: f64,
}

impl<'a> Finder<'a> {
    /// For a channel at `rate` with these speech spans, a stretch of at most `most` milliseconds.
    pub(super) fn new(rate: u32, most: Ms, speech: &'a [Span]) -> Self {
        Self {
            hop: (rate / HOPS_A_SECOND) as usize,
            rate,
            most: (most / 10).max(1) as usize,
            speech,
            done: 0,
            samples: Vec::new(),
            window: VecDeque::new(),
            best: None,
            quietest: None,
            free: 0,
            flat: 0,
        }
    }

    /// Takes the next samples.
    pub(super) fn push(&mut self, samples: impl Iterator<Item = f32>) {
        for sample in samples {
            self.samples.push(sample);
            if self.samples.len() == self.hop {
                self.close_hop();
                self.samples.clear();
            }
        }
    }

    fn close_hop(&mut self) {
        let start = self.done;
        self.done += self.hop as u64;
        let flat = self
            .samples
            .windows(2)
            .all(|pair| pair.first() == pair.last());
        let squares = self.samples.iter().map(|s| f64::from(s * s));
        let energy = squares.sum::<f64>() / self.hop as f64;
        if !flat {
            self.quietest = Some(self.quietest.map_or(energy, |q| q.min(energy)));
        }
        let free = !self.is_speech(start);
        self.free += u64::from(free);
        self.flat += u64::from(free && flat);
        if !free || flat {
            self.window.clear();
            return;
        }
        self.window.push_back(energy);
        if self.window.len() > self.most {
            self.window.pop_front();
        }
        self.compare();
    }

    /// Is speech near the hop that starts at frame `start`? Hops come in order, so spans are left behind.
    fn is_speech(&mut self, start: u64) -> bool {
        let ms = |frame: u64| (frame * 1000 / u64::from(self.rate)) as Ms;
        let hop = Span::new(ms(start) - MARGIN, ms(self.done) + 1 + MARGIN);
        while let Some((first, rest)) = self.speech.split_first() {
            if first.end > hop.start {
                return first.overlaps(hop);
            }
            self.speech = rest;
        }
        false
    }

    fn compare(&mut self) {
        let hops = self.window.len();
        let energy = self.window.iter().sum::<f64>() / hops as f64;
        let better = self
            .best
            .is_none_or(|best| hops > best.hops || (hops == best.hops && energy < best.energy));
        if better {
            let end = self.done;
            self.best = Some(Best { end, hops, energy });
        }
    }

    /// What was found.
    pub(super) fn finish(self) -> Tone {
        let digital = self.flat * 2 > self.free;
        let enough = FEWEST_HOPS.min(self.most);
        match self.best {
            Some(best) if !digital && best.hops >= enough => {
                let length = (best.hops * self.hop) as u64;
                Tone::Stretch {
                    start: best.end - length,
                    length,
                }
            }
            _ if digital => Tone::Noise(STEP),
            _ => Tone::Noise(self.quietest.unwrap_or(STEP).max(STEP)),
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn alternating(n: usize, size: f32) -> impl Iterator<Item = f32> {
        (0..n).map(move |k| if k % 2 == 0 { size } else { -size })
    }

    #[test]
    fn the_quietest_stretch_outside_speech_is_taken() {
        let speech = [Span::new(0, 1000)];
        let mut finder = Finder::new(8000, 200, &speech);
        finder.push(alternating(8000, 0.001));
        finder.push(alternating(8000, 0.01));
        finder.push(alternating(8000, 0.005));
        let tone = Tone::Stretch {
            start: 16_000,
            length: 1600,
        };
        assert_eq!(finder.finish(), tone);
    }

    #[test]
    fn without_a_stretch_the_floor_is_matched() {
        let speech = [Span::new(0, 5000)];
        let mut finder = Finder::new(8000, 200, &speech);
        finder.push(alternating(8000, 0.25));
        assert_eq!(finder.finish(), Tone::Noise(0.0625));
    }

    #[test]
    fn digital_silence_is_no_room() {
        let mut finder = Finder::new(8000, 200, &[]);
        finder.push(alternating(2000, 0.25));
        finder.push(std::iter::repeat_n(0.0, 8000));
        assert_eq!(finder.finish(), Tone::Noise(STEP));
    }
}
