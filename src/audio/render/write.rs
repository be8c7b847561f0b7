//! A 16-bit WAV file that appears under its name only when it is complete.

use std::fs::{self, File};
use std::io::BufWriter;
use std::path::{Path, PathBuf};

use hound::{SampleFormat, WavSpec, WavWriter};

use crate::audio::codec::to_16;
use crate::error::{Error, Result};

/// Bytes of samples that fit into a WAV file beside its header.
const MOST_BYTES: u64 = u32::MAX as u64 - 1024;

/// A file being written.
pub(super) struct Output {
    writer: Option<WavWriter<BufWriter<File>>>,
    unfinished: PathBuf,
    path: PathBuf,
}

impl Output {
    /// Starts a file for `frames` frames. `input` must be another file: it is still to be read.
    pub(super) fn create(
        path: &Path,
        input: &Path,
        rate: u32,
        channels: usize,
        frames: u64,
    ) -> Result<Self> {
        refuse_same(path, input)?;
        let fits = frames.saturating_mul(2 * channels as u64) <= MOST_BYTES;
        let (true, Ok(channels)) = (fits, u16::try_from(channels)) else {
            let error = Error::unsupported("longer than a WAV file can be (4 GB)");
            return Err(error.at(path).into());
        };
        let spec = WavSpec {
            channels,
            sample_rate: rate,
            bits_per_sample: 16,
            sample_format: SampleFormat::Int,
        };
        let unfinished = unfinished(path);
        let writer = WavWriter::create(&unfinished, spec).map_err(|e| failed(path, &e))?;
        Ok(Self {
            writer: Some(writer),
            unfinished,
            path: path.to_path_buf(),
        })
    }

    /// Writes interleaved samples.
    pub(super) fn write(&mut self, samples: &[f32]) -> Result<()> {
        let Some(writer) = &mut self.writer else {
            return Ok(());
        };
        let mut bulk = writer.get_i16_writer(samples.len() as u32);
        for sample in samples {
            bulk.write_sample(to_16(*sample));
        }
        bulk.flush().map_err(|e| failed(&self.path, &e))?;
        Ok(())
    }

    /// Completes the file and gives it its name.
    pub(super) fn finish(mut self) -> Result<()> {
        if let Some(writer) = self.writer.take() {
            writer.finalize().map_err(|e| failed(&self.path, &e))?;
            fs::rename(&self.unfinished, &self.path).map_err(|e| Error::io(&self.path, &e))?;
        }
        Ok(())
    }
}

impl Drop for Output {
    fn drop(&mut self) {
        if self.writer.take().is_some() {
            // Nothing can be done about a file that will not go; the name is plainly unfinished.
            let _ = fs::remove_file(&self.unfinished);
        }
    }
}

fn refuse_same(path: &Path, input: &Path) -> Result<()> {
    match (fs::canonicalize(path), fs::canonicalize(input)) {
        (Ok(a), Ok(b)) if a == b => Err(Error::usage(
            "the output would replace the recording it is made from",
        )
        .at(path)
        .advice("write into another folder")
        .into()),
        _ => Ok(()),
    }
}

fn unfinished(path: &Path) -> PathBuf {
    let mut name = path.as_os_str().to_owned();
    name.push(".unfinished");
    PathBuf::from(name)
}

fn failed(path: &Path, error: &hound::Error) -> Error {
    match error {
        hound::Error::IoError(e) => Error::io(path, e),
        other => Error::unsupported(other.to_string()).at(path),
    }
}
