//! Limits that a run must keep: `--fail-if 'filler_rate<5'`.

use crate::error::{Error, Result};

/// How a value is held against a limit.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
enum Operator {
    Less,
    AtMost,
    More,
    AtLeast,
    Equal,
}

/// As they are written; the longer ones first.
const OPERATORS: [(&str, Operator); 5] = [
    ("<=", Operator::AtMost),
    (">=", Operator::AtLeast),
    ("==", Operator::Equal),
    ("<", Operator::Less),
    (">", Operator::More),
];

/// A condition under which the run fails.
#[derive(Clone, Debug, PartialEq)]
pub struct Gate {
    /// As it was written.
    pub text: String,
    /// Which calls: `all`, or as in `report.json`.
    pub scope: String,
    /// Which figure.
    pub name: String,
    /// Which number of it.
    pub part: String,
    operator: Operator,
    limit: f64,
}

impl Gate {
    /// Reads `[SCOPE:]FIGURE[:PART] OPERATOR NUMBER`. `figures` and `parts` are the known names; without a part it
    /// is the first of `parts`. Errors name the figures that look most alike.
    pub fn parse(text: &str, figures: &[String], parts: &[&str]) -> Result<Self> {
        let wrong = |rule: &str| {
            Error::usage(rule).value(text).advice(
                "for example --fail-if 'filler_rate<5', 'side:user:hold_pause.p95>3000'; operators < <= > >= ==",
            )
        };
        // The limit stands last; a scope may hold an equals sign, so operators are looked for from the right.
        let last = |(sign, _): &&(&str, Operator)| text.rfind(sign).map(|at| at + sign.len());
        let Some((sign, operator)) = OPERATORS
            .iter()
            .filter(|o| last(o).is_some())
            .max_by_key(|o| (last(o), o.0.len()))
        else {
            return Err(wrong("a gate needs an operator").into());
        };
        let at = text.rfind(sign).unwrap_or_default();
        let limit = text[at + sign.len()..]
            .trim()
            .parse::<f64>()
            .ok()
            .filter(|x| x.is_finite());
        let limit = limit.ok_or_else(|| wrong("a gate ends with a number"))?;
        let (scope, name, part) = split(text[..at].trim(), figures, parts)?;
        Ok(Self {
            text: String::from(text),
            scope,
            name,
            part,
            operator: *operator,
            limit,
        })
    }

    /// Why the run fails, or `None` when it passes. What cannot be checked is not passed.
    pub fn failure(&self, value: Option<f64>, reason: Option<&str>) -> Option<String> {
        let Some(value) = value.filter(|v| !v.is_nan()) else {
            let reason = reason.unwrap_or("no value");
            return Some(format!("{}: cannot be checked: {reason}", self.text));
        };
        let met = match self.operator {
            Operator::Less => value < self.limit,
            Operator::AtMost => value <= self.limit,
            Operator::More => value > self.limit,
            Operator::AtLeast => value >= self.limit,
            Operator::Equal => value == self.limit,
        };
        met.then(|| format!("{}: it is {value}", self.text))
    }
}

/// Scope, figure and part of what stands before the operator.
fn split(text: &str, figures: &[String], parts: &[&str]) -> Result<(String, String, String)> {
    let known = |name: &str| figures.iter().any(|f| f == name);
    let (before, part) = match text.rsplit_once(':') {
        Some((before, part)) if parts.contains(&part) => (before, part),
        _ => (text, parts.first().copied().unwrap_or_default()),
    };
    let (scope, name) = before.rsplit_once(':').unwrap_or(("all", before));
    if !known(name) {
        return Err(unknown(name, figures).into());
    }
    Ok((String::from(scope), String::from(name), String::from(part)))
}

/// The error for an unknown figure, with those that look most alike.
pub fn unknown(name: &str, figures: &[String]) -> Error {
    let mut near: Vec<(usize, &str)> = figures
        .iter()
        .map(|f| (distance(name, f), f.as_str()))
        .collect();
    near.sort();
    let near: Vec<&str> = near.into_iter().take(5).map(|(_, f)| f).collect();
    Error::usage("unknown figure").value(name).advice(format!(
        "near: {}; falter audit --json prints all",
        near.join(", ")
    ))
}

/// Levenshtein's distance; a name that begins alike is nearer.
fn distance(a: &str, b: &str) -> usize {
    if b.starts_with(a) || a.starts_with(b) {
        return 1;
    }
    let b: Vec<char> = b.chars().collect();
    let mut row: Vec<usize> = (0..=b.len()).collect();
    for (i, x) in a.chars().enumerate() {
        let mut diagonal = row[0];
        row[0] = i + 1;
        for (j, y) in b.iter().enumerate() {
            let changed = diagonal + usize::from(x != *y);
            diagonal = row[j + 1];
            row[j + 1] = changed.min(row[j] + 1).min(diagonal + 1);
        }
    }
    row[b.len()]
}

#[cfg(test)]
mod tests {
    use super::*;

    fn gate(text: &str) -> Result<Gate> {
        let figures = ["filler_rate", "hold_pause.p50", "hold_pause.per_turn"].map(String::from);
        Gate::parse(text, &figures, &["value", "low", "high"])
    }

    #[test]
    fn a_gate_is_read_whole() {
        let read = gate("by:lang=zh:hold_pause.p50:low >= 3e2").unwrap();
        assert_eq!(
            (read.scope.as_str(), read.name.as_str()),
            ("by:lang=zh", "hold_pause.p50")
        );
        assert_eq!(
            (read.part.as_str(), read.operator, read.limit),
            ("low", Operator::AtLeast, 300.0)
        );
        let plain = gate("filler_rate<5").unwrap();
        assert_eq!(
            (plain.scope.as_str(), plain.part.as_str()),
            ("all", "value")
        );
    }

    #[test]
    fn what_is_wrong_is_said() {
        for (text, said) in [
            ("filler_rate", "operator"),
            ("filler_rate<", "number"),
            ("filler_rate<nan", "number"),
            ("filer_rate<5", "near: filler_rate"),
            ("hold_pause<5", "near: hold_pause.p50, hold_pause.per_turn"),
        ] {
            let errors = gate(text).unwrap_err().to_string();
            assert!(errors.contains(said), "{text}: {errors}");
        }
    }

    #[test]
    fn what_cannot_be_checked_is_not_passed() {
        let read = gate("filler_rate<5").unwrap();
        assert_eq!(read.failure(Some(5.0), None), None);
        assert_eq!(
            read.failure(Some(4.5), None).unwrap(),
            "filler_rate<5: it is 4.5"
        );
        let failed = read.failure(None, Some("no transcript")).unwrap();
        assert!(failed.contains("no transcript"), "{failed}");
    }
}
