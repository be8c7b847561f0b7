//! Integration tests.

mod shared;
mod tables;
