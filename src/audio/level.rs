//! How loud a channel is, and how quiet its quiet is.

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
}

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
        }
    }

    pub(super) fn push(&mut self, samples: &[f32]) {
        for sample in samples {
            let size = sample.abs();
            self.peak = self.peak.max(size);
            self.zeros += u64::from(size == 0.0);
            self.clipped += u64::from(size >= 32_767.0 / 32_768.0);
            self.frame_energy += f64::from(size * size);
            self.in_frame += 1;
            if self.in_frame == self.frame {
                self.close_frame();
            }
        }
        self.samples += samples.len() as u64;
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

    pub(super) fn finish(self) -> Levels {
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
        let levels = meter.finish();
        assert_eq!(levels.floor_dbfs, Some(-60.0));
        assert!(levels.peak_dbfs.is_some_and(|p| (p + 6.02).abs() < 0.01));
        assert_eq!(levels.zero_share, Some(0.0));
    }

    #[test]
    fn silence_has_no_level() {
        let mut meter = Meter::new(8000);
        meter.push(&[0.0; 400]);
        let levels = meter.finish();
        assert_eq!((levels.peak_dbfs, levels.floor_dbfs), (None, None));
        assert_eq!(levels.zero_share, Some(1.0));
        assert_eq!(Meter::new(8000).finish().zero_share, None);
    }
}
