//! The same audit by several speech detectors, side by side.

use super::number::{decimals, interval};
use super::{Block, Cell, Section, Table};
use crate::audit::Audit;

/// Figures that depend on where speech is found.
const FIGURES: [&str; 10] = [
    "hold_pause.per_turn",
    "hold_pause.per_minute",
    "hold_pause.p50",
    "hold_pause.p95",
    "cut_if_waiting.holds_500",
    "transfer_offset.p50",
    "transfer_offset.overlapped",
    "opportunity.per_turn",
    "interruption_rate",
    "turn_length.seconds_p50",
];

/// A section with a column a detector.
pub fn detectors(audits: &[(String, Audit)]) -> Section {
    let mut columns = vec![String::from("figure"), String::from("unit")];
    for (name, _) in audits {
        columns.push(name.clone());
        columns.push(format!("{name}, 95 % interval"));
    }
    let rows = FIGURES.iter().filter_map(|figure| {
        let first = audits.first()?.1.all(figure)?;
        let mut row = vec![Cell::text(*figure), Cell::text(first.unit)];
        for (_, audit) in audits {
            let e = audit.all(figure)?;
            let places = decimals(e);
            row.push(Cell::Number(e.value, places));
            row.push(Cell::text(interval(e.low, e.high, places)));
        }
        Some(row)
    });
    Section {
        title: String::from("Speech detectors side by side"),
        blocks: vec![Block::Table(Table {
            name: String::from("detectors"),
            caption: String::from(
                "The same recordings heard by each built-in detector: what depends on the detector is no property of the callers.",
            ),
            columns,
            rows: rows.collect(),
            detail: false,
        })],
    }
}
