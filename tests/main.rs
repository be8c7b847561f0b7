//! Integration tests: one binary.

mod audio;
mod shared;
mod tables;
