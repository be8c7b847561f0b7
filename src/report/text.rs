//! For the terminal.

use std::fmt::Write;

use super::number::fixed;
use super::{Block, Cell, Renderer, Report, Table};

/// The renderer.
pub struct Text;

impl Renderer for Text {
    fn name(&self) -> &'static str {
        "text"
    }

    fn render(&self, report: &Report) -> Vec<(String, Vec<u8>)> {
        vec![(String::from("report.txt"), page(report).into_bytes())]
    }
}

fn page(report: &Report) -> String {
    let mut out = format!("{}\n{}\n", report.title, "=".repeat(width(&report.title)));
    for finding in &report.findings {
        let _ = writeln!(out, "\n  {finding}");
    }
    for notice in &report.notices {
        let _ = writeln!(out, "\n  note: {notice}");
    }
    for section in report.sections.iter().filter(|s| s.has_words()) {
        let _ = writeln!(
            out,
            "\n{}\n{}",
            section.title,
            "-".repeat(width(&section.title))
        );
        for block in &section.blocks {
            match block {
                Block::Text(text) => {
                    let _ = writeln!(out, "{text}");
                }
                Block::Table(t) if !t.detail => table(&mut out, t),
                Block::Table(_) | Block::Plot(_) | Block::Strip(_) => {}
            }
        }
    }
    let _ = writeln!(out, "\nsignature: {}", report.signature);
    out
}

fn table(out: &mut String, table: &Table) {
    let _ = writeln!(out, "{}\n", table.caption);
    let shown: Vec<Vec<String>> = table
        .rows
        .iter()
        .map(|r| r.iter().map(cell).collect())
        .collect();
    let widths: Vec<usize> = (0..table.columns.len())
        .map(|k| {
            let cells = shown.iter().filter_map(|row| row.get(k));
            let widest = cells.map(|c| width(c)).max().unwrap_or(0);
            widest.max(width(&table.columns[k]))
        })
        .collect();
    let mut line = |cells: &[String], row: Option<&[Cell]>| {
        let mut text = String::new();
        for (k, (cell, wanted)) in cells.iter().zip(&widths).enumerate() {
            let space = " ".repeat(wanted.saturating_sub(width(cell)));
            let number = row.is_some_and(|r| matches!(r.get(k), Some(Cell::Number(..))));
            let _ = match number {
                true => write!(text, "  {space}{cell}"),
                false => write!(text, "  {cell}{space}"),
            };
        }
        let _ = writeln!(out, "{}", text.trim_end());
    };
    line(&table.columns, None);
    for (cells, row) in shown.iter().zip(&table.rows) {
        line(cells, Some(row));
    }
    out.push('\n');
}

pub(super) fn cell(cell: &Cell) -> String {
    match cell {
        Cell::Text(text) => text.chars().filter(|c| !c.is_control()).collect(),
        Cell::Number(x, decimals) => fixed(*x, *decimals),
    }
}

/// Columns on a terminal: Chinese characters take two.
pub(super) fn width(text: &str) -> usize {
    text.chars()
        .map(|c| match c as u32 {
            0x1100..=0x115f
            | 0x2e80..=0xa4cf
            | 0xac00..=0xd7a3
            | 0xf900..=0xfaff
            | 0xfe30..=0xfe4f
            | 0xff00..=0xff60
            | 0xffe0..=0xffe6
            | 0x20000..=0x3fffd => 2,
            _ => 1,
        })
        .sum()
}
