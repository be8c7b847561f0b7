//! `falter audit`: how people hesitate.

use std::path::PathBuf;

use serde_json::json;

use super::input::{Asking, Input, Read, hear};
use super::{Context, Exit, gate, print};
use crate::asked::{self, Asked};
use crate::audio::ACTIVITIES;
use crate::audit::{self, Audit};
use crate::check;
use crate::error::Result;
use crate::flucalc;
use crate::manifest;
use crate::output::Output;
use crate::report::{self, RENDERERS, Renderer, Report, Text};

/// How people hesitate: fillers, repeats, pauses, backchannels, interruptions, with intervals.
#[derive(clap::Args)]
#[command(after_help = "Examples:
  falter audit calls/
  falter audit calls/ --side both --turn-rule raw --json > audit.json
  falter audit recordings/ --channels agent=0,user=1 --vad webrtc -o out")]
pub(super) struct Args {
    #[command(flatten)]
    input: Input,
    #[command(flatten)]
    asking: Asking,
    /// Write report.html, report.md, report.json, tables and manifest.json into this folder.
    #[arg(short, value_name = "DIR")]
    output: Option<PathBuf>,
    /// Replace an output folder that falter wrote.
    #[arg(long)]
    force: bool,
    /// Write flucalc.csv, too: counts by call under FluCalc's column names.
    #[arg(long, requires = "output")]
    flucalc: bool,
    /// Print JSON instead of text.
    #[arg(long)]
    json: bool,
    /// What a simulator was asked for (TOML or JSON: figure = value), beside what it did.
    #[arg(long, value_name = "FILE")]
    asked: Option<PathBuf>,
    /// Exit with 1 when this holds, for example 'filler_rate<5' or 'side:user:hold_pause.p95:high>3000'; may be
    /// given several times.
    #[arg(long, value_name = "CONDITION")]
    fail_if: Vec<String>,
}

pub(super) fn run(args: Args, context: Context) -> Result<Exit> {
    let output = args.input.output(args.output.as_deref(), args.force)?;
    let read = args.input.read(context)?;
    let options = args.asking.options(&read)?;
    let gates = gate::of_audit(&args.fail_if, &options.settings)?;
    let asked = args
        .asked
        .as_deref()
        .map(|path| Asked::read(path, &options.settings));
    let asked = asked.transpose()?;
    let mut audit = audit::audit(&read.corpus, &options)?;
    read.heard
        .iter()
        .for_each(|h| audit.signature.heard(h.clone()));
    let mut report = report::of_audit(&audit, "Audit", check::notices(&read.corpus));
    if let Some(section) = beside(&read, &audit, &options, context)? {
        report.sections.insert(0, section);
    }
    match &asked {
        Some(asked) => report::asked(&mut report, asked),
        None => report
            .notices
            .extend(args.input.paths.iter().filter_map(|p| asked::left(p))),
    }
    if let Some(mut output) = output {
        if args.flucalc {
            output.write("flucalc.csv", &flucalc::table(&read.corpus, &options)?)?;
        }
        write(output, &report, &read, &audit)?;
    }
    match args.json {
        true => {
            let mut text = serde_json::to_string_pretty(&report::json(&report)).unwrap_or_default();
            text.push('\n');
            print(text.as_bytes())?;
        }
        false => print(&text(&report))?,
    }
    Ok(gate::audited(&gates, &audit.estimates))
}

/// A report as text for the terminal.
pub(super) fn text(report: &Report) -> Vec<u8> {
    Text.render(report)
        .into_iter()
        .flat_map(|(_, bytes)| bytes)
        .collect()
}

/// Every rendering but the terminal's into an output folder.
pub(super) fn write_report(output: &mut Output, report: &Report) -> Result<()> {
    for renderer in RENDERERS.iter().filter(|r| r.name() != "text") {
        for (name, bytes) in renderer.render(report) {
            output.write(&name, &bytes)?;
        }
    }
    Ok(())
}

fn write(mut output: Output, report: &Report, read: &Read, audit: &Audit) -> Result<()> {
    write_report(&mut output, report)?;
    let more = json!({});
    let manifest = manifest::manifest(
        "audit",
        &read.corpus,
        &read.settings,
        &audit.signature,
        more,
    );
    output.write(crate::output::MANIFEST, &manifest::bytes(&manifest))?;
    output.finish()
}

/// Where the speech was heard, the other built-in detectors side by side.
fn beside(
    read: &Read,
    audit: &Audit,
    options: &audit::Options,
    context: Context,
) -> Result<Option<report::Section>> {
    if read.heard.is_empty() || !audit.signature.saw_activity() {
        return Ok(None);
    }
    let mut audits = Vec::new();
    for activity in ACTIVITIES {
        let ran = read.heard.iter().any(|h| h.starts_with(activity.name()));
        let audit = match ran {
            true => audit.clone(),
            false => {
                let mut corpus = read.corpus.clone();
                hear(&mut corpus, *activity, &read.settings, true, context)?;
                audit::audit(&corpus, options)?
            }
        };
        audits.push((format!("{} {}", activity.name(), activity.version()), audit));
    }
    Ok(Some(report::detectors(&audits)))
}
