//! The numbers behind a plot, for those who cannot see it and those who want to copy it.

use std::fmt::Write;

use super::super::Plot;
use super::escape::{esc, lang};
use super::label::{plain, short};

/// Rows that are listed; a plot with more says so.
const ROWS: usize = 400;

/// A closed table of every point.
pub fn details(out: &mut String, plot: &Plot) {
    let total: usize = plot.series.iter().map(|s| s.points.len()).sum();
    if total == 0 {
        return;
    }
    let name = esc(&plot.title);
    let _ = write!(
        out,
        "<details class=\"numbers\"><summary>Numbers</summary>\n\
         <div class=\"scroll\" tabindex=\"0\" role=\"group\" aria-label=\"Numbers: {name}\"><table>\n\
         <caption>{name}</caption>\n<thead><tr><th scope=\"col\">Series</th>\
         <th scope=\"col\" class=\"n\">{}</th><th scope=\"col\" class=\"n\">{}</th>",
        esc(&plot.x),
        esc(&plot.y)
    );
    let bands = plot.series.iter().any(|s| !s.band.is_empty());
    if bands {
        out.push_str(
            "<th scope=\"col\" class=\"n\">Low</th><th scope=\"col\" class=\"n\">High</th>",
        );
    }
    out.push_str("</tr></thead>\n<tbody>\n");
    rows(out, plot, bands);
    out.push_str("</tbody></table></div>\n");
    if total > ROWS {
        let (rest, total) = (total - ROWS, plain(total as f64, 0));
        let _ = writeln!(
            out,
            "<p class=\"note\">{rest} of {total} points are not listed.</p>"
        );
    }
    out.push_str("</details>\n");
}

fn rows(out: &mut String, plot: &Plot, bands: bool) {
    let each = |s| std::iter::repeat(s);
    let all = plot
        .series
        .iter()
        .flat_map(|s| each(s).zip(s.points.iter().enumerate()));
    for (series, (k, (x, y))) in all.take(ROWS) {
        let name = &series.name;
        let _ = write!(
            out,
            "<tr><th scope=\"row\"{}>{}</th><td class=\"n\">{}</td><td class=\"n\">{}</td>",
            lang(name),
            esc(name),
            short(*x),
            short(*y)
        );
        if bands {
            let (low, high) = series.band.get(k).copied().unwrap_or((f64::NAN, f64::NAN));
            let (low, high) = (short(low), short(high));
            let _ = write!(out, "<td class=\"n\">{low}</td><td class=\"n\">{high}</td>");
        }
        out.push_str("</tr>\n");
    }
}
