//! Integration tests: one binary.

mod audio;
mod augment;
mod calls;
mod cli;
mod definitions;
mod detection;
mod flucalc;
mod fuzz;
mod measure;
mod readme;
mod registries;
mod render;
mod shared;
mod swb;
mod tables;
