//! Increments of a streaming recogniser of the IBM kind: JSON objects one after another, each with
//! `results` of which some are `final`; one party a file, `<call>_l.json.txt` and `<call>_r.json.txt`.
//!
//! Only final results are read: one row each, with the times of its words. What came before was revised
//! and is counted in a notice. The left channel is the user unless `--roles` says otherwise.

use std::collections::BTreeMap;
use std::path::{Path, PathBuf};

use serde::Deserialize;

use super::{Corpus, Format, Probe, ReadOptions, plural, text};
use crate::call::{Call, Role, Segment, Word};
use crate::error::{Error, Errors, Result};
use crate::time::{Ms, Span, from_seconds};

/// The format.
pub struct Increments;

impl Format for Increments {
    fn name(&self) -> &'static str {
        "asr-increments"
    }

    fn about(&self) -> &'static str {
        "Interim and final results of a streaming recogniser (IBM style), one party a file (<call>_l.json.txt, <call>_r.json.txt)"
    }

    fn claims(&self, file: &Probe) -> bool {
        let head = String::from_utf8_lossy(&file.head);
        let opens = head
            .trim_start_matches('\u{feff}')
            .trim_start()
            .starts_with('{');
        let keys = ["\"result_index\"", "\"alternatives\"", "\"timestamps\""];
        let mut found = keys.iter().map(|key| head.contains(key));
        // A file that its name gives away is one of these even when it is broken off: half of a call that is passed
        // over in silence would be worse than an error.
        opens
            && match side(&file.path) {
                Some(_) => found.any(|f| f),
                None => found.all(|f| f),
            }
    }

    fn read(&self, files: &[PathBuf], options: &ReadOptions) -> Result<Corpus> {
        let mut corpus = Corpus {
            formats: vec![self.name()],
            ..Corpus::default()
        };
        let mut calls: BTreeMap<String, Call> = BTreeMap::new();
        let mut errors = Vec::new();
        let mut interim = 0;
        for path in files {
            let Some((id, side)) = side(path) else {
                let error = Error::input("the file name does not say whose speech it is");
                errors.push(
                    error
                        .at(path)
                        .advice("name it <call>_l.json.txt or <call>_r.json.txt"),
                );
                continue;
            };
            let role = options.role_of(side, usize::from(side != "l"));
            let call = calls.entry(id.clone()).or_insert_with(|| Call::new(&id));
            match read_side(path, role, call) {
                Ok((file, more)) => {
                    interim += more;
                    corpus.inputs.push(file.input);
                    corpus.notices.extend(file.notice);
                }
                Err(e) => errors.extend(e.0),
            }
        }
        if !errors.is_empty() {
            return Err(Errors(errors));
        }
        if interim > 0 {
            corpus.notices.push(format!(
                "{} not counted: a later result replaced them",
                plural(interim, "interim result")
            ));
        }
        corpus.calls = calls.into_values().collect();
        Ok(corpus)
    }
}

/// Call and channel of `<call>_l.json.txt`.
fn side(path: &Path) -> Option<(String, &'static str)> {
    let name = path.file_name()?.to_str()?;
    let stem = name.split_once(".json").map_or(name, |(stem, _)| stem);
    let (call, side) = stem.rsplit_once('_')?;
    let side = ["l", "r"].into_iter().find(|s| *s == side)?;
    (!call.is_empty()).then(|| (String::from(call), side))
}

#[derive(Deserialize)]
struct Message {
    #[serde(default)]
    results: Vec<Outcome>,
}

#[derive(Deserialize)]
struct Outcome {
    #[serde(default)]
    alternatives: Vec<Alternative>,
    #[serde(rename = "final", default)]
    is_final: bool,
}

#[derive(Deserialize)]
struct Alternative {
    #[serde(default)]
    timestamps: Vec<(String, f64, f64)>,
}

/// Adds the final results of a file to `call`; how many were interim?
fn read_side(path: &Path, role: Role, call: &mut Call) -> Result<(text::TextFile, usize)> {
    let file = text::read(path)?;
    let mut interim = 0;
    let mut errors = Vec::new();
    let messages = serde_json::Deserializer::from_str(&file.text).into_iter::<Message>();
    for message in messages {
        let message = message.map_err(|e| {
            let error = Error::input(format!("not the JSON of a recogniser's result: {e}"));
            error.at(path).line(e.line() as u64)
        })?;
        for outcome in message.results {
            if !outcome.is_final {
                interim += 1;
                continue;
            }
            let said = outcome.alternatives.into_iter().next();
            if let Err(e) = add(call, role, said.map(|a| a.timestamps).unwrap_or_default()) {
                errors.push(e.at(path));
            }
        }
    }
    if errors.is_empty() {
        Ok((file, interim))
    } else {
        Err(Errors(errors))
    }
}

/// A final result as a row with its words.
fn add(
    call: &mut Call,
    role: Role,
    said: Vec<(String, f64, f64)>,
) -> std::result::Result<(), Error> {
    let ms = |seconds: f64| from_seconds(seconds).filter(|ms| *ms >= 0);
    let mut words: Vec<(Ms, Ms, String)> = Vec::with_capacity(said.len());
    for (text, start, end) in said {
        let times = ms(start).zip(ms(end));
        let (start, end) = times.ok_or_else(|| {
            Error::input("times are seconds from the start of the call")
                .column("timestamps")
                .value(format!("{text} {start} {end}"))
        })?;
        words.push((start, end, text));
    }
    let start = words.iter().map(|w| w.0).min();
    let end = words.iter().map(|w| w.1).max();
    let Some((start, end)) = start.zip(end) else {
        return Ok(()); // Nothing was recognised.
    };
    let transcript: Vec<&str> = words.iter().map(|w| w.2.as_str()).collect();
    call.segments.push(Segment {
        row: call.segments.len(),
        role,
        span: Span::new(start, end.max(start + 1)),
        transcript: transcript.join(" "),
        words: 0..0,
    });
    for (start, end, text) in words {
        call.words.push(Word {
            row: call.words.len(),
            role,
            start,
            end,
            text,
            confidence: String::new(),
        });
    }
    Ok(())
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn names_tell_call_and_channel() {
        assert_eq!(
            side(Path::new("x/sw04013_r.json.txt")),
            Some((String::from("sw04013"), "r"))
        );
        assert_eq!(side(Path::new("sw04013.json.txt")), None);
    }

    #[test]
    fn a_final_result_is_a_row() {
        let mut call = Call::new("c");
        let said = vec![
            (String::from("okay"), 0.26, 0.99),
            (String::from("so"), 1.07, 1.07),
        ];
        assert_eq!(add(&mut call, Role::User, said), Ok(()));
        assert_eq!(call.segments[0].span, Span::new(260, 1070));
        assert_eq!(call.segments[0].transcript, "okay so");
        assert_eq!(call.words[1].span(), None);
        assert!(add(&mut call, Role::User, vec![(String::from("x"), -1.0, 2.0)]).is_err());
        assert_eq!(add(&mut call, Role::User, Vec::new()), Ok(()));
        assert_eq!(call.segments.len(), 1);
    }
}
