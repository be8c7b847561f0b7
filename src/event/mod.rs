//! Events: what is found in a call.

pub mod disfluency;
