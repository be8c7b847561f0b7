//! The `falter` program.

fn main() {}
