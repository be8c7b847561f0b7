//! WAV files made for a test, by hound where hound can.

use std::path::{Path, PathBuf};

use falter::audio::{AudioFile, to_16};
use hound::{SampleFormat, WavReader, WavSpec, WavWriter};

/// Writes 16-bit PCM, samples interleaved.
pub fn write(path: &Path, rate: u32, channels: u16, samples: &[i16]) {
    let spec = WavSpec {
        channels,
        sample_rate: rate,
        bits_per_sample: 16,
        sample_format: SampleFormat::Int,
    };
    let mut writer = WavWriter::create(path, spec).expect("a file");
    for sample in samples {
        writer.write_sample(*sample).expect("written");
    }
    writer.finalize().expect("written");
}

/// Reads 16-bit PCM by hound.
pub fn read(path: &Path) -> (WavSpec, Vec<i16>) {
    let mut reader = WavReader::open(path).expect("a WAV file");
    let spec = reader.spec();
    (
        spec,
        reader.samples().map(|s| s.expect("a sample")).collect(),
    )
}

/// Reads by falter, as 16-bit integers.
pub fn decode(path: &Path) -> Vec<i16> {
    let mut file = AudioFile::open(path).expect("readable");
    let (mut all, mut block) = (Vec::new(), Vec::new());
    while file.read(&mut block).expect("read") > 0 {
        all.extend(block.iter().map(|s| to_16(*s)));
    }
    all
}

/// A WAV file whose samples are `bytes`, with this tag and width.
pub fn raw(path: PathBuf, tag: u16, channels: u16, rate: u32, bits: u16, bytes: &[u8]) -> PathBuf {
    let align = channels * bits / 8;
    let mut file = b"RIFF\0\0\0\0WAVEfmt \x10\0\0\0".to_vec();
    file.extend(tag.to_le_bytes());
    file.extend(channels.to_le_bytes());
    file.extend(rate.to_le_bytes());
    file.extend((rate * u32::from(align)).to_le_bytes());
    file.extend(align.to_le_bytes());
    file.extend(bits.to_le_bytes());
    file.extend(b"data");
    file.extend((bytes.len() as u32).to_le_bytes());
    file.extend(bytes);
    std::fs::write(&path, file).expect("written");
    path
}

/// Repeatable noise of `size` steps at most.
pub fn noise(n: usize, size: i32, seed: u64) -> Vec<i16> {
    let mut state = seed;
    let mut next = move || {
        state = state
            .wrapping_mul(6_364_136_223_846_793_005)
            .wrapping_add(1_442_695_040_888_963_407);
        ((state >> 33) as i32 % (2 * size + 1) - size) as i16
    };
    (0..n).map(|_| next()).collect()
}
