//! Integration tests: one binary.

mod audio;
mod fuzz;
mod shared;
mod tables;
