//! Integration tests.

mod audio;
mod shared;
