//! Bars: histograms.

use std::fmt::Write;

use super::super::{Plot, Series};
use super::label::{Px, short};
use super::plot::{Frame, value};
use super::series::{colour, placed};

/// A bar.
pub struct Bar {
    /// Left edge.
    pub low: f64,
    /// Right edge.
    pub high: f64,
    /// Height.
    pub height: f64,
}

/// The bars of a series, by x; the last is as wide as the one before.
pub fn of(series: &Series, log: bool) -> Vec<Bar> {
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

/// Draws the bars of series `k`, with an outline that tells overlapping ones apart.
pub fn draw(out: &mut String, k: usize, bars: &[Bar], plot: &Plot, frame: &Frame) {
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
