//! Vertical lines that mean something, with their words above the field.

use super::super::Plot;
use super::axes::{cut, line};
use super::label::{shorten, width};
use super::plot::Frame;
use super::scale::{Scale, drawable};

/// Height of a row of words.
const ROW: f64 = 16.0;
/// Widest text.
const ROOM: f64 = 260.0;

/// A line with its words.
pub struct Placed {
    x: f64,
    words: String,
    row: usize,
    /// Do the words stand left of the line, because the drawing ends on its right?
    left: bool,
}

impl Placed {
    /// What the words take, from left to right.
    fn extent(&self) -> (f64, f64) {
        let wide = width(&shorten(&self.words, ROOM)) + 10.0;
        match self.left {
            true => (self.x - wide, self.x),
            false => (self.x, self.x + wide),
        }
    }
}

/// Rows for the words: no two meet, and a line crosses another's words only where there is no other way.
pub fn place(plot: &Plot, scale: &Scale, end: f64) -> Vec<Placed> {
    let marks = plot.marks.iter().filter(|m| drawable(m.0, plot.log_x));
    let mut waiting: Vec<Placed> = marks
        .map(|(at, words)| {
            let x = scale.at(*at);
            let left = x + width(&shorten(words, ROOM)) + 10.0 > end;
            let words = words.clone();
            Placed {
                x,
                words,
                row: 0,
                left,
            }
        })
        .collect();
    // From right to left: a line then rises beside the words of those below it.
    waiting.sort_by(|a, b| b.x.total_cmp(&a.x));
    let mut placed: Vec<Placed> = Vec::new();
    for mut mark in waiting {
        while placed
            .iter()
            .any(|p| p.row == mark.row && meet(p.extent(), mark.extent()))
        {
            mark.row += 1;
        }
        placed.push(mark);
    }
    placed
}

fn meet(a: (f64, f64), b: (f64, f64)) -> bool {
    a.0 < b.1 && b.0 < a.1
}

/// Height of all rows.
pub fn height(placed: &[Placed]) -> f64 {
    placed.iter().map(|p| p.row + 1).max().unwrap_or(0) as f64 * ROW
}

/// Draws lines and words.
pub fn draw(out: &mut String, placed: &[Placed], frame: &Frame) {
    let top = |p: &Placed| frame.field.0 - (p.row + 1) as f64 * ROW;
    for p in placed {
        line(out, "mark", (p.x, top(p)), (p.x, frame.field.1));
    }
    for p in placed {
        let (class, x) = match p.left {
            true => ("said end", p.x - 5.0),
            false => ("said", p.x + 5.0),
        };
        cut(out, class, (x, top(p) + 11.0), &p.words, ROOM);
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn words_never_meet() {
        let marks = [200.0, 210.0, 220.0, 500.0, 4900.0, 5000.0];
        let plot = Plot {
            marks: marks.map(|x| (x, format!("{x} ms: a threshold"))).to_vec(),
            ..Plot::default()
        };
        let scale = Scale::new([0.0, 5000.0], false, (40.0, 740.0));
        let placed = place(&plot, &scale, 760.0);
        assert_eq!(placed.len(), 6);
        for (k, a) in placed.iter().enumerate() {
            assert!(a.extent().1 <= 760.0);
            for b in &placed[k + 1..] {
                assert!(a.row != b.row || !meet(a.extent(), b.extent()));
            }
        }
    }
}
