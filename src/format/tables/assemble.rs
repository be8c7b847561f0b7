//! The rows of a folder to calls, with the style of every table.

use std::collections::BTreeMap;

use super::folder::{File, Set};
use super::notices;
use super::row::{Placed, TableRow};
use super::schema::Table;
use super::style::{Quotes, Style};
use super::words::place_untimed;
use super::write;
use crate::call::{Call, Word};
use crate::format::{Channels, Corpus, ReadOptions, rows_from_words};

/// The calls that `set` is about.
pub(super) fn assemble(mut set: Set, options: &ReadOptions) -> Corpus {
    let mut corpus = Corpus {
        formats: vec![super::NAME],
        inputs: std::mem::take(&mut set.inputs),
        notices: notices::of(&set),
        ..Corpus::default()
    };
    corpus.notices.append(&mut set.notices);
    let has_rows = set.present(Table::AsrHistory);
    // Rows that were left out do not come back: the bytes cannot be the same.
    let whole = set.left_out == 0;
    let files = std::mem::take(&mut set.files);
    corpus.calls = calls(set, &mut corpus.channels);
    for file in files {
        let table = file.table;
        let style = match corpus.style.get(table) {
            None if whole => detect(&corpus, file),
            _ => file.style,
        };
        let mut styles = super::Styles::default();
        styles.set(table, style);
        corpus.style.merge(styles);
    }
    if !has_rows {
        derive_rows(&mut corpus, options);
    }
    corpus
}

fn calls(set: Set, channels: &mut BTreeMap<String, Channels>) -> Vec<Call> {
    let mut calls = BTreeMap::new();
    for row in set.calls {
        let call = call_of(&mut calls, row.call);
        call.language = row.value.language;
        call.duration = row.value.duration;
        call.columns = row.value.columns;
        if let Some(map) = row.value.channels {
            channels.insert(call.id.clone(), map);
        }
    }
    give(&mut calls, set.rows);
    give(&mut calls, set.words);
    give(&mut calls, set.turns);
    give(&mut calls, set.silences);
    give(&mut calls, set.points);
    for call in calls.values_mut() {
        place_untimed(&mut call.words);
        call.link();
    }
    calls.into_values().collect()
}

fn call_of(calls: &mut BTreeMap<String, Call>, id: String) -> &mut Call {
    calls
        .entry(id)
        .or_insert_with_key(|id| Call::new(id.as_str()))
}

fn give<T: TableRow>(calls: &mut BTreeMap<String, Call>, rows: Vec<Placed<T>>) {
    for row in rows {
        T::list_mut(call_of(calls, row.call)).push(row.value);
    }
}

/// The style in which the rows give back the bytes of `file`, where there is one.
fn detect(corpus: &Corpus, file: File) -> Style {
    let mut style = file.style;
    if file.source.encoding != "UTF-8" {
        return style;
    }
    let mark = if style.bom { "\u{feff}" } else { "" };
    for quotes in Quotes::ALL {
        style.quotes = quotes;
        let bytes = write::render_as(corpus, file.table, Some(&style));
        let text = bytes.strip_prefix(mark.as_bytes());
        if text == Some(file.source.text.as_bytes()) {
            style.exact = true;
            return style;
        }
    }
    style.quotes = Quotes::Necessary;
    style
}

/// Words without a transcript: one inter-pausal unit a row.
fn derive_rows(corpus: &mut Corpus, options: &ReadOptions) {
    for call in corpus.calls.iter_mut().filter(|c| !c.words.is_empty()) {
        let join = if call.words.iter().any(is_han) {
            ""
        } else {
            " "
        };
        rows_from_words(call, options.ipu_silence, join);
    }
}

fn is_han(word: &Word) -> bool {
    word.text
        .chars()
        .any(|c| ('\u{4e00}'..='\u{9fff}').contains(&c))
}
