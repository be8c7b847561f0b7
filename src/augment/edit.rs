//! Edits: what was drawn, where, and whether it could be placed.

use std::path::Path;

use super::rule::{Heard, Rule};
use crate::call::Role;
use crate::error::{Error, Errors, Result};
use crate::time::Ms;

/// Header of `edits.csv`.
pub const HEADER: [&str; 10] = [
    "edit_id",
    "call_id",
    "role",
    "row",
    "token",
    "rule",
    "text",
    "at_ms",
    "duration_ms",
    "placed",
];

/// An insertion before one token of one row.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Edit {
    /// The call.
    pub call_id: String,
    /// Whose row.
    pub role: Role,
    /// Record in the input's `asr_history.csv`, from 0.
    pub row: usize,
    /// Token of the row before which it stands, from 0.
    pub token: usize,
    /// The rule.
    pub rule: &'static dyn Rule,
    /// What is inserted into the transcript, separator included.
    pub text: String,
    /// Moment on the input clock; none for text without times.
    pub at: Option<Ms>,
    /// How much time it inserts, ms.
    pub duration: Ms,
    /// Why it could not be placed; none when it was.
    pub unplaced: Option<String>,
}

impl Edit {
    /// Is it heard (a filler, a repeat), not silence?
    pub fn is_sound(&self) -> bool {
        self.rule.heard() != Heard::Silence
    }

    /// Was it placed?
    pub fn is_placed(&self) -> bool {
        self.unplaced.is_none()
    }

    /// Id, unique in the corpus: row and token say where it stands.
    pub fn id(&self) -> String {
        format!("{}-{}", self.row, self.token)
    }

    /// Marks it as not placeable; the first reason stays.
    pub fn refuse(&mut self, reason: &str) {
        if self.unplaced.is_none() {
            self.unplaced = Some(String::from(reason));
        }
    }
}

/// `edits.csv`.
pub fn write(edits: &[Edit]) -> Vec<u8> {
    let records = edits.iter().map(|e| {
        vec![
            e.id(),
            e.call_id.clone(),
            String::from(e.role.name()),
            e.row.to_string(),
            e.token.to_string(),
            String::from(e.rule.name()),
            e.text.clone(),
            e.at.map_or_else(String::new, |at| at.to_string()),
            e.duration.to_string(),
            e.unplaced.clone().unwrap_or_else(|| String::from("yes")),
        ]
    });
    crate::output::csv(&HEADER, records)
}

/// Reads `edits.csv`; every failure of the file is listed.
pub fn read(path: &Path) -> Result<Vec<Edit>> {
    let file = crate::format::text::read(path)?;
    let mut reader = csv::Reader::from_reader(file.text.as_bytes());
    let header = reader
        .headers()
        .map_err(|e| Error::input(e.to_string()).at(path))?;
    if header != HEADER.as_slice() {
        return Err(Error::input("not the header of edits.csv")
            .at(path)
            .advice(format!("expected: {}", HEADER.join(",")))
            .into());
    }
    let mut edits = Vec::new();
    let mut errors = Vec::new();
    for (k, record) in reader.records().enumerate() {
        let row = k as u64 + 1;
        let parsed = record
            .map_err(|e| Error::input(e.to_string()))
            .and_then(|r| parse(&r));
        match parsed {
            Ok(edit) => edits.push(edit),
            Err(e) => errors.push(e.at(path).row(row)),
        }
    }
    match errors.is_empty() {
        true => Ok(edits),
        false => Err(Errors(errors)),
    }
}

fn parse(record: &csv::StringRecord) -> std::result::Result<Edit, Error> {
    let cell = |k: usize| record.get(k).unwrap_or_default();
    let wrong = |k: usize, rule: &str| Error::input(rule).column(HEADER[k]).value(cell(k));
    let number = |k: usize| {
        cell(k)
            .parse::<Ms>()
            .ok()
            .filter(|n| *n >= 0)
            .ok_or_else(|| wrong(k, "a whole number, 0 or more"))
    };
    let rule = super::RULES
        .iter()
        .find(|r| r.name() == cell(5))
        .ok_or_else(|| wrong(5, "unknown rule"))?;
    Ok(Edit {
        call_id: String::from(cell(1)),
        role: Role::parse(cell(2)).ok_or_else(|| wrong(2, "agent or user"))?,
        row: number(3)? as usize,
        token: number(4)? as usize,
        rule: *rule,
        text: String::from(cell(6)),
        at: match cell(7) {
            "" => None,
            _ => Some(number(7)?),
        },
        duration: number(8)?,
        unplaced: (cell(9) != "yes").then(|| String::from(cell(9))),
    })
}
