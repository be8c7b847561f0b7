//! Sound: reading, finding speech, rendering.

mod cases;
pub(crate) mod files;
mod hearing;
mod rendering;
