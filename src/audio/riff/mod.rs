//! The front of a WAV file: finds the format and the samples, and trusts no length it reads.
//!
//! Streamed recordings carry lengths that nobody filled in (0, 0x7FFFFFFF, 0xFFFFFFFF, 2000000000)
//! and cut-off ones carry lengths that are too long; both end at the end of the file. An odd chunk is
//! padded or not, whichever leads to a chunk that exists.

mod chunk;
mod format;

use std::io::{self, Read, Seek};

use self::chunk::{Chunk, chunk_at, next, plain, read_at};
use self::format::{Format, read_format};
use super::codec::{self, Codec};
use crate::error::Error;
use crate::format::plural;

/// What the front of a file says.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(super) struct Layout {
    /// Samples a second.
    pub rate: u32,
    /// Channels.
    pub channels: usize,
    /// Storage of a sample.
    pub codec: Codec,
    /// First byte of the samples.
    pub start: u64,
    /// Whole frames that are really there.
    pub frames: u64,
    /// Where the header and the file disagree.
    pub notices: Vec<String>,
}

/// Chunks looked at before the samples: no real file has more, and a loop ends here.
const MOST_CHUNKS: usize = 1000;

/// A failure to read the front: of the file system, or of the file's content.
pub(super) enum Failure {
    /// The operating system refused.
    Io(io::Error),
    /// The content breaks a rule.
    Content(Box<Error>),
}

impl From<io::Error> for Failure {
    fn from(error: io::Error) -> Self {
        Self::Io(error)
    }
}

impl From<Error> for Failure {
    fn from(error: Error) -> Self {
        Self::Content(Box::new(error))
    }
}

/// Reads the front of a file of `length` bytes.
pub(super) fn layout(file: &mut (impl Read + Seek), length: u64) -> Result<Layout, Failure> {
    let magic = magic(file, length)?;
    let (mut format, mut data, mut long) = (None, None, None);
    let mut at = 12;
    for _ in 0..MOST_CHUNKS {
        let Some(chunk) = chunk_at(file, at, length)? else {
            break;
        };
        match &chunk.id {
            b"fmt " => format = Some(read_format(file, &chunk, length)?),
            b"ds64" => long = read_long_size(file, &chunk, length)?,
            b"data" if data.is_none() => data = Some(chunk_of(&chunk, long, magic)),
            _ => {}
        }
        if format.is_some() && data.is_some() {
            break;
        }
        at = next(file, &chunk, length)?;
    }
    let format = format.ok_or_else(|| missing("fmt "))?;
    let data = data.ok_or_else(|| missing("data"))?;
    Ok(measure(file, format, &data, length)?)
}

fn magic(file: &mut (impl Read + Seek), length: u64) -> Result<[u8; 4], Failure> {
    if length == 0 {
        return Err(Error::input("the file is empty")
            .advice("record or copy it again; there is nothing in it")
            .into());
    }
    let head = read_at(file, 0, 12)?;
    if let Some(name) = codec::foreign(&head) {
        return Err(not_read(name).into());
    }
    match (head.get(..4), head.get(8..12)) {
        (Some(magic @ (b"RIFF" | b"RF64" | b"BW64")), Some(b"WAVE")) => {
            Ok([magic[0], magic[1], magic[2], magic[3]])
        }
        (Some(b"RIFF" | b"RF64" | b"BW64"), _) => {
            Err(Error::input("a RIFF file that is not WAVE audio").into())
        }
        _ => Err(Error::input("not a WAV file: it does not start with RIFF and WAVE").into()),
    }
}

/// The error for a coding that is not read.
fn not_read(name: &str) -> Error {
    Error::unsupported(format!("{name} is not read yet"))
        .advice("convert it to PCM first, for example: ffmpeg -i <file> -c:a pcm_s16le <file>.wav")
}

fn missing(id: &str) -> Error {
    Error::input(format!("the WAV file has no {:?} chunk", id)).advice("record or copy it again")
}

/// The data chunk with its length of the 64-bit table, where there is one.
fn chunk_of(chunk: &Chunk, long: Option<u64>, magic: [u8; 4]) -> Chunk {
    let declared = match long {
        Some(long) if magic != *b"RIFF" && chunk.declared == u64::from(u32::MAX) => long,
        _ => chunk.declared,
    };
    Chunk { declared, ..*chunk }
}

fn read_long_size(
    file: &mut (impl Read + Seek),
    chunk: &Chunk,
    length: u64,
) -> io::Result<Option<u64>> {
    let n = chunk.declared.min(length - chunk.start).min(16);
    let bytes = read_at(file, chunk.start, n)?;
    Ok(bytes
        .get(8..16)
        .and_then(|b| b.first_chunk())
        .map(|b| u64::from_le_bytes(*b)))
}

/// What of the data chunk is really there.
fn measure(
    file: &mut (impl Read + Seek),
    format: Format,
    data: &Chunk,
    length: u64,
) -> io::Result<Layout> {
    let real = length.saturating_sub(data.start);
    let open = data.declared == 0 && real > 0 && !chunks_to_the_end(file, data.start, length)?;
    let mut notices = Vec::new();
    let mut bytes = data.declared;
    if open || bytes > real {
        notices.push(format!(
            "the header says {bytes} bytes of samples, the file has {real} bytes; read to the end of the file"
        ));
        bytes = real;
    }
    let frame = (format.codec.bytes() * format.channels) as u64;
    let rest = bytes % frame;
    if rest > 0 {
        let rest = plural(rest as usize, "trailing byte");
        notices.push(format!("{rest} dropped: not a whole frame"));
    }
    if bytes < frame {
        notices.push(String::from("no samples"));
    }
    Ok(Layout {
        rate: format.rate,
        channels: format.channels,
        codec: format.codec,
        start: data.start,
        frames: bytes / frame,
        notices,
    })
}

/// Do well-formed chunks fill the file from `at` to its end? Then a data chunk of length 0 before
/// them is truly empty; otherwise what follows are samples.
fn chunks_to_the_end(file: &mut (impl Read + Seek), at: u64, length: u64) -> io::Result<bool> {
    let mut at = at;
    for _ in 0..MOST_CHUNKS {
        match chunk_at(file, at, length)? {
            Some(chunk) if plain(&chunk.id) => at = next(file, &chunk, length)?,
            _ => break,
        }
    }
    Ok(at == length || at == length + 1)
}

#[cfg(test)]
mod tests {
    use super::*;
    use proptest::prelude::*;
    use std::io::Cursor;

    fn chunk(id: &[u8; 4], declared: u32, content: &[u8]) -> Vec<u8> {
        [id.as_slice(), &declared.to_le_bytes(), content].concat()
    }

    fn wav(chunks: &[Vec<u8>]) -> Vec<u8> {
        [b"RIFF\0\0\0\0WAVE".to_vec(), chunks.concat()].concat()
    }

    fn pcm_format() -> Vec<u8> {
        let fields = [1u16, 1, 8000, 0, 16000, 0, 2, 16];
        let content: Vec<u8> = fields.iter().flat_map(|w| w.to_le_bytes()).collect();
        chunk(b"fmt ", 16, &content)
    }

    fn read(bytes: Vec<u8>) -> Result<Layout, String> {
        let length = bytes.len() as u64;
        layout(&mut Cursor::new(bytes), length).map_err(|failure| match failure {
            Failure::Io(e) => e.to_string(),
            Failure::Content(e) => e.to_string(),
        })
    }

    #[test]
    fn odd_chunks_are_read_padded_and_unpadded() {
        for content in [&b"abc\0"[..], b"abc"] {
            let odd = chunk(b"LIST", 3, content);
            let bytes = wav(&[odd, pcm_format(), chunk(b"data", 4, &[1, 0, 2, 0])]);
            assert_eq!(read(bytes).map(|l| l.frames), Ok(2));
        }
    }

    #[test]
    fn a_length_of_zero_is_unknown_unless_chunks_follow() {
        let samples = wav(&[pcm_format(), chunk(b"data", 0, &[7; 20])]);
        let layout = read(samples).expect("readable");
        assert_eq!(layout.frames, 10);
        assert!(layout.notices[0].contains("0 bytes") && layout.notices[0].contains("20 bytes"));
        let list = chunk(b"LIST", 4, b"INFO");
        let empty = wav(&[pcm_format(), chunk(b"data", 0, &[]), list]);
        assert_eq!(read(empty).map(|l| l.frames), Ok(0));
    }

    #[test]
    fn long_files_take_their_length_from_the_table() {
        let mut table = vec![0; 28];
        table[8] = 6;
        let mut bytes = wav(&[
            chunk(b"ds64", 28, &table),
            pcm_format(),
            chunk(b"data", u32::MAX, &[1; 8]),
        ]);
        bytes[..4].copy_from_slice(b"RF64");
        assert_eq!(read(bytes).map(|l| l.frames), Ok(3));
    }

    #[test]
    fn broken_headers_say_what_is_missing() {
        assert!(read(Vec::new()).is_err_and(|e| e.contains("empty")));
        assert!(read(b"RIFF".to_vec()).is_err());
        assert!(read(wav(&[pcm_format()])).is_err_and(|e| e.contains("data")));
        assert!(read(b"fLaC00000000000000".to_vec()).is_err_and(|e| e.contains("FLAC")));
    }

    proptest! {
        #![proptest_config(ProptestConfig::with_cases(400))]

        #[test]
        fn arbitrary_bytes_never_panic_and_frames_fit(tail in proptest::collection::vec(any::<u8>(), 0..400)) {
            let bytes = wav(&[tail]);
            let length = bytes.len() as u64;
            if let Ok(layout) = read(bytes) {
                prop_assert!(layout.frames <= length);
            }
        }

        #[test]
        fn arbitrary_formats_never_panic(content in proptest::collection::vec(any::<u8>(), 16..48), declared in any::<u32>()) {
            let bytes = wav(&[chunk(b"fmt ", content.len() as u32, &content), chunk(b"data", declared, &[3; 64])]);
            if let Ok(layout) = read(bytes) {
                prop_assert!(layout.frames <= 64);
            }
        }
    }
}
