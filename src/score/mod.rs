//! Does a detector cut people off? Policies over labelled silences.
//!
//! This is the first form: hold false-cutoff rate, end-of-turn detection and mean wait, for silence
//! timers and for models whose scores come from a table. The exact parity with the public eot-bench
//! harness (its tie-breaks, operating points and reports) has its place in `sweep`.

mod policy;
mod predictions;
mod spans;
mod sweep;
mod timers;

pub use policy::{Outcome, Policy};
pub use predictions::read as read_predictions;
pub use spans::{ScoredSpan, of_cases, of_corpus};
pub use sweep::{SweepRow, best_within, sweep, write as write_sweep};
pub use timers::{Group, Row, WAITS, groups, timers, turns_cut};
