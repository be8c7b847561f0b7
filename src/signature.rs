//! Signatures: a number without the settings that made it is not a number.

use std::collections::BTreeSet;
use std::fmt;

use crate::call::Role;
use crate::settings::{self, Settings};
use crate::stats::bootstrap::{JACKKNIFE_BELOW, LEAST_DRAWS};
use crate::timeline::{Source, Timeline};

/// The version of the program.
pub const VERSION: &str = env!("CARGO_PKG_VERSION");

/// Made from what actually ran, part by part.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct Signature {
    rules: BTreeSet<String>,
    sides: Vec<&'static str>,
    lexicons: BTreeSet<String>,
    sources: BTreeSet<&'static str>,
    activity: BTreeSet<String>,
    changed: Vec<String>,
    intervals: String,
}

impl Signature {
    /// The parts that are known before a call is read.
    pub fn new(sides: &[Role], settings: &Settings) -> Self {
        Self {
            sides: sides.iter().map(|s| s.name()).collect(),
            changed: settings
                .changed()
                .map(|(key, value)| format!("{key}={value}"))
                .collect(),
            ..Self::default()
        }
    }

    /// Adds what a timeline was made of.
    pub fn saw(&mut self, timeline: &Timeline<'_>, sides: &[Role]) {
        self.rules.insert(timeline.rule.to_string());
        for role in sides {
            let side = timeline.side(*role);
            self.sources.insert(side.source.name());
            for row in &side.rows {
                let lexicon = row.lexicon;
                self.lexicons
                    .insert(format!("{}@{}", lexicon.code(), lexicon.digest()));
            }
        }
    }

    /// Adds a speech detector that was run, with its version and settings.
    pub fn heard(&mut self, detector: impl Into<String>) {
        self.activity.insert(detector.into());
    }

    /// Adds how intervals over so many calls are made.
    pub fn resampled(&mut self, calls: usize, settings: &Settings) {
        self.intervals = match calls {
            _ if settings.count(&settings::BOOTSTRAP_DRAWS) < LEAST_DRAWS => String::from("none"),
            0 | 1 => String::from("none"),
            n if n < JACKKNIFE_BELOW => String::from("calls/jackknife-t"),
            _ => format!(
                "calls/bootstrap{}/seed{}",
                settings.count(&settings::BOOTSTRAP_DRAWS),
                settings.get(&settings::RANDOM_SEED)
            ),
        };
    }

    /// The sides that were asked about, by name.
    pub fn sides(&self) -> &[&'static str] {
        &self.sides
    }

    /// Was the speech of some side known from rows alone?
    pub fn saw_rows_only(&self) -> bool {
        self.sources.contains(Source::Rows.name())
    }

    /// Was the speech of some side taken from a detector or a label file?
    pub fn saw_activity(&self) -> bool {
        self.sources.contains(Source::Activity.name())
    }

    /// Joins what two runs over parts of the same input saw.
    pub fn merge(&mut self, other: Self) {
        self.rules.extend(other.rules);
        self.lexicons.extend(other.lexicons);
        self.sources.extend(other.sources);
        self.activity.extend(other.activity);
    }
}

impl fmt::Display for Signature {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let list = |items: &mut dyn Iterator<Item = String>| -> String {
            let items: Vec<String> = items.collect();
            match items.is_empty() {
                true => String::from("none"),
                false => items.join("+"),
            }
        };
        write!(
            f,
            "falter:{VERSION}|turns:{}|side:{}|lang:{}|speech:{}",
            list(&mut self.rules.iter().cloned()),
            self.sides.join("+"),
            list(&mut self.lexicons.iter().cloned()),
            list(&mut self.sources.iter().map(|s| String::from(*s))),
        )?;
        if !self.activity.is_empty() {
            write!(f, "|vad:{}", list(&mut self.activity.iter().cloned()))?;
        }
        if !self.changed.is_empty() {
            write!(f, "|set:{}", self.changed.join(","))?;
        }
        match self.intervals.is_empty() {
            true => Ok(()),
            false => write!(f, "|ci:{}", self.intervals),
        }
    }
}
