//! NCCU Corpus of Spoken Mandarin, raw form: `Turn,Speaker,Utterance`, one conversation a file.
//!
//! Rows keep their order only: there are no times. What is said stays in its traditional characters;
//! the marks of the transcription go (see [`said`]). The speaker who comes first is the user.

use std::path::{Path, PathBuf};

use super::corpus::{by_file, settle};
use super::parties::{self, Speaker};
use super::{Corpus, Format, Probe, ReadOptions, stem, text};
use crate::call::{Call, Segment};
use crate::error::{Error, Result};

/// The format.
pub struct Nccu;

const HEADER: [&str; 3] = ["Turn", "Speaker", "Utterance"];

impl Format for Nccu {
    fn name(&self) -> &'static str {
        "nccu"
    }

    fn about(&self) -> &'static str {
        "NCCU Corpus of Spoken Mandarin, raw turns, no times (Turn,Speaker,Utterance; .csv)"
    }

    fn claims(&self, file: &Probe) -> bool {
        let head = String::from_utf8_lossy(&file.head);
        let first = head.trim_start_matches('\u{feff}').lines().next();
        first.is_some_and(|l| l.trim_end().split(',').eq(HEADER))
    }

    fn read(&self, files: &[PathBuf], options: &ReadOptions) -> Result<Corpus> {
        by_file(self.name(), files, |path| read_file(path, options))
    }
}

fn read_file(path: &Path, options: &ReadOptions) -> Result<Corpus> {
    let file = text::read(path)?;
    let mut reader = csv::ReaderBuilder::new()
        .flexible(true)
        .from_reader(file.text.as_bytes());
    let mut rows: Vec<(String, String)> = Vec::new();
    let mut errors = Vec::new();
    for (row, record) in (1..).zip(reader.records()) {
        let record = record.map_err(|e| Error::input(e.to_string()).at(path).row(row))?;
        match (record.len(), record.get(1), record.get(2)) {
            (3, Some(speaker), Some(text)) if !name(speaker).is_empty() => {
                rows.push((String::from(name(speaker)), said(text)));
            }
            _ => {
                let line = record.position().map_or(0, csv::Position::line);
                let value: Vec<&str> = record.iter().collect();
                let error =
                    Error::input("a row is: turn, speaker, utterance").value(value.join(","));
                errors.push(error.at(path).line(line).row(row));
            }
        }
    }
    let mut corpus = settle(errors, options)?;
    let mut call = Call::new(stem(path));
    call.language = Some(String::from("zh"));
    call.untimed = true;
    let parties = parties::choose(&call.id, &speakers(&rows), "order", options);
    let parties = parties.map_err(|e| e.at(path))?;
    let places = super::ranks(rows.len());
    for ((speaker, transcript), span) in rows.into_iter().zip(places) {
        if let Some(role) = parties.roles.get(&speaker).copied() {
            call.segments.push(Segment {
                row: call.segments.len(),
                role,
                span,
                transcript,
                words: 0..0,
            });
        }
    }
    corpus.calls = vec![call];
    corpus.inputs = vec![file.input];
    corpus.notices.extend(file.notice);
    corpus.notices.extend(parties.notices);
    Ok(corpus)
}

/// `F1` of `F1:`, `F1 ：`.
fn name(cell: &str) -> &str {
    cell.trim_matches(|c: char| c.is_whitespace() || matches!(c, ':' | '：'))
}

/// Speakers in the order in which they come in.
fn speakers(rows: &[(String, String)]) -> Vec<Speaker<'_>> {
    let mut speakers: Vec<Speaker<'_>> = Vec::new();
    for (name, _) in rows {
        match speakers.iter_mut().find(|s| s.name == name) {
            Some(speaker) => speaker.amount += 1,
            None => speakers.push(Speaker {
                name,
                amount: 1,
                said: None,
            }),
        }
    }
    speakers
}

/// What was said: pauses (`..`, `...`, `…`) become commas; overlap brackets, laughter (`@`), lengthening
/// (`=`), `(0)`, glosses `((外婆))` and the tags of `<L3 … L3>` go, and so does what was not understood (`XX`).
fn said(cell: &str) -> String {
    let cell = cell.replace('…', "...");
    let mut said = String::with_capacity(cell.len());
    let mut rest = cell.as_str();
    while let Some(c) = rest.chars().next() {
        let run = |same: fn(char) -> bool| rest.find(|c| !same(c)).unwrap_or(rest.len());
        let length = match c {
            '(' | '（' => rest.find([')', '）']).map_or(c.len_utf8(), |end| {
                let closing = |c| c == ')' || c == '）';
                let after = &rest[end..];
                end + after.find(|c| !closing(c)).unwrap_or(after.len())
            }),
            '.' => {
                let length = run(|c| c == '.');
                if !said.is_empty() && !said.ends_with('，') {
                    said.push('，');
                }
                length
            }
            '[' | ']' | '@' | '=' | '<' | '>' | ')' | '）' => c.len_utf8(),
            c if c.is_ascii_alphanumeric() => {
                let length = run(|c| c.is_ascii_alphanumeric() || c == '\'');
                if !is_mark(&rest[..length]) {
                    said.push_str(&rest[..length]);
                }
                length
            }
            c => {
                said.push(c);
                c.len_utf8()
            }
        };
        rest = &rest[length..];
    }
    String::from(said.trim_matches(|c: char| c.is_whitespace() || c == '，'))
}

/// `XX`, which nobody understood; `L3` of `<L3 … L3>`.
fn is_mark(run: &str) -> bool {
    let language = run.strip_prefix('L').and_then(|n| n.parse::<u8>().ok());
    run.bytes().all(|b| matches!(b, b'x' | b'X')) || language.is_some_and(|n| n < 10)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn marks_of_the_transcription_go() {
        for (cell, want) in [
            ("..那個..那個…我=覺得...", "那個，那個，我覺得"),
            ("[XX]我還(刪除)想邀他過來呢", "我還想邀他過來呢"),
            ("..平常[[那麼黏<L3阿媽 ((外婆)) L3>]]", "平常那麼黏阿媽"),
            ("(0)<@對啊@>..OK 啊", "對啊，OK 啊"),
            ("..[@@@]", ""),
            (".. Cambodia我有了", "Cambodia我有了"),
            ("（外", "外"),
        ] {
            assert_eq!(said(cell), want, "{cell}");
        }
    }

    #[test]
    fn names_come_without_their_colon() {
        for cell in ["F1:", "F1 :", "F1：", "F1", "F1:\u{3000}"] {
            assert_eq!(name(cell), "F1");
        }
        let rows: Vec<_> = ["B", "A", "B"]
            .map(|n| (String::from(n), String::new()))
            .to_vec();
        let found: Vec<_> = speakers(&rows).iter().map(|s| (s.name, s.amount)).collect();
        assert_eq!(found, [("B", 2), ("A", 1)]);
    }
}
