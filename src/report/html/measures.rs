//! The estimates: those of the whole and of the sides open, those of single calls folded away.

use std::collections::{BTreeMap, BTreeSet};
use std::fmt::Write;

use super::super::Report;
use super::super::number::{decimals, fixed, interval};
use super::escape::{esc, lang};
use super::label::shorten;
use super::table::{close, open};
use crate::measure::{Estimate, Scope};

/// Calls that are listed; a report with more says so.
const CALLS: usize = 300;

/// The section on measures, or nothing when nothing was measured.
pub fn section(out: &mut String, report: &Report) {
    if report.measures.is_empty() {
        return;
    }
    out.push_str("<section id=\"measures\">\n<h2>Measures</h2>\n");
    let pick = |wanted: fn(&Scope) -> bool| -> Vec<&Estimate> {
        report
            .measures
            .iter()
            .filter(|e| wanted(&e.scope))
            .collect()
    };
    let whole = pick(|s| matches!(s, Scope::All));
    let sides = pick(|s| matches!(s, Scope::Side(_)));
    let sides = sides.into_iter().filter(|e| !again(e, &whole));
    let shown: Vec<&Estimate> = whole.iter().copied().chain(sides).collect();
    grouped(out, report, &shown, "Values with their 95 % intervals");
    folded(out, report, &pick(|s| matches!(s, Scope::By(..))));
    calls(out, &pick(|s| matches!(s, Scope::Call(_))));
    out.push_str("</section>\n");
}

/// Says `e` what one of `whole` says already? So it is when only one side was asked for.
fn again(e: &Estimate, whole: &[&Estimate]) -> bool {
    let same = |w: &&&Estimate| w.name == e.name;
    whole.iter().find(same).is_some_and(|w| {
        (w.value, w.low, w.high) == (e.value, e.low, e.high)
            && (w.hits, w.chances, w.calls) == (e.hits, e.chances, e.calls)
    })
}

fn folded(out: &mut String, report: &Report, estimates: &[&Estimate]) {
    if estimates.is_empty() {
        return;
    }
    out.push_str("<details><summary>By column of the calls</summary>\n");
    grouped(
        out,
        report,
        estimates,
        "By column of the calls, with 95 % intervals",
    );
    out.push_str("</details>\n");
}

/// A measure and its estimates, those of a figure together.
fn groups<'a>(estimates: &[&'a Estimate]) -> Vec<(&'a str, Vec<&'a Estimate>)> {
    let mut groups: Vec<(&str, Vec<&Estimate>)> = Vec::new();
    let mut figures: BTreeMap<&str, usize> = BTreeMap::new();
    for e in estimates {
        let next = figures.len();
        figures.entry(&e.name).or_insert(next);
        let measure = parts(&e.name).0;
        match groups.iter_mut().find(|g| g.0 == measure) {
            Some(group) => group.1.push(e),
            None => groups.push((measure, vec![e])),
        }
    }
    for (_, group) in &mut groups {
        group.sort_by_key(|e| figures.get(e.name.as_str()).copied());
    }
    groups
}

/// The measure and the part of a figure's name.
fn parts(name: &str) -> (&str, &str) {
    name.split_once('.').unwrap_or((name, ""))
}

fn grouped(out: &mut String, report: &Report, estimates: &[&Estimate], caption: &str) {
    open(out, caption, "measures");
    out.push_str(
        "<thead><tr><th scope=\"col\">Figure</th><th scope=\"col\">Of</th>\
         <th scope=\"col\" class=\"n\">Value</th><th scope=\"col\">95 %</th>\
         <th scope=\"col\">Unit</th><th scope=\"col\" class=\"n\">Hits</th>\
         <th scope=\"col\" class=\"n\">Chances</th><th scope=\"col\" class=\"n\">Calls</th>\
         <th scope=\"col\">Note</th></tr></thead>\n<tbody>\n",
    );
    for (measure, rows) in groups(estimates) {
        let defined = report.definitions.iter().position(|d| d.0 == measure);
        let name = esc(measure);
        let _ = match defined {
            Some(k) => write!(
                out,
                "<tr class=\"group\"><th colspan=\"9\" scope=\"colgroup\"><a href=\"#d{k}\">{name}</a></th></tr>\n"
            ),
            None => write!(
                out,
                "<tr class=\"group\"><th colspan=\"9\" scope=\"colgroup\">{name}</th></tr>\n"
            ),
        };
        rows.iter().for_each(|e| row(out, e));
    }
    close(out);
}

fn row(out: &mut String, e: &Estimate) {
    let part = match parts(&e.name) {
        (measure, "") => measure,
        (_, part) => part,
    };
    let scope = match &e.scope {
        Scope::Side(role) => role.to_string(),
        Scope::By(column, value) => format!("{column} = {value}"),
        other => other.to_string(),
    };
    let places = decimals(e);
    let _ = writeln!(
        out,
        "<tr><th scope=\"row\">{}</th><td{}>{}</td><td class=\"n v\">{}</td><td class=\"i\">{}</td>\
         <td>{}</td><td class=\"n\">{}</td><td class=\"n\">{}</td><td class=\"n\">{}</td><td class=\"why\">{}</td></tr>",
        esc(part),
        lang(&scope),
        esc(&scope),
        fixed(e.value, places),
        interval(e.low, e.high, places),
        esc(e.unit),
        fixed(e.hits, 0),
        fixed(e.chances, 0),
        e.calls,
        esc(e.reason.as_deref().unwrap_or_default()),
    );
}

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

fn calls(out: &mut String, estimates: &[&Estimate]) {
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
