//! Recordings: `<call>.wav` with both parties, or `<call>.user.wav` and `<call>.agent.wav`.
//!
//! The party of a one-channel file is the last word of its name, after `.`, `_` or `-`: user, caller,
//! customer, client; agent, assistant, bot, system; case does not matter. Only the front of a file is
//! read here. FLAC, Ogg, MP3 and the like are claimed too, so that they get an error that names them.

use std::fs::File;
use std::io::Read;
use std::path::{Path, PathBuf};

use sha2::{Digest, Sha256};

use super::{Corpus, Format, InputFile, Probe, ReadOptions, Recording, stem, text};
use crate::audio::{AudioFile, foreign};
use crate::call::Role;
use crate::error::{Error, Errors, Result};

/// The format.
pub struct Wav;

impl Format for Wav {
    fn name(&self) -> &'static str {
        "wav"
    }

    fn about(&self) -> &'static str {
        "WAV recordings: <call>.wav, or <call>.user.wav and <call>.agent.wav"
    }

    fn claims(&self, file: &Probe) -> bool {
        let riff = [b"RIFF", b"RF64", b"BW64"];
        riff.iter().any(|magic| file.head.starts_with(*magic))
            || foreign(&file.head).is_some()
            || (file.head.is_empty() && file.has_extension("wav"))
    }

    fn read(&self, files: &[PathBuf], options: &ReadOptions) -> Result<Corpus> {
        let mut corpus = Corpus {
            formats: vec![self.name()],
            ..Corpus::default()
        };
        let mut errors = Vec::new();
        for path in files {
            match add(path, &mut corpus) {
                Ok(()) => {}
                Err(e) if options.lenient => {
                    let left_out = e.0.iter().map(|e| format!("left out: {e}"));
                    corpus.notices.extend(left_out);
                }
                Err(e) => errors.extend(e.0),
            }
        }
        match errors.is_empty() {
            true => Ok(corpus),
            false => Err(Errors(errors)),
        }
    }
}

fn add(path: &Path, corpus: &mut Corpus) -> Result<()> {
    let file = AudioFile::open(path)?;
    let info = file.info();
    let name = file_name(path);
    let stem = stem(path);
    let (call_id, party) = match (party(&stem), info.channels) {
        (Some((id, role)), 1) => (id.to_string(), Some(role)),
        (Some((_, role)), n) => {
            corpus.notices.push(format!(
                "{name}: the name says {role}, but it has {n} channels; read as a recording of both parties"
            ));
            (stem, None)
        }
        (None, _) => (stem, None),
    };
    let notices = info.notices.iter().map(|n| format!("{name}: {n}"));
    corpus.notices.extend(notices);
    corpus.recordings.push(Recording {
        call_id,
        party,
        path: path.to_path_buf(),
        channels: info.channels,
        duration: info.duration(),
    });
    let sha256 = hash(path).map_err(|e| Error::io(path, &e))?;
    corpus.inputs.push(InputFile { sha256, name });
    Ok(())
}

fn file_name(path: &Path) -> String {
    path.file_name()
        .map(|name| name.to_string_lossy().into_owned())
        .unwrap_or_default()
}

/// Call and party of a file name without its extension; `None` where the name says no party.
pub(super) fn party(stem: &str) -> Option<(&str, Role)> {
    let (id, word) = stem.rsplit_once(['.', '_', '-'])?;
    let role = match word.to_ascii_lowercase().as_str() {
        "user" | "caller" | "customer" | "client" => Role::User,
        "agent" | "assistant" | "bot" | "system" => Role::Agent,
        _ => return None,
    };
    (!id.is_empty()).then_some((id, role))
}

/// SHA-256 of a file, read in pieces: recordings do not fit into memory.
fn hash(path: &Path) -> std::io::Result<String> {
    let mut file = File::open(path)?;
    let mut hash = Sha256::new();
    let mut piece = vec![0; 1 << 16];
    loop {
        match file.read(&mut piece)? {
            0 => return Ok(text::hex(&hash.finalize())),
            n => hash.update(piece.get(..n).unwrap_or_default()),
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn the_party_is_the_last_word_of_the_name() {
        assert_eq!(party("c1.user"), Some(("c1", Role::User)));
        assert_eq!(party("c-1_Bot"), Some(("c-1", Role::Agent)));
        assert_eq!(party("2024-01-CUSTOMER"), Some(("2024-01", Role::User)));
        assert_eq!(party("superuser"), None);
        assert_eq!(party("c1.user.final"), None);
        assert_eq!(party(".user"), None);
    }
}
