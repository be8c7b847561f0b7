//! What was asked of a simulator beside what it did.

use super::number::{fixed, interval, places};
use super::{Block, Cell, Report, Section, Table};
use crate::asked::Asked;
use crate::measure::{Estimate, Scope};

/// Adds the section and, for every figure that misses, a sentence in front.
pub fn asked(report: &mut Report, asked: &Asked) {
    let mut rows = Vec::new();
    let mut misses = Vec::new();
    for (name, value) in &asked.values {
        let all = |e: &&Estimate| e.scope == Scope::All && e.name == *name;
        let Some(estimate) = report.measures.iter().find(all) else {
            continue;
        };
        let places = places(estimate.unit).max(1);
        let inside = estimate
            .low
            .zip(estimate.high)
            .map(|(l, h)| l <= *value && *value <= h);
        let verdict = match (estimate.value, inside) {
            (None, _) => estimate.reason.clone().unwrap_or_default(),
            (_, None) => String::from("no interval"),
            (_, Some(true)) => String::from("yes"),
            (_, Some(false)) => String::from("no"),
        };
        if inside == Some(false) {
            misses.push(format!(
                "Asked for {name} {} {}, realised {} {}.",
                fixed(Some(*value), places),
                estimate.unit,
                fixed(estimate.value, places),
                interval(estimate.low, estimate.high, places),
            ));
        }
        rows.push(vec![
            Cell::text(name),
            Cell::text(estimate.unit),
            Cell::Number(Some(*value), places),
            Cell::Number(estimate.value, places),
            Cell::Number(estimate.low, places),
            Cell::Number(estimate.high, places),
            Cell::text(verdict),
            Cell::Number(estimate.value.map(|v| v - value), places),
        ]);
    }
    let judged = rows.iter().any(|row| row[6] == Cell::text("yes"));
    if misses.is_empty() {
        misses.push(String::from(match judged {
            true => "Nothing that was asked for lies outside the interval of what was realised.",
            false => "Nothing that was asked for could be judged: there is no interval.",
        }));
    }
    report.findings.splice(0..0, misses);
    let columns = [
        "figure",
        "unit",
        "asked",
        "realised",
        "low",
        "high",
        "asked_inside",
        "difference",
    ];
    let table = Table {
        name: String::from("asked"),
        caption: format!(
            "What {} asks for beside what was realised, with its 95 % interval",
            asked.file
        ),
        columns: columns.map(String::from).to_vec(),
        rows,
        detail: false,
    };
    report.sections.insert(
        0,
        Section {
            title: String::from("Asked and realised"),
            blocks: vec![Block::Table(table)],
        },
    );
}
