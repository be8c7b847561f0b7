//! Text files: bytes to text, never lossy, with the hash of what was read.

use std::fs;
use std::path::Path;

use sha2::{Digest, Sha256};

use super::InputFile;
use crate::error::{Error, Result};

/// The text of a file.
pub struct TextFile {
    /// The text, without a byte order mark.
    pub text: String,
    /// Name and hash of the file.
    pub input: InputFile,
}

/// Reads a text file.
pub fn read(path: &Path) -> Result<TextFile> {
    let bytes = fs::read(path).map_err(|e| Error::io(path, &e))?;
    let input = InputFile {
        sha256: hex(&Sha256::digest(&bytes)),
        name: super::stem(path),
    };
    let text = String::from_utf8(bytes).map_err(|e| {
        Error::input(format!(
            "not UTF-8 at byte {}",
            e.utf8_error().valid_up_to()
        ))
        .at(path)
    })?;
    Ok(TextFile { text, input })
}

/// Bytes as lower-case hexadecimal.
pub fn hex(bytes: &[u8]) -> String {
    bytes.iter().map(|b| format!("{b:02x}")).collect()
}
