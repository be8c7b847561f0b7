//! How loud a channel is, and how quiet its quiet is.

use super::sound::Envelope;

/// Loudness of a channel; a level that does not exist (digital silence, no sample) is `None`.
#[derive(Clone, Copy, Debug, Default, PartialEq)]
pub struct Levels {
    /// Largest sample, dB below full scale.
    pub peak_dbfs: Option<f64>,
    /// Root mean square of all samples, dB below full scale.
    pub rms_dbfs: Option<f64>,
    /// The level that a tenth of the 20 ms frames stay below, in whole dB; frames of zeros are left out.
    pub floor_dbfs: Option<f64>,
    /// Share of samples that are exactly zero; `None` without samples.
    pub zero_share: Option<f64>,
    /// Samples at full scale.
    pub clipped: u64,
}

/// Lowest level told apart, dB: below one 16-bit step.
const LOWEST: usize = 110;

/// Takes a channel in pieces.
pub(super) struct Meter {
    frame: usize,
    in_frame: usize,
    frame_energy: f64,
    histogram: [u64; LOWEST + 1],
    samples: u64,
    zeros: u64,
    clipped: u64,
    energy: f64,
    peak: f32,
    rate: u32,
    step_energy: f64,
    step_samples: u64,
    /// Where the open step of the envelope ends, in samples.
    step_end: u64,
    steps: Vec<i8>,
}

/// Steps of an envelope a second.
const STEPS: u64 = 1000 / Envelope::STEP as u64;

impl Meter {
    pub(super) fn new(rate: u32) -> Self {
        Self {
            frame: (rate / 50).max(1) as usize,
            in_frame: 0,
            frame_energy: 0.0,
            histogram: [0; LOWEST + 1],
            samples: 0,
            zeros: 0,
            clipped: 0,
            energy: 0.0,
            peak: 0.0,
            rate,
            step_energy: 0.0,
            step_samples: 0,
            step_end: u64::from(rate) / STEPS,
            steps: Vec::new(),
        }
    }

    pub(super) fn push(&mut self, samples: &[f32]) {
        for sample in samples {
            let size = sample.abs();
            self.peak = self.peak.max(size);
            self.zeros += u64::from(size == 0.0);
            self.clipped += u64::from(size >= 32_767.0 / 32_768.0);
            let power = f64::from(size * size);
            self.frame_energy += power;
            self.step_energy += power;
            self.samples += 1;
            self.step_samples += 1;
            if self.samples >= self.step_end {
                self.close_step();
            }
            self.in_frame += 1;
            if self.in_frame == self.frame {
                self.close_frame();
            }
        }
    }

    fn close_step(&mut self) {
        let level = dbfs(self.step_energy / self.step_samples.max(1) as f64);
        let level = level.map_or(Envelope::NOTHING, |db| db.round().clamp(-127.0, 0.0) as i8);
        self.steps.push(level);
        (self.step_energy, self.step_samples) = (0.0, 0);
        // Counted from the start, so that steps do not drift where the rate is no multiple of ten.
        self.step_end = (self.steps.len() as u64 + 1) * u64::from(self.rate) / STEPS;
    }

    fn close_frame(&mut self) {
        if let Some(level) = dbfs(self.frame_energy / self.frame as f64) {
            let bin = (-level).round().clamp(0.0, LOWEST as f64) as usize;
            if let Some(count) = self.histogram.get_mut(bin) {
                *count += 1;
            }
        }
        self.energy += self.frame_energy;
        self.frame_energy = 0.0;
        self.in_frame = 0;
    }

    pub(super) fn finish(mut self) -> (Levels, Envelope) {
        if self.step_samples > 0 {
            self.close_step();
        }
        let steps = std::mem::take(&mut self.steps);
        (self.levels(), Envelope(steps))
    }

    fn levels(&self) -> Levels {
        let samples = (self.samples > 0).then_some(self.samples as f64);
        let energy = self.energy + self.frame_energy;
        Levels {
            peak_dbfs: dbfs(f64::from(self.peak) * f64::from(self.peak)),
            rms_dbfs: samples.and_then(|n| dbfs(energy / n)),
            floor_dbfs: self.floor(),
            zero_share: samples.map(|n| self.zeros as f64 / n),
            clipped: self.clipped,
        }
    }

    fn floor(&self) -> Option<f64> {
        let frames: u64 = self.histogram.iter().sum();
        let mut below = 0;
        let quietest_first = self.histogram.iter().enumerate().rev();
        quietest_first
            .filter(|(_, count)| **count > 0)
            .find(|(_, count)| {
                below += **count;
                below * 10 >= frames
            })
            .map(|(bin, _)| -(bin as f64))
    }
}

/// A mean square as a level; `None` for nothing at all.
fn dbfs(mean_square: f64) -> Option<f64> {
    (mean_square > 0.0).then(|| 10.0 * mean_square.log10())
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn levels_of_a_quiet_half_and_a_loud_half() {
        let mut meter = Meter::new(8000);
        meter.push(&vec![0.001; 8000]);
        meter.push(&vec![0.5; 8000]);
        let (levels, envelope) = meter.finish();
        assert_eq!(levels.floor_dbfs, Some(-60.0));
        assert!(levels.peak_dbfs.is_some_and(|p| (p + 6.02).abs() < 0.01));
        assert_eq!(levels.zero_share, Some(0.0));
        assert_eq!(envelope.0, [[-60; 10], [-6; 10]].concat());
    }

    #[test]
    fn silence_has_no_level() {
        let mut meter = Meter::new(8000);
        meter.push(&[0.0; 400]);
        let (levels, envelope) = meter.finish();
        assert_eq!((levels.peak_dbfs, levels.floor_dbfs), (None, None));
        assert_eq!(levels.zero_share, Some(1.0));
        assert_eq!(envelope.0, [Envelope::NOTHING]);
        assert_eq!(Meter::new(8000).finish().0.zero_share, None);
    }
}
