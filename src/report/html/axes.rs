//! Grid, ticks and names of the axes.

use std::fmt::Write;

use super::super::Plot;
use super::escape::esc;
use super::label::{Px, shorten, width};
use super::plot::{Frame, WIDTH};
use super::scale::{tick, unit};

/// Ticks wanted on the horizontal and the vertical axis.
pub const TICKS: (usize, usize) = (9, 5);

/// Draws both axes.
pub fn draw(out: &mut String, plot: &Plot, frame: &Frame) {
    vertical(out, &plot.y, frame);
    horizontal(out, &plot.x, frame);
}

fn vertical(out: &mut String, label: &str, frame: &Frame) {
    let (left, right) = frame.sides;
    let (name, ms) = unit(label);
    for v in frame.y.ticks(TICKS.1) {
        let at = frame.y.at(v);
        line(out, "grid", (left, at), (right, at));
        text(out, "tick end", (left - 8.0, at + 4.0), &tick(v, ms));
    }
    cut(out, "name", (0.0, frame.name), name, WIDTH);
}

fn horizontal(out: &mut String, label: &str, frame: &Frame) {
    let ((left, right), (top, bottom)) = (frame.sides, frame.field);
    let (name, ms) = unit(label);
    let mut free = f64::NEG_INFINITY;
    for v in frame.x.ticks(TICKS.0) {
        let (at, words) = (frame.x.at(v), tick(v, ms));
        line(out, "grid", (at, top), (at, bottom));
        if at - width(&words) / 2.0 < free {
            continue;
        }
        free = at + width(&words) / 2.0 + 6.0;
        text(out, "tick mid", (at, bottom + 18.0), &words);
    }
    line(out, "axis", (left, bottom), (right, bottom));
    let middle = (left + right) / 2.0;
    cut(out, "name mid", (middle, bottom + 38.0), name, right - left);
}

/// A straight line of a class.
pub fn line(out: &mut String, class: &str, from: (f64, f64), to: (f64, f64)) {
    let (x1, y1, x2, y2) = (Px(from.0), Px(from.1), Px(to.0), Px(to.1));
    let _ = write!(
        out,
        "<line class=\"{class}\" x1=\"{x1}\" y1=\"{y1}\" x2=\"{x2}\" y2=\"{y2}\"/>"
    );
}

/// Words at a place.
fn text(out: &mut String, class: &str, at: (f64, f64), words: &str) {
    let (x, y, words) = (Px(at.0), Px(at.1), esc(words));
    let _ = write!(
        out,
        "<text class=\"{class}\" x=\"{x}\" y=\"{y}\">{words}</text>"
    );
}

/// Words at a place, cut to the room there is; pointed at, they show the whole.
pub fn cut(out: &mut String, class: &str, at: (f64, f64), words: &str, room: f64) {
    let short = shorten(words, room);
    if short == words {
        return text(out, class, at, words);
    }
    let (x, y) = (Px(at.0), Px(at.1));
    let _ = write!(
        out,
        "<text class=\"{class}\" x=\"{x}\" y=\"{y}\"><title>{}</title>{}</text>",
        esc(words),
        esc(&short)
    );
}
