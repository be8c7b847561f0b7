//! `falter compare`: what differs between two corpora, and is it more than chance.

use std::fs::File;
use std::io::Read as _;
use std::path::{Path, PathBuf};

use serde_json::{Value, json};

use super::input::{Asking, Input, Read, Reading};
use super::{Context, Exit, audit::text, audit::write_report, gate, print};
use crate::audit;
use crate::check;
use crate::compare::{self, Comparison, Known};
use crate::error::{Error, Result};
use crate::manifest;
use crate::output::Output;
use crate::report;
use crate::settings::Settings;

/// What differs between two corpora (or two audits), with intervals and tests.
#[derive(clap::Args)]
#[command(after_help = "Examples:
  falter compare real/ simulated/
  falter compare before/ after/ --paired -o out
  falter compare audit1/report.json audit2/report.json
  falter compare real/ simulated/ --fail-if 'filler_rate:ratio<0.5' --fail-if 'p<0.05'

A and B are calls, as audit reads them, or what audit -o wrote; tests need the calls. Differences are B − A.
A condition names a figure and difference (default), low, high, ratio, a, b, p, holm or bh; 'p' alone is the
smallest p of the headline figures after Holm.")]
pub(super) struct Args {
    /// Calls, an output folder of audit, or its report.json.
    a: PathBuf,
    /// The same.
    b: PathBuf,
    /// Calls with the same id in A and B belong together.
    #[arg(long)]
    paired: bool,
    #[command(flatten)]
    reading: Reading,
    #[command(flatten)]
    asking: Asking,
    /// Write report.html, report.md, report.json, tables and manifest.json into this folder.
    #[arg(short, value_name = "DIR")]
    output: Option<PathBuf>,
    /// Replace an output folder that falter wrote.
    #[arg(long)]
    force: bool,
    /// Print JSON instead of text.
    #[arg(long)]
    json: bool,
    /// Exit with 1 when this holds, for example 'hold_pause.per_turn:difference>0.2'; may be given several times.
    #[arg(long, value_name = "CONDITION")]
    fail_if: Vec<String>,
}

/// One of the two.
enum Side {
    Calls(Box<Read>, audit::Options),
    Report(PathBuf),
}

pub(super) fn run(args: Args, context: Context) -> Result<Exit> {
    if !args.asking.by.is_empty() {
        return Err(Error::usage("a comparison is not split by columns")
            .advice("audit --by splits; or compare the parts")
            .into());
    }
    let gates = gate::of_compare(&args.fail_if, &Settings::default())?;
    let inputs = [args.a.clone(), args.b.clone()];
    let output = args
        .output
        .as_deref()
        .map(|dir| Output::apart(dir, args.force, &inputs));
    let output = output.transpose()?;
    let (a, b) = (
        side(&args.a, &args, context)?,
        side(&args.b, &args, context)?,
    );
    let mut notices = Vec::new();
    for (name, side) in [("A", &a), ("B", &b)] {
        if let Side::Calls(read, _) = side {
            notices.extend(
                check::notices(&read.corpus)
                    .into_iter()
                    .map(|n| format!("{name}: {n}")),
            );
        }
    }
    let mut comparison = compared(&a, &b, args.paired)?;
    comparison.notices.extend(notices);
    let report = report::of_compare(&comparison, &name(&args.a), &name(&args.b));
    if let Some(mut output) = output {
        write_report(&mut output, &report)?;
        let manifest = json!({
            "falter": crate::signature::VERSION,
            "command": "compare",
            "paired": args.paired,
            "a": provenance(&a, &comparison.signatures.0),
            "b": provenance(&b, &comparison.signatures.1),
        });
        output.write(crate::output::MANIFEST, &manifest::bytes(&manifest))?;
        output.finish()?;
    }
    match args.json {
        true => {
            let mut text = serde_json::to_string_pretty(&report::json(&report)).unwrap_or_default();
            text.push('\n');
            print(text.as_bytes())?;
        }
        false => print(&text(&report))?,
    }
    Ok(gate::compared(&gates, &comparison))
}

fn compared(a: &Side, b: &Side, paired: bool) -> Result<Comparison> {
    if let (Side::Calls(read_a, options_a), Side::Calls(read_b, options_b)) = (a, b) {
        let mut counted = [
            audit::count(&read_a.corpus, options_a)?,
            audit::count(&read_b.corpus, options_b)?,
        ];
        for (counts, read) in counted.iter_mut().zip([read_a, read_b]) {
            read.heard
                .iter()
                .for_each(|h| counts.signature.heard(h.clone()));
        }
        return compare::compare(&counted[0], &counted[1], &options_a.settings, paired);
    }
    if paired {
        let rule = "--paired needs the calls of both, not a report";
        return Err(Error::usage(rule)
            .advice("give the inputs of the audits")
            .into());
    }
    Ok(compare::of_reports(&known(a)?, &known(b)?))
}

fn known(side: &Side) -> Result<Known> {
    match side {
        Side::Report(path) => Known::read(path),
        Side::Calls(read, options) => {
            let mut audit = audit::audit(&read.corpus, options)?;
            read.heard
                .iter()
                .for_each(|h| audit.signature.heard(h.clone()));
            Ok(Known::of(&audit.estimates, audit.signature.to_string()))
        }
    }
}

/// A report, when `path` is one or a folder that audit wrote; else calls.
fn side(path: &Path, args: &Args, context: Context) -> Result<Side> {
    let inside = path.join("report.json");
    if is_report(path) {
        return Ok(Side::Report(path.to_path_buf()));
    }
    if inside.is_file()
        && path.join(crate::output::MANIFEST).is_file()
        && !path.join("asr_history.csv").exists()
    {
        return Ok(Side::Report(inside));
    }
    let input = Input {
        paths: vec![path.to_path_buf()],
        reading: args.reading.clone(),
    };
    let read = input.read(context)?;
    let options = args.asking.options(&read)?;
    Ok(Side::Calls(Box::new(read), options))
}

/// A report of falter under any name: what `audit --json` prints begins like that.
fn is_report(path: &Path) -> bool {
    if !path.is_file() {
        return false;
    }
    let mut head = [0; 64];
    let read = File::open(path).and_then(|mut file| file.read(&mut head));
    let head = String::from_utf8_lossy(&head[..read.unwrap_or_default()]).into_owned();
    head.starts_with('{') && head.contains("\"signature\": \"falter:")
}

fn name(path: &Path) -> String {
    let own = path.file_name().unwrap_or(path.as_os_str());
    own.to_string_lossy().into_owned()
}

fn provenance(side: &Side, signature: &str) -> Value {
    match side {
        Side::Calls(read, options) => {
            let signature_of = json!({ "signature": signature });
            let none = crate::signature::Signature::new(&options.sides, &options.settings);
            manifest::manifest("audit", &read.corpus, &read.settings, &none, signature_of)
        }
        Side::Report(path) => json!({ "report": name(path), "signature": signature }),
    }
}
