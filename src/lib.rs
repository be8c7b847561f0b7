//! falter: how callers hesitate, more of it on demand, and whether a turn detector cuts them off.

pub mod audio;
pub mod audit;
pub mod augment;
pub mod call;
pub mod check;
pub mod error;
pub mod event;
pub mod format;
pub mod lang;
pub mod measure;
pub mod output;
pub mod protect;
pub mod random;
pub mod report;
pub mod score;
pub mod settings;
pub mod signature;
pub mod stats;
pub mod time;
pub mod timeline;
