//! What the health pass found, and what it did to the numbers.

use super::number::decimals;
use super::{Block, Cell, Section, Table};
use crate::audit::Audit;
use crate::format::plural;
use crate::health::{Effect, Finding, HEALTH};

/// Figures that are shown with and without the rows that were left out.
const BOTH: [&str; 7] = [
    "tokens",
    "tokens.turns",
    "filler_rate",
    "repeat_rate",
    "hold_pause.per_turn",
    "backchannel_rate",
    "interruption_rate",
];

/// The section; `None` where nothing was found.
pub fn health(audit: &Audit) -> Option<Section> {
    if audit.health.is_empty() {
        return None;
    }
    let mut blocks = vec![Block::Table(by_check(&audit.health))];
    if !audit.whole.is_empty() {
        blocks.push(Block::Table(with_and_without(audit)));
    }
    blocks.push(Block::Table(each(&audit.health)));
    Some(Section {
        title: String::from("Health of the input"),
        blocks,
    })
}

/// One sentence for every check that found more than a note, for the head of a report.
pub fn health_notices(findings: &[Finding]) -> Vec<String> {
    let groups = groups(findings).into_iter();
    let doubts = groups.filter(|(_, of)| of.iter().any(|f| f.is_doubt()));
    doubts
        .filter_map(|(name, of)| {
            let worst = worst(&of)?;
            let place = match worst.place() {
                place if place.is_empty() => place,
                place => format!("{place}: "),
            };
            let more = match of.len() {
                1 => String::new(),
                n => format!(" ({} in all)", plural(n, "finding")),
            };
            Some(format!("{name}: {place}{}{more}", worst.sentence))
        })
        .collect()
}

/// Findings by check, in the order of the registry.
fn groups(findings: &[Finding]) -> Vec<(&'static str, Vec<&Finding>)> {
    let of = |name| findings.iter().filter(move |f| f.check == name);
    let groups = HEALTH.iter().map(|c| (c.name(), of(c.name()).collect()));
    groups
        .filter(|(_, of): &(_, Vec<_>)| !of.is_empty())
        .collect()
}

/// The gravest; of equals the first.
fn worst<'f>(findings: &[&'f Finding]) -> Option<&'f Finding> {
    let gravest = findings.iter().map(|f| f.severity).max()?;
    findings.iter().copied().find(|f| f.severity == gravest)
}

fn by_check(findings: &[Finding]) -> Table {
    let columns = [
        "check",
        "worst",
        "findings",
        "calls",
        "for example",
        "what it did",
    ];
    let rows = groups(findings).into_iter().filter_map(|(name, of)| {
        let worst = worst(&of)?;
        let mut calls: Vec<&String> = of.iter().filter_map(|f| f.call.as_ref()).collect();
        calls.dedup();
        let example = match worst.place() {
            place if place.is_empty() => worst.sentence.clone(),
            place => format!("{place}: {}", worst.sentence),
        };
        Some(vec![
            Cell::text(name),
            Cell::text(worst.severity.name()),
            Cell::count(of.len()),
            Cell::count(calls.len()),
            Cell::text(example),
            Cell::text(did(&of)),
        ])
    });
    Table {
        name: String::from("health"),
        caption: String::from(
            "What may be wrong with the input, looked for before any number was made; falter check lists every finding.",
        ),
        columns: columns.map(String::from).to_vec(),
        rows: rows.collect(),
        detail: false,
    }
}

/// What the findings of one check did to the figures.
fn did(findings: &[&Finding]) -> String {
    let count = |is: fn(&Effect) -> bool| findings.iter().filter(|f| is(&f.effect)).count();
    let rows: usize = findings
        .iter()
        .filter(|f| f.effect == Effect::Exclude)
        .map(|f| f.rows.len())
        .sum();
    let mut said = Vec::new();
    if let Some(f) = findings
        .iter()
        .find(|f| matches!(f.effect, Effect::Void(_)))
    {
        let n = count(|e| matches!(e, Effect::Void(_)));
        said.push(format!("{}, {}", f.effect, plural(n, "time")));
    }
    if let Some(f) = findings
        .iter()
        .find(|f| matches!(f.effect, Effect::LowerBound(_)))
    {
        said.push(f.effect.to_string());
    }
    if rows > 0 {
        said.push(format!("{} not counted", plural(rows, "row")));
    }
    match said.is_empty() {
        true => String::from("nothing: told"),
        false => said.join("; "),
    }
}

fn with_and_without(audit: &Audit) -> Table {
    let columns = ["figure", "as given", "with the rows left out", "unit"];
    let rows = BOTH.iter().filter_map(|name| {
        let given = audit.all(name)?;
        let whole = audit.whole.iter().find(|e| e.name == *name)?;
        let places = decimals(given);
        Some(vec![
            Cell::text(*name),
            Cell::Number(given.value, places),
            Cell::Number(whole.value, places),
            Cell::text(given.unit),
        ])
    });
    Table {
        name: String::from("health_rows"),
        caption: String::from(
            "Rows that are not counted (bleed, text over silence, past the end of the audio), and what they would change; --set keep_excluded=1 counts them.",
        ),
        columns: columns.map(String::from).to_vec(),
        rows: rows.collect(),
        detail: false,
    }
}

fn each(findings: &[Finding]) -> Table {
    let columns = ["check", "severity", "where", "finding", "advice", "effect"];
    let rows = findings.iter().map(|f| {
        vec![
            Cell::text(f.check),
            Cell::text(f.severity.name()),
            Cell::text(f.place()),
            Cell::text(f.sentence.clone()),
            Cell::text(f.advice.clone()),
            Cell::text(f.effect.to_string()),
        ]
    });
    Table {
        name: String::from("health_findings"),
        caption: String::from("Every finding of the health pass."),
        columns: columns.map(String::from).to_vec(),
        rows: rows.collect(),
        detail: true,
    }
}
