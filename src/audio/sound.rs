//! What was heard of a recording besides speech.

use super::level::Levels;
use super::tone::Tone;
use crate::call::Role;
use crate::time::{Ms, Span};

/// What the health pass asks of a recording.
#[derive(Clone, Debug, Default, PartialEq)]
pub struct Sound {
    /// Do the channels of both parties hold the same samples, other than silence?
    pub identical: bool,
    /// User and agent, by [`Role::index`]; none for a party without a recording.
    pub channels: [Option<Channel>; 2],
}

/// One channel.
#[derive(Clone, Debug, PartialEq)]
pub struct Channel {
    /// How loud it is.
    pub levels: Levels,
    /// How loud it is from moment to moment.
    pub envelope: Envelope,
    /// Telephone tones, sorted and apart.
    pub tones: Vec<Tone>,
}

impl Sound {
    /// How loud the channel of a party is.
    pub fn levels(&self, role: Role) -> Option<&Levels> {
        self.channels[role.index()].as_ref().map(|c| &c.levels)
    }

    /// How loud the channel of a party is from moment to moment.
    pub fn envelope(&self, role: Role) -> Option<&Envelope> {
        self.channels[role.index()].as_ref().map(|c| &c.envelope)
    }

    /// Telephone tones on the channel of a party.
    pub fn tones(&self, role: Role) -> &[Tone] {
        let channel = self.channels[role.index()].as_ref();
        channel.map_or(&[], |c| &c.tones)
    }
}

/// A level for every 100 ms, in whole dB below full scale: 36 kB an hour.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct Envelope(pub(super) Vec<i8>);

impl Envelope {
    /// Length of a step, ms.
    pub const STEP: Ms = 100;

    /// The level of a step in which every sample is zero, dBFS.
    pub const NOTHING: i8 = i8::MIN;

    fn steps(&self, span: Span) -> &[i8] {
        let step = |ms: Ms| usize::try_from(ms).unwrap_or(0);
        let first = step(span.start / Self::STEP).min(self.0.len());
        let last = step((span.end + Self::STEP - 1) / Self::STEP).min(self.0.len());
        self.0.get(first..last).unwrap_or_default()
    }

    /// Level of the mean power during `span`, dBFS; none outside the recording.
    pub fn mean(&self, span: Span) -> Option<f64> {
        let steps = self.steps(span);
        let power: f64 = steps
            .iter()
            .map(|db| 10f64.powf(f64::from(*db) / 10.0))
            .sum();
        (!steps.is_empty()).then(|| 10.0 * (power / steps.len() as f64).log10())
    }

    /// The loudest step during `span`, dBFS; none outside the recording.
    pub fn peak(&self, span: Span) -> Option<f64> {
        self.steps(span).iter().max().map(|db| f64::from(*db))
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn levels_of_a_stretch() {
        let envelope = Envelope(vec![-20, -20, -60, Envelope::NOTHING]);
        assert_eq!(envelope.peak(Span::new(150, 250)), Some(-20.0));
        assert_eq!(envelope.peak(Span::new(300, 900)), Some(-128.0));
        assert_eq!(envelope.peak(Span::new(400, 900)), None);
        let mean = envelope.mean(Span::new(100, 400));
        assert!(mean.is_some_and(|m| (m + 24.77).abs() < 0.01), "{mean:?}");
    }
}
