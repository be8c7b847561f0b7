//! Integration tests: one binary.

mod audio;
mod definitions;
mod registries;
mod shared;
mod tables;
