//! Which series is which: beside the ends of the lines where that fits, else in rows above.

use std::fmt::Write;

use super::super::Plot;
use super::axes::{cut, line};
use super::label::{Px, shorten, width};
use super::plot::{Frame, WIDTH};
use super::series::{self, colour, shape};

/// Widest name.
const ROOM: f64 = 220.0;
/// Widest name beside a line, and how many lines are named there.
const BESIDE: (f64, usize) = (150.0, 5);
/// Width of a key, with the gap to its name.
const KEY: f64 = 34.0;
/// Height of a row.
const ROW: f64 = 18.0;

/// Where the names go.
pub enum Legend {
    /// To the right of the field, which ends so much before the drawing.
    Beside(f64),
    /// In rows above: the place of each.
    Above(Vec<(f64, f64)>),
}

impl Legend {
    /// The legend that suits the plot.
    pub fn of(plot: &Plot) -> Self {
        let widths = || plot.series.iter().map(|s| width(&shorten(&s.name, ROOM)));
        let widest = widths().fold(0.0, f64::max);
        let lines = plot
            .series
            .iter()
            .all(|s| !s.bars && series::points(s, plot.log_x).next().is_some());
        if widest > 0.0 && lines && widest <= BESIDE.0 && plot.series.len() <= BESIDE.1 {
            return Self::Beside(widest + KEY + 14.0);
        }
        let (mut x, mut y) = (0.0, 0.0);
        let mut places = Vec::new();
        for wide in widths() {
            let wide = wide + KEY + 18.0;
            if x > 0.0 && x + wide > WIDTH {
                (x, y) = (0.0, y + ROW);
            }
            places.push((x, y));
            x += wide;
        }
        Self::Above(places)
    }

    /// Room to the right of the field.
    pub fn margin(&self) -> f64 {
        match self {
            Self::Beside(room) => *room,
            Self::Above(_) => 22.0,
        }
    }

    /// Room above everything else.
    pub fn height(&self) -> f64 {
        match self {
            Self::Beside(_) => 0.0,
            Self::Above(places) => places.last().map_or(0.0, |p| p.1 + ROW + 6.0),
        }
    }

    /// Draws it.
    pub fn draw(&self, out: &mut String, plot: &Plot, frame: &Frame) {
        let places = match self {
            Self::Above(places) => places.iter().map(|p| (p.0, p.1 + 10.0)).collect(),
            Self::Beside(_) => ends(plot, frame),
        };
        for ((k, series), (x, y)) in plot.series.iter().enumerate().zip(places) {
            key(out, k, series.bars, (x, y));
            cut(out, "key", (x + KEY, y + 4.0), &series.name, ROOM);
        }
    }
}

/// A piece of the line, or a small bar.
fn key(out: &mut String, k: usize, bars: bool, (x, y): (f64, f64)) {
    if !bars {
        line(
            out,
            &format!("line s{0} d{0}", colour(k)),
            (x, y),
            (x + 26.0, y),
        );
        return shape(out, k, (x + 13.0, y), "");
    }
    for class in ["bar", "edge"] {
        let (dash, x, y) = (colour(k), Px(x), Px(y - 6.0));
        let _ = write!(
            out,
            "<rect class=\"{class} s{dash} d{dash}\" x=\"{x}\" y=\"{y}\" width=\"26\" height=\"12\"/>"
        );
    }
}

/// Places beside the last points, moved apart where they would meet.
fn ends(plot: &Plot, frame: &Frame) -> Vec<(f64, f64)> {
    let last = plot
        .series
        .iter()
        .map(|s| series::points(s, plot.log_x).last());
    let mut ys: Vec<f64> = last.map(|p| frame.y.at(p.map_or(0.0, |p| p.1))).collect();
    let mut order: Vec<usize> = (0..ys.len()).collect();
    order.sort_by(|a, b| ys[*a].total_cmp(&ys[*b]));
    let mut free = f64::NEG_INFINITY;
    for k in &order {
        ys[*k] = ys[*k].max(free);
        free = ys[*k] + ROW;
    }
    let mut room = frame.field.1;
    for k in order.iter().rev() {
        ys[*k] = ys[*k].min(room);
        room = ys[*k] - ROW;
    }
    ys.into_iter().map(|y| (frame.sides.1 + 10.0, y)).collect()
}
