//! The tables of a report as CSV, full precision.

use super::{Block, Cell, Renderer, Report, Table};
use crate::measure::Estimate;
use crate::output::csv;

/// The renderer.
pub struct Csv;

impl Renderer for Csv {
    fn name(&self) -> &'static str {
        "csv"
    }

    fn render(&self, report: &Report) -> Vec<(String, Vec<u8>)> {
        let blocks = report.sections.iter().flat_map(|s| &s.blocks);
        let tables = blocks.filter_map(|b| match b {
            Block::Table(t) => Some(t),
            _ => None,
        });
        let mut files: Vec<(String, Vec<u8>)> = tables
            .map(|t| (format!("{}.csv", t.name), table(t)))
            .collect();
        if !report.measures.is_empty() {
            files.push((String::from("measures.csv"), measures(&report.measures)));
        }
        files
    }
}

fn table(table: &Table) -> Vec<u8> {
    let header: Vec<&str> = table.columns.iter().map(String::as_str).collect();
    let rows = table.rows.iter().map(|row| {
        row.iter()
            .map(|cell| match cell {
                Cell::Text(text) => text.clone(),
                Cell::Number(x, _) => number(*x),
            })
            .collect()
    });
    csv(&header, rows)
}

fn measures(estimates: &[Estimate]) -> Vec<u8> {
    let header = [
        "name",
        "scope",
        "unit",
        "value",
        "low",
        "high",
        "hits",
        "chances",
        "calls",
        "reason",
        "method",
        "percentile_low",
        "percentile_high",
        "design_effect",
    ];
    let rows = estimates.iter().map(|e| {
        vec![
            e.name.clone(),
            e.scope.to_string(),
            String::from(e.unit),
            number(e.value),
            number(e.low),
            number(e.high),
            number(e.hits),
            number(e.chances),
            e.calls.to_string(),
            e.reason.clone().unwrap_or_default(),
            e.method
                .map_or_else(String::new, |m| String::from(m.name())),
            number(e.percentile.map(|p| p.0)),
            number(e.percentile.map(|p| p.1)),
            number(e.design_effect),
        ]
    });
    csv(&header, rows)
}

fn number(x: Option<f64>) -> String {
    x.filter(|x| x.is_finite())
        .map_or_else(String::new, |x| x.to_string())
}
