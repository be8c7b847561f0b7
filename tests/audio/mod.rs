//! Sound: reading, finding speech, rendering.

mod cases;
mod files;
mod hearing;
mod rendering;
