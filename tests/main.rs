//! Integration tests: one binary.

mod audio;
mod definitions;
mod readme;
mod registries;
mod shared;
mod tables;
