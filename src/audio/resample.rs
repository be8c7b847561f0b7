//! One channel to another sampling rate, streaming, without shifting it in time.

use rubato::audioadapter_buffers::direct::SequentialSlice;
use rubato::{Fft, FixedSync, Indexing, Resampler as _};

use crate::error::{Error, Result};

/// Input frames handed to rubato at a time.
const CHUNK: usize = 1024;

/// A streaming resampler for one channel.
///
/// Its output starts where its input starts (the delay of the filter is taken off) and is
/// `round(input · to / from)` samples long.
pub struct Resampler {
    fft: Fft<f32>,
    rates: (u32, u32),
    waiting: Vec<f32>,
    chunk: Vec<f32>,
    delay: usize,
    taken: u64,
    given: u64,
}

impl Resampler {
    /// A resampler from `from` to `to` samples a second.
    pub fn new(from: u32, to: u32) -> Result<Self> {
        let fft = Fft::new(from as usize, to as usize, CHUNK, 1, FixedSync::Input)
            .map_err(|e| refused(from, to, &e))?;
        Ok(Self {
            waiting: Vec::with_capacity(2 * CHUNK),
            chunk: vec![0.0; fft.output_frames_max()],
            delay: fft.output_delay(),
            rates: (from, to),
            fft,
            taken: 0,
            given: 0,
        })
    }

    /// Takes `samples` and appends to `out` what is ready.
    pub fn push(&mut self, samples: &[f32], out: &mut Vec<f32>) -> Result<()> {
        self.taken += samples.len() as u64;
        let mut rest = samples;
        while self.waiting.len() + rest.len() >= CHUNK {
            let (now, later) = rest.split_at(CHUNK - self.waiting.len());
            self.waiting.extend_from_slice(now);
            rest = later;
            self.turn(out)?;
        }
        self.waiting.extend_from_slice(rest);
        Ok(())
    }

    /// Appends the rest to `out`, as if silence followed.
    pub fn finish(&mut self, out: &mut Vec<f32>) -> Result<()> {
        let (from, to) = (u64::from(self.rates.0), u64::from(self.rates.1));
        let whole = (2 * self.taken * to + from) / (2 * from);
        while self.given < whole {
            let before = out.len();
            self.waiting.resize(CHUNK, 0.0);
            self.turn(out)?;
            let excess = self.given.saturating_sub(whole) as usize;
            out.truncate(out.len() - excess.min(out.len() - before));
        }
        Ok(())
    }

    fn turn(&mut self, out: &mut Vec<f32>) -> Result<()> {
        let (from, to) = self.rates;
        let fail = |e: &dyn std::fmt::Display| refused(from, to, e);
        let input = SequentialSlice::new(&self.waiting, 1, CHUNK).map_err(|e| fail(&e))?;
        let room = self.chunk.len();
        let mut output =
            SequentialSlice::new_mut(&mut self.chunk, 1, room).map_err(|e| fail(&e))?;
        let (_, made) = self
            .fft
            .process_into_buffer(&input, &mut output, Some(&Indexing::new()))
            .map_err(|e| fail(&e))?;
        self.waiting.clear();
        let skip = self.delay.min(made);
        self.delay -= skip;
        out.extend(self.chunk.iter().take(made).skip(skip));
        self.given += (made - skip) as u64;
        Ok(())
    }
}

fn refused(from: u32, to: u32, error: &dyn std::fmt::Display) -> Error {
    Error::unsupported(format!("cannot resample from {from} to {to} Hz: {error}"))
        .advice("convert the recording to 8000 or 16000 Hz first")
}

#[cfg(test)]
mod tests {
    use super::*;

    fn resample(input: &[f32], from: u32, piece: usize) -> Vec<f32> {
        let mut resampler = Resampler::new(from, 16_000).expect("rates are fine");
        let mut out = Vec::new();
        for piece in input.chunks(piece) {
            resampler.push(piece, &mut out).expect("pushed");
        }
        resampler.finish(&mut out).expect("finished");
        out
    }

    #[test]
    fn an_impulse_stays_where_it_was() {
        for (from, at) in [
            (8000, 1000),
            (44_100, 11_025),
            (48_000, 15_000),
            (16_001, 4000),
        ] {
            let mut input = vec![0.0; 2 * at];
            input[at] = 0.9;
            let out = resample(&input, from, 700);
            let peak = (0..out.len()).max_by(|a, b| out[*a].total_cmp(&out[*b]));
            let expected = (at as f64 * 16_000.0 / f64::from(from)).round() as usize;
            assert!(
                peak.is_some_and(|p| p.abs_diff(expected) <= 1),
                "{from}: {peak:?} {expected}"
            );
        }
    }

    #[test]
    fn the_length_is_exact_and_pieces_do_not_matter() {
        for (from, n) in [(8000, 1), (8000, 12_345), (44_100, 44_849), (11_025, 3000)] {
            let input: Vec<f32> = (0..n).map(|k| ((k % 37) as f32 - 18.0) / 40.0).collect();
            let out = resample(&input, from, 333);
            let expected = (n as f64 * 16_000.0 / f64::from(from)).round() as usize;
            assert_eq!(out.len(), expected);
            assert_eq!(out, resample(&input, from, n));
        }
        assert!(resample(&[], 8000, 10).is_empty());
    }
}
