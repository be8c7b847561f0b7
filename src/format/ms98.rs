//! Switchboard ms98 word files: `sw2001A-ms98-a-word.text`, one side a file, `id start end word` a line.
//!
//! Word rules, the same as in the independent reference script: `[laughter-x]` is x; any other whole
//! `[…]` or `<…>` is no word, which takes the rare slip marks `[said/meant]` with it; `_1` suffixes are
//! dropped. A word whose end is not after its start is kept as untimed. Side A is the user unless
//! `--roles` says otherwise.

use std::collections::BTreeMap;
use std::path::{Path, PathBuf};

use super::{Corpus, Format, Probe, ReadOptions, plural, rows_from_words, text};
use crate::call::{Call, Role, Word};
use crate::error::{Error, Errors, Result};
use crate::time::{Ms, from_seconds};

/// The format.
pub struct Ms98;

impl Format for Ms98 {
    fn name(&self) -> &'static str {
        "swb-ms98"
    }

    fn about(&self) -> &'static str {
        "Switchboard ms98 word files, one side a file (swNNNN[AB]-ms98-a-word.text)"
    }

    fn claims(&self, file: &Probe) -> bool {
        side(&file.path).is_some()
    }

    fn read(&self, files: &[PathBuf], options: &ReadOptions) -> Result<Corpus> {
        let mut corpus = Corpus {
            formats: vec![self.name()],
            ..Corpus::default()
        };
        let mut calls: BTreeMap<String, Call> = BTreeMap::new();
        let mut errors = Vec::new();
        let mut sentences = 0;
        for path in files {
            let Some(file) = side(path) else {
                errors.push(
                    Error::input("the file name is not swNNNN[AB]-ms98-a-word.text").at(path),
                );
                continue;
            };
            if !file.words {
                sentences += 1;
                continue;
            }
            let role = options.role_of(&file.side.to_string(), usize::from(file.side != 'A'));
            let call = calls
                .entry(file.call.clone())
                .or_insert_with(|| Call::new(&file.call));
            call.language = Some(String::from("en"));
            match read_side(path, role) {
                Ok((words, file)) => {
                    call.words.extend(words);
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
        if sentences > 0 {
            corpus.notices.push(format!(
                "{} not needed: the word files hold the same text",
                plural(sentences, "ms98 sentence file")
            ));
        }
        corpus.calls = calls.into_values().collect();
        Ok(corpus)
    }
}

struct Side {
    call: String,
    side: char,
    words: bool,
}

/// Call, side and kind from a name like `sw2001A-ms98-a-word.text`.
fn side(path: &Path) -> Option<Side> {
    let name = path.file_name()?.to_str()?;
    let rest = name.strip_prefix("sw")?;
    let digits = rest.bytes().take_while(u8::is_ascii_digit).count();
    let (call, rest) = rest.split_at(digits);
    let side = rest.chars().next().filter(|c| matches!(c, 'A' | 'B'))?;
    let words = match &rest[1..] {
        "-ms98-a-word.text" => true,
        "-ms98-a-trans.text" => false,
        _ => return None,
    };
    (!call.is_empty()).then(|| Side {
        call: format!("sw{call}"),
        side,
        words,
    })
}

fn read_side(path: &Path, role: Role) -> Result<(Vec<Word>, text::TextFile)> {
    let file = text::read(path)?;
    let mut words = Vec::new();
    let mut errors = Vec::new();
    for (line, content) in file.text.lines().enumerate() {
        if content.trim().is_empty() {
            continue;
        }
        match read_line(content) {
            Ok(None) => {}
            Ok(Some((start, end, text))) => words.push(Word {
                row: words.len(),
                role,
                start,
                end,
                text,
                confidence: String::new(),
            }),
            Err(error) => errors.push(error.at(path).line(line as u64 + 1)),
        }
    }
    if errors.is_empty() {
        Ok((words, file))
    } else {
        Err(Errors(errors))
    }
}

fn read_line(line: &str) -> std::result::Result<Option<(Ms, Ms, String)>, Error> {
    let mut fields = line.split_whitespace();
    let (Some(_), Some(start), Some(end), Some(word)) =
        (fields.next(), fields.next(), fields.next(), fields.next())
    else {
        return Err(Error::input("a line is: id start end word").value(line));
    };
    let seconds = |name: &str, field: &str| {
        field
            .parse()
            .ok()
            .and_then(from_seconds)
            .filter(|ms| *ms >= 0)
            .ok_or_else(|| {
                Error::input("times are seconds from the start of the call")
                    .column(name)
                    .value(field)
            })
    };
    let (start, end) = (seconds("start", start)?, seconds("end", end)?);
    Ok(spoken(word).map(|word| (start, end, word)))
}

/// What was said, or `None` for a line that is not a word.
pub(super) fn spoken(word: &str) -> Option<String> {
    let word = word
        .strip_prefix("[laughter-")
        .and_then(|w| w.strip_suffix(']'))
        .unwrap_or(word);
    let tag = |open, close| word.starts_with(open) && word.ends_with(close);
    if tag('[', ']') || tag('<', '>') {
        return None;
    }
    let stem = match word.rsplit_once('_') {
        Some((stem, n)) if !n.is_empty() && n.bytes().all(|b| b.is_ascii_digit()) => stem,
        _ => word,
    };
    (!stem.is_empty()).then(|| String::from(stem))
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn markup_of_the_release_is_resolved() {
        for (given, said) in [
            ("[laughter-yeah]", Some("yeah")),
            ("[silence]", None),
            ("[noise]", None),
            ("<b_aside>", None),
            ("them_1", Some("them")),
            ("[worths/works]", None),
            ("[laughter-a[nd]-]", Some("a[nd]-")),
            ("th[at]-", Some("th[at]-")),
            ("{himmy}", Some("{himmy}")),
        ] {
            assert_eq!(spoken(given).as_deref(), said, "{given}");
        }
    }

    #[test]
    fn names_tell_call_side_and_kind() {
        let file = side(Path::new("x/sw2001B-ms98-a-word.text"));
        assert!(file.is_some_and(|f| f.call == "sw2001" && f.side == 'B' && f.words));
        assert!(side(Path::new("sw2001C-ms98-a-word.text")).is_none());
        assert!(side(Path::new("notes.text")).is_none());
    }

    #[test]
    fn a_bad_time_names_its_column() {
        let error = read_line("sw 0.1 x hi").err();
        assert_eq!(error.and_then(|e| e.place.column).as_deref(), Some("end"));
    }
}
