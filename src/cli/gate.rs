//! `--fail-if`: conditions under which a run exits with 1.

use super::Exit;
use crate::asked::figures;
use crate::compare::Comparison;
use crate::error::{Error, Result};
use crate::gate::Gate;
use crate::measure::Estimate;
use crate::settings::Settings;

/// Gates on the figures of an audit.
pub(super) fn of_audit(texts: &[String], settings: &Settings) -> Result<Vec<Gate>> {
    let figures = figures(settings);
    let parse = |t: &String| Gate::parse(t, &figures, &["value", "low", "high"]);
    texts.iter().map(parse).collect()
}

/// Says on stderr which gates of an audit fail.
pub(super) fn audited(gates: &[Gate], estimates: &[Estimate]) -> Exit {
    let failure = |gate: &Gate| {
        let scoped = estimates
            .iter()
            .find(|e| e.name == gate.name && e.scope.to_string() == gate.scope);
        let Some(estimate) = scoped else {
            return gate.failure(
                None,
                Some(&format!("nothing was measured in the scope {}", gate.scope)),
            );
        };
        let value = match gate.part.as_str() {
            "low" => estimate.low,
            "high" => estimate.high,
            _ => estimate.value,
        };
        gate.failure(value, estimate.reason.as_deref())
    };
    said(gates.iter().filter_map(failure).collect())
}

/// The smallest adjusted p of the headline figures, as a name of its own.
const P: &str = "p";

/// Gates on the figures of a comparison.
pub(super) fn of_compare(texts: &[String], settings: &Settings) -> Result<Vec<Gate>> {
    let mut figures = figures(settings);
    figures.push(String::from(P));
    let parts = [
        "difference",
        "low",
        "high",
        "ratio",
        "a",
        "b",
        "p",
        "holm",
        "bh",
    ];
    let gates = texts.iter().map(|t| Gate::parse(t, &figures, &parts));
    let gates: Vec<Gate> = gates.collect::<Result<_>>()?;
    match gates.iter().find(|g| g.scope != "all") {
        Some(gate) => Err(Error::usage("a comparison has no scopes")
            .value(gate.scope.clone())
            .advice("--side user or --side agent compares one side")
            .into()),
        None => Ok(gates),
    }
}

/// Says on stderr which gates of a comparison fail.
pub(super) fn compared(gates: &[Gate], comparison: &Comparison) -> Exit {
    let failure = |gate: &Gate| {
        if gate.name == P {
            let each = comparison.figures.iter().filter_map(|f| f.holm);
            return gate.failure(each.min_by(f64::total_cmp), Some("no figure was tested"));
        }
        let Some(figure) = comparison.of(&gate.name) else {
            return gate.failure(None, Some("it has no interval and is not compared"));
        };
        let value = match gate.part.as_str() {
            "low" => figure.interval.map(|i| i.0),
            "high" => figure.interval.map(|i| i.1),
            "ratio" => figure.ratio,
            "a" => figure.a,
            "b" => figure.b,
            "p" => figure.p,
            "holm" => figure.holm,
            "bh" => figure.bh,
            _ => figure.difference,
        };
        gate.failure(value, figure.reason.as_deref())
    };
    said(gates.iter().filter_map(failure).collect())
}

fn said(failures: Vec<String>) -> Exit {
    // A failing gate is the result of the run: --quiet does not silence it.
    failures.iter().for_each(|f| eprintln!("failed: {f}"));
    match failures.is_empty() {
        true => Exit::Fine,
        false => Exit::Findings,
    }
}
