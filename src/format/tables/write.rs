//! A corpus back to the bytes of its tables.

use csv::{QuoteStyle, Terminator, Writer, WriterBuilder};

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
    let default = Style::default();
    let mut csv = Csv::new(style.unwrap_or(&default));
    match table {
        Table::Calls => {
            for record in calls::records(corpus, style) {
                csv.record(&record);
            }
        }
        Table::AsrHistory => csv.rows::<Segment>(&corpus.calls),
        Table::Words => csv.rows::<Word>(&corpus.calls),
        Table::UserTurns => csv.rows::<UserTurn>(&corpus.calls),
        Table::SilenceSpans => csv.rows::<SilenceSpan>(&corpus.calls),
        Table::EotLabels => csv.rows::<DecisionPoint>(&corpus.calls),
    }
    csv.bytes()
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

/// A table being written.
struct Csv<'a> {
    style: &'a Style,
    writer: Writer<Vec<u8>>,
}

impl<'a> Csv<'a> {
    fn new(style: &'a Style) -> Self {
        let writer = WriterBuilder::new()
            .terminator(match style.crlf {
                true => Terminator::CRLF,
                false => Terminator::Any(b'\n'),
            })
            .quote_style(match style.quotes {
                Quotes::Necessary => QuoteStyle::Necessary,
                Quotes::NonNumeric => QuoteStyle::NonNumeric,
                Quotes::Always => QuoteStyle::Always,
            })
            .from_writer(match style.bom {
                true => Vec::from("\u{feff}"),
                false => Vec::new(),
            });
        Self { style, writer }
    }

    fn record<S: AsRef<[u8]>>(&mut self, record: &[S]) {
        // Writing to memory fails only for records of unequal length; ours are as long as the header.
        if self.writer.write_record(record).is_err() {
            debug_assert!(false, "a record of another length than the header");
        }
    }

    fn rows<T: TableRow>(&mut self, calls: &[Call]) {
        let rows = calls.iter().flat_map(|call| {
            let rows = T::list(call).iter();
            rows.map(|row| (call.id.as_str(), row))
        });
        let mut rows: Vec<(&str, &T)> = rows.collect();
        rows.sort_by_key(|(_, row)| row.row());
        self.record(T::TABLE.header());
        for (call, row) in rows {
            let mut cells = row.cells();
            cells.insert(0, String::from(call));
            self.record(&cells);
        }
    }

    fn bytes(self) -> Vec<u8> {
        let mut bytes = self.writer.into_inner().unwrap_or_default();
        if !self.style.final_newline {
            let end = if self.style.crlf { 2 } else { 1 };
            bytes.truncate(bytes.len().saturating_sub(end));
        }
        bytes
    }
}
