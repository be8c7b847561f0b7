//! The `fmt ` chunk: rate, channels and the storage of samples.

use std::io::{Read, Seek};

use super::chunk::{Chunk, read_at};
use super::{Failure, not_read};
use crate::audio::codec::{self, Codec};
use crate::error::Error;

/// Rates that are read: anything else is a broken header, and would size the resampler.
const RATES: std::ops::RangeInclusive<u32> = 2000..=384_000;

/// Bytes of a `fmt ` chunk that mean anything (WAVEFORMATEXTENSIBLE).
const FORMAT_BYTES: u64 = 40;

/// What the chunk says.
pub(super) struct Format {
    /// Samples a second.
    pub rate: u32,
    /// Channels.
    pub channels: usize,
    /// Storage of a sample.
    pub codec: Codec,
}

/// Last 14 bytes of the sub-format of an extensible file whose first two are an ordinary tag.
const EXTENSION: [u8; 14] = [0, 0, 0, 0, 0x10, 0, 0x80, 0, 0, 0xAA, 0, 0x38, 0x9B, 0x71];

/// Reads the chunk.
pub(super) fn read_format(
    file: &mut (impl Read + Seek),
    chunk: &Chunk,
    length: u64,
) -> Result<Format, Failure> {
    let n = chunk.declared.min(length - chunk.start).min(FORMAT_BYTES);
    let bytes = read_at(file, chunk.start, n)?;
    let fields = [0, 2, 12].map(|at| word(&bytes, at));
    let [Some(tag), Some(channels), Some(align)] = fields else {
        return Err(Error::input("the \"fmt \" chunk is cut off").into());
    };
    if channels == 0 {
        return Err(Error::input("the WAV header says there is no channel").into());
    }
    let rate = rate(&bytes)?;
    let channels = usize::from(channels);
    let width = width(usize::from(align), channels, word(&bytes, 14));
    let codec = tag_of(tag, &bytes)
        .and_then(|tag| codec::from_tag(tag, width))
        .map_err(|name| not_read(&name))?;
    Ok(Format {
        rate,
        channels,
        codec,
    })
}

fn rate(bytes: &[u8]) -> Result<u32, Error> {
    let rate = bytes.get(4..).and_then(|b| b.first_chunk());
    let rate = rate.map_or(0, |b| u32::from_le_bytes(*b));
    if RATES.contains(&rate) {
        return Ok(rate);
    }
    let (low, high) = (RATES.start(), RATES.end());
    Err(Error::input(format!(
        "the WAV header's sampling rate is not between {low} and {high} Hz"
    ))
    .value(rate.to_string()))
}

/// Bytes a sample takes up: a channel's share of a frame, or as many as hold the bits where the
/// length of a frame makes no sense.
fn width(align: usize, channels: usize, bits: Option<u16>) -> usize {
    match bits {
        Some(bits) if align == 0 || !align.is_multiple_of(channels) => {
            usize::from(bits).div_ceil(8)
        }
        _ => align / channels,
    }
}

fn word(bytes: &[u8], at: usize) -> Option<u16> {
    let word = bytes.get(at..)?.first_chunk()?;
    Some(u16::from_le_bytes(*word))
}

/// The tag, looked up in the sub-format where the file is extensible.
fn tag_of(tag: u16, bytes: &[u8]) -> Result<u16, String> {
    const EXTENSIBLE: u16 = 0xFFFE;
    match (tag, word(bytes, 24), bytes.get(26..40)) {
        (EXTENSIBLE, Some(tag), Some(tail)) if tail == EXTENSION => Ok(tag),
        (EXTENSIBLE, ..) => Err(String::from("a vendor's own WAVE_FORMAT_EXTENSIBLE")),
        _ => Ok(tag),
    }
}
