//! HCRC Map Task transcripts: `g` or `f`, a tab, what was said; two header lines and a column line before.
//!
//! The giver is the user unless `--roles` says otherwise. There are no times: rows keep their order only.
//! `dis--` is a cut-off word.

use std::path::{Path, PathBuf};

use super::corpus::{by_file, settle};
use super::parties::{self, Speaker};
use super::{Corpus, Format, Probe, ReadOptions, stem, text};
use crate::call::{Call, Role, Segment};
use crate::error::{Error, Result};

/// The format.
pub struct MapTask;

impl Format for MapTask {
    fn name(&self) -> &'static str {
        "maptask"
    }

    fn about(&self) -> &'static str {
        "HCRC Map Task transcripts, one dialogue a file, no times (g/f, tab, text; .txt)"
    }

    fn claims(&self, file: &Probe) -> bool {
        let head = String::from_utf8_lossy(&file.head);
        let mut lines = head.lines();
        let query = lines.next().is_some_and(|l| l.starts_with("Found "));
        query && lines.any(|l| l.starts_with("Observation:"))
    }

    fn read(&self, files: &[PathBuf], options: &ReadOptions) -> Result<Corpus> {
        by_file(self.name(), files, |path| read_file(path, options))
    }
}

/// The two speakers: instruction giver and follower.
const SPEAKERS: [&str; 2] = ["g", "f"];

fn read_file(path: &Path, options: &ReadOptions) -> Result<Corpus> {
    let file = text::read(path)?;
    let mut lines = Vec::new();
    let mut errors = Vec::new();
    for (number, line) in (1..).zip(file.text.lines()) {
        match read_line(line) {
            Ok(line) => lines.extend(line),
            Err(e) => errors.push(e.at(path).line(number)),
        }
    }
    let mut corpus = settle(errors, options)?;
    let mut call = Call::new(stem(path));
    call.language = Some(String::from("en"));
    call.untimed = true;
    let speakers = SPEAKERS.map(|name| Speaker {
        name,
        amount: lines.iter().filter(|(speaker, _)| *speaker == name).count() as i64,
        said: Some(if name == "g" { Role::User } else { Role::Agent }),
    });
    let parties = parties::choose(&call.id, &speakers, "order", options);
    let parties = parties.map_err(|e| e.at(path))?;
    for ((speaker, transcript), span) in lines.iter().zip(super::ranks(lines.len())) {
        if let Some(role) = parties.roles.get(*speaker).copied() {
            call.segments.push(Segment {
                row: call.segments.len(),
                role,
                span,
                transcript: transcript.clone(),
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

/// Speaker and text; `None` for the header and for lines without a word.
fn read_line(line: &str) -> std::result::Result<Option<(&'static str, String)>, Error> {
    let header = ["Found ", "Observation:", "who\t"];
    if line.trim().is_empty() || header.iter().any(|h| line.starts_with(h)) {
        return Ok(None);
    }
    let found = line.split_once('\t').and_then(|(who, text)| {
        let speaker = SPEAKERS.into_iter().find(|s| *s == who)?;
        Some((speaker, text))
    });
    let Some((speaker, text)) = found else {
        return Err(Error::input("a line is: g or f, a tab, what was said").value(line));
    };
    let words: Vec<String> = text.split_whitespace().map(word).collect();
    Ok((!words.is_empty()).then(|| (speaker, words.join(" "))))
}

/// `dis--` as the cut-off `dis-`.
fn word(word: &str) -> String {
    match word.trim_end_matches('-') {
        stem if stem.len() < word.len() && !stem.is_empty() => format!("{stem}-"),
        _ => String::from(word),
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_line_is_a_speaker_and_words() {
        let read = |line| read_line(line).map_err(|e| e.rule);
        assert_eq!(
            read("g\tgo to the dis-- a dis-- \t"),
            Ok(Some(("g", String::from("go to the dis- a dis-"))))
        );
        assert_eq!(read("f\t\t"), Ok(None));
        assert_eq!(read("Found 2 args."), Ok(None));
        assert!(read("x\thello").is_err());
        assert!(read("hello").is_err());
    }
}
