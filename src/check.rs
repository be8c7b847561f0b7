//! Conflicts between labels, and ids that were rewritten: not wrong enough to refuse the input.
//!
//! The readers refuse what breaks a rule of the tables; what is doubtful about times, words and sound is for
//! [`crate::health`] to say. Rows are counted from 1, as in the tables.

use std::fmt;
use std::path::PathBuf;

use crate::call::Call;
use crate::error::{Error, Place};
use crate::format::tables::{Table, mangled};
use crate::format::{Corpus, plural};
use crate::health::named;

mod labels;

/// Findings that a report shows; the rest are counted.
const IN_A_REPORT: usize = 5;

/// What the readers and the checks have to say, for the head of a report.
pub fn notices(corpus: &Corpus) -> Vec<String> {
    let findings = check(corpus);
    let mut notices = corpus.notices.clone();
    notices.extend(findings.iter().take(IN_A_REPORT).map(ToString::to_string));
    if findings.len() > IN_A_REPORT {
        notices.push(format!(
            "{} more; falter check lists them",
            plural(findings.len() - IN_A_REPORT, "finding")
        ));
    }
    notices
}

/// Something to know about the input.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Finding {
    /// Where.
    pub place: Place,
    /// What was found, as a sentence.
    pub rule: String,
    /// The value, as it stands in the input.
    pub value: Option<String>,
    /// What it means, or what to do.
    pub advice: String,
}

impl Finding {
    /// A finding about a call.
    pub fn of(call: &Call, rule: impl Into<String>) -> Self {
        Self {
            place: Place {
                call: Some(call.id.clone()),
                ..Place::default()
            },
            rule: rule.into(),
            value: None,
            advice: String::new(),
        }
    }

    fn table(mut self, table: Table) -> Self {
        self.place.path = Some(PathBuf::from(table.file_name()));
        self
    }

    fn row(mut self, row: usize) -> Self {
        self.place.row = Some(row as u64 + 1);
        self
    }

    fn value(mut self, value: impl Into<String>) -> Self {
        self.value = Some(value.into());
        self
    }

    fn advice(mut self, advice: impl Into<String>) -> Self {
        self.advice = advice.into();
        self
    }
}

impl fmt::Display for Finding {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let mut error = Error::input(&self.rule).advice(&self.advice);
        *error.place = self.place.clone();
        error.value.clone_from(&self.value);
        error.fmt(f)
    }
}

/// Everything that should be known about `corpus`, call by call.
pub fn check(corpus: &Corpus) -> Vec<Finding> {
    let mut findings = Vec::new();
    for call in &corpus.calls {
        if mangled(&call.id) {
            let rule = "call_id looks like a number that a spreadsheet rewrote";
            let finding = Finding::of(call, rule).value(&call.id);
            findings
                .push(finding.advice("different calls may have become one; export ids as text"));
        }
        findings.extend(labels::check(call));
    }
    for finding in &mut findings {
        // Rows of other formats are numbered as they would be written, in no table of the input.
        let read = |path: &PathBuf| {
            Table::ALL
                .iter()
                .any(|t| path.ends_with(t.file_name()) && corpus.style.get(*t).is_some())
        };
        finding.place.path = finding.place.path.take().filter(read);
    }
    findings
}

#[cfg(test)]
mod tests;
