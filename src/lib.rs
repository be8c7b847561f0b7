//! falter: how callers hesitate, more of it on demand, and whether a turn detector cuts them off.

pub mod audio;
pub mod audit;
pub mod augment;
pub mod call;
pub mod check;
#[cfg(feature = "cli")]
pub mod cli;
pub mod error;
pub mod event;
pub mod format;
pub mod lang;
pub mod manifest;
pub mod measure;
pub mod output;
pub mod protect;
pub mod random;
pub mod report;
pub mod score;
pub mod settings;
pub mod signature;
pub mod stats;
pub mod stress;
pub mod time;
pub mod timeline;
