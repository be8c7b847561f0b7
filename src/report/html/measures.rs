//! The estimates: those of the whole and of the sides open, those of single calls folded away.

use std::collections::BTreeMap;
use std::fmt::Write;

use super::super::Report;
use super::super::number::{decimals, fixed, interval};
use super::calls;
use super::escape::{esc, lang};
use super::table::{close, open};
use crate::measure::{Estimate, Scope};

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
    let mut sides = pick(|s| matches!(s, Scope::Side(_)));
    if sides.iter().all(|e| again(e, &whole)) {
        sides.clear();
    }
    let shown: Vec<&Estimate> = whole.into_iter().chain(sides).collect();
    grouped(out, report, &shown, "Values with their 95 % intervals");
    folded(out, report, &pick(|s| matches!(s, Scope::By(..))));
    calls::details(out, &pick(|s| matches!(s, Scope::Call(_))));
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
        let name = match defined {
            Some(k) => format!("<a href=\"#d{k}\">{}</a>", esc(measure)),
            None => esc(measure).to_string(),
        };
        let head = "<tr class=\"group\"><th colspan=\"9\" scope=\"colgroup\">";
        let _ = writeln!(out, "{head}{name}</th></tr>");
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
        Scope::By(column, value) => format!("{column}\u{a0}=\u{a0}{value}"),
        other => other.to_string(),
    };
    let places = decimals(e);
    let _ = writeln!(
        out,
        "<tr><th scope=\"row\">{}</th><td{}>{}</td><td class=\"n v\">{}</td><td class=\"i\">{}</td>\
         <td class=\"u\">{}</td><td class=\"n\">{}</td><td class=\"n\">{}</td><td class=\"n\">{}</td><td class=\"why\">{}</td></tr>",
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
