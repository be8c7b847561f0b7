//! Plots as SVG: the figure, its frame, and everything in its place.

use std::fmt::Write;

use super::super::Plot;
use super::axes::{self, TICKS};
use super::bars::{self, Bar};
use super::escape::{esc, lang};
use super::label::{Px, duration, short, width};
use super::legend::Legend;
use super::marks;
use super::numbers;
use super::scale::{Scale, drawable, tick, unit};
use super::series;

/// Width of a drawing; the page scales it.
pub const WIDTH: f64 = 760.0;
/// Height of the field that holds the data.
const FIELD: f64 = 250.0;

/// The places of a plot.
pub struct Frame {
    /// Horizontal axis.
    pub x: Scale,
    /// Vertical axis; its pixels run upwards.
    pub y: Scale,
    /// Left and right border of the field.
    pub sides: (f64, f64),
    /// Top and bottom border of the field.
    pub field: (f64, f64),
    /// Base line of the name of the vertical axis.
    pub name: f64,
}

/// A figure with the plot, its caption and its numbers; `id` is unique on the page.
pub fn figure(out: &mut String, plot: &Plot, id: usize) {
    let title = &plot.title;
    let _ = write!(out, "<figure>\n<figcaption{}>{}", lang(title), esc(title));
    match series::hidden(plot) {
        0 => {}
        1 => out.push_str(" <small>1 point has no place on these axes.</small>"),
        n => {
            let _ = write!(
                out,
                " <small>{n} points have no place on these axes.</small>"
            );
        }
    }
    out.push_str("</figcaption>\n");
    match series::empty(plot) {
        true => out.push_str("<p class=\"nothing\">Nothing to draw.</p>\n"),
        false => {
            let name = esc(title);
            let _ = write!(
                out,
                "<div class=\"scroll\" tabindex=\"0\" role=\"group\" aria-label=\"{name}\">"
            );
            drawing(out, plot, id);
            out.push_str("</div>\n");
        }
    }
    numbers::details(out, plot);
    out.push_str("</figure>\n");
}

fn drawing(out: &mut String, plot: &Plot, id: usize) {
    let bars: Vec<Vec<Bar>> = plot
        .series
        .iter()
        .map(|s| bars::of(s, plot.log_x))
        .collect();
    let (x, y) = scales(plot, &bars);
    let ms = unit(&plot.y).1;
    let ticks = y.ticks(TICKS.1).into_iter().map(|v| width(&tick(v, ms)));
    let left = ticks.fold(24.0, f64::max) + 12.0;
    let legend = Legend::of(plot);
    let sides = (left, WIDTH - legend.margin());
    let x = x.on(sides);
    let placed = marks::place(plot, &x, WIDTH);
    let name = legend.height() + 14.0;
    let top = name + 16.0 + marks::height(&placed);
    let field = (top, top + FIELD);
    let frame = Frame {
        x,
        y: y.on((field.1, field.0)),
        sides,
        field,
        name,
    };
    open(out, plot, id, field.1 + 46.0);
    axes::draw(out, plot, &frame);
    series::draw(out, plot, &bars, &frame);
    marks::draw(out, &placed, &frame);
    legend.draw(out, plot, &frame);
    out.push_str("</svg>");
}

/// The start of the drawing, with what it shows in words.
fn open(out: &mut String, plot: &Plot, id: usize, height: f64) {
    let _ = write!(
        out,
        "<svg class=\"plot\" viewBox=\"0 0 {WIDTH} {}\" role=\"img\" aria-labelledby=\"f{id}t f{id}d\">\
         <title id=\"f{id}t\">{}</title><desc id=\"f{id}d\">{} against {}.",
        Px(height),
        esc(&plot.title),
        esc(&plot.y),
        esc(&plot.x),
    );
    for series in &plot.series {
        let ys = || series.points.iter().map(|p| p.1).filter(|y| y.is_finite());
        let low = ys().fold(f64::INFINITY, f64::min);
        let high = ys().fold(f64::NEG_INFINITY, f64::max);
        let (n, name) = (series.points.len(), esc(&series.name));
        let _ = write!(
            out,
            " {name}: {n} points from {} to {}.",
            short(low),
            short(high)
        );
    }
    for (at, text) in &plot.marks {
        let _ = write!(out, " Line at {}: {}.", value(*at, &plot.x), esc(text));
    }
    out.push_str("</desc>");
}

/// A value of the axis called `label`, in words.
pub fn value(v: f64, label: &str) -> String {
    match unit(label).1 {
        true if v.is_finite() && v.abs() < 1000.0 => duration(v.round()),
        true if v.is_finite() => duration((v / 10.0).round() * 10.0),
        _ => short(v),
    }
}

/// The two axes, not yet on their pixels. Bars stand on zero, and so do lines that come near it.
fn scales(plot: &Plot, bars: &[Vec<Bar>]) -> (Scale, Scale) {
    let log = plot.log_x;
    let points = || plot.series.iter().flat_map(|s| series::points(s, log));
    let bars = || bars.iter().flatten();
    let xs = points()
        .map(|p| p.0)
        .chain(bars().flat_map(|b| [b.low, b.high]));
    let xs = xs.chain(plot.marks.iter().map(|m| m.0));
    let bands = plot
        .series
        .iter()
        .flat_map(|s| s.band.iter().flat_map(|b| [b.0, b.1]));
    let ys = points()
        .map(|p| p.1)
        .chain(bars().map(|b| b.height))
        .chain(bands);
    let ys: Vec<f64> = ys.filter(|v| drawable(*v, false)).collect();
    let low = ys.iter().copied().fold(f64::INFINITY, f64::min);
    let high = ys.iter().copied().fold(f64::NEG_INFINITY, f64::max);
    let zero = (bars().next().is_some() || (low >= 0.0 && low < 0.7 * high)).then_some(0.0);
    let one = (low == 0.0 && high == 0.0).then_some(1.0);
    let y = Scale::new(ys.into_iter().chain(zero).chain(one), false, (1.0, 0.0));
    (Scale::new(xs, log, (0.0, 1.0)), y.rounded(TICKS.1))
}
