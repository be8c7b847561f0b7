//! CHAT transcripts (TalkBank): `*SPK:` main tiers with time marks (`␕start_end␕`, ms), `%wor` word times.
//!
//! Roles go by `@Participants`: a participant called user or agent is it, else the first who speaks is the
//! user. An utterance without a time mark lies between its neighbours in time; a file without any mark
//! has an order only.

use std::collections::BTreeMap;
use std::path::{Path, PathBuf};

use super::corpus::{by_file, settle};
use super::parties::{self, Parties, Speaker};
use super::{Corpus, Format, Probe, ReadOptions, plural, stem, text};
use crate::call::{Call, Role, Segment, Word};
use crate::error::{Error, Result};
use crate::time::{Ms, Span};

mod said;

/// The format.
pub struct Chat;

impl Format for Chat {
    fn name(&self) -> &'static str {
        "chat"
    }

    fn about(&self) -> &'static str {
        "CHAT transcripts of TalkBank, one call a file (.cha)"
    }

    fn claims(&self, file: &Probe) -> bool {
        let head = String::from_utf8_lossy(&file.head);
        let mut lines = head.trim_start_matches('\u{feff}').lines();
        file.has_extension("cha")
            || lines
                .next()
                .is_some_and(|l| matches!(l.trim(), "@UTF8" | "@Begin"))
    }

    fn read(&self, files: &[PathBuf], options: &ReadOptions) -> Result<Corpus> {
        by_file(self.name(), files, |path| read_file(path, options))
    }
}

/// An utterance.
struct Utterance<'t> {
    speaker: &'t str,
    text: String,
    span: Option<Span>,
    words: Vec<(String, Span)>,
}

/// What a file holds.
#[derive(Default)]
struct Transcript<'t> {
    language: Option<String>,
    /// Code of each participant, and the role its description names.
    participants: Vec<(String, Option<Role>)>,
    utterances: Vec<Utterance<'t>>,
}

fn read_file(path: &Path, options: &ReadOptions) -> Result<Corpus> {
    let file = text::read(path)?;
    let (transcript, errors) = transcript(&file.text);
    let errors = errors.into_iter().map(|e| e.at(path)).collect();
    let mut corpus = settle(errors, options)?;
    corpus.inputs = vec![file.input];
    corpus.notices.extend(file.notice);
    let mut call = Call::new(stem(path));
    let parties = roles(&call.id, &transcript, options).map_err(|e| e.at(path))?;
    let unmarked = fill(&mut call, transcript, &parties);
    corpus.notices.extend(parties.notices);
    if unmarked > 0 && !call.untimed {
        corpus.notices.push(format!(
            "call {}: {} without a time mark: taken to lie between the neighbours",
            call.id,
            plural(unmarked, "utterance")
        ));
    }
    corpus.calls = vec![call];
    Ok(corpus)
}

/// Lines with the tab-indented lines that go on with them, each with its number.
fn unfolded(text: &str) -> Vec<(u64, String)> {
    let mut lines: Vec<(u64, String)> = Vec::new();
    for (number, line) in (1..).zip(text.lines()) {
        match lines.last_mut() {
            Some((_, open)) if line.starts_with(['\t', ' ']) => {
                open.push(' ');
                open.push_str(line.trim());
            }
            _ if line.trim().is_empty() => {}
            _ => lines.push((number, String::from(line.trim_end()))),
        }
    }
    lines
}

fn transcript(text: &str) -> (Transcript<'_>, Vec<Error>) {
    let mut transcript = Transcript::default();
    let mut errors = Vec::new();
    let codes = codes(text);
    for (number, line) in unfolded(text) {
        let mut fault = |e: Error| errors.push(e.line(number));
        if let Some(tier) = line.strip_prefix('*') {
            let found = tier
                .split_once(':')
                .and_then(|(name, tier)| Some((*codes.get(name)?, tier)));
            match found
                .ok_or_else(|| no_speaker(&line))
                .and_then(|(name, t)| utterance(name, t))
            {
                Ok(utterance) => transcript.utterances.push(utterance),
                Err(e) => fault(e),
            }
        } else if let Some(words) = line.strip_prefix("%wor:") {
            match (timed_words(words), transcript.utterances.last_mut()) {
                (Ok(words), Some(utterance)) => utterance.words = words,
                (Ok(_), None) => {}
                (Err(e), _) => fault(e),
            }
        } else if let Some(codes) = line.strip_prefix("@Languages:") {
            let first = codes.split([',', ' ', '\t']).find(|c| !c.is_empty());
            transcript.language = first.map(String::from);
        } else if let Some(list) = line.strip_prefix("@Participants:") {
            transcript.participants = list.split(',').filter_map(participant).collect();
        } else if !line.starts_with(['@', '%']) {
            fault(Error::input("a line begins with @, *, % or a tab").value(&line));
        }
    }
    (transcript, errors)
}

/// The speaker codes of main tiers, as they stand in `text`.
fn codes(text: &str) -> BTreeMap<&str, &str> {
    let tiers = text
        .lines()
        .filter_map(|l| l.strip_prefix('*')?.split_once(':'));
    tiers
        .filter(|(name, _)| !name.is_empty())
        .map(|(name, _)| (name, name))
        .collect()
}

fn no_speaker(line: &str) -> Error {
    Error::input("a main tier is *SPEAKER: and a tab, then what was said").value(line)
}

/// `PS002 Margaret Unidentified` and the role that one of its words names.
fn participant(entry: &str) -> Option<(String, Option<Role>)> {
    let mut words = entry.split_whitespace().peekable();
    let code = String::from(*words.peek()?);
    let role = words.find_map(|w| Role::parse(&w.to_lowercase()));
    Some((code, role))
}

fn utterance<'t>(speaker: &'t str, tier: &str) -> std::result::Result<Utterance<'t>, Error> {
    let (text, marks) = marks(tier)?;
    let start = marks.iter().map(|(_, m)| m.start).min();
    let end = marks.iter().map(|(_, m)| m.end).max();
    let span = start.zip(end).map(|(start, end)| Span::new(start, end));
    Ok(Utterance {
        speaker,
        text: said::said(&text),
        // A mark without a length places nothing.
        span: span.filter(|s| s.start < s.end),
        words: Vec::new(),
    })
}

/// `word ␕start_end␕ word ␕start_end␕ …`: the word before each mark.
fn timed_words(tier: &str) -> std::result::Result<Vec<(String, Span)>, Error> {
    let (text, marks) = marks(tier)?;
    let before = |at: usize| text[..at].split_whitespace().next_back().map(String::from);
    Ok(marks
        .into_iter()
        .filter_map(|(at, span)| Some((before(at)?, span)))
        .collect())
}

type Marks = Vec<(usize, Span)>;

/// A tier without its time marks, and the marks, each with the byte of the text that it stands at.
fn marks(tier: &str) -> std::result::Result<(String, Marks), Error> {
    let mut text = String::with_capacity(tier.len());
    let mut marks = Vec::new();
    for (k, part) in tier.split('\u{15}').enumerate() {
        if k % 2 == 0 {
            text.push_str(part);
            continue;
        }
        let times = part.trim_end_matches('-').split_once('_');
        let span = times.and_then(|(a, b)| Some((milliseconds(a)?, milliseconds(b)?)));
        let Some((start, end)) = span.filter(|(a, b)| a <= b) else {
            return Err(Error::input(
                "a time mark is start_end in ms, the end not before the start",
            )
            .value(part));
        };
        marks.push((text.len(), Span::new(start, end)));
    }
    match tier.matches('\u{15}').count() % 2 {
        0 => Ok((text, marks)),
        _ => Err(Error::input("a time mark is not closed").value(tier)),
    }
}

/// Longest recording that a mark may point into: what is more is no time in ms.
const LONGEST: Ms = 1_000_000_000;

fn milliseconds(field: &str) -> Option<Ms> {
    let plain = !field.is_empty() && field.bytes().all(|b| b.is_ascii_digit());
    field.parse().ok().filter(|ms| plain && *ms <= LONGEST)
}

fn roles(
    call: &str,
    transcript: &Transcript<'_>,
    options: &ReadOptions,
) -> std::result::Result<Parties, Error> {
    let mut rows: BTreeMap<&str, i64> = BTreeMap::new();
    for utterance in &transcript.utterances {
        *rows.entry(utterance.speaker).or_default() += 1;
    }
    let listed: Vec<&str> = transcript
        .participants
        .iter()
        .map(|(code, _)| code.as_str())
        .collect();
    let place = |name: &str| {
        listed
            .iter()
            .position(|l| *l == name)
            .unwrap_or(listed.len())
    };
    let mut speakers: Vec<Speaker<'_>> = rows
        .into_iter()
        .map(|(name, amount)| Speaker {
            name,
            amount,
            said: transcript
                .participants
                .get(place(name))
                .and_then(|(_, role)| *role),
        })
        .collect();
    speakers.sort_by_key(|s| place(s.name));
    parties::choose(call, &speakers, "order", options)
}

/// Puts the utterances of the two parties into `call`; how many of them have no time mark?
fn fill(call: &mut Call, transcript: Transcript<'_>, parties: &Parties) -> usize {
    call.language = transcript.language;
    let spans: Vec<Option<Span>> = transcript.utterances.iter().map(|u| u.span).collect();
    call.untimed = !spans.is_empty() && spans.iter().all(Option::is_none);
    let places = if call.untimed {
        super::ranks(spans.len())
    } else {
        between(&spans)
    };
    let mut unmarked = 0;
    for (utterance, span) in transcript.utterances.into_iter().zip(places) {
        let Some(role) = parties.roles.get(utterance.speaker).copied() else {
            continue;
        };
        unmarked += usize::from(utterance.span.is_none());
        call.segments.push(Segment {
            row: call.segments.len(),
            role,
            span,
            transcript: utterance.text,
            words: 0..0,
        });
        for (text, span) in utterance.words {
            call.words.push(Word {
                row: call.words.len(),
                role,
                start: span.start,
                end: span.end,
                text,
                confidence: String::new(),
            });
        }
    }
    unmarked
}

/// A place for every utterance: its own span, or what its neighbours leave.
fn between(spans: &[Option<Span>]) -> Vec<Span> {
    let mut next: Option<Ms> = None;
    let mut starts: Vec<Option<Ms>> = spans
        .iter()
        .rev()
        .map(|span| {
            next = span.map(|s| s.start).or(next);
            next
        })
        .collect();
    starts.reverse();
    let mut end = 0;
    spans
        .iter()
        .zip(starts)
        .map(|(span, next)| {
            let place = span.unwrap_or_else(|| {
                let start = next.map_or(end, |n| n.min(end));
                Span::new(start, next.unwrap_or(0).max(start + 1))
            });
            end = place.end;
            place
        })
        .collect()
}

#[cfg(test)]
mod tests {
    use super::*;

    const FILE: &str = "@UTF8\n@Languages:\teng, spa\n@Participants:\tAGT Agent, USR Ann User\n\
        *USR:\t&-um I [/] I\n\tneed it . \u{15}1000_2500\u{15}\n%wor:\tum \u{15}1000_1300\u{15} I \u{15}1300_1400\u{15} .\n\
        *AGT:\tokay .\n*USR:\tbye . \u{15}4000_4400\u{15}\n@End\n";

    #[test]
    fn tiers_go_on_over_lines_and_carry_times() {
        let (transcript, errors) = transcript(FILE);
        assert!(errors.is_empty(), "{errors:?}");
        assert_eq!(transcript.language.as_deref(), Some("eng"));
        let parties = roles("c", &transcript, &ReadOptions::default());
        let parties = parties.map_err(|e| e.to_string());
        let parties = parties.unwrap_or_default();
        assert_eq!(parties.roles.get("USR"), Some(&Role::User));
        let mut call = Call::new("c");
        assert_eq!(fill(&mut call, transcript, &parties), 1);
        let rows: Vec<_> = call
            .segments
            .iter()
            .map(|s| (s.role, s.span, s.transcript.as_str()))
            .collect();
        assert_eq!(
            rows,
            [
                (Role::User, Span::new(1000, 2500), "um I I need it."),
                (Role::Agent, Span::new(2500, 4000), "okay."),
                (Role::User, Span::new(4000, 4400), "bye."),
            ]
        );
        assert_eq!(call.words.len(), 2);
        assert!(!call.untimed);
    }

    #[test]
    fn a_bad_mark_names_its_line() {
        for mark in [
            "\u{15}5_3\u{15}",
            "\u{15}a_3\u{15}",
            "\u{15}5_30",
            "\u{15}1_99999999999\u{15}",
        ] {
            let text = format!("@UTF8\n*A:\thi {mark}\n");
            let (_, errors) = transcript(&text);
            assert_eq!(
                errors.first().and_then(|e| e.place.line),
                Some(2),
                "{mark:?}"
            );
        }
    }

    #[test]
    fn without_any_mark_only_the_order_is_known() {
        let (transcript, _) = transcript("@UTF8\n*A:\thi .\n*B:\tho .\n");
        let parties = roles("c", &transcript, &ReadOptions::default()).unwrap_or_default();
        let mut call = Call::new("c");
        fill(&mut call, transcript, &parties);
        assert!(call.untimed);
        assert_eq!(call.segments[1].span, Span::new(1, 2));
    }
}
