//! `calls.csv`: `call_id`, known columns in any order, and free columns for `--by`.
//!
//! The cell of `audio` is kept with the free columns, exactly as it stands.

use std::collections::{BTreeMap, BTreeSet};

use super::cells::Cells;
use super::style::Style;
use crate::call::Call;
use crate::format::{Channels, Corpus};
use crate::time::Ms;

/// What a row says about its call.
#[derive(Clone, Debug, Default)]
pub(super) struct CallRow {
    /// Language code.
    pub language: Option<String>,
    /// Length of the recording, ms.
    pub duration: Option<Ms>,
    /// Channels of a two-channel recording.
    pub channels: Option<Channels>,
    /// All other columns.
    pub columns: BTreeMap<String, String>,
}

const TYPED: [&str; 5] = [
    "call_id",
    "language",
    "duration_ms",
    "user_channel",
    "agent_channel",
];

/// Reads the cells after `call_id`.
pub(super) fn read(cells: &mut Cells) -> Option<CallRow> {
    let duration = cells.optional_ms("duration_ms");
    let channels = channels(cells);
    let language = Some(cells.text("language")).filter(|l| !l.is_empty());
    let columns = cells
        .header
        .iter()
        .filter(|c| !TYPED.contains(&c.as_str()))
        .map(|c| (c.clone(), String::from(cells.text(c))));
    Some(CallRow {
        language: language.map(String::from),
        duration: duration?,
        channels: channels?,
        columns: columns.collect(),
    })
}

/// `None` when the cells are wrong.
fn channels(cells: &mut Cells) -> Option<Option<Channels>> {
    let mut channel = |column| match cells.text(column) {
        "" => Some(None),
        _ => cells.number(column, "").map(Some),
    };
    let (user, agent) = (channel("user_channel"), channel("agent_channel"));
    let as_index = |n: Ms| usize::try_from(n).unwrap_or(usize::MAX);
    match (user?, agent?) {
        (None, None) => Some(None),
        (Some(user), Some(agent)) if user != agent => Some(Some(Channels {
            user: as_index(user),
            agent: as_index(agent),
        })),
        (Some(_), Some(_)) => {
            let rule = "user_channel and agent_channel are the same";
            cells.wrong("user_channel", rule, "one channel a party");
            None
        }
        _ => {
            let rule = "one of user_channel and agent_channel is empty";
            cells.wrong("user_channel", rule, "fill both, or none");
            None
        }
    }
}

/// A call of the table with its length as it is to be written.
type Listed<'a> = (&'a Call, Option<Ms>);

/// Header and records of the table as `corpus` has it.
pub(super) fn records(corpus: &Corpus, style: Option<&Style>) -> Vec<Vec<String>> {
    let listed: Vec<Listed> = match style {
        Some(style) => in_order(corpus, &style.calls),
        None => {
            let calls = corpus.calls.iter().map(|c| (c, c.duration));
            calls.filter(|(c, _)| says_something(corpus, c)).collect()
        }
    };
    let columns = columns(corpus, &listed, style);
    let rows = listed.iter().map(|call| {
        let cell = |column: &String| cell(corpus, *call, column);
        columns.iter().map(cell).collect()
    });
    let rows: Vec<Vec<String>> = rows.collect();
    std::iter::once(columns).chain(rows).collect()
}

/// Does a call say something that only `calls.csv` can hold?
pub(super) fn says_something(corpus: &Corpus, call: &Call) -> bool {
    call.language.is_some() || !call.columns.is_empty() || corpus.channels.contains_key(&call.id)
}

/// The calls of the table in its order, then those that the input did not list but has columns for.
fn in_order<'a>(corpus: &'a Corpus, order: &[(String, Option<Ms>)]) -> Vec<Listed<'a>> {
    let by_id: BTreeMap<&str, &Call> = corpus.calls.iter().map(|c| (c.id.as_str(), c)).collect();
    let known: BTreeSet<&str> = order.iter().map(|(id, _)| id.as_str()).collect();
    let first = order.iter().filter_map(|(id, cell)| {
        let call = by_id.get(id.as_str()).copied()?;
        Some((call, corpus.style.duration(call, *cell)))
    });
    let rest = corpus
        .calls
        .iter()
        .filter(|c| !known.contains(c.id.as_str()) && says_something(corpus, c))
        .map(|c| (c, c.duration));
    first.chain(rest).collect()
}

fn columns(corpus: &Corpus, calls: &[Listed], style: Option<&Style>) -> Vec<String> {
    let mut columns = style.map(|s| s.columns.clone()).unwrap_or_default();
    let free = calls
        .iter()
        .flat_map(|(c, _)| c.columns.keys().map(String::as_str));
    let free: BTreeSet<&str> = free.collect();
    for column in TYPED.into_iter().chain(free) {
        let used = column == "call_id"
            || calls
                .iter()
                .any(|c| c.0.columns.contains_key(column) || !cell(corpus, *c, column).is_empty());
        // A length that only the audio told is not added to a table that never had the column.
        let fits = style.is_none() || column != "duration_ms";
        if used && fits && !columns.iter().any(|c| c == column) {
            columns.push(String::from(column));
        }
    }
    columns
}

fn cell(corpus: &Corpus, (call, duration): Listed, column: &str) -> String {
    let channels = corpus.channels.get(&call.id);
    match column {
        "call_id" => call.id.clone(),
        "language" => call.language.clone().unwrap_or_default(),
        "duration_ms" => duration.map(|d| d.to_string()).unwrap_or_default(),
        "user_channel" => channels.map(|c| c.user.to_string()).unwrap_or_default(),
        "agent_channel" => channels.map(|c| c.agent.to_string()).unwrap_or_default(),
        _ => call.columns.get(column).cloned().unwrap_or_default(),
    }
}

#[cfg(test)]
mod tests {
    use super::super::{Table, render_table};
    use super::*;

    #[test]
    fn a_length_that_the_audio_told_stays_out_of_the_table_until_it_changes() {
        let mut call = Call::new("c");
        call.duration = Some(5000);
        let mut corpus = Corpus {
            calls: vec![call],
            ..Corpus::default()
        };
        let style = Style {
            columns: vec![String::from("call_id"), String::from("duration_ms")],
            calls: vec![(String::from("c"), None)],
            ..Style::default()
        };
        corpus.style.set(Table::Calls, style);
        corpus.style.note_durations(&corpus.calls);
        let written = |corpus: &Corpus| render_table(corpus, Table::Calls);
        assert_eq!(
            written(&corpus),
            Some(Vec::from("call_id,duration_ms\nc,\n"))
        );
        for call in &mut corpus.calls {
            call.duration = Some(5600);
        }
        assert_eq!(
            written(&corpus),
            Some(Vec::from("call_id,duration_ms\nc,5600\n"))
        );
    }
}
