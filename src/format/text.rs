//! Text files: bytes to text, never lossy, with the hash of what was read.
//!
//! UTF-8 with or without a byte order mark, UTF-16 with one, and GB18030 once strict UTF-8 has failed:
//! a Chinese spreadsheet saves that, and says nothing about it.

use std::fs;
use std::path::Path;

use encoding_rs::{DecoderResult, Encoding, GB18030, UTF_8, UTF_16BE, UTF_16LE};
use sha2::{Digest, Sha256};

use super::InputFile;
use crate::error::{Error, Result};

/// The text of a file.
pub struct TextFile {
    /// The text, without a byte order mark.
    pub text: String,
    /// Name and hash of the file.
    pub input: InputFile,
    /// Did the file begin with a byte order mark?
    pub bom: bool,
    /// Name of the encoding, for example `UTF-8`.
    pub encoding: &'static str,
    /// What the user should know: an encoding that had to be assumed.
    pub notice: Option<String>,
}

/// Reads a text file.
pub fn read(path: &Path) -> Result<TextFile> {
    let meta = fs::metadata(path).map_err(|e| Error::io(path, &e))?;
    if !meta.is_file() {
        // A pipe or a device may never end.
        return Err(Error::unsupported("not a regular file")
            .at(path)
            .advice("save what it gives to a file first")
            .into());
    }
    let bytes = fs::read(path).map_err(|e| Error::io(path, &e))?;
    let name = path
        .file_name()
        .map(|n| n.to_string_lossy().into_owned())
        .unwrap_or_default();
    let input = InputFile {
        sha256: hex(&Sha256::digest(&bytes)),
        name,
    };
    let decoded = decode(&bytes).map_err(|e| e.at(path))?;
    let notice = (decoded.encoding == GB18030.name())
        .then(|| format!("{}: not UTF-8, read as GB18030", input.name));
    Ok(TextFile {
        text: decoded.text,
        input,
        bom: decoded.bom,
        encoding: decoded.encoding,
        notice,
    })
}

struct Decoded {
    text: String,
    bom: bool,
    encoding: &'static str,
}

fn decode(bytes: &[u8]) -> std::result::Result<Decoded, Error> {
    let (encoding, body, bom) = match Encoding::for_bom(bytes) {
        Some((encoding, length)) => (encoding, bytes.get(length..).unwrap_or_default(), true),
        None => (UTF_8, bytes, false),
    };
    let offset = bytes.len() - body.len();
    let (text, encoding) = match strict(encoding, body) {
        Ok(text) => (text, encoding),
        Err(at) if encoding == UTF_8 && !bom => match strict(GB18030, body) {
            Ok(text) => (text, GB18030),
            Err(other) => return Err(neither(at, other)),
        },
        Err(at) => return Err(malformed(encoding.name(), at + offset)),
    };
    if text.contains('\0') && encoding != UTF_16LE && encoding != UTF_16BE {
        return Err(Error::input("the file holds NUL characters")
            .advice("it is not text, or UTF-16 without a byte order mark: save it as UTF-8"));
    }
    Ok(Decoded {
        text,
        bom,
        encoding: encoding.name(),
    })
}

fn neither(utf8: usize, gb18030: usize) -> Error {
    Error::input(format!(
        "not UTF-8 (byte {utf8}) and not GB18030 (byte {gb18030})"
    ))
    .advice("save the file as UTF-8")
}

fn malformed(encoding: &str, at: usize) -> Error {
    Error::input(format!("malformed {encoding} at byte {at}")).advice("save the file as UTF-8")
}

/// The text, or the offset of the first byte that is not of the encoding.
fn strict(encoding: &'static Encoding, bytes: &[u8]) -> std::result::Result<String, usize> {
    if encoding == UTF_8 {
        return match std::str::from_utf8(bytes) {
            Ok(text) => Ok(String::from(text)),
            Err(e) => Err(e.valid_up_to()),
        };
    }
    let mut decoder = encoding.new_decoder_without_bom_handling();
    let room = decoder
        .max_utf8_buffer_length_without_replacement(bytes.len())
        .unwrap_or(bytes.len().saturating_mul(3));
    let mut text = String::with_capacity(room);
    match decoder.decode_to_string_without_replacement(bytes, &mut text, true) {
        (DecoderResult::InputEmpty, _) => Ok(text),
        (DecoderResult::Malformed(bad, after), read) => {
            Err(read.saturating_sub(usize::from(bad) + usize::from(after)))
        }
        (DecoderResult::OutputFull, read) => Err(read),
    }
}

/// Bytes as lower-case hexadecimal.
pub fn hex(bytes: &[u8]) -> String {
    bytes.iter().map(|b| format!("{b:02x}")).collect()
}

#[cfg(test)]
mod tests {
    use super::*;

    fn text(bytes: &[u8]) -> std::result::Result<(String, bool, &'static str), String> {
        decode(bytes)
            .map(|d| (d.text, d.bom, d.encoding))
            .map_err(|e| e.rule)
    }

    #[test]
    fn a_byte_order_mark_is_not_text() {
        let read = text(b"\xEF\xBB\xBFcall_id");
        assert_eq!(read, Ok((String::from("call_id"), true, "UTF-8")));
    }

    #[test]
    fn utf_16_needs_its_mark() {
        let little = text(b"\xFF\xFEa\0\x2D\x4E");
        assert_eq!(little, Ok((String::from("a中"), true, "UTF-16LE")));
        let big = text(b"\xFE\xFF\0a\x4E\x2D");
        assert_eq!(big, Ok((String::from("a中"), true, "UTF-16BE")));
        assert!(text(b"a\0b\0").is_err_and(|e| e.contains("NUL")));
        let lone = text(b"\xFF\xFEa\0\x00\xD8");
        assert!(
            lone.is_err_and(|e| e.contains("byte 4")),
            "a lone surrogate"
        );
    }

    #[test]
    fn gb18030_is_tried_after_utf_8() {
        let read = text(b"c1,\xC4\xFA\xBA\xC3");
        assert_eq!(read, Ok((String::from("c1,您好"), false, "gb18030")));
        let broken = text(b"caf\xE9, ja");
        assert_eq!(
            broken,
            Err(String::from("not UTF-8 (byte 3) and not GB18030 (byte 3)"))
        );
    }
}
