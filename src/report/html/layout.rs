//! How a call is laid out: rows of time, lanes under each other.

use super::super::Strip;
use super::label::{plain, shorten, width};
use crate::time::Ms;

/// Width of a drawing; the page scales it.
pub const WIDTH: f64 = 960.0;
/// Height of a lane, and the gap below it.
pub const LANE: (f64, f64) = (18.0, 6.0);
/// Height of the axis below the lanes, with the gap to the next row.
pub const AXIS: f64 = 32.0;
/// Rows at most.
const ROWS: Ms = 36;
/// How a call is laid out.
pub struct Layout {
    /// What is drawn of the call.
    pub shown: Ms,
    /// Time on a row.
    pub row: Ms,
    /// Time between ticks.
    pub tick: Ms,
    /// Where time starts, after the names of the lanes.
    pub left: f64,
    /// Height of a row.
    pub height: f64,
}

impl Layout {
    /// The layout that suits the call.
    pub fn of(strip: &Strip) -> Self {
        let total = strip.duration.max(1);
        let (row, tick) = match total {
            Ms::MIN..=6_000 => (total, 1_000),
            6_001..=15_000 => (total, 5_000),
            15_001..=360_000 => (30_000, 5_000),
            _ => (60_000, 10_000),
        };
        let names = strip.lanes.iter().map(|l| width(&shorten(&l.name, 130.0)));
        Self {
            shown: total.min(row * ROWS),
            row,
            tick,
            left: names.fold(30.0, f64::max) + 12.0,
            height: strip.lanes.len() as f64 * (LANE.0 + LANE.1) + AXIS,
        }
    }

    /// Number of rows.
    pub fn rows(&self) -> Ms {
        (self.shown + self.row - 1) / self.row
    }

    /// Where `at` is on the row that starts at `start`.
    pub fn x(&self, at: Ms, start: Ms) -> f64 {
        let share = (at - start) as f64 / self.row as f64;
        self.left + share * (WIDTH - 16.0 - self.left)
    }
}

/// Seconds with a tenth.
pub fn seconds(ms: Ms) -> String {
    plain(ms as f64 / 1000.0, 1)
}

/// A tick: `25 s`, from a minute on `1:05`.
pub fn clock(at: Ms) -> String {
    match at / 1000 {
        s @ 0..60 => format!("{s} s"),
        s => format!("{}:{:02}", s / 60, s % 60),
    }
}
