//! The first flow in a program: audits a folder and prints one figure with its interval, then the report.
//!
//! `cargo run --example audit_folder -- examples/demo`

use std::path::PathBuf;
use std::process::ExitCode;

use falter::error::Errors;
use falter::report::Renderer;
use falter::{audit, format, report};

fn main() -> ExitCode {
    let paths: Vec<PathBuf> = std::env::args_os().skip(1).map(PathBuf::from).collect();
    if paths.is_empty() {
        eprintln!("usage: audit_folder PATH...");
        return ExitCode::from(2);
    }
    match run(&paths) {
        Ok(()) => ExitCode::SUCCESS,
        Err(errors) => {
            eprint!("{errors}");
            ExitCode::from(2)
        }
    }
}

fn run(paths: &[PathBuf]) -> Result<(), Errors> {
    let corpus = format::open(paths, &format::ReadOptions::default())?;
    let audit = audit::audit(&corpus, &audit::Options::default())?;
    if let Some(holds) = audit.all("hold_pause.per_turn") {
        match (holds.value, holds.low, holds.high) {
            (Some(value), Some(low), Some(high)) => {
                println!("holds per turn: {value:.2} ({low:.2} to {high:.2})");
            }
            (Some(value), ..) => println!("holds per turn: {value:.2}"),
            _ => println!(
                "holds per turn: {}",
                holds.reason.as_deref().unwrap_or("none")
            ),
        }
    }
    let report = report::of_audit(&audit, "Audit", corpus.notices.clone());
    for (_, bytes) in report::Text.render(&report) {
        print!("{}", String::from_utf8_lossy(&bytes));
    }
    Ok(())
}
