//! The data of a plot: bands, and lines with their points.

use std::fmt::Write;

use super::super::{Plot, Series};
use super::axes::line;
use super::bars::{self, Bar};
use super::escape::esc;
use super::label::{Px, short};
use super::plot::{Frame, value};
use super::scale::drawable;

/// Points that get a shape of their own; on longer lines only the colour and the dashes tell.
const SHAPES: usize = 40;

/// The points of a line that have a place; none for bars.
pub fn points(series: &Series, log: bool) -> impl Iterator<Item = (f64, f64)> {
    let points = series.points.iter().copied();
    points.filter(move |p| !series.bars && placed(*p, log))
}

/// Has the point a place?
pub fn placed(point: (f64, f64), log: bool) -> bool {
    drawable(point.0, log) && drawable(point.1, false)
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
        bars::draw(out, k, bars, plot, frame);
    }
    let lines = || each().filter(|(_, s)| !s.bars);
    lines().for_each(|(k, s)| band(out, k, s, plot.log_x, frame));
    lines().for_each(|(k, s)| curve(out, k, s, plot, frame));
}

/// The confidence band, in as many pieces as it takes; a lonely point gets a whisker.
fn band(out: &mut String, k: usize, series: &Series, log: bool, frame: &Frame) {
    let both: Vec<_> = series.points.iter().zip(&series.band).collect();
    let whole = |(p, b): &(&(f64, f64), &(f64, f64))| {
        drawable(p.0, log) && drawable(b.0, false) && drawable(b.1, false)
    };
    let at = |x: f64, y: f64| (frame.x.at(x), frame.y.at(y));
    for piece in both.split(|pair| !whole(pair)) {
        if let [(p, b)] = piece {
            let class = format!("whisker s{}", colour(k));
            line(out, &class, at(p.0, b.0), at(p.0, b.1));
        }
        if piece.len() < 2 {
            continue;
        }
        let lower = piece.iter().map(|(p, b)| at(p.0, b.0));
        let upper = piece.iter().rev().map(|(p, b)| at(p.0, b.1));
        let corners = lower
            .chain(upper)
            .map(|(x, y)| format!("{},{}", Px(x), Px(y)));
        let (class, corners) = (colour(k), corners.collect::<Vec<_>>().join(" "));
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
        let bounds = series
            .band
            .get(n)
            .map_or_else(String::new, |b| format!(" ({}–{})", short(b.0), short(b.1)));
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
