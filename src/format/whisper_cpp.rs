//! JSON of whisper.cpp (`-oj`, `-ojf`): `transcription` of items with `offsets` (ms) and `timestamps`.
//!
//! With `-ml 1` an item is a piece of a word; with `-ojf` an item is a row and holds its pieces as `tokens`;
//! else an item is a row without word times. A piece that begins with a blank begins a word, as does one Han
//! character; any other joins the word before it; signs are no words. Offsets win over timestamps, and where the
//! two differ it is told. Call and party come from the file name, as in `<call>.user.json`; else it is the user.

use std::path::{Path, PathBuf};

use serde::Deserialize;

use super::corpus::by_party;
use super::{Corpus, Format, Probe, ReadOptions, rows_from_words, stem, text, wav};
use crate::call::{Call, Role, Segment, Word};
use crate::error::{Error, Errors, Result};
use crate::lang::is_han;
use crate::time::{LONGEST, Ms, Span};

/// The format.
pub struct WhisperCpp;

impl Format for WhisperCpp {
    fn name(&self) -> &'static str {
        "whisper-cpp"
    }

    fn about(&self) -> &'static str {
        "JSON of whisper.cpp: transcription, by segment or by token (.json)"
    }

    fn claims(&self, file: &Probe) -> bool {
        let head = String::from_utf8_lossy(&file.head);
        let has = |key: &str| head.contains(key);
        // With -oj the model is described before the transcription; that fits into the head.
        head.trim_start().starts_with('{') && has("\"transcription\"") && has("\"offsets\"")
    }

    fn read(&self, files: &[PathBuf], options: &ReadOptions) -> Result<Corpus> {
        by_party(self.name(), files, |path, corpus| {
            read_file(path, options, corpus)
        })
    }
}

#[derive(Deserialize)]
struct File {
    result: Option<About>,
    transcription: Vec<Item>,
}

#[derive(Deserialize)]
struct About {
    language: Option<String>,
}

#[derive(Deserialize)]
struct Item {
    offsets: Offsets,
    timestamps: Option<Stamps>,
    text: String,
    #[serde(default)]
    tokens: Vec<Item>,
}

#[derive(Deserialize)]
struct Offsets {
    from: Ms,
    to: Ms,
}

#[derive(Deserialize)]
struct Stamps {
    from: String,
    to: String,
}

fn read_file(path: &Path, options: &ReadOptions, corpus: &mut Corpus) -> Result<Call> {
    let file = text::read(path)?;
    let name = file.input.name.clone();
    let parsed: File = serde_json::from_str(&file.text).map_err(|e| {
        Error::input(format!("not JSON of whisper.cpp: {e}"))
            .at(path)
            .line(e.line() as u64)
    })?;
    on_the_clock(&parsed.transcription, path)?;
    corpus.inputs.push(file.input);
    corpus.notices.extend(file.notice);
    corpus
        .notices
        .extend(mismatch(&name, &parsed.transcription));
    let stem = stem(path);
    let (id, role) = match wav::party(&stem) {
        Some((id, role)) => (id, role),
        None => {
            corpus.notices.push(format!(
                "{name}: nothing says who speaks; taken as the user (name it <call>.user.json or <call>.agent.json)"
            ));
            (stem.as_str(), Role::User)
        }
    };
    let mut call = Call::new(id);
    call.language = parsed.result.and_then(|r| r.language);
    let items = &parsed.transcription;
    if are_pieces(items) {
        call.words = words(items, role);
        let han = call.words.iter().any(|w| w.text.chars().any(is_han));
        rows_from_words(&mut call, options.ipu_silence, if han { "" } else { " " });
    } else {
        rows(&mut call, items, role, path)?;
    }
    Ok(call)
}

/// No offset, of an item or of its tokens, lies beyond any clock.
fn on_the_clock(items: &[Item], path: &Path) -> Result<()> {
    let on = -LONGEST..=LONGEST;
    let off = |o: &Offsets| [o.from, o.to].into_iter().find(|ms| !on.contains(ms));
    let each = items.iter().enumerate().filter_map(|(k, item)| {
        let inside = item.tokens.iter().map(|t| &t.offsets);
        let ms = std::iter::once(&item.offsets).chain(inside).find_map(off)?;
        let rule = "offsets are milliseconds from the start of the recording";
        let error = Error::input(rule).column("offsets").value(ms.to_string());
        Some(error.at(path).row(k as u64 + 1))
    });
    match each.collect::<Vec<_>>() {
        errors if errors.is_empty() => Ok(()),
        errors => Err(Errors(errors)),
    }
}

/// Are the items pieces of words, not whole segments? No piece holds a blank inside, and pieces are short.
fn are_pieces(items: &[Item]) -> bool {
    /// Mean length of a piece, at most, in characters; segments of languages without blanks are longer.
    const LENGTH: usize = 8;
    let texts = || items.iter().map(|i| i.text.trim());
    let characters: usize = texts().map(|t| t.chars().count()).sum();
    items.iter().all(|i| i.tokens.is_empty())
        && texts().all(|t| !t.contains(char::is_whitespace))
        && characters <= LENGTH * items.len()
}

/// Segments as rows; their tokens, where they have some, as words.
fn rows(call: &mut Call, items: &[Item], role: Role, path: &Path) -> Result<()> {
    let mut errors = Vec::new();
    for (k, item) in items.iter().enumerate() {
        let Offsets { from, to } = item.offsets;
        if from < 0 || to <= from {
            let rule = format!("offsets.to {to} is not after offsets.from {from}");
            errors.push(Error::input(rule).at(path).row(k as u64 + 1));
            continue;
        }
        call.segments.push(Segment {
            row: call.segments.len(),
            role,
            span: Span::new(from, to),
            transcript: String::from(item.text.trim()),
            words: 0..0,
        });
        for mut word in words(&item.tokens, role) {
            word.row = call.words.len();
            call.words.push(word);
        }
    }
    match errors.is_empty() {
        true => Ok(()),
        false => Err(Errors(errors)),
    }
}

/// Pieces put together to words.
fn words(pieces: &[Item], role: Role) -> Vec<Word> {
    let mut words: Vec<Word> = Vec::new();
    // A sign ends the word before it: what follows without a blank is a word of its own.
    let mut open = false;
    for piece in pieces {
        let text = piece.text.trim();
        if text.starts_with("[_") || !text.chars().any(char::is_alphanumeric) {
            open = open && text.is_empty();
            continue;
        }
        let begins = piece.text.starts_with(char::is_whitespace) || text.starts_with(is_han);
        match words.last_mut() {
            Some(word) if open && !begins => {
                word.text.push_str(text);
                word.end = piece.offsets.to;
            }
            _ => words.push(Word {
                row: words.len(),
                role,
                start: piece.offsets.from,
                end: piece.offsets.to,
                text: String::from(text),
                confidence: String::new(),
            }),
        }
        open = true;
    }
    words
}

/// `00:00:08,140` as ms.
fn stamp(text: &str) -> Option<Ms> {
    let (clock, ms) = text.split_once([',', '.'])?;
    let parts = clock.split(':').map(|part| part.parse::<Ms>().ok());
    let seconds = parts.collect::<Option<Vec<Ms>>>()?;
    let seconds = seconds
        .iter()
        .try_fold(0, |sum: Ms, part| sum.checked_mul(60)?.checked_add(*part))?;
    seconds.checked_mul(1000)?.checked_add(ms.parse().ok()?)
}

/// Items whose offsets and timestamps say different times.
fn mismatch(name: &str, items: &[Item]) -> Option<String> {
    let mut apart = Vec::new();
    for (k, item) in (1..).zip(items) {
        let Some(stamps) = &item.timestamps else {
            continue;
        };
        for (end, offset, text) in [
            ("from", item.offsets.from, &stamps.from),
            ("to", item.offsets.to, &stamps.to),
        ] {
            if let Some(ms) = stamp(text).filter(|ms| *ms != offset) {
                apart.push(format!(
                    "piece {k} offsets.{end} {offset} != timestamps.{end} {ms}"
                ));
            }
        }
    }
    let first = apart.first()?;
    Some(format!(
        "{name}: {first}; offsets are taken ({} such in all)",
        apart.len()
    ))
}

#[cfg(test)]
mod tests {
    use super::*;

    fn item(text: &str, from: Ms, to: Ms) -> Item {
        Item {
            offsets: Offsets { from, to },
            timestamps: None,
            text: String::from(text),
            tokens: Vec::new(),
        }
    }

    fn said(pieces: &[(&str, Ms, Ms)]) -> Vec<(String, Ms, Ms)> {
        let items: Vec<Item> = pieces.iter().map(|(t, a, b)| item(t, *a, *b)).collect();
        let words = words(&items, Role::User).into_iter();
        words.map(|w| (w.text, w.start, w.end)).collect()
    }

    #[test]
    fn pieces_join_to_words() {
        let got = said(&[
            ("[_BEG_]", 0, 0),
            (" I", 0, 90),
            (" can", 100, 200),
            ("'t", 200, 290),
            (".", 290, 300),
            (" go", 400, 500),
        ]);
        let want = [("I", 0, 90), ("can't", 100, 290), ("go", 400, 500)];
        assert!(
            got.iter().map(|(t, a, b)| (t.as_str(), *a, *b)).eq(want),
            "{got:?}"
        );
        let got = said(&[
            ("我", 0, 90),
            ("去", 90, 200),
            ("，", 200, 210),
            ("好", 300, 400),
        ]);
        assert_eq!(got.len(), 3);
    }

    #[test]
    fn stamps_of_a_clock() {
        assert_eq!(stamp("01:02:03,004"), Some(3_723_004));
        assert_eq!(stamp("nonsense"), None);
    }

    #[test]
    fn segments_are_no_pieces() {
        assert!(are_pieces(&[item(" I", 0, 1), item(" can", 1, 2)]));
        assert!(!are_pieces(&[item(" I can", 0, 1)]));
        assert!(!are_pieces(&[item("我明天下午去你那里", 0, 1)]));
    }
}
