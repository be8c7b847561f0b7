//! Integration tests: one binary.

mod audio;
mod definitions;
mod readme;
mod registries;
mod fuzz;
mod shared;
mod tables;
