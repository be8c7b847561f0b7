//! falter: how callers hesitate, more of it on demand, and whether a turn detector cuts them off.

pub mod audio;
pub mod call;
pub mod error;
pub mod event;
pub mod format;
pub mod lang;
pub mod protect;
pub mod settings;
pub mod time;
