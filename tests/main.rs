//! Integration tests: one binary.

mod audio;
mod augment;
mod calls;
mod cli;
mod measure;
mod render;
mod shared;
mod swb;
mod tables;
