//! For programs.

use serde_json::{Value, json};

use super::{Block, Cell, Renderer, Report, Table};

/// The renderer.
pub struct Json;

impl Renderer for Json {
    fn name(&self) -> &'static str {
        "json"
    }

    fn render(&self, report: &Report) -> Vec<(String, Vec<u8>)> {
        let mut text = serde_json::to_string_pretty(&value(report)).unwrap_or_default();
        text.push('\n');
        vec![(String::from("report.json"), text.into_bytes())]
    }
}

/// The report as one object; numbers that are missing are null.
pub fn value(report: &Report) -> Value {
    let blocks = report.sections.iter().flat_map(|s| &s.blocks);
    let tables: serde_json::Map<String, Value> = blocks
        .filter_map(|b| match b {
            Block::Table(t) => Some((t.name.clone(), table(t))),
            _ => None,
        })
        .collect();
    json!({
        "signature": report.signature,
        "title": report.title,
        "findings": report.findings,
        "notices": report.notices,
        "measures": report.measures,
        "tables": tables,
        "definitions": report
            .definitions
            .iter()
            .map(|(name, text)| (name.clone(), Value::from(text.as_str())))
            .collect::<serde_json::Map<String, Value>>(),
    })
}

fn table(table: &Table) -> Value {
    let rows = table.rows.iter().map(|row| {
        let cells = table.columns.iter().zip(row).map(|(head, cell)| {
            let value = match cell {
                Cell::Text(text) => Value::from(text.as_str()),
                Cell::Number(x, _) => json!(x),
            };
            (head.clone(), value)
        });
        Value::Object(cells.collect())
    });
    Value::Array(rows.collect())
}
