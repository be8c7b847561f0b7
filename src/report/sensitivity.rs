//! How much of the numbers is their definition.

use super::number::places;
use super::{Block, Cell, Section, Table};
use crate::audit::Audit;
use crate::sensitivity::{Axis, Outcome};

/// Rates over all tokens, and what they are over words alone.
const PER_TOKEN: [&str; 4] = ["filler_rate", "marker_rate", "repeat_rate", "repair_rate"];

/// A section with a table for each definition that could have been another.
pub fn sensitivity(audit: &Audit) -> Option<Section> {
    let mut blocks: Vec<Block> = Axis::ALL
        .into_iter()
        .filter_map(|axis| of_axis(axis, &audit.sensitivity))
        .collect();
    blocks.extend(denominators(audit));
    if blocks.is_empty() {
        return None;
    }
    let before = Block::Text(String::from(
        "The same calls, counted under other definitions that are in use. A figure that moves much from column to column may only be compared with figures made by the same definition.",
    ));
    blocks.insert(0, before);
    Some(Section {
        title: String::from("How much the definitions matter"),
        blocks,
    })
}

fn of_axis(axis: Axis, outcomes: &[Outcome]) -> Option<Block> {
    let outcomes: Vec<&Outcome> = outcomes.iter().filter(|o| o.axis == axis).collect();
    let mut columns = vec![String::from("figure"), String::from("unit")];
    columns.extend(outcomes.iter().map(|o| match o.used {
        true => format!("{} (used)", o.value),
        false => o.value.clone(),
    }));
    let rows = axis.figures().iter().filter_map(|name| {
        let of = |o: &&Outcome| o.figures.iter().find(|(n, _, _)| n == name).cloned();
        let found: Vec<_> = outcomes.iter().map(of).collect();
        let unit = found.iter().flatten().map(|(_, unit, _)| *unit).next()?;
        let values = found.into_iter().map(|f| f.and_then(|(_, _, value)| value));
        let values: Vec<Option<f64>> = values.collect();
        values.iter().any(Option::is_some).then(|| {
            let mut row = vec![Cell::text(*name), Cell::text(unit)];
            row.extend(values.into_iter().map(|v| Cell::Number(v, places(unit))));
            row
        })
    });
    let rows: Vec<Vec<Cell>> = rows.collect();
    (!rows.is_empty()).then(|| {
        Block::Table(Table {
            name: format!("sensitivity_{}", name(axis)),
            caption: match axis {
                Axis::TurnRule => String::from(
                    "By turn rule; clustering is that of the same fillers and repeats over other turns.",
                ),
                _ => format!("By {}.", axis.name()),
            },
            columns,
            rows,
            detail: false,
        })
    })
}

const fn name(axis: Axis) -> &'static str {
    match axis {
        Axis::TurnRule => "turn_rule",
        Axis::Pause => "pause",
        Axis::Opportunity => "opportunity",
    }
}

/// The rates with fillers and fragments in the denominator and without.
fn denominators(audit: &Audit) -> Option<Block> {
    let hits = |name: &str| audit.all(name).and_then(|e| e.hits);
    let tokens = audit.all("filler_rate")?.chances?;
    let words = tokens - hits("filler_rate")? - hits("fragment_rate").unwrap_or_default();
    if words <= 0.0 {
        return None;
    }
    let rows = PER_TOKEN.iter().filter_map(|name| {
        let e = audit.all(name)?;
        let without = 1000.0 * e.hits? / words;
        Some(vec![
            Cell::text(*name),
            Cell::text("per 1000"),
            Cell::Number(e.value, 1),
            Cell::Number(Some(without), 1),
        ])
    });
    let columns = [
        "figure",
        "unit",
        "all tokens (used)",
        "without fillers and fragments",
    ];
    Some(Block::Table(Table {
        name: String::from("sensitivity_tokens"),
        caption: String::from("By what counts as a token."),
        columns: columns.map(String::from).to_vec(),
        rows: rows.collect(),
        detail: false,
    }))
}
