//! Vertical lines that mean something, with their words above the field.

use std::cmp::Ordering;

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

/// Rows for the words: no two meet, and lines rise beside the words of others where that can be.
pub fn place(plot: &Plot, scale: &Scale, end: f64) -> Vec<Placed> {
    let marks = plot.marks.iter().filter(|m| drawable(m.0, plot.log_x));
    let mut waiting: Vec<Placed> = marks
        .map(|(at, words)| Placed {
            x: scale.at(*at),
            words: words.clone(),
            row: 0,
            left: false,
        })
        .collect();
    turn(&mut waiting, end);
    // Words on the left of their lines are stacked from left to right, the others from right to left.
    waiting.sort_by(|a, b| match (a.left, b.left) {
        (true, true) => a.x.total_cmp(&b.x),
        (false, false) => b.x.total_cmp(&a.x),
        (a, b) => b.cmp(&a),
    });
    let mut placed: Vec<Placed> = Vec::new();
    for mut mark in waiting {
        while placed.iter().any(|p| disturbs(&mark, p)) {
            mark.row += 1;
        }
        placed.push(mark);
    }
    placed
}

/// Where the drawing ends too soon for some words, all turn to the left if they can, else only those.
fn turn(marks: &mut [Placed], end: f64) {
    let wide = |m: &Placed| m.extent().1 - m.extent().0;
    let over = |m: &Placed| m.x + wide(m) > end;
    let any = marks.iter().any(over);
    let all = marks.iter().all(|m| m.x >= wide(m));
    for mark in marks {
        mark.left = any && (all || over(mark));
    }
}

/// Do the words of `mark` meet those of `other`, or stand in the way of its line?
fn disturbs(mark: &Placed, other: &Placed) -> bool {
    let (start, end) = mark.extent();
    match other.row.cmp(&mark.row) {
        Ordering::Less => false,
        Ordering::Equal => meet((start, end), other.extent()),
        Ordering::Greater => start < other.x && other.x < end,
    }
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

    /// Words and lines of marks at `xs`, checked; says whether any words stand on the left.
    fn checked(xs: &[f64], words: &str) -> bool {
        let plot = Plot {
            marks: xs
                .iter()
                .map(|x| (*x, format!("{x} ms: {words}")))
                .collect(),
            ..Plot::default()
        };
        let scale = Scale::new([0.0, 5000.0], false, (40.0, 740.0));
        let placed = place(&plot, &scale, 760.0);
        assert_eq!(placed.len(), xs.len());
        for (a, b) in placed
            .iter()
            .flat_map(|a| placed.iter().map(move |b| (a, b)))
        {
            assert!(a.extent().1 <= 760.0 && a.extent().0 >= 0.0);
            let crossed = a.row > b.row && b.extent().0 < a.x && a.x < b.extent().1;
            assert!(!crossed, "{} through {}", a.words, b.words);
            assert!(a.x == b.x || a.row != b.row || !meet(a.extent(), b.extent()));
        }
        placed.iter().any(|p| p.left)
    }

    #[test]
    fn words_never_meet_and_lines_do_not_cross_them() {
        assert!(!checked(
            &[200.0, 210.0, 220.0, 500.0, 3000.0],
            "a threshold"
        ));
        assert!(checked(&[200.0, 500.0, 4900.0, 5000.0], "a threshold"));
        let many: Vec<f64> = (0..8).map(|k| 3400.0 + 210.0 * f64::from(k)).collect();
        assert!(checked(&many, "some words here"));
    }
}
