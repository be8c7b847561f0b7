//! Progress on stderr: a bar on a terminal, nothing when piped or told to be quiet.

use std::io::IsTerminal;

use indicatif::{ProgressBar, ProgressStyle};

use super::Context;

/// A piece of work that goes on.
pub(super) struct Progress {
    bar: Option<ProgressBar>,
}

impl Progress {
    /// Starts one of so many steps.
    pub fn new(context: Context, what: &'static str, steps: usize) -> Self {
        let shown = !context.quiet && std::io::stderr().is_terminal();
        let bar = shown.then(|| {
            let bar = ProgressBar::new(steps as u64);
            if let Ok(style) =
                ProgressStyle::with_template("{prefix:>10} {wide_bar} {pos}/{len}  {eta} left")
            {
                bar.set_style(style);
            }
            bar.set_prefix(what);
            bar
        });
        Self { bar }
    }

    /// One step is done.
    pub fn step(&self) {
        if let Some(bar) = &self.bar {
            bar.inc(1);
        }
    }
}

impl Drop for Progress {
    fn drop(&mut self) {
        if let Some(bar) = &self.bar {
            bar.finish_and_clear();
        }
    }
}
