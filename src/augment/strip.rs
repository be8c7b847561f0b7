//! Takes the insertions out again: the input comes back.

use std::collections::{BTreeMap, HashMap};
use std::path::Path;

use super::apply::{self, by_row, map_of, opens_with_sound};
use super::edit::{self, Edit};
use super::manifest::{Kept, digest};
use super::starts::Starts;
use super::text;
use super::timemap::TimeMap;
use crate::call::{Call, Role, Segment};
use crate::error::{Error, Errors, Result};
use crate::format::tables::{Style, Styles, Table, render};
use crate::format::{Corpus, ReadOptions, open};
use crate::lang::Languages;
use crate::time::{Ms, Span};

/// Files of an augmented folder.
pub const EDITS: &str = "edits.csv";
/// Cells that the edits alone cannot give back.
pub const ORIGINALS: &str = "originals.csv";
/// Header of [`ORIGINALS`].
pub const ORIGINALS_HEADER: [&str; 4] = ["table", "row", "column", "value"];

/// A cell of the input that the edits alone cannot give back.
#[derive(Clone, Debug, PartialEq, Eq, PartialOrd, Ord)]
pub struct Original {
    /// File of the input.
    pub table: &'static str,
    /// Record, from 0.
    pub row: usize,
    /// Column.
    pub column: &'static str,
    /// The cell.
    pub value: String,
}

/// What undoing yields.
pub struct Stripped {
    /// The tables of the input.
    pub files: Vec<(String, Vec<u8>)>,
    /// Tables whose cells, but not bytes, came back: they were written in an unusual way.
    pub inexact: Vec<String>,
}

/// Undoes the augmentation in `dir`; `lexicon` is the file of the lexicon, when it was made with one.
pub fn strip(dir: &Path, lexicon: Option<&Path>) -> Result<Stripped> {
    let kept = Kept::read(&dir.join(crate::output::MANIFEST))?;
    let languages = same_languages(&kept, lexicon)?;
    let edits = edit::read(&dir.join(EDITS))?;
    let originals = read_originals(&dir.join(ORIGINALS))?;
    let tables: Vec<_> = Table::ALL
        .into_iter()
        .map(|t| dir.join(t.file_name()))
        .filter(|p| p.is_file())
        .collect();
    let mut corpus = open(&tables, &ReadOptions::default())?;
    let mut errors = Vec::new();
    let mut by_call: BTreeMap<&str, Vec<&Edit>> = BTreeMap::new();
    for edit in edits.iter().filter(|e| e.is_placed()) {
        by_call.entry(edit.call_id.as_str()).or_default().push(edit);
    }
    for call in &mut corpus.calls {
        let placed = by_call.get(call.id.as_str()).cloned().unwrap_or_default();
        if let Err(e) = strip_call(call, &placed, &languages, &kept) {
            errors.push(e.at(dir).call(&call.id));
        }
    }
    if !errors.is_empty() {
        return Err(Errors(errors));
    }
    give_back(&mut corpus, &originals);
    corpus.style = styles(&corpus, &kept);
    let files: Vec<(String, Vec<u8>)> = render(&corpus)
        .into_iter()
        .filter(|(name, _)| kept.had.contains_key(*name))
        .map(|(name, bytes)| (String::from(name), bytes))
        .collect();
    prove(dir, &files, &kept)?;
    Ok(Stripped {
        files,
        inexact: kept.styles.inexact().map(String::from).collect(),
    })
}

/// What came back must be what the manifest says went in; a file that was changed in between is named.
fn prove(dir: &Path, files: &[(String, Vec<u8>)], kept: &Kept) -> Result<()> {
    let mut errors = Vec::new();
    for (name, wanted) in &kept.had {
        let came = files.iter().find(|(file, _)| file == name);
        if came.is_none_or(|(_, bytes)| digest(bytes) != *wanted) {
            errors.push(
                Error::input("what comes back is not the table that went in")
                    .at(&dir.join(name))
                    .advice("this folder was changed after falter augment wrote it; augment again"),
            );
        }
    }
    match errors.is_empty() {
        true => Ok(()),
        false => Err(Errors(errors)),
    }
}

/// The styles of the input; the order of `calls.csv` is that of the table itself.
fn styles(corpus: &Corpus, kept: &Kept) -> Styles {
    let mut styles = kept.styles.clone();
    if let (Some(mine), Some(theirs)) = (styles.get(Table::Calls), corpus.style.get(Table::Calls)) {
        let style = Style {
            calls: theirs.calls.clone(),
            ..mine.clone()
        };
        styles.set(Table::Calls, style);
    }
    styles
}

/// The languages that the input was read in: the same lexicon, or its tokens are others.
fn same_languages(kept: &Kept, lexicon: Option<&Path>) -> Result<Languages> {
    let languages = match lexicon {
        Some(path) => Languages::from_file(path),
        None => Languages::forced(kept.language.as_deref()),
    };
    match languages {
        Ok(languages) if languages.digest() == kept.lexicon.as_deref() => Ok(languages),
        _ if kept.lexicon.is_some() => Err(Error::input(
            "the calls were augmented with another lexicon",
        )
        .value(kept.lexicon.clone().unwrap_or_default())
        .advice("give the same file by --lexicon")
        .into()),
        other => other,
    }
}

fn strip_call(
    call: &mut Call,
    placed: &[&Edit],
    languages: &Languages,
    kept: &Kept,
) -> std::result::Result<(), Error> {
    let map = map_of(placed);
    strip_words(call, placed, &map)?;
    let language = call.language.clone();
    let rows = by_row(placed);
    for segment in &mut call.segments {
        let mine = rows.get(&(segment.role, segment.row));
        let mine = mine.map_or(&[][..], Vec::as_slice);
        strip_row(segment, mine, &map, languages, language.as_deref())?;
    }
    let annotator = kept.annotator.as_str();
    call.turns.retain(|t| t.annotator != annotator);
    call.silences.retain(|s| s.annotator != annotator);
    call.points.retain(|p| p.annotator != annotator);
    strip_labels(call, &Starts::new(placed, &map), &map)?;
    call.duration = call.duration.map(|d| undo(&map, d, false)).transpose()?;
    Ok(())
}

fn first(errors: Errors) -> Error {
    let mut errors = errors.0.into_iter();
    errors
        .next()
        .unwrap_or_else(|| Error::input("unknown failure"))
}

fn undo(map: &TimeMap, at: Ms, start: bool) -> std::result::Result<Ms, Error> {
    let old = match start {
        true => map.undo_right(at),
        false => map.undo_left(at),
    };
    old.ok_or_else(|| {
        Error::input("a time that no input time was moved to; the tables were changed after falter wrote them")
            .value(at.to_string())
    })
}

fn undo_span(map: &TimeMap, span: Span) -> std::result::Result<Span, Error> {
    Ok(Span::new(
        undo(map, span.start, true)?,
        undo(map, span.end, false)?,
    ))
}

fn strip_words(call: &mut Call, placed: &[&Edit], map: &TimeMap) -> std::result::Result<(), Error> {
    if call.words.is_empty() {
        return Ok(());
    }
    take_inserted(call, placed, &Starts::new(placed, map))?;
    for w in &mut call.words {
        let (start, end) = (w.start, w.end);
        w.start = undo(map, start, true)?;
        if end >= 0 {
            w.end = undo(map, end, end <= start)?;
        }
    }
    Ok(())
}

/// Takes the words of the edits out.
fn take_inserted(
    call: &mut Call,
    placed: &[&Edit],
    starts: &Starts<'_>,
) -> std::result::Result<(), Error> {
    let words = &call.words;
    let mut taken = vec![false; words.len()];
    for edit in placed.iter().filter(|e| e.is_sound()) {
        let Some(start) = starts.of(edit) else {
            continue;
        };
        let said = apply::spoken(&edit.text);
        let first = words.partition_point(|w| (w.role, w.start) < (edit.role, start));
        let inserted = (first..words.len())
            .take_while(|k| (words[*k].role, words[*k].start) == (edit.role, start))
            .filter(|k| !taken[*k])
            .find(|k| words[*k].end == start + edit.duration && words[*k].text == said);
        let k = inserted.ok_or_else(|| {
            Error::input("the inserted word of this edit is not in words.csv").value(edit.id())
        })?;
        taken[k] = true;
    }
    let mut taken = taken.into_iter();
    call.words.retain(|_| taken.next() != Some(true));
    Ok(())
}

fn strip_row(
    segment: &mut Segment,
    edits: &[&Edit],
    map: &TimeMap,
    languages: &Languages,
    language: Option<&str>,
) -> std::result::Result<(), Error> {
    let opening = edits.iter().find(|e| e.token == 0 && e.is_sound());
    let start = match opening.and_then(|e| e.at) {
        Some(at) if opens_with_sound(at, edits) && map.left(at) == segment.span.start => at,
        _ => undo(map, segment.span.start, true)?,
    };
    segment.span = Span::new(start, undo(map, segment.span.end, false)?);
    if edits.iter().all(|e| e.text.is_empty()) {
        return Ok(());
    }
    let lexicon = languages.of(language, &segment.transcript).map_err(first)?;
    let mut inserted: Vec<(usize, &str)> =
        edits.iter().map(|e| (e.token, e.text.as_str())).collect();
    inserted.sort_by_key(|(token, _)| *token);
    let mut search = Search {
        lexicon,
        augmented: &segment.transcript,
        inserted: &inserted,
        tries: 0,
    };
    let found = search.directly();
    let found = found.or_else(|| search.from(&segment.transcript, 0));
    segment.transcript = found.ok_or_else(|| {
        Error::input("an edit's text is not where edits.csv says").row(segment.row as u64 + 1)
    })?;
    Ok(())
}

/// Finds the text from which the insertions make the augmented one. The first guess is where the
/// tokeniser sees the inserted token; a segmenter may have joined it to its neighbour, so other places
/// are tried, and every result is proved by inserting again.
struct Search<'a> {
    lexicon: &'a crate::lang::Lexicon,
    augmented: &'a str,
    inserted: &'a [(usize, &'a str)],
    tries: usize,
}

/// More guesses than this are not made for one row.
const MOST_TRIES: usize = 20_000;

impl Search<'_> {
    /// Every insertion where the tokeniser sees it, in one walk over the text.
    fn directly(&self) -> Option<String> {
        let tokens = self.lexicon.tokenise(self.augmented);
        let mut text = String::with_capacity(self.augmented.len());
        let (mut from, mut earlier) = (0, 0);
        for (token, inserted) in self.inserted.iter().filter(|(_, i)| !i.is_empty()) {
            let first = tokens.get(token.checked_add(earlier)?)?;
            let at = crate::protect::insertion_point(self.augmented, first);
            text.push_str(self.augmented.get(from..at)?);
            self.augmented.get(at..)?.strip_prefix(inserted)?;
            from = at + inserted.len();
            earlier += self.lexicon.tokenise(inserted).len();
        }
        text.push_str(self.augmented.get(from..)?);
        Some(text).filter(|t| self.proved(t))
    }

    /// Do the insertions make the augmented text of this one?
    fn proved(&self, text: &str) -> bool {
        let tokens = self.lexicon.tokenise(text);
        text::insert(text, |k| tokens.get(k), self.inserted) == self.augmented
    }

    fn from(&mut self, text: &str, done: usize) -> Option<String> {
        let Some((token, inserted)) = self.inserted.get(done) else {
            return self.proved(text).then(|| String::from(text));
        };
        if inserted.is_empty() {
            return self.from(text, done + 1);
        }
        for at in self.places(text, *token, inserted) {
            self.tries += 1;
            if self.tries > MOST_TRIES {
                return None;
            }
            let mut shorter = String::from(text);
            shorter.replace_range(at..at + inserted.len(), "");
            if let Some(found) = self.from(&shorter, done + 1) {
                return Some(found);
            }
        }
        None
    }

    /// Places of `inserted` in `text`, the likeliest first.
    fn places(&self, text: &str, token: usize, inserted: &str) -> Vec<usize> {
        let tokens = self.lexicon.tokenise(text);
        let guess = tokens
            .get(token)
            .map_or(text.len(), |t| crate::protect::insertion_point(text, t));
        let mut places: Vec<usize> = text.match_indices(inserted).map(|(k, _)| k).collect();
        places.sort_by_key(|k| k.abs_diff(guess));
        places
    }
}

fn strip_labels(
    call: &mut Call,
    starts: &Starts<'_>,
    map: &TimeMap,
) -> std::result::Result<(), Error> {
    for t in &mut call.turns {
        t.start = match starts.undo_turn(Role::User, t.start) {
            Some(start) => start,
            None => undo(map, t.start, true)?,
        };
        t.speech_end = t.speech_end.map(|end| undo(map, end, false)).transpose()?;
    }
    for s in &mut call.silences {
        s.span = Span::new(
            undo(map, s.span.start, false)?,
            undo(map, s.span.end, false)?,
        );
    }
    for p in &mut call.points {
        p.at = undo(map, p.at, false)?;
    }
    for spans in call.speech.iter_mut().flatten() {
        for span in spans {
            *span = undo_span(map, *span)?;
        }
    }
    Ok(())
}

fn give_back(corpus: &mut Corpus, originals: &[Original]) {
    let of = |table: Table| -> HashMap<usize, &str> {
        let mine = originals.iter().filter(|o| o.table == table.file_name());
        mine.map(|o| (o.row, o.value.as_str())).collect()
    };
    let (indices, texts) = (of(Table::SilenceSpans), of(Table::EotLabels));
    for call in &mut corpus.calls {
        for silence in &mut call.silences {
            let index = indices.get(&silence.row).and_then(|v| v.parse().ok());
            silence.index = index.unwrap_or(silence.index);
        }
        for point in &mut call.points {
            if let Some(text) = texts.get(&point.row) {
                point.text = String::from(*text);
            }
        }
    }
}

fn read_originals(path: &Path) -> Result<Vec<Original>> {
    if !path.is_file() {
        return Ok(Vec::new());
    }
    let file = crate::format::text::read(path)?;
    let mut reader = csv::Reader::from_reader(file.text.as_bytes());
    let mut originals = Vec::new();
    for record in reader.records() {
        let record = record.map_err(|e| Error::input(e.to_string()).at(path))?;
        let known = [
            (Table::EotLabels.file_name(), "user_text_at_decision"),
            (Table::SilenceSpans.file_name(), "span_index"),
        ];
        let found = known
            .into_iter()
            .find(|(table, column)| record.get(0) == Some(table) && record.get(2) == Some(column));
        let row = record.get(1).and_then(|r| r.parse().ok());
        let (Some((table, column)), Some(row)) = (found, row) else {
            return Err(Error::input("not a cell that falter keeps").at(path).into());
        };
        originals.push(Original {
            table,
            row,
            column,
            value: String::from(record.get(3).unwrap_or_default()),
        });
    }
    Ok(originals)
}
