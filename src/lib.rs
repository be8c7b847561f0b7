//! falter: how callers hesitate, more of it on demand, and whether a turn detector cuts them off.

pub mod call;
pub mod check;
pub mod error;
pub mod format;
pub mod lang;
pub mod output;
pub mod settings;
pub mod time;
