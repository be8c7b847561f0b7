//! Samples of a WAV file, block by block, so that memory does not grow with the recording.

use std::fs::File;
use std::io::{Read, Seek, SeekFrom};
use std::path::{Path, PathBuf};

use super::codec::Codec;
use super::riff::{self, Failure};
use crate::error::{Error, Result};
use crate::time::Ms;

/// What is known of a file before its samples are read.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct AudioInfo {
    /// Frames a second.
    pub rate: u32,
    /// Samples a frame.
    pub channels: usize,
    /// Whole frames in the file.
    pub frames: u64,
    /// How samples are stored.
    pub codec: Codec,
    /// Where the header and the file disagree, and what was done about it.
    pub notices: Vec<String>,
}

impl AudioInfo {
    /// Length in whole milliseconds, rounded down: nothing lies after it.
    pub fn duration(&self) -> Ms {
        floor_ms(self.frames, self.rate)
    }
}

/// The moment of `frame`, in whole milliseconds, rounded down.
pub(super) fn floor_ms(frame: u64, rate: u32) -> Ms {
    (u128::from(frame) * 1000 / u128::from(rate.max(1))) as Ms
}

/// The frame nearest to `at`; 0 for what lies before the recording.
pub(super) fn frame_at(at: Ms, rate: u32) -> u64 {
    let scaled = at.max(0) as u128 * u128::from(rate);
    ((scaled + 500) / 1000) as u64
}

/// Samples in a block: 65,536 frames of a two-channel file.
const BLOCK_SAMPLES: usize = 131_072;

/// A WAV file, open for reading.
#[derive(Debug)]
pub struct AudioFile {
    file: File,
    path: PathBuf,
    info: AudioInfo,
    start: u64,
    next: u64,
    bytes: Vec<u8>,
}

impl AudioFile {
    /// Opens a file and reads its front; no sample is read.
    pub fn open(path: &Path) -> Result<Self> {
        let io = |e: &std::io::Error| Error::io(path, e);
        let mut file = File::open(path).map_err(|e| io(&e))?;
        let length = file.metadata().map_err(|e| io(&e))?.len();
        let layout = riff::layout(&mut file, length).map_err(|failure| match failure {
            Failure::Io(e) => io(&e),
            Failure::Content(e) => e.at(path),
        })?;
        let mut audio = Self {
            file,
            path: path.to_path_buf(),
            info: AudioInfo {
                rate: layout.rate,
                channels: layout.channels,
                frames: layout.frames,
                codec: layout.codec,
                notices: layout.notices,
            },
            start: layout.start,
            next: 0,
            bytes: Vec::new(),
        };
        audio.seek(0)?;
        Ok(audio)
    }

    /// What the front of the file says.
    pub fn info(&self) -> &AudioInfo {
        &self.info
    }

    /// The file.
    pub fn path(&self) -> &Path {
        &self.path
    }

    /// Replaces `block` with the next frames, samples interleaved and in `[-1, 1)`; 16-bit samples are
    /// scaled by 1/32768, so that rounding gives them back. Returns the number of frames, 0 at the end.
    pub fn read(&mut self, block: &mut Vec<f32>) -> Result<usize> {
        self.read_at_most(block, u64::MAX)
    }

    /// Like [`AudioFile::read`], but no more than `most` frames.
    pub fn read_at_most(&mut self, block: &mut Vec<f32>, most: u64) -> Result<usize> {
        block.clear();
        let channels = self.info.channels;
        let fit = (BLOCK_SAMPLES / channels).max(1) as u64;
        let frames = fit.min(self.info.frames - self.next).min(most) as usize;
        self.bytes
            .resize(frames * channels * self.info.codec.bytes(), 0);
        self.file
            .read_exact(&mut self.bytes)
            .map_err(|e| Error::io(&self.path, &e))?;
        self.info.codec.decode(&self.bytes, block);
        self.next += frames as u64;
        Ok(frames)
    }

    /// Makes `frame` the next one; a frame after the end is the end.
    pub fn seek(&mut self, frame: u64) -> Result<()> {
        self.next = frame.min(self.info.frames);
        let bytes = self.info.channels * self.info.codec.bytes();
        let at = self.start + self.next * bytes as u64;
        self.file
            .seek(SeekFrom::Start(at))
            .map_err(|e| Error::io(&self.path, &e))?;
        Ok(())
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn moments_round_down_and_frames_to_the_nearest() {
        assert_eq!(floor_ms(8004, 8000), 1000);
        assert_eq!(frame_at(10, 44_100), 441);
        assert_eq!(frame_at(1, 44_100), 44);
        assert_eq!(frame_at(-5, 8000), 0);
    }

    #[test]
    fn blocks_join_to_the_whole_and_seek_goes_back() {
        let dir = tempfile::tempdir().expect("a folder");
        let path = dir.path().join("a.wav");
        let spec = hound::WavSpec {
            channels: 2,
            sample_rate: 8000,
            bits_per_sample: 16,
            sample_format: hound::SampleFormat::Int,
        };
        let mut writer = hound::WavWriter::create(&path, spec).expect("a file");
        for k in 0..300_000i32 {
            writer.write_sample((k % 30_000) as i16).expect("written");
        }
        writer.finalize().expect("written");
        let mut audio = AudioFile::open(&path).expect("readable");
        assert_eq!(audio.info().frames, 150_000);
        let (mut all, mut block) = (Vec::new(), Vec::new());
        while audio.read(&mut block).expect("read") > 0 {
            all.extend_from_slice(&block);
        }
        assert_eq!(all.len(), 300_000);
        assert_eq!(super::super::codec::to_16(all[123_457]), 3457);
        audio.seek(10).expect("sought");
        audio.read_at_most(&mut block, 3).expect("read");
        assert_eq!(block, all[20..26]);
    }
}
