//! falter: how callers hesitate, more of it on demand, and whether a turn detector cuts them off.
//!
//! Two flows. The first counts: [`format::open`] reads tables, word files and recordings into a
//! [`format::Corpus`] of [`call::Call`]s; a [`timeline::Timeline`] is a call seen through a language and
//! settings; [`event::find`] finds what happens in it; every [`measure::Measure`] counts into a
//! [`measure::Tally`] per call; [`measure::estimate`] divides once over the pool of calls;
//! [`report::of_audit`] makes a [`report::Report`], and a [`report::Renderer`] its bytes.
//!
//! ```
//! use falter::report::Renderer;
//! use falter::{audit, format, report};
//!
//! # fn main() -> Result<(), falter::error::Errors> {
//! let paths = ["examples/demo".into()];
//! let corpus = format::open(&paths, &format::ReadOptions::default())?;
//! let audit = audit::audit(&corpus, &audit::Options::default())?;
//! let holds = audit.all("hold_pause.per_turn").and_then(|e| e.value);
//! assert!(holds.is_some_and(|n| n > 1.0));
//! let report = report::of_audit(&audit, "Audit", corpus.notices.clone());
//! for (_name, bytes) in report::Text.render(&report) {
//!     assert!(!bytes.is_empty());
//! }
//! # Ok(())
//! # }
//! ```
//!
//! The second writes: [`augment::augment`] draws edits for every row, finds each its moment, applies
//! them, and moves all tables to the new clock by a [`augment::TimeMap`]; [`augment::files`] are the
//! tables with `edits.csv` and `cases.csv`; [`augment::strip()`] gives the input back.
//!
//! ```
//! use falter::{augment, format, lang::Languages, settings::Settings};
//!
//! # fn main() -> Result<(), falter::error::Errors> {
//! let paths = ["examples/demo".into()];
//! let corpus = format::open(&paths, &format::ReadOptions::default())?;
//! let (languages, settings) = (Languages::default(), Settings::default());
//! let dose = augment::parse_dose("0.5", augment::PRESETS[0])?;
//! let options = augment::Options::paper(dose, 7);
//! let signed = augment::annotator(&options, &settings);
//! let once = augment::augment(&corpus, &languages, &settings, &options, &signed)?;
//! let again = augment::augment(&corpus, &languages, &settings, &options, &signed)?;
//! assert_eq!(augment::files(&once, false), augment::files(&again, false));
//! # Ok(())
//! # }
//! ```
//!
//! [`stress::stress`] is both on one corpus, with the report that holds them side by side. Readers do not
//! count, measures do not read, rules do not write; only [`cli`] prints.

pub mod asked;
pub mod audio;
pub mod audit;
pub mod augment;
pub mod call;
pub mod check;
#[cfg(feature = "cli")]
pub mod cli;
pub mod compare;
pub mod definitions;
pub mod error;
pub mod event;
pub mod flucalc;
pub mod format;
pub mod gate;
pub mod health;
pub mod lang;
pub mod manifest;
pub mod measure;
pub mod output;
pub mod protect;
pub mod random;
pub mod report;
pub mod score;
pub mod sensitivity;
pub mod settings;
pub mod signature;
pub mod stats;
pub mod stress;
pub mod time;
pub mod timeline;
