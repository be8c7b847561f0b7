//! Integration tests: one binary.

mod audio;
mod augment;
mod calls;
mod cli;
mod definitions;
mod detection;
mod events;
mod flucalc;
mod fuzz;
mod health;
mod measure;
mod readme;
mod reference;
mod registries;
mod render;
mod shared;
mod swb;
mod tables;
