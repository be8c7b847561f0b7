//! Scores of a model from a CSV file, in the columns of eot-bench.

use std::collections::BTreeMap;
use std::path::Path;

use super::spans::{ScoredSpan, is_scored};
use crate::call::Label;
use crate::error::{Error, Errors, Result};
use crate::settings::Settings;
use crate::time::{Ms, from_seconds};

/// Columns that are needed; others may be there.
const NEEDED: [&str; 5] = ["id", "span_index", "silence_dur", "p_eot", "label"];

type Parsed = std::result::Result<(String, u32, Label, Ms, Option<f64>), Error>;

/// Reads the spans and their scores. The length of a span is its largest `silence_dur`; a hold outside
/// the scored lengths is left out. An empty score is "no score at that moment".
pub fn read(path: &Path, settings: &Settings) -> Result<Vec<ScoredSpan>> {
    let file = crate::format::text::read(path)?;
    let mut reader = csv::Reader::from_reader(file.text.as_bytes());
    let header = reader
        .headers()
        .map_err(|e| Error::input(e.to_string()).at(path))?
        .clone();
    let mut columns = [0; NEEDED.len()];
    for (slot, name) in columns.iter_mut().zip(NEEDED) {
        *slot = header.iter().position(|h| h == name).ok_or_else(|| {
            Error::input("a column of the predictions is missing")
                .at(path)
                .value(name)
                .advice(format!("needed: {}", NEEDED.join(", ")))
        })?;
    }
    let mut spans: BTreeMap<(String, u32), ScoredSpan> = BTreeMap::new();
    let mut errors = Vec::new();
    for (k, record) in reader.records().enumerate() {
        let parsed = record
            .map_err(|e| Error::input(e.to_string()))
            .and_then(|r| parse(&r, &columns));
        if let Err(e) = parsed.and_then(|p| add(&mut spans, p)) {
            errors.push(e.at(path).row(k as u64 + 1));
        }
    }
    if !errors.is_empty() {
        return Err(Errors(errors));
    }
    let mut spans: Vec<ScoredSpan> = spans
        .into_values()
        .filter(|s| is_scored(s.label, s.duration, settings))
        .collect();
    for span in &mut spans {
        span.scores.sort_by_key(|(at, _)| *at);
    }
    Ok(spans)
}

fn add(
    spans: &mut BTreeMap<(String, u32), ScoredSpan>,
    (id, index, label, silence, score): (String, u32, Label, Ms, Option<f64>),
) -> std::result::Result<(), Error> {
    let span = spans
        .entry((id.clone(), index))
        .or_insert_with(|| ScoredSpan {
            call_id: id.clone(),
            turn_id: id,
            index,
            label,
            duration: 0,
            scores: Vec::new(),
        });
    if span.label != label {
        return Err(Error::input("one span has two labels")
            .column("label")
            .value(label.name()));
    }
    span.duration = span.duration.max(silence);
    span.scores.extend(score.map(|p| (silence, p)));
    Ok(())
}

fn parse(record: &csv::StringRecord, columns: &[usize; NEEDED.len()]) -> Parsed {
    let cell = |k: usize| record.get(columns[k]).unwrap_or_default();
    let wrong = |k: usize, rule: &str| Error::input(rule).column(NEEDED[k]).value(cell(k));
    let label = [Label::Hold, Label::Eot]
        .into_iter()
        .find(|l| l.name() == cell(4))
        .ok_or_else(|| wrong(4, "hold or eot"))?;
    let silence = cell(2)
        .parse()
        .ok()
        .and_then(from_seconds)
        .filter(|ms| *ms >= 0)
        .ok_or_else(|| wrong(2, "seconds of silence, 0 or more"))?;
    let score = match cell(3) {
        "" => None,
        text => Some(
            text.parse::<f64>()
                .map_err(|_| wrong(3, "a probability, or empty"))?,
        )
        .filter(|p| !p.is_nan()),
    };
    let index = cell(1)
        .parse()
        .map_err(|_| wrong(1, "a whole number, 0 or more"))?;
    match cell(0) {
        "" => Err(wrong(0, "an id")),
        id => Ok((String::from(id), index, label, silence, score)),
    }
}
