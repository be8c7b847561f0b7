//! The data of a plot: bands, lines with their points, bars.

use std::fmt::Write;

use super::super::{Plot, Series};
use super::axes::line;
use super::escape::esc;
use super::label::{Px, short};
use super::plot::{Frame, value};
use super::scale::drawable;

/// Points that get a shape of their own; on longer lines only the colour and the dashes tell.
const SHAPES: usize = 40;

/// A bar.
pub struct Bar {
    /// Left edge.
    pub low: f64,
    /// Right edge.
    pub high: f64,
    /// Height.
    pub height: f64,
}

/// The points of a line that have a place; none for bars.
pub fn points(series: &Series, log: bool) -> impl Iterator<Item = (f64, f64)> {
    let points = series.points.iter().copied();
    points.filter(move |p| !series.bars && placed(*p, log))
}

fn placed(point: (f64, f64), log: bool) -> bool {
    drawable(point.0, log) && drawable(point.1, false)
}

/// The bars of a series, by x; the last is as wide as the one before.
pub fn bars(series: &Series, log: bool) -> Vec<Bar> {
    let points = series.points.iter().copied();
    let mut points: Vec<(f64, f64)> = points.filter(|p| series.bars && placed(*p, log)).collect();
    points.sort_by(|a, b| a.0.total_cmp(&b.0));
    let after = |k: usize| match (points.get(k + 1), k.checked_sub(1), log) {
        (Some(next), _, _) => next.0,
        (None, Some(before), true) => points[k].0 * (points[k].0 / points[before].0),
        (None, Some(before), false) => 2.0 * points[k].0 - points[before].0,
        (None, None, true) => points[k].0 * 1.25,
        (None, None, false) => points[k].0 + 1.0,
    };
    let bar = |k: usize| Bar {
        low: points[k].0,
        high: after(k),
        height: points[k].1,
    };
    (0..points.len()).map(bar).collect()
}

/// Is there nothing to draw?
pub fn empty(plot: &Plot) -> bool {
    let mut all = plot.series.iter().flat_map(|s| &s.points);
    !all.any(|p| placed(*p, plot.log_x))
}

/// Points that have no place: not a number, or not above 0 on a logarithmic axis.
pub fn hidden(plot: &Plot) -> usize {
    let all = plot.series.iter().flat_map(|s| &s.points);
    all.filter(|p| !placed(**p, plot.log_x)).count()
}

/// Draws every series: bars, then bands, then lines.
pub fn draw(out: &mut String, plot: &Plot, bars: &[Vec<Bar>], frame: &Frame) {
    let each = || plot.series.iter().enumerate();
    for ((k, _), bars) in each().zip(bars) {
        columns(out, k, bars, plot, frame);
    }
    let lines = || each().filter(|(_, s)| !s.bars);
    lines().for_each(|(k, s)| band(out, k, s, plot.log_x, frame));
    lines().for_each(|(k, s)| curve(out, k, s, plot, frame));
}

fn columns(out: &mut String, k: usize, bars: &[Bar], plot: &Plot, frame: &Frame) {
    let zero = frame.y.at(0.0);
    let mut path = String::new();
    for bar in bars {
        let (low, high) = (frame.x.at(bar.low), frame.x.at(bar.high));
        let y = frame.y.at(bar.height);
        let (x, top) = (Px(low), Px(y.min(zero)));
        let (w, h) = (Px((high - low).max(0.0)), Px((y - zero).abs()));
        let from = value(bar.low, &plot.x);
        let (to, height) = (value(bar.high, &plot.x), short(bar.height));
        let _ = write!(
            out,
            "<rect class=\"bar s{}\" x=\"{x}\" y=\"{top}\" width=\"{w}\" height=\"{h}\">\
             <title>{from} to {to}: {height}</title></rect>",
            colour(k)
        );
        let start = if path.is_empty() {
            format!("M{x} {}", Px(zero))
        } else {
            String::new()
        };
        let _ = write!(path, "{start}V{}H{}", Px(y), Px(high));
    }
    if !path.is_empty() {
        let _ = write!(path, "V{}", Px(zero));
        let _ = write!(
            out,
            "<path class=\"edge s{0} d{0}\" d=\"{path}\"/>",
            colour(k)
        );
    }
}

/// The confidence band, in as many pieces as it takes.
fn band(out: &mut String, k: usize, series: &Series, log: bool, frame: &Frame) {
    let both: Vec<_> = series.points.iter().zip(&series.band).collect();
    let whole = |(p, b): &(&(f64, f64), &(f64, f64))| {
        drawable(p.0, log) && drawable(b.0, false) && drawable(b.1, false)
    };
    for piece in both
        .split(|pair| !whole(pair))
        .filter(|piece| piece.len() > 1)
    {
        let at = |x: f64, y: f64| format!("{},{}", Px(frame.x.at(x)), Px(frame.y.at(y)));
        let lower = piece.iter().map(|(p, b)| at(p.0, b.0));
        let upper = piece.iter().rev().map(|(p, b)| at(p.0, b.1));
        let corners: Vec<String> = lower.chain(upper).collect();
        let (class, corners) = (colour(k), corners.join(" "));
        let _ = write!(
            out,
            "<polygon class=\"band s{class}\" points=\"{corners}\"/>"
        );
    }
}

fn curve(out: &mut String, k: usize, series: &Series, plot: &Plot, frame: &Frame) {
    let mut path = String::new();
    let mut pen = 'M';
    for point in &series.points {
        if !placed(*point, plot.log_x) {
            pen = 'M';
            continue;
        }
        let _ = write!(
            path,
            "{pen}{} {}",
            Px(frame.x.at(point.0)),
            Px(frame.y.at(point.1))
        );
        pen = 'L';
    }
    let _ = write!(
        out,
        "<path class=\"line s{0} d{0}\" d=\"{path}\"/>",
        colour(k)
    );
    if series.points.len() > SHAPES {
        return;
    }
    for (n, point) in series
        .points
        .iter()
        .enumerate()
        .filter(|(_, p)| placed(**p, plot.log_x))
    {
        let at = (frame.x.at(point.0), frame.y.at(point.1));
        let bounds = series.band.get(n).map_or_else(String::new, |b| {
            if at.0.is_finite() && drawable(b.0, false) && drawable(b.1, false) {
                line(
                    out,
                    &format!("whisker s{}", colour(k)),
                    (at.0, frame.y.at(b.0)),
                    (at.0, frame.y.at(b.1)),
                );
            }
            format!(" ({}–{})", short(b.0), short(b.1))
        });
        let words = format!(
            "{}, {}: {}{bounds}",
            series.name,
            value(point.0, &plot.x),
            short(point.1)
        );
        shape(out, k, at, &words);
    }
}

/// The shape of series `k`: circle, square, triangle, diamond.
pub fn shape(out: &mut String, k: usize, at: (f64, f64), words: &str) {
    let start = format!("M{} {}", Px(at.0), Px(at.1));
    let path = match k % 4 {
        0 => "m-3.5 0a3.5 3.5 0 1 0 7 0a3.5 3.5 0 1 0 -7 0z",
        1 => "m-3 -3h6v6h-6z",
        2 => "m0 -4.2l3.9 7h-7.8z",
        _ => "m0 -4.4l4.4 4.4l-4.4 4.4l-4.4 -4.4z",
    };
    let _ = write!(
        out,
        "<path class=\"dot s{}\" d=\"{start}{path}\">",
        colour(k)
    );
    if !words.is_empty() {
        let _ = write!(out, "<title>{}</title>", esc(words));
    }
    out.push_str("</path>");
}

/// Colours and dashes come round after six.
pub fn colour(k: usize) -> usize {
    k % 6
}
