//! For a browser: one file that needs nothing else, in light and dark, on paper, and read aloud.

use super::{Renderer, Report};

mod axes;
mod bars;
mod calls;
mod escape;
mod kinds;
mod label;
mod layout;
mod legend;
mod marks;
mod measures;
mod numbers;
mod page;
mod plot;
mod scale;
mod series;
mod strip;
mod table;

/// The renderer.
pub struct Html;

impl Renderer for Html {
    fn name(&self) -> &'static str {
        "html"
    }

    fn render(&self, report: &Report) -> Vec<(String, Vec<u8>)> {
        vec![(String::from("report.html"), page::page(report).into_bytes())]
    }
}

#[cfg(test)]
mod tests;
