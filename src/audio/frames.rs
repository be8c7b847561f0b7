//! Samples as a detector wants them: at its rate, as 16-bit integers, in frames of one size.

use super::codec::to_16;
use super::decode::floor_ms;
use super::resample::Resampler;
use crate::error::Result;
use crate::time::Ms;

/// Samples resampled at a time, so that a whole channel in one push is not held twice.
const PIECE: usize = 65_536;

/// Cuts one channel into frames.
pub(super) struct Frames {
    resampler: Option<Resampler>,
    resampled: Vec<f32>,
    frame: Vec<i16>,
    size: usize,
    rate: u32,
    taken: u64,
}

impl Frames {
    /// Frames of `size` samples at `to` samples a second, from a channel at `rate`.
    pub(super) fn new(rate: u32, to: u32, size: usize) -> Result<Self> {
        let resampler = match rate == to {
            true => None,
            false => Some(Resampler::new(rate, to)?),
        };
        Ok(Self {
            resampler,
            resampled: Vec::new(),
            frame: Vec::with_capacity(size),
            size,
            rate,
            taken: 0,
        })
    }

    /// Takes samples and hands every full frame to `each`.
    pub(super) fn push(
        &mut self,
        samples: &[f32],
        mut each: impl FnMut(&[i16]) -> Result<()>,
    ) -> Result<()> {
        self.taken += samples.len() as u64;
        if self.resampler.is_none() {
            return self.cut(samples, &mut each);
        }
        for piece in samples.chunks(PIECE) {
            if let Some(resampler) = &mut self.resampler {
                resampler.push(piece, &mut self.resampled)?;
            }
            self.cut_resampled(&mut each)?;
        }
        Ok(())
    }

    /// Hands over the last partial frame, filled with silence, and `after` frames of silence.
    pub(super) fn finish(
        &mut self,
        after: usize,
        mut each: impl FnMut(&[i16]) -> Result<()>,
    ) -> Result<()> {
        if let Some(resampler) = &mut self.resampler {
            resampler.finish(&mut self.resampled)?;
            self.cut_resampled(&mut each)?;
        }
        let rest = (self.size - self.frame.len()) % self.size;
        self.cut(&vec![0.0; rest + after * self.size], &mut each)
    }

    /// Length of what was taken, in whole milliseconds, rounded down.
    pub(super) fn duration(&self) -> Ms {
        floor_ms(self.taken, self.rate)
    }

    fn cut(&mut self, samples: &[f32], each: &mut impl FnMut(&[i16]) -> Result<()>) -> Result<()> {
        let mut rest = samples;
        while !rest.is_empty() {
            let missing = self.size - self.frame.len();
            let (now, later) = rest.split_at(missing.min(rest.len()));
            self.frame.extend(now.iter().map(|sample| to_16(*sample)));
            rest = later;
            if self.frame.len() == self.size {
                each(&self.frame)?;
                self.frame.clear();
            }
        }
        Ok(())
    }

    fn cut_resampled(&mut self, each: &mut impl FnMut(&[i16]) -> Result<()>) -> Result<()> {
        let mut resampled = std::mem::take(&mut self.resampled);
        self.cut(&resampled, each)?;
        resampled.clear();
        self.resampled = resampled;
        Ok(())
    }
}
