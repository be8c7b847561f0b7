//! Tables of the body.

use std::fmt::Write;

use super::super::number::fixed;
use super::super::{Cell, Table};
use super::escape::{esc, lang};

/// A table that scrolls inside the page when it is wider.
pub fn table(out: &mut String, table: &Table) {
    open(out, &table.caption, "");
    out.push_str("<thead><tr>");
    for (k, column) in table.columns.iter().enumerate() {
        let class = if numeric(table, k) {
            " class=\"n\""
        } else {
            ""
        };
        let _ = write!(
            out,
            "<th scope=\"col\"{class}{}>{}</th>",
            lang(column),
            esc(column)
        );
    }
    out.push_str("</tr></thead>\n<tbody>\n");
    for row in &table.rows {
        out.push_str("<tr>");
        for (k, c) in row.iter().enumerate() {
            cell(out, c, k == 0);
        }
        out.push_str("</tr>\n");
    }
    close(out);
    if table.rows.is_empty() {
        out.push_str("<p class=\"nothing\">No rows.</p>\n");
    }
}

/// The start of a table with its caption, in a box that scrolls.
pub fn open(out: &mut String, caption: &str, class: &str) {
    let (name, lang) = (esc(caption), lang(caption));
    let _ = write!(
        out,
        "<div class=\"scroll\" tabindex=\"0\" role=\"group\" aria-label=\"{name}\">\
         <table class=\"{class}\">\n<caption{lang}>{name}</caption>\n"
    );
}

/// The end of a table.
pub fn close(out: &mut String) {
    out.push_str("</tbody></table></div>\n");
}

/// Are the cells of column `k` numbers?
fn numeric(table: &Table, k: usize) -> bool {
    let cells = table.rows.iter().filter_map(|r| r.get(k));
    cells.into_iter().any(|c| matches!(c, Cell::Number(..)))
}

fn cell(out: &mut String, cell: &Cell, head: bool) {
    let _ = match cell {
        Cell::Text(t) if head => write!(out, "<th scope=\"row\"{}>{}</th>", lang(t), esc(t)),
        Cell::Text(t) => write!(out, "<td{}>{}</td>", lang(t), esc(t)),
        Cell::Number(x, decimals) => write!(out, "<td class=\"n\">{}</td>", fixed(*x, *decimals)),
    };
}
