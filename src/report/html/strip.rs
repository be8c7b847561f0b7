//! A call on its time axis.

use std::fmt::Write;

use super::super::{Lane, Mark, Strip};
use super::axes::{cut, line};
use super::escape::{esc, lang};
use super::kinds::{close, look, shape};
use super::label::Px;
use super::layout::{AXIS, LANE, Layout, WIDTH, clock, seconds};
use crate::time::{Ms, Span};

/// Longest text shown when pointed at.
const SAID: usize = 240;

/// A figure with the strip; `id` is unique on the page.
pub fn figure(out: &mut String, strip: &Strip, id: usize) {
    let title = &strip.title;
    let layout = Layout::of(strip);
    let _ = write!(out, "<figure>\n<figcaption{}>{}", lang(title), esc(title));
    if layout.shown < strip.duration {
        let (shown, all) = (seconds(layout.shown), seconds(strip.duration));
        let _ = write!(out, " <small>The first {shown} s of {all} s.</small>");
    }
    out.push_str("</figcaption>\n");
    if strip.duration <= 0 || strip.lanes.is_empty() {
        out.push_str(
            "<p class=\"nothing\">Nothing to draw: the call has no length.</p>\n</figure>\n",
        );
        return;
    }
    let name = esc(title);
    let _ = write!(
        out,
        "<div class=\"scroll\" tabindex=\"0\" role=\"group\" aria-label=\"{name}\">"
    );
    drawing(out, strip, &layout, id);
    out.push_str("</div>\n</figure>\n");
}

fn drawing(out: &mut String, strip: &Strip, layout: &Layout, id: usize) {
    let height = layout.height * layout.rows() as f64 - 10.0;
    let _ = write!(
        out,
        "<svg class=\"strip\" viewBox=\"0 0 {WIDTH} {}\" role=\"img\" aria-labelledby=\"f{id}t f{id}d\">\
         <title id=\"f{id}t\">{}</title><desc id=\"f{id}d\">{} s.",
        Px(height),
        esc(&strip.title),
        seconds(strip.duration)
    );
    for lane in &strip.lanes {
        let _ = write!(out, " {}: {}.", esc(&lane.name), counts(lane));
    }
    out.push_str("</desc>");
    let lanes: Vec<(&str, Vec<&Mark>)> = strip
        .lanes
        .iter()
        .map(|l| (l.name.as_str(), sorted(l)))
        .collect();
    for row in 0..layout.rows() {
        let span = Span::new(row * layout.row, layout.shown.min((row + 1) * layout.row));
        let top = row as f64 * layout.height;
        grid(out, layout, span, top);
        for (k, (name, marks)) in lanes.iter().enumerate() {
            let y = top + k as f64 * (LANE.0 + LANE.1);
            cut(out, "tick end", (layout.left - 8.0, y + 13.0), name, 130.0);
            marks.iter().for_each(|m| mark(out, layout, m, span, y));
        }
    }
    out.push_str("</svg>");
}

/// How many of each kind, in the order they appear.
fn counts(lane: &Lane) -> String {
    let mut kinds: Vec<(&str, usize)> = Vec::new();
    for mark in &lane.spans {
        match kinds.iter_mut().find(|k| k.0 == mark.kind) {
            Some(kind) => kind.1 += 1,
            None => kinds.push((mark.kind, 1)),
        }
    }
    let words = kinds.iter().map(|(kind, n)| format!("{n} {}", esc(kind)));
    match kinds.is_empty() {
        true => String::from("nothing"),
        false => words.collect::<Vec<_>>().join(", "),
    }
}

/// The marks in the order of drawing.
fn sorted(lane: &Lane) -> Vec<&Mark> {
    let mut marks: Vec<&Mark> = lane.spans.iter().collect();
    marks.sort_by_key(|m| (look(m.kind).0, m.span.start));
    marks
}

fn grid(out: &mut String, layout: &Layout, span: Span, top: f64) {
    let bottom = top + layout.height - AXIS;
    let end = layout.x(span.end, span.start);
    let mut at = span.start;
    while at <= span.end {
        let x = layout.x(at, span.start);
        line(out, "grid", (x, top), (x, bottom));
        cut(out, "tick mid", (x, bottom + 14.0), &clock(at), 80.0);
        at += layout.tick;
    }
    line(out, "axis", (layout.left, bottom), (end, bottom));
    if span.end == layout.shown {
        line(out, "axis", (end, top), (end, bottom));
    }
}

/// One stretch, as far as it lies on the row.
fn mark(out: &mut String, layout: &Layout, mark: &Mark, row: Span, y: f64) {
    let (start, end) = (mark.span.start, mark.span.end.max(mark.span.start));
    let point =
        start == end && (row.contains(start) || (start == row.end && start == layout.shown));
    let kind = look(mark.kind).1;
    // An end of turn is a moment: it is drawn once, on the row where it lies.
    let moment = kind.name == "eot" && !point && !row.contains(start);
    if moment || !(point || Span::new(start, end).overlaps(row)) {
        return;
    }
    let x = |at: Ms| layout.x(at.clamp(row.start, row.end), row.start);
    shape(out, kind, (x(start), x(end)), y, LANE.0);
    let said: String = mark.label.chars().take(SAID).collect();
    let more = if said.len() < mark.label.len() {
        "…"
    } else {
        ""
    };
    let (from, to) = (seconds(start), seconds(end));
    let _ = write!(
        out,
        "<title>{}, {from}–{to} s: {}{more}</title>",
        esc(mark.kind),
        esc(&said)
    );
    out.push_str(close(kind));
}
