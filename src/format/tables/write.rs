//! A corpus back to the bytes of its tables.

use csv::{QuoteStyle, Terminator, WriterBuilder};

use super::calls;
use super::row::TableRow;
use super::schema::Table;
use super::style::{Quotes, Style};
use crate::call::{Call, DecisionPoint, Segment, SilenceSpan, UserTurn, Word};
use crate::format::Corpus;

/// The tables of `corpus`: those it has rows for, and those that were in the input.
///
/// Rows stand in the order of their `row`; each table is written the way it was read.
pub fn render(corpus: &Corpus) -> Vec<(&'static str, Vec<u8>)> {
    let tables = Table::ALL.into_iter();
    let rendered = tables.filter_map(|t| Some((t.file_name(), render_table(corpus, t)?)));
    rendered.collect()
}

/// One table of `corpus`; `None` when it has no rows for it and none was in the input.
pub fn render_table(corpus: &Corpus, table: Table) -> Option<Vec<u8>> {
    let style = corpus.style.get(table);
    if style.is_none() && !has_rows(corpus, table) {
        return None;
    }
    Some(render_as(corpus, table, style))
}

/// One table of `corpus` in a style.
pub(super) fn render_as(corpus: &Corpus, table: Table, style: Option<&Style>) -> Vec<u8> {
    let records = match table {
        Table::Calls => calls::records(corpus, style),
        Table::AsrHistory => records::<Segment>(&corpus.calls),
        Table::Words => records::<Word>(&corpus.calls),
        Table::UserTurns => records::<UserTurn>(&corpus.calls),
        Table::SilenceSpans => records::<SilenceSpan>(&corpus.calls),
        Table::EotLabels => records::<DecisionPoint>(&corpus.calls),
    };
    encode(&records, style.unwrap_or(&Style::default()))
}

fn has_rows(corpus: &Corpus, table: Table) -> bool {
    corpus.calls.iter().any(|call| match table {
        Table::Calls => calls::says_something(corpus, call),
        Table::AsrHistory => !call.segments.is_empty(),
        Table::Words => !call.words.is_empty(),
        Table::UserTurns => !call.turns.is_empty(),
        Table::SilenceSpans => !call.silences.is_empty(),
        Table::EotLabels => !call.points.is_empty(),
    })
}

fn records<T: TableRow>(calls: &[Call]) -> Vec<Vec<String>> {
    let mut rows: Vec<(&str, &T)> = calls
        .iter()
        .flat_map(|call| T::list(call).iter().map(|row| (call.id.as_str(), row)))
        .collect();
    rows.sort_by_key(|(_, row)| row.row());
    let header = T::TABLE.header().iter().map(|c| String::from(*c)).collect();
    let rows = rows.into_iter().map(|(call, row)| {
        let mut cells = row.cells();
        cells.insert(0, String::from(call));
        cells
    });
    std::iter::once(header).chain(rows).collect()
}

/// CSV bytes of `records`, the header first.
fn encode(records: &[Vec<String>], style: &Style) -> Vec<u8> {
    let (terminator, end) = match style.crlf {
        true => (Terminator::CRLF, 2),
        false => (Terminator::Any(b'\n'), 1),
    };
    let mut writer = WriterBuilder::new()
        .terminator(terminator)
        .quote_style(match style.quotes {
            Quotes::Necessary => QuoteStyle::Necessary,
            Quotes::NonNumeric => QuoteStyle::NonNumeric,
            Quotes::Always => QuoteStyle::Always,
        })
        .from_writer(match style.bom {
            true => Vec::from("\u{feff}"),
            false => Vec::new(),
        });
    for record in records {
        // Writing to memory fails only for records of unequal length; ours are as long as the header.
        if writer.write_record(record).is_err() {
            debug_assert!(false, "a record of another length than the header");
        }
    }
    let mut bytes = writer.into_inner().unwrap_or_default();
    if !style.final_newline {
        bytes.truncate(bytes.len().saturating_sub(end));
    }
    bytes
}
