//! RTTM: `SPEAKER uri channel start duration <NA> <NA> speaker <NA> [<NA>]`, seconds.
//!
//! The fourth number is a duration, not an end. Speakers go by name, the first is the user, unless they
//! are named `user` and `agent` or `--roles` says otherwise. Blank lines, comments and all other line
//! types are skipped.

use std::collections::BTreeMap;
use std::path::{Path, PathBuf};

use super::activity::{self, BySpeaker};
use super::corpus::{by_file, settle};
use super::{Corpus, Format, Probe, ReadOptions, text};
use crate::call::Call;
use crate::error::{Error, Result};
use crate::time::Span;

/// The format.
pub struct Rttm;

impl Format for Rttm {
    fn name(&self) -> &'static str {
        "rttm"
    }

    fn about(&self) -> &'static str {
        "RTTM speech activity, one or more calls a file (.rttm)"
    }

    fn claims(&self, file: &Probe) -> bool {
        file.has_extension("rttm")
    }

    fn read(&self, files: &[PathBuf], options: &ReadOptions) -> Result<Corpus> {
        by_file(self.name(), files, |path| read_file(path, options))
    }
}

fn read_file(path: &Path, options: &ReadOptions) -> Result<Corpus> {
    let file = text::read(path)?;
    let mut calls: BTreeMap<&str, BySpeaker> = BTreeMap::new();
    let mut errors = Vec::new();
    for (line, content) in (1..).zip(file.text.lines()) {
        match read_line(content) {
            Ok(None) => {}
            Ok(Some((uri, speaker, span))) => {
                let speakers = calls.entry(uri).or_default();
                speakers
                    .entry(String::from(speaker))
                    .or_default()
                    .push(span);
            }
            Err(error) => errors.push(error.at(path).line(line)),
        }
    }
    let mut read = Vec::new();
    let mut notices: Vec<String> = file.notice.into_iter().collect();
    for (uri, speakers) in calls {
        let mut call = Call::new(uri);
        match activity::give(&mut call, speakers, options) {
            Ok(said) => {
                notices.extend(said);
                read.push(call);
            }
            Err(error) => errors.push(error.at(path)),
        }
    }
    let mut corpus = settle(errors, options)?;
    corpus.calls = read;
    corpus.inputs = vec![file.input];
    corpus.notices.extend(notices);
    Ok(corpus)
}

type Line<'a> = (&'a str, &'a str, Span);

/// Call, speaker and time of a line; `None` for lines that say nothing of the kind.
fn read_line(line: &str) -> std::result::Result<Option<Line<'_>>, Error> {
    let fields: Vec<&str> = line.split_whitespace().collect();
    let [kind, uri, _, start, duration, _, _, speaker, ..] = fields[..] else {
        return match fields.first() {
            Some(&"SPEAKER") => Err(miscounted(fields.len())),
            _ => Ok(None),
        };
    };
    if kind != "SPEAKER" {
        return Ok(None);
    }
    if !(9..=10).contains(&fields.len()) {
        return Err(miscounted(fields.len()));
    }
    let start = activity::seconds("start", start)?;
    let length = activity::seconds("duration", duration)?;
    if length == 0 {
        return Ok(None); // Nothing was said for no time.
    }
    Ok(Some((uri, speaker, Span::new(start, start + length))))
}

fn miscounted(found: usize) -> Error {
    Error::input(format!("expected 9-10 fields, got {found}"))
        .advice("a space in the file id shifts the fields: replace it")
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn the_fourth_number_is_a_duration() {
        let line = read_line("SPEAKER c 1 1.000 1.400 <NA> <NA> agent <NA> <NA>");
        assert_eq!(line, Ok(Some(("c", "agent", Span::new(1000, 2400)))));
    }

    #[test]
    fn a_space_in_the_id_is_told() {
        let line = read_line("SPEAKER mono vocals 1 1.000 1.400 <NA> <NA> agent <NA> <NA>");
        assert!(line.is_err_and(|e| e.rule == "expected 9-10 fields, got 11"));
    }

    #[test]
    fn other_lines_are_skipped() {
        let info = "SPKR-INFO call1 1 <NA> <NA> <NA> unknown agent <NA> <NA>";
        for line in ["", "  ", ";; comment", info] {
            assert_eq!(read_line(line), Ok(None), "{line}");
        }
    }
}
