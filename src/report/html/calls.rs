//! The estimates of single calls, folded away: a row a call, a column a figure.

use std::collections::{BTreeMap, BTreeSet};
use std::fmt::Write;

use super::super::number::{decimals, fixed};
use super::escape::esc;
use super::label::shorten;
use super::table::{close, open};
use crate::measure::{Estimate, Scope};

/// Calls that are listed; a report with more says so.
const CALLS: usize = 300;

/// A row a call, a column a figure.
#[derive(Default)]
struct Grid<'a> {
    /// The first estimate of every figure.
    figures: Vec<&'a Estimate>,
    /// Calls in their order.
    calls: Vec<&'a str>,
    /// By call and name of the figure.
    cells: BTreeMap<(&'a str, &'a str), &'a Estimate>,
}

impl<'a> Grid<'a> {
    fn of(estimates: &[&'a Estimate]) -> Self {
        let mut grid = Self::default();
        let (mut names, mut ids) = (BTreeSet::new(), BTreeSet::new());
        for e in estimates {
            let Scope::Call(id) = &e.scope else { continue };
            if names.insert(&e.name) {
                grid.figures.push(e);
            }
            if ids.insert(id) {
                grid.calls.push(id);
            }
            grid.cells.insert((id, &e.name), e);
        }
        grid
    }
}

/// The table in its fold, or nothing without calls.
pub fn details(out: &mut String, estimates: &[&Estimate]) {
    let grid = Grid::of(estimates);
    let count = grid.calls.len();
    if count == 0 {
        return;
    }
    let _ = writeln!(out, "<details><summary>Per call ({count})</summary>");
    open(
        out,
        "Values per call; a dash where there was nothing to count",
        "calls",
    );
    heads(out, &grid.figures);
    for id in grid.calls.iter().take(CALLS) {
        let (name, short) = (esc(id), esc(&shorten(id, 200.0)).to_string());
        let _ = write!(out, "<tr><th scope=\"row\" title=\"{name}\">{short}</th>");
        for figure in &grid.figures {
            value(out, grid.cells.get(&(*id, figure.name.as_str())));
        }
        out.push_str("</tr>\n");
    }
    close(out);
    if count > CALLS {
        let rest = count - CALLS;
        let _ = writeln!(
            out,
            "<p class=\"note\">{rest} more calls are in measures.csv.</p>"
        );
    }
    out.push_str("</details>\n");
}

fn heads(out: &mut String, figures: &[&Estimate]) {
    out.push_str("<thead><tr><th scope=\"col\">Call</th>");
    for f in figures {
        let (name, unit) = (esc(&f.name), esc(f.unit));
        let _ = write!(
            out,
            "<th scope=\"col\" class=\"n\">{name}<small>{unit}</small></th>"
        );
    }
    out.push_str("</tr></thead>\n<tbody>\n");
}

fn value(out: &mut String, estimate: Option<&&Estimate>) {
    let shown = estimate.map_or_else(|| fixed(None, 0), |e| fixed(e.value, decimals(e)));
    let missing = estimate
        .filter(|e| e.value.is_none())
        .and_then(|e| e.reason.as_deref());
    let _ = match missing {
        Some(why) => write!(out, "<td class=\"n\" title=\"{}\">{shown}</td>", esc(why)),
        None => write!(out, "<td class=\"n\">{shown}</td>"),
    };
}
