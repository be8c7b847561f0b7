//! Switchboard with gold repair tags (`heldout_data_timings.tsv` of deep_disfluency), all sides in one file.
//!
//! A section `Speaker: 4519A` opens side A of call 4519; below it one word a line, tab separated: id,
//! start and end in seconds, word, part of speech, tags. Words and times are taken, the tags are not:
//! they are what detection is scored against. Rows are inter-pausal units. `$unc$` before a word marks
//! an uncertain part of speech and is no part of it. A word whose end is not after its start is kept
//! untimed. Side A is the user unless `--roles` says otherwise.

use std::collections::BTreeMap;
use std::path::{Path, PathBuf};

use super::{Corpus, Format, Probe, ReadOptions, rows_from_words, text};
use crate::call::{Call, Role, Word};
use crate::error::{Error, Errors, Result};
use crate::time::{Ms, from_seconds};

/// The format.
pub struct SwbRepairs;

impl Format for SwbRepairs {
    fn name(&self) -> &'static str {
        "swb-repairs"
    }

    fn about(&self) -> &'static str {
        "Switchboard words with gold repair tags (deep_disfluency), sections \"Speaker: 4519A\"; the tags are not read"
    }

    fn claims(&self, file: &Probe) -> bool {
        let head = String::from_utf8_lossy(&file.head);
        let mut lines = head.lines();
        lines.next().is_some_and(|l| speaker(l).is_some())
            && lines
                .next()
                .is_some_and(|l| l.split('\t').count() == FIELDS)
    }

    fn read(&self, files: &[PathBuf], options: &ReadOptions) -> Result<Corpus> {
        let mut corpus = Corpus {
            formats: vec![self.name()],
            ..Corpus::default()
        };
        let mut calls: BTreeMap<String, Call> = BTreeMap::new();
        let mut errors = Vec::new();
        for path in files {
            match text::read(path) {
                Ok(file) => {
                    sections(path, &file.text, options, &mut calls, &mut errors);
                    corpus.inputs.push(file.input);
                    corpus.notices.extend(file.notice);
                }
                Err(e) => errors.extend(e.0),
            }
        }
        if !errors.is_empty() {
            return Err(Errors(errors));
        }
        for call in calls.values_mut() {
            call.words.sort_by_key(|w| (w.role, w.start, w.row));
            rows_from_words(call, options.ipu_silence, " ");
        }
        corpus.calls = calls.into_values().collect();
        Ok(corpus)
    }
}

/// Id, start, end, word, part of speech, tags.
const FIELDS: usize = 6;

/// Reads the sections of one file into the calls they belong to.
fn sections(
    path: &Path,
    text: &str,
    options: &ReadOptions,
    calls: &mut BTreeMap<String, Call>,
    errors: &mut Vec<Error>,
) {
    let mut open: Option<(&str, Role)> = None;
    for (line, content) in text.lines().enumerate() {
        let at = |error: Error| error.at(path).line(line as u64 + 1);
        if content.trim().is_empty() {
            continue;
        }
        if content.starts_with(SPEAKER) {
            open = speaker(content)
                .map(|(call, side)| (call, options.role_of(side, usize::from(side != "A"))));
            if open.is_none() {
                let error = Error::input("a section is opened by Speaker: and call and side");
                errors.push(at(error
                    .value(content)
                    .advice("write it like Speaker: 4519A")));
            }
            continue;
        }
        let Some((id, role)) = open else {
            errors.push(at(Error::input("a word stands before the first Speaker:")));
            return;
        };
        let call = calls.entry(String::from(id)).or_insert_with(|| {
            let mut call = Call::new(id);
            call.language = Some(String::from("en"));
            call
        });
        match word(content) {
            Ok((start, end, text)) => call.words.push(Word {
                row: line,
                role,
                start,
                end,
                text,
                confidence: String::new(),
            }),
            Err(error) => errors.push(at(error)),
        }
    }
}

/// What a section begins with.
const SPEAKER: &str = "Speaker:";

/// Call and side of `Speaker: 4519A`.
fn speaker(line: &str) -> Option<(&str, &str)> {
    let name = line.strip_prefix(SPEAKER)?.trim();
    let call = name.strip_suffix(['A', 'B'])?;
    let known = !call.is_empty() && call.bytes().all(|b| b.is_ascii_alphanumeric());
    known.then(|| (call, &name[call.len()..]))
}

/// Start, end and text of a word.
fn word(line: &str) -> std::result::Result<(Ms, Ms, String), Error> {
    let fields: Vec<&str> = line.split('\t').collect();
    let &[_, start, end, word, _, _] = fields.as_slice() else {
        let rule = "a line is: id, start, end, word, part of speech, tags, with tabs between";
        return Err(Error::input(rule).value(line));
    };
    let seconds = |name: &str, field: &str| {
        let ms = field.trim().parse().ok().and_then(from_seconds);
        ms.filter(|ms| *ms >= 0).ok_or_else(|| {
            Error::input("times are seconds from the start of the call")
                .column(name)
                .value(field)
        })
    };
    let said = word.strip_prefix("$unc$").unwrap_or(word).trim();
    if said.is_empty() {
        return Err(Error::input("a line needs a word")
            .column("word")
            .value(line));
    }
    Ok((seconds("start", start)?, seconds("end", end)?, said.into()))
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn sections_name_call_and_side() {
        assert_eq!(speaker("Speaker: 4519A"), Some(("4519", "A")));
        assert_eq!(speaker("Speaker: sw2B"), Some(("sw2", "B")));
        assert_eq!(speaker("Speaker: 4519"), None);
        assert_eq!(speaker("Speaker: A"), None);
    }

    #[test]
    fn words_lose_the_mark_of_uncertainty_and_their_tags() {
        let line = "(1:0:1)\t2.5574\t2.72\t$unc$one\tCD\t<rms id=\"1\"/>";
        assert_eq!(word(line).ok(), Some((2557, 2720, String::from("one"))));
    }

    #[test]
    fn a_bad_line_says_what_is_wrong() {
        let column = |line: &str| word(line).err().and_then(|e| e.place.column);
        assert_eq!(column("x\t0.1\tno\thi\tUH\t").as_deref(), Some("end"));
        assert_eq!(column("x\t0.1\t0.2\t$unc$\tUH\t").as_deref(), Some("word"));
        assert!(word("x 0.1 0.2 hi").is_err());
    }
}
