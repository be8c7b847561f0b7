//! What a check says: a sentence with numbers, and what it does to the figures.

use std::fmt;

use serde_json::{Value, json};

use super::effect::Effect;
use crate::call::Role;

/// How much a finding matters.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord)]
pub enum Severity {
    /// A fact worth knowing; no reason to distrust a figure.
    Note,
    /// Some figures lean on doubtful ground.
    Warning,
    /// Some figures cannot be given.
    Error,
}

impl Severity {
    /// The word used in output.
    pub const fn name(self) -> &'static str {
        match self {
            Self::Note => "note",
            Self::Warning => "warning",
            Self::Error => "error",
        }
    }
}

/// One thing that is wrong, or doubtful, with the input.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Finding {
    /// Name of the check, as in `falter list health`.
    pub check: &'static str,
    /// How much it matters.
    pub severity: Severity,
    /// The call; none when it is about all calls together.
    pub call: Option<String>,
    /// The party whose data it is about; none for both.
    pub side: Option<Role>,
    /// Rows of `asr_history.csv` it is about, counted from 0.
    pub rows: Vec<usize>,
    /// What was found, with numbers.
    pub sentence: String,
    /// What to do about it.
    pub advice: String,
    /// What it does to the figures.
    pub effect: Effect,
}

impl Finding {
    /// A finding that changes no figure; see [`Finding::does`].
    pub fn new(check: &'static str, severity: Severity, sentence: impl Into<String>) -> Self {
        Self {
            check,
            severity,
            call: None,
            side: None,
            rows: Vec::new(),
            sentence: sentence.into(),
            advice: String::new(),
            effect: Effect::Note,
        }
    }

    /// Sets the party.
    pub fn of(mut self, side: Role) -> Self {
        self.side = Some(side);
        self
    }

    /// Sets the rows, in the order of the table.
    pub fn rows(mut self, mut rows: Vec<usize>) -> Self {
        rows.sort_unstable();
        self.rows = rows;
        self
    }

    /// Sets what to do about it.
    pub fn advice(mut self, advice: impl Into<String>) -> Self {
        self.advice = advice.into();
        self
    }

    /// Sets what it does to the figures.
    pub fn does(mut self, effect: Effect) -> Self {
        self.effect = effect;
        self
    }

    /// Is it more than a note?
    pub fn is_doubt(&self) -> bool {
        self.severity > Severity::Note
    }

    /// Where it stands: `call c, user, rows 2, 3`; empty where it is about everything.
    pub fn place(&self) -> String {
        let call = self.call.as_ref().map(|call| format!("call {call}"));
        let side = self.side.map(|side| side.to_string());
        let rows = (!self.rows.is_empty()).then(|| named(&self.rows));
        let parts: Vec<String> = [call, side, rows].into_iter().flatten().collect();
        parts.join(", ")
    }

    /// The finding as an object; rows count from 0, as in `falter events`.
    pub fn value(&self) -> Value {
        json!({
            "check": self.check,
            "severity": self.severity.name(),
            "call_id": self.call,
            "role": self.side.map(Role::name),
            "rows": self.rows,
            "sentence": self.sentence,
            "advice": self.advice,
            "effect": self.effect.name(),
            "measures": self.effect.measures(),
        })
    }
}

impl fmt::Display for Finding {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let place = self.place();
        if !place.is_empty() {
            write!(f, "{place}: ")?;
        }
        write!(f, "{} [{}]", self.sentence, self.check)?;
        let said = [self.advice.clone(), self.effect.to_string()];
        let said: Vec<&str> = said
            .iter()
            .map(String::as_str)
            .filter(|s| !s.is_empty())
            .collect();
        match said.is_empty() {
            true => Ok(()),
            false => write!(f, "\n    {}", said.join("; ")),
        }
    }
}

/// How many rows of a finding are named.
const SHOWN: usize = 10;

/// `row 3`, or `rows 3, 5 and 2 more`; `rows` count from 0, what is printed from 1, as in the tables.
pub(crate) fn named(rows: &[usize]) -> String {
    let shown: Vec<String> = rows
        .iter()
        .take(SHOWN)
        .map(|r| (r + 1).to_string())
        .collect();
    let more = match rows.len().saturating_sub(SHOWN) {
        0 => String::new(),
        n => format!(" and {n} more"),
    };
    let s = if rows.len() == 1 { "" } else { "s" };
    format!("row{s} {}{more}", shown.join(", "))
}

/// `29 of 29 (1.00)`.
pub(crate) fn share(n: usize, of: usize) -> String {
    format!("{n} of {of} ({:.2})", n as f64 / of.max(1) as f64)
}
