//! JSON of Whisper and its relatives (openai-whisper, faster-whisper, WhisperX): `segments` of `start`, `end`,
//! `text`, and where there are word times `words` of `word`, `start`, `end`; seconds.
//!
//! The call is the name of the file. The party is the last word of that name, as with recordings
//! (`<call>.user.json`), else the `speaker` of a segment, else the user, which is told. A word without times
//! keeps its place in the text and stays untimed; a sign (`?`) is no word.

use std::collections::BTreeMap;
use std::path::{Path, PathBuf};

use serde::Deserialize;

use super::corpus::by_party;
use super::parties::{self, Parties, Speaker};
use super::{Corpus, Format, Probe, ReadOptions, stem, text, wav};
use crate::call::{Call, Role, Segment, Word};
use crate::error::{Error, Errors, Result};
use crate::time::{Ms, Span, calendar_day, from_seconds};

/// The format.
pub struct WhisperX;

impl Format for WhisperX {
    fn name(&self) -> &'static str {
        "whisperx"
    }

    fn about(&self) -> &'static str {
        "JSON of Whisper, faster-whisper, WhisperX: segments, with or without words (.json)"
    }

    fn claims(&self, file: &Probe) -> bool {
        let head = String::from_utf8_lossy(&file.head);
        let head = head.trim_start_matches('\u{feff}').trim_start();
        let has = |key: &str| head.contains(key);
        let segments = has("\"segments\"") && has("\"start\"") && has("\"end\"");
        // Whisper writes the whole text first, which may fill the head of the file.
        let text_first = head.starts_with('{') && head[1..].trim_start().starts_with("\"text\"");
        file.has_extension("json")
            && head.starts_with('{')
            && !has("\"results\"")
            && (segments || (text_first && file.head.len() as u64 == super::PROBE_BYTES))
    }

    fn read(&self, files: &[PathBuf], options: &ReadOptions) -> Result<Corpus> {
        by_party(self.name(), files, |path, corpus| {
            read_file(path, options, corpus)
        })
    }
}

#[derive(Deserialize)]
struct File {
    language: Option<String>,
    segments: Vec<Part>,
}

#[derive(Deserialize)]
struct Part {
    start: f64,
    end: f64,
    #[serde(default)]
    text: String,
    speaker: Option<String>,
    #[serde(default)]
    words: Vec<Said>,
}

#[derive(Deserialize)]
struct Said {
    #[serde(alias = "text")]
    word: String,
    start: Option<f64>,
    end: Option<f64>,
    #[serde(alias = "probability", alias = "confidence")]
    score: Option<f64>,
}

fn read_file(path: &Path, options: &ReadOptions, corpus: &mut Corpus) -> Result<Call> {
    let file = text::read(path)?;
    let name = file.input.name.clone();
    let parsed: File = serde_json::from_str(&file.text).map_err(|e| {
        Error::input(format!("not JSON of Whisper: {e}"))
            .at(path)
            .line(e.line() as u64)
    })?;
    let stem = stem(path);
    let (id, party) = match wav::party(&stem) {
        Some((id, role)) => (String::from(id), Some(role)),
        None => (stem.clone(), None),
    };
    let parties = roles(&parsed, party, options, &id).map_err(|e| e.at(path).call(&id))?;
    let roles = parties.roles;
    corpus.inputs.push(file.input);
    corpus
        .notices
        .extend(file.notice.into_iter().chain(parties.notices));
    let mut call = Call::new(id);
    call.language = parsed.language;
    let mut errors = Vec::new();
    for (k, part) in parsed.segments.into_iter().enumerate() {
        let back = backwards(k, &part).map(|said| format!("{name}: {said}"));
        corpus.notices.extend(back);
        let role = match (&part.speaker, party) {
            (_, Some(party)) => party,
            (None, None) => Role::User,
            // A speaker who is neither party was left out, and the notice says so.
            (Some(speaker), None) => match roles.get(speaker) {
                Some(role) => *role,
                None => continue,
            },
        };
        if let Err(error) = add(&mut call, role, part) {
            errors.push(error.at(path).row(k as u64 + 1));
        }
    }
    match errors.is_empty() {
        true => Ok(call),
        false => Err(Errors(errors)),
    }
}

/// The role of each speaker, and notices where it had to be assumed.
fn roles(
    file: &File,
    party: Option<Role>,
    options: &ReadOptions,
    id: &str,
) -> std::result::Result<Parties, Error> {
    if party.is_some() {
        return Ok(Parties::default());
    }
    let mut rows: BTreeMap<&str, i64> = BTreeMap::new();
    for speaker in file.segments.iter().filter_map(|s| s.speaker.as_deref()) {
        *rows.entry(speaker).or_default() += 1;
    }
    if rows.is_empty() {
        return Ok(Parties {
            notices: vec![format!(
                "call {id}: nothing says who speaks; taken as the user (name it <call>.user.json or <call>.agent.json)"
            )],
            ..Parties::default()
        });
    }
    let speakers = rows.into_iter().map(|(name, amount)| Speaker {
        name,
        amount,
        said: Role::parse(name),
    });
    parties::choose(id, &speakers.collect::<Vec<_>>(), "name", options)
}

fn add(call: &mut Call, role: Role, part: Part) -> std::result::Result<(), Error> {
    let (start, end) = (time("start", part.start)?, time("end", part.end)?);
    if end <= start {
        return Err(
            Error::input(format!("end {end} is not after start {start}"))
                .column("end")
                .value(end.to_string()),
        );
    }
    call.segments.push(Segment {
        row: call.segments.len(),
        role,
        span: Span::new(start, end),
        transcript: String::from(part.text.trim()),
        words: 0..0,
    });
    let mut last = start;
    for said in part.words {
        let text = said.word.trim();
        if !text.chars().any(char::is_alphanumeric) {
            continue;
        }
        let at = said.start.map(|s| time("start", s)).transpose()?;
        let until = said.end.map(|s| time("end", s)).transpose()?;
        let begin = at.unwrap_or(last);
        last = begin;
        call.words.push(Word {
            row: call.words.len(),
            role,
            start: begin,
            end: until.filter(|_| at.is_some()).unwrap_or(begin),
            text: String::from(text),
            confidence: said.score.map(|s| s.to_string()).unwrap_or_default(),
        });
    }
    Ok(())
}

/// Words of a segment that start before the word before them, which are read in the order of time.
fn backwards(k: usize, part: &Part) -> Option<String> {
    let timed = part.words.iter().enumerate();
    let timed: Vec<(usize, f64)> = timed.filter_map(|(n, w)| Some((n + 1, w.start?))).collect();
    let steps: Vec<_> = timed.windows(2).filter(|w| w[1].1 < w[0].1).collect();
    let first = steps.first()?;
    let words: Vec<String> = steps.iter().map(|w| w[1].0.to_string()).collect();
    Some(format!(
        "segment {}: word {} starts at {} s, the one before at {} s; times run backwards at {} (words {})",
        k + 1,
        first[1].0,
        first[1].1,
        first[0].1,
        super::plural(steps.len(), "step"),
        words.join(", ")
    ))
}

/// Seconds as ms of the recording.
fn time(column: &str, seconds: f64) -> std::result::Result<Ms, Error> {
    let wrong = |rule: String| Error::input(rule).column(column).value(seconds.to_string());
    let ms = from_seconds(seconds).filter(|ms| *ms >= 0);
    let ms = ms.ok_or_else(|| {
        wrong(String::from(
            "times are seconds from the start of the recording",
        ))
    })?;
    match calendar_day(ms) {
        Some(day) => Err(wrong(format!("{column} looks like Unix time ({day})"))
            .advice("subtract the start of the recording")),
        None => Ok(ms),
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn read(json: &str) -> Result<Corpus> {
        let folder = tempfile::tempdir().expect("a folder");
        let path = folder.path().join("c.agent.json");
        std::fs::write(&path, json).expect("written");
        super::super::open(&[path], &ReadOptions::default())
    }

    #[test]
    fn segments_are_rows_and_words_have_times_or_not() {
        let json = r#"{"language": "en", "segments": [{"start": 1.0, "end": 3.25, "text": " It is 22 ?",
            "words": [{"word": "It", "start": 1.0, "end": 1.2, "score": 0.9}, {"word": "is", "start": 1.3, "end": 1.3},
            {"word": "22"}, {"word": "?"}]}]}"#;
        let call = read(json).expect("read").calls.remove(0);
        assert_eq!(
            (call.id.as_str(), call.language.as_deref()),
            ("c", Some("en"))
        );
        let row = &call.segments[0];
        assert_eq!((row.role, row.span), (Role::Agent, Span::new(1000, 3250)));
        assert_eq!(row.transcript, "It is 22 ?");
        let words: Vec<_> = call
            .words
            .iter()
            .map(|w| (w.text.as_str(), w.start, w.span()))
            .collect();
        let want = [
            ("It", 1000, Some(Span::new(1000, 1200))),
            ("is", 1300, None),
            ("22", 1300, None),
        ];
        assert_eq!(words, want);
        assert_eq!(call.words[0].confidence, "0.9");
    }

    #[test]
    fn times_that_cannot_be_are_errors() {
        let turned = r#"{"segments": [{"start": 1, "end": 2, "text": "a"}, {"start": 9, "end": 8, "text": "b"}]}"#;
        let error = read(turned).expect_err("turned").to_string();
        assert!(
            error.contains("row 2, column end: end 8000 is not after start 9000"),
            "{error}"
        );
        let unix = r#"{"segments": [{"start": 951782400, "end": 951782401, "text": "a"}]}"#;
        let error = read(unix).expect_err("a date").to_string();
        assert!(
            error.contains("looks like Unix time (2000-02-29)"),
            "{error}"
        );
    }
}
