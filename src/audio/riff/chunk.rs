//! Chunks of a RIFF file: a name, a length that may be wrong, and a content.

use std::io::{self, Read, Seek, SeekFrom};

/// A chunk: its name, what it says of its length, and where its content starts.
pub(super) struct Chunk {
    /// Name.
    pub id: [u8; 4],
    /// Length as the header has it.
    pub declared: u64,
    /// First byte of the content.
    pub start: u64,
}

/// Up to `n` bytes at `at`; fewer where the file ends. `n` is small and never comes from a header.
pub(super) fn read_at(file: &mut (impl Read + Seek), at: u64, n: u64) -> io::Result<Vec<u8>> {
    file.seek(SeekFrom::Start(at))?;
    let mut bytes = Vec::new();
    file.take(n).read_to_end(&mut bytes)?;
    Ok(bytes)
}

/// The chunk whose header is at `at`; `None` at the end of the file.
pub(super) fn chunk_at(
    file: &mut (impl Read + Seek),
    at: u64,
    length: u64,
) -> io::Result<Option<Chunk>> {
    if at.saturating_add(8) > length {
        return Ok(None);
    }
    let head = read_at(file, at, 8)?;
    Ok(match (head.first_chunk::<4>(), head.last_chunk::<4>()) {
        (Some(id), Some(size)) if head.len() == 8 => Some(Chunk {
            id: *id,
            declared: u64::from(u32::from_le_bytes(*size)),
            start: at + 8,
        }),
        _ => None,
    })
}

/// Where the chunk after `chunk` starts.
pub(super) fn next(file: &mut (impl Read + Seek), chunk: &Chunk, length: u64) -> io::Result<u64> {
    let end = chunk.start.saturating_add(chunk.declared);
    if chunk.declared.is_multiple_of(2) || end >= length {
        return Ok(end);
    }
    let (padded, bare) = (read_at(file, end + 1, 4)?, read_at(file, end, 4)?);
    let is_padded = known(&padded) || !(known(&bare) || (plain(&bare) && !plain(&padded)));
    Ok(if is_padded { end + 1 } else { end })
}

fn known(id: &[u8]) -> bool {
    matches!(
        id,
        b"fmt " | b"data" | b"fact" | b"LIST" | b"ds64" | b"bext" | b"JUNK" | b"cue " | b"smpl"
    )
}

/// Could these bytes be the name of a chunk?
pub(super) fn plain(id: &[u8]) -> bool {
    id.len() == 4 && id.iter().all(|b| (0x20..0x7f).contains(b))
}
