//! Switchboard words with dialogue acts (NXT): `sw2001A-word-da.csv`, one side a file, no header;
//! `utterance,start,end,word,B|I|O,act,act id` a line, seconds.
//!
//! Words are those of the ms98 release and read by its rules; acts are kept beside them. `O` words belong
//! to no act. Side A is the user unless `--roles` says otherwise.

use std::collections::BTreeMap;
use std::path::{Path, PathBuf};

use super::ms98::spoken;
use super::{Corpus, Format, Probe, ReadOptions, activity, rows_from_words, text};
use crate::call::{Act, Call, Role, Word};
use crate::error::{Error, Errors, Result};
use crate::time::Span;

/// The format.
pub struct SwbActs;

impl Format for SwbActs {
    fn name(&self) -> &'static str {
        "swb-da"
    }

    fn about(&self) -> &'static str {
        "Switchboard words with dialogue acts, one side a file (swNNNN[AB]-word-da.csv)"
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
        for path in files {
            let Some((id, side)) = side(path) else {
                errors.push(Error::input("the file name is not swNNNN[AB]-word-da.csv").at(path));
                continue;
            };
            let role = options.role_of(&side.to_string(), usize::from(side != 'A'));
            let call = calls.entry(id.clone()).or_insert_with(|| Call::new(&id));
            call.language = Some(String::from("en"));
            match read_side(path, role, call) {
                Ok(file) => {
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
            call.acts.sort_by_key(|a| (a.role, a.span));
            rows_from_words(call, options.ipu_silence, " ");
        }
        corpus.calls = calls.into_values().collect();
        Ok(corpus)
    }
}

/// Call and side from a name like `sw2001A-word-da.csv`.
fn side(path: &Path) -> Option<(String, char)> {
    let name = path.file_name()?.to_str()?.strip_suffix("-word-da.csv")?;
    let side = name
        .chars()
        .next_back()
        .filter(|c| matches!(c, 'A' | 'B'))?;
    let call = &name[..name.len() - 1];
    let number = call.strip_prefix("sw")?;
    let digits = !number.is_empty() && number.bytes().all(|b| b.is_ascii_digit());
    digits.then(|| (String::from(call), side))
}

fn read_side(path: &Path, role: Role, call: &mut Call) -> Result<text::TextFile> {
    let file = text::read(path)?;
    let mut reader = csv::ReaderBuilder::new()
        .has_headers(false)
        .flexible(true)
        .from_reader(file.text.as_bytes());
    let mut errors = Vec::new();
    let mut acts: BTreeMap<String, Act> = BTreeMap::new();
    for (row, record) in (1..).zip(reader.records()) {
        let record = record.map_err(|e| Error::input(e.to_string()).at(path).row(row))?;
        let line = record.position().map_or(row, csv::Position::line);
        match read_row(&record) {
            Ok(found) => {
                note(&mut acts, role, &found);
                if let Some(text) = spoken(found.word) {
                    call.words.push(Word {
                        row: call.words.len(),
                        role,
                        start: found.span.start,
                        end: found.span.end,
                        text,
                        confidence: String::new(),
                    });
                }
            }
            Err(e) => errors.push(e.at(path).line(line)),
        }
    }
    call.acts.extend(acts.into_values());
    if errors.is_empty() {
        Ok(file)
    } else {
        Err(Errors(errors))
    }
}

struct Row<'r> {
    span: Span,
    word: &'r str,
    label: &'r str,
    id: &'r str,
}

fn read_row(record: &csv::StringRecord) -> std::result::Result<Row<'_>, Error> {
    let fields: Vec<&str> = record.iter().collect();
    let [_, start, end, word, _, label, id] = fields[..] else {
        let rule = "a line is: utterance, start, end, word, B or I or O, act, act id";
        return Err(Error::input(rule).value(fields.join(",")));
    };
    let (start, end) = (
        activity::seconds("start", start)?,
        activity::seconds("end", end)?,
    );
    Ok(Row {
        span: Span::new(start, end),
        word,
        label,
        id,
    })
}

/// Adds a word to its act.
fn note(acts: &mut BTreeMap<String, Act>, role: Role, row: &Row<'_>) {
    if row.id.is_empty() {
        return;
    }
    let act = acts.entry(String::from(row.id)).or_insert_with(|| Act {
        role,
        span: row.span,
        label: String::from(row.label),
        id: String::from(row.id),
    });
    act.span.start = act.span.start.min(row.span.start);
    act.span.end = act.span.end.max(row.span.end);
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn names_tell_call_and_side() {
        assert_eq!(
            side(Path::new("x/sw2111B-word-da.csv")),
            Some((String::from("sw2111"), 'B'))
        );
        assert_eq!(side(Path::new("words.csv")), None);
        assert_eq!(side(Path::new("swxA-word-da.csv")), None);
    }

    #[test]
    fn words_of_an_act_make_its_span() {
        let rows = [
            "u,1.0,1.2,uh,B,b,u-1",
            "u,1.3,1.5,huh,I,b,u-1",
            "u,1.5,1.6,um,O,,",
            "u,2,2.5,no,B,\"aa,o@\",u-2",
        ];
        let mut reader = csv::ReaderBuilder::new()
            .has_headers(false)
            .from_reader(rows.join("\n").leak().as_bytes());
        let mut acts = BTreeMap::new();
        for record in reader.records().flatten() {
            if let Ok(row) = read_row(&record) {
                note(&mut acts, Role::User, &row);
            }
        }
        let acts: Vec<_> = acts.values().map(|a| (a.label.as_str(), a.span)).collect();
        assert_eq!(
            acts,
            [
                ("b", Span::new(1000, 1500)),
                ("aa,o@", Span::new(2000, 2500))
            ]
        );
    }
}
