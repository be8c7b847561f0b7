//! Failures: what is wrong, where it stands, and what to do about it.

use std::fmt;
use std::path::{Path, PathBuf};

/// What sort of failure it is; decides the exit code.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum ErrorKind {
    /// The input breaks a rule.
    Input,
    /// The program was asked for something it does not know.
    Usage,
    /// A well-formed input that falter cannot read (a codec, a format).
    Unsupported,
    /// The operating system refused.
    Io,
}

/// Where a failure stands. Every part that is known is printed.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct Place {
    /// File or folder.
    pub path: Option<PathBuf>,
    /// Line in the file, counted from 1.
    pub line: Option<u64>,
    /// Record in a table, counted from 1, the header not counted.
    pub row: Option<u64>,
    /// Column of the table.
    pub column: Option<String>,
    /// Call it concerns.
    pub call: Option<String>,
}

/// One failure: place, value, rule, and what to do.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Error {
    /// Sort of failure.
    pub kind: ErrorKind,
    /// Where it stands.
    pub place: Box<Place>,
    /// The rule that is broken, as a sentence.
    pub rule: String,
    /// The offending value as it stands in the input.
    pub value: Option<String>,
    /// What the reader can do next; empty when nothing sensible can be said.
    pub advice: String,
}

/// `Result` with falter's own list of errors.
pub type Result<T> = std::result::Result<T, Errors>;

/// One or more failures: all those of a file are listed at once.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Errors(pub Vec<Error>);

/// How many errors are printed in full; the rest are counted.
pub const PRINTED_ERRORS: usize = 50;

impl Error {
    /// A failure of the input: `rule` says what is broken.
    pub fn input(rule: impl Into<String>) -> Self {
        Self::new(ErrorKind::Input, rule)
    }

    /// A failure of the request: an unknown name, two options that clash.
    pub fn usage(rule: impl Into<String>) -> Self {
        Self::new(ErrorKind::Usage, rule)
    }

    /// Something that falter cannot read.
    pub fn unsupported(rule: impl Into<String>) -> Self {
        Self::new(ErrorKind::Unsupported, rule)
    }

    /// A failure of the operating system at `path`.
    pub fn io(path: &Path, error: &std::io::Error) -> Self {
        Self::new(ErrorKind::Io, error.to_string()).at(path)
    }

    /// An unknown `what` named `name`; lists the known ones.
    pub fn unknown<'a>(what: &str, name: &str, known: impl IntoIterator<Item = &'a str>) -> Self {
        let known: Vec<&str> = known.into_iter().collect();
        Self::usage(format!("unknown {what}"))
            .value(name)
            .advice(format!("known: {}", known.join(", ")))
    }

    fn new(kind: ErrorKind, rule: impl Into<String>) -> Self {
        Self {
            kind,
            place: Box::default(),
            rule: rule.into(),
            value: None,
            advice: String::new(),
        }
    }

    /// Sets the file.
    pub fn at(mut self, path: &Path) -> Self {
        self.place.path = Some(path.to_path_buf());
        self
    }

    /// Sets the line, counted from 1.
    pub fn line(mut self, line: u64) -> Self {
        self.place.line = Some(line);
        self
    }

    /// Sets the record, counted from 1.
    pub fn row(mut self, row: u64) -> Self {
        self.place.row = Some(row);
        self
    }

    /// Sets the column.
    pub fn column(mut self, column: impl Into<String>) -> Self {
        self.place.column = Some(column.into());
        self
    }

    /// Sets the call.
    pub fn call(mut self, call: impl Into<String>) -> Self {
        self.place.call = Some(call.into());
        self
    }

    /// Sets the offending value.
    pub fn value(mut self, value: impl Into<String>) -> Self {
        self.value = Some(value.into());
        self
    }

    /// Sets what to do next.
    pub fn advice(mut self, advice: impl Into<String>) -> Self {
        self.advice = advice.into();
        self
    }
}

impl fmt::Display for Place {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let mut parts = Vec::new();
        if let Some(path) = &self.path {
            parts.push(match self.line {
                Some(line) => format!("{}:{line}", path.display()),
                None => path.display().to_string(),
            });
        } else if let Some(line) = self.line {
            parts.push(format!("line {line}"));
        }
        if let Some(row) = self.row {
            parts.push(format!("row {row}"));
        }
        if let Some(column) = &self.column {
            parts.push(format!("column {column}"));
        }
        if let Some(call) = &self.call {
            parts.push(format!("call {}", printable(call)));
        }
        f.write_str(&parts.join(", "))
    }
}

/// Longest value shown in a message, in characters: transcripts are private.
const SHOWN_VALUE: usize = 60;

/// `text` safe for a terminal line: control characters escaped, shortened.
fn printable(text: &str) -> String {
    let mut shown: String = text
        .chars()
        .take(SHOWN_VALUE)
        .flat_map(|c| {
            let plain: Box<dyn Iterator<Item = char>> = if c.is_control() {
                Box::new(c.escape_default())
            } else {
                Box::new(std::iter::once(c))
            };
            plain
        })
        .collect();
    if text.chars().count() > SHOWN_VALUE {
        shown.push('…');
    }
    shown
}

impl fmt::Display for Error {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let place = self.place.to_string();
        if !place.is_empty() {
            write!(f, "{place}: ")?;
        }
        f.write_str(&self.rule)?;
        if let Some(value) = &self.value {
            write!(f, ": \"{}\"", printable(value))?;
        }
        if !self.advice.is_empty() {
            write!(f, "\n    {}", self.advice)?;
        }
        Ok(())
    }
}

impl fmt::Display for Errors {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        for error in self.0.iter().take(PRINTED_ERRORS) {
            writeln!(f, "error: {error}")?;
        }
        if self.0.len() > PRINTED_ERRORS {
            writeln!(f, "… and {} more errors", self.0.len() - PRINTED_ERRORS)?;
        }
        Ok(())
    }
}

impl std::error::Error for Error {}
impl std::error::Error for Errors {}

impl From<Error> for Errors {
    fn from(error: Error) -> Self {
        Self(vec![error])
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_message_says_where_what_and_what_next() {
        let error = Error::input("start_ms must be before end_ms")
            .at(Path::new("asr_history.csv"))
            .line(5)
            .row(3)
            .column("start_ms")
            .value("9\u{7}00")
            .advice("swap the two times");
        assert_eq!(
            error.to_string(),
            "asr_history.csv:5, row 3, column start_ms: start_ms must be before end_ms: \"9\\u{7}00\"\n    swap the two times"
        );
    }

    #[test]
    fn long_values_are_shortened() {
        let shown = printable(&"x".repeat(100));
        assert_eq!(shown.chars().count(), SHOWN_VALUE + 1);
    }
}
