//! The files of an augmented folder.

use super::cases::Case;
use super::strip::{EDITS, ORIGINALS, ORIGINALS_HEADER};
use super::{Augmented, edit};
use crate::format::tables;
use crate::output::csv;

/// Header of `cases.csv`.
const CASES_HEADER: [&str; 11] = [
    "case_id",
    "call_id",
    "turn_id",
    "span_index",
    "label",
    "truth",
    "family",
    "origin_case",
    "edits",
    "hardness",
    "reason",
];

/// Tables, `edits.csv`, `cases.csv` and, where needed, `originals.csv`; the manifest comes from
/// [`super::manifest`].
pub fn files(augmented: &Augmented, text_only: bool) -> Vec<(String, Vec<u8>)> {
    let mut files: Vec<(String, Vec<u8>)> = tables::render(&augmented.corpus)
        .into_iter()
        .filter(|(name, _)| !text_only || *name == "asr_history.csv" || *name == "calls.csv")
        .map(|(name, bytes)| (String::from(name), bytes))
        .collect();
    files.push((String::from(EDITS), edit::write(&augmented.edits)));
    if !text_only {
        files.push((String::from("cases.csv"), cases(&augmented.cases)));
    }
    if !augmented.originals.is_empty() {
        let records = augmented.originals.iter().map(|o| {
            vec![
                String::from(o.table),
                o.row.to_string(),
                String::from(o.column),
                o.value.clone(),
            ]
        });
        files.push((String::from(ORIGINALS), csv(&ORIGINALS_HEADER, records)));
    }
    files
}

fn cases(cases: &[Case]) -> Vec<u8> {
    let records = cases.iter().map(|c| {
        vec![
            c.id.clone(),
            c.call_id.clone(),
            c.turn_id.clone(),
            c.index.to_string(),
            String::from(c.label.name()),
            String::from(c.truth.name()),
            String::from(c.family.name()),
            c.origin.clone().unwrap_or_default(),
            c.edits.join(" "),
            c.hardness.to_string(),
            String::from(c.reason.name()),
        ]
    });
    csv(&CASES_HEADER, records)
}
