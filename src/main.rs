//! The `falter` program.

use std::process::ExitCode;

fn main() -> ExitCode {
    falter::cli::main()
}
