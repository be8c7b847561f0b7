//! Reports: what was found, in sentences, tables and pictures, and the ways to write it down.
//!
//! To add a renderer: `src/report/x.rs`, `mod x;` and `&x::X` in [`RENDERERS`]. Renderers return bytes;
//! only `cli` writes.

use crate::measure::Estimate;
use crate::time::{Ms, Span};

mod asked;
mod csv;
mod detectors;
mod findings;
mod health;
mod html;
mod json;
mod limits;
mod markdown;
pub mod number;
mod of_audit;
mod of_compare;
mod of_stress;
mod sensitivity;
mod strip;
mod text;

pub use asked::asked;
pub use detectors::detectors;
pub use health::{health, health_notices};
pub use json::value as json;
pub use of_audit::{definitions, of_audit};
pub use of_compare::of_compare;
pub use of_stress::{DRAWN, Stress, of_stress};
pub use text::Text;

/// Every renderer.
pub const RENDERERS: &[&dyn Renderer] = &[
    &text::Text,
    &markdown::Markdown,
    &csv::Csv,
    &json::Json,
    &html::Html,
];

/// Writes a report down.
pub trait Renderer: Sync {
    /// Name.
    fn name(&self) -> &'static str;

    /// The files it makes: name and bytes. The same report gives the same bytes.
    fn render(&self, report: &Report) -> Vec<(String, Vec<u8>)>;
}

/// A report.
#[derive(Clone, Debug, Default)]
pub struct Report {
    /// Heading.
    pub title: String,
    /// What made the numbers.
    pub signature: String,
    /// What was found, a sentence each, the most important first.
    pub findings: Vec<String>,
    /// What the reader must know before believing: left-out rows, derived truth, warnings.
    pub notices: Vec<String>,
    /// The body.
    pub sections: Vec<Section>,
    /// Every estimate, for `report.json` and `measures.csv`.
    pub measures: Vec<Estimate>,
    /// Definitions: name and text.
    pub definitions: Vec<(String, String)>,
}

/// A part of the body.
#[derive(Clone, Debug)]
pub struct Section {
    /// Heading.
    pub title: String,
    /// Its blocks.
    pub blocks: Vec<Block>,
}

impl Section {
    /// Does it hold anything for a renderer that cannot draw and shows no detail?
    fn has_words(&self) -> bool {
        self.blocks.iter().any(|block| match block {
            Block::Text(_) => true,
            Block::Table(table) => !table.detail,
            Block::Plot(_) | Block::Strip(_) => false,
        })
    }
}

/// A block.
#[derive(Clone, Debug)]
pub enum Block {
    /// A paragraph.
    Text(String),
    /// A table.
    Table(Table),
    /// A plot; only renderers that can draw show it.
    Plot(Plot),
    /// A call on its time axis; only renderers that can draw show it.
    Strip(Strip),
}

/// A table.
#[derive(Clone, Debug)]
pub struct Table {
    /// Name, also of its CSV file.
    pub name: String,
    /// What it shows.
    pub caption: String,
    /// Heads.
    pub columns: Vec<String>,
    /// Rows, as wide as the heads.
    pub rows: Vec<Vec<Cell>>,
    /// Is it for those who want every number? Renderers for reading fold it away or leave it out.
    pub detail: bool,
}

/// A cell.
#[derive(Clone, Debug, PartialEq)]
pub enum Cell {
    /// Words.
    Text(String),
    /// A number with so many decimals; none is shown as a dash and written as an empty cell.
    Number(Option<f64>, usize),
}

impl Cell {
    /// A cell of words.
    pub fn text(text: impl Into<String>) -> Self {
        Self::Text(text.into())
    }

    /// A whole number.
    pub fn count(n: usize) -> Self {
        Self::Number(Some(n as f64), 0)
    }
}

/// A plot.
#[derive(Clone, Debug, Default)]
pub struct Plot {
    /// What it shows.
    pub title: String,
    /// Label and unit of the x axis.
    pub x: String,
    /// Label and unit of the y axis.
    pub y: String,
    /// Is x logarithmic?
    pub log_x: bool,
    /// The data.
    pub series: Vec<Series>,
    /// Vertical lines: where, and what they mean.
    pub marks: Vec<(f64, String)>,
}

/// A line or a set of bars.
#[derive(Clone, Debug)]
pub struct Series {
    /// Name in the legend.
    pub name: String,
    /// Bars from each x to the next, or a line.
    pub bars: bool,
    /// Points.
    pub points: Vec<(f64, f64)>,
    /// Lower and upper bounds, one a point; empty for none.
    pub band: Vec<(f64, f64)>,
}

/// A call on its time axis.
#[derive(Clone, Debug)]
pub struct Strip {
    /// The call.
    pub title: String,
    /// Length, ms.
    pub duration: Ms,
    /// Rows from top to bottom.
    pub lanes: Vec<Lane>,
}

/// A row of a strip.
#[derive(Clone, Debug)]
pub struct Lane {
    /// Whose, or what.
    pub name: String,
    /// Its stretches.
    pub spans: Vec<Mark>,
}

/// A stretch on a lane.
#[derive(Clone, Debug)]
pub struct Mark {
    /// When.
    pub span: Span,
    /// What, for colour and legend: speech, hold, injected, filler, repeat, backchannel, interruption, eot.
    pub kind: &'static str,
    /// What to show when pointed at.
    pub label: String,
}
