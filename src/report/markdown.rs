//! For a repository or a wiki.

use std::fmt::Write;

use super::text::cell;
use super::{Block, Cell, Renderer, Report, Table};

/// The renderer.
pub struct Markdown;

impl Renderer for Markdown {
    fn name(&self) -> &'static str {
        "markdown"
    }

    fn render(&self, report: &Report) -> Vec<(String, Vec<u8>)> {
        vec![(String::from("report.md"), page(report).into_bytes())]
    }
}

fn page(report: &Report) -> String {
    let mut out = format!("# {}\n\n", escaped(&report.title));
    for finding in &report.findings {
        let _ = writeln!(out, "- {}", escaped(finding));
    }
    for notice in &report.notices {
        let _ = writeln!(out, "\n> {}", escaped(notice));
    }
    for section in report.sections.iter().filter(|s| s.has_words()) {
        let _ = writeln!(out, "\n## {}\n", escaped(&section.title));
        for block in &section.blocks {
            match block {
                Block::Text(text) => {
                    let _ = writeln!(out, "{}\n", escaped(text));
                }
                Block::Table(t) if !t.detail => table(&mut out, t),
                Block::Table(_) | Block::Plot(_) | Block::Strip(_) => {}
            }
        }
    }
    if !report.definitions.is_empty() {
        out.push_str("\n## Definitions\n\n");
        for (name, text) in &report.definitions {
            let _ = writeln!(out, "- `{name}`: {}", escaped(text));
        }
    }
    let _ = writeln!(out, "\n`{}`", report.signature);
    out
}

fn table(out: &mut String, table: &Table) {
    let _ = writeln!(out, "{}\n", escaped(&table.caption));
    let line = |cells: Vec<String>| format!("| {} |\n", cells.join(" | "));
    out.push_str(&line(table.columns.iter().map(|c| escaped(c)).collect()));
    let number = |k: usize| {
        table
            .rows
            .iter()
            .any(|r| matches!(r.get(k), Some(Cell::Number(..))))
    };
    let rule = (0..table.columns.len()).map(|k| match number(k) {
        true => String::from("---:"),
        false => String::from("---"),
    });
    out.push_str(&line(rule.collect()));
    for row in &table.rows {
        out.push_str(&line(row.iter().map(|c| escaped(&cell(c))).collect()));
    }
    out.push('\n');
}

/// Text that stays text: table bars, HTML and emphasis marks are taken literally.
fn escaped(text: &str) -> String {
    let mut out = String::with_capacity(text.len());
    for c in text.chars() {
        match c {
            '\n' | '\r' => out.push(' '),
            '|' | '\\' | '*' | '_' | '`' | '[' | ']' => {
                out.push('\\');
                out.push(c);
            }
            '<' => out.push_str("&lt;"),
            '&' => out.push_str("&amp;"),
            c => out.push(c),
        }
    }
    out
}
