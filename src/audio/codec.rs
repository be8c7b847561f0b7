//! How samples are stored: what falter reads, and the names of what it does not.

use std::fmt;

use super::g711::{A_LAW, MU_LAW};

/// A way of storing samples that falter reads itself.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Codec {
    /// Integer PCM in so many bytes a sample (1 to 4); one byte is unsigned.
    Pcm(u8),
    /// IEEE float in so many bytes a sample (4 or 8).
    Float(u8),
    /// G.711 A-law.
    ALaw,
    /// G.711 mu-law.
    MuLaw,
}

impl fmt::Display for Codec {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Self::Pcm(bytes) => write!(f, "PCM {} bit", u32::from(*bytes) * 8),
            Self::Float(bytes) => write!(f, "float {} bit", u32::from(*bytes) * 8),
            Self::ALaw => f.write_str("A-law"),
            Self::MuLaw => f.write_str("mu-law"),
        }
    }
}

/// The largest sample: full scale is `[-1, 1)`, as 16-bit integers have it.
const TOP: f32 = 1.0 - f32::EPSILON / 2.0;

impl Codec {
    /// Bytes of one sample.
    pub const fn bytes(self) -> usize {
        match self {
            Self::Pcm(bytes) | Self::Float(bytes) => bytes as usize,
            Self::ALaw | Self::MuLaw => 1,
        }
    }

    /// Is it one of the two telephone codings?
    pub const fn is_g711(self) -> bool {
        matches!(self, Self::ALaw | Self::MuLaw)
    }

    /// Appends the samples stored in `bytes`; a rest shorter than a sample is left out.
    pub(super) fn decode(self, bytes: &[u8], samples: &mut Vec<f32>) {
        match self {
            Self::MuLaw => each::<1>(bytes, samples, |[b]| MU_LAW[usize::from(b)]),
            Self::ALaw => each::<1>(bytes, samples, |[b]| A_LAW[usize::from(b)]),
            Self::Pcm(1) => each::<1>(bytes, samples, |[b]| (f32::from(b) - 128.0) / 128.0),
            Self::Pcm(2) => each::<2>(bytes, samples, |b| from_16(i16::from_le_bytes(b))),
            Self::Pcm(3) => each::<3>(bytes, samples, |[a, b, c]| {
                (i32::from_le_bytes([0, a, b, c]) >> 8) as f32 / 8_388_608.0
            }),
            Self::Pcm(_) => each::<4>(bytes, samples, |b| {
                (i32::from_le_bytes(b) as f32 / 2_147_483_648.0).min(TOP)
            }),
            Self::Float(4) => each::<4>(bytes, samples, |b| bounded(f32::from_le_bytes(b))),
            Self::Float(_) => each::<8>(bytes, samples, |b| bounded(f64::from_le_bytes(b) as f32)),
        }
    }
}

fn each<const N: usize>(bytes: &[u8], samples: &mut Vec<f32>, read: impl Fn([u8; N]) -> f32) {
    samples.extend(bytes.as_chunks::<N>().0.iter().map(|b| read(*b)));
}

fn from_16(sample: i16) -> f32 {
    f32::from(sample) / 32768.0
}

/// Float files may hold anything; what is no number is silence.
fn bounded(sample: f32) -> f32 {
    if sample.is_nan() {
        0.0
    } else {
        sample.clamp(-1.0, TOP)
    }
}

/// A sample as a 16-bit integer; the inverse of what decoding 16-bit PCM does.
pub fn to_16(sample: f32) -> i16 {
    // The cast cuts off the fraction and saturates, so full scale stays full scale; `round` would be a
    // call into the mathematics library for every sample.
    let scaled = sample * 32768.0;
    (scaled + 0.5_f32.copysign(scaled)) as i16
}

/// The codec of a `WAVE_FORMAT` tag with containers of `bytes` bytes, or the name of what it is.
pub(super) fn from_tag(tag: u16, bytes: usize) -> Result<Codec, String> {
    match (tag, bytes) {
        (1, 1..=4) => Ok(Codec::Pcm(bytes as u8)),
        (3, 4 | 8) => Ok(Codec::Float(bytes as u8)),
        (6, 1) => Ok(Codec::ALaw),
        (7, 1) => Ok(Codec::MuLaw),
        (1 | 3 | 6 | 7, _) => Err(format!("{} of {} bit", name(tag), bytes * 8)),
        _ => Err(format!("{} (0x{tag:04X})", name(tag))),
    }
}

fn name(tag: u16) -> &'static str {
    match tag {
        0x0001 => "PCM",
        0x0002 => "Microsoft ADPCM",
        0x0003 => "IEEE float",
        0x0006 => "A-law",
        0x0007 => "mu-law",
        0x0011 => "IMA ADPCM",
        0x0014 | 0x0059 => "G.723",
        0x0022 => "TrueSpeech",
        0x0031 => "GSM 6.10",
        0x0040 => "G.721",
        0x0045 | 0x0064 => "G.726",
        0x0050 => "MPEG layer 1 or 2",
        0x0055 => "MPEG layer 3",
        0x0083 => "G.729",
        0x00FF | 0x1600 | 0x1610 => "AAC",
        0x0160..=0x0163 => "Windows Media Audio",
        0x566F | 0x674F..=0x6751 | 0x676F..=0x6771 => "Vorbis",
        0x704F => "Opus",
        0xA109 => "Speex",
        0xF1AC => "FLAC",
        _ => "an unknown codec",
    }
}

/// The name of an audio format other than RIFF, by the first bytes of the file.
pub fn foreign(head: &[u8]) -> Option<&'static str> {
    const MAGIC: [(&[u8], &str); 11] = [
        (b"fLaC", "FLAC"),
        (b"OggS", "Ogg"),
        (b"ID3", "MP3"),
        (b"\xff\xfb", "MP3"),
        (b"\xff\xf3", "MP3"),
        (b"\xff\xf2", "MP3"),
        (b"RIFX", "big-endian RIFF"),
        (b"riff\x2e\x91\xcf\x11", "Wave64"),
        (b"#!AMR", "AMR"),
        (b".snd", "AU"),
        (b"NIST_1A", "NIST SPHERE"),
    ];
    if head.starts_with(b"FORM") && head.get(8..11) == Some(b"AIF") {
        return Some("AIFF");
    }
    if head.get(4..8) == Some(b"ftyp") {
        return Some("MP4");
    }
    MAGIC
        .iter()
        .find(|(magic, _)| head.starts_with(magic))
        .map(|(_, name)| *name)
}

#[cfg(test)]
mod tests {
    use super::*;

    fn decode(codec: Codec, bytes: &[u8]) -> Vec<f32> {
        let mut samples = Vec::new();
        codec.decode(bytes, &mut samples);
        samples
    }

    #[test]
    fn sixteen_bit_samples_survive_the_round_trip() {
        for sample in i16::MIN..=i16::MAX {
            let read = decode(Codec::Pcm(2), &sample.to_le_bytes());
            assert_eq!(to_16(read[0]), sample);
        }
    }

    #[test]
    fn every_width_has_the_same_full_scale() {
        assert_eq!(decode(Codec::Pcm(1), &[0, 128]), [-1.0, 0.0]);
        assert_eq!(decode(Codec::Pcm(3), &[0, 0, 0x80]), [-1.0]);
        assert_eq!(decode(Codec::Pcm(3), &[0, 0, 0x40, 9]), [0.5]);
        assert_eq!(decode(Codec::Pcm(4), &i32::MAX.to_le_bytes()), [TOP]);
        assert_eq!(decode(Codec::Float(8), &0.5f64.to_le_bytes()), [0.5]);
        assert_eq!(decode(Codec::Float(4), &f32::NAN.to_le_bytes()), [0.0]);
        assert_eq!(decode(Codec::Float(4), &7f32.to_le_bytes()), [TOP]);
    }

    #[test]
    fn other_codecs_are_named() {
        assert_eq!(from_tag(0x55, 1), Err("MPEG layer 3 (0x0055)".to_string()));
        assert_eq!(from_tag(1, 8), Err("PCM of 64 bit".to_string()));
        assert_eq!(foreign(b"fLaC\0\0\0\x22"), Some("FLAC"));
        assert_eq!(foreign(b"call_id,role"), None);
    }
}
