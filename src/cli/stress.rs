//! `falter stress`: the main job on your calls, one report.

use std::path::PathBuf;

use serde_json::json;

use super::audit::{text, write_report};
use super::augment::Rules;
use super::input::{Asking, Input, Read};
use super::{Context, Exit, print};
use crate::error::Result;
use crate::manifest;
use crate::output::Output;
use crate::report::Section;
use crate::stress::{self, Stressed};

/// Check, audit, augment, score: what a silence timer cuts before and after, one report.
#[derive(clap::Args)]
#[command(after_help = "Example:
  falter stress calls/ --dose 0.5 -o out")]
pub(super) struct Args {
    #[command(flatten)]
    input: Input,
    #[command(flatten)]
    asking: Asking,
    #[command(flatten)]
    rules: Rules,
    /// Output folder; without one the report is printed only.
    #[arg(short, value_name = "DIR")]
    output: Option<PathBuf>,
    /// Replace an output folder that falter wrote.
    #[arg(long)]
    force: bool,
}

pub(super) fn run(args: Args, context: Context) -> Result<Exit> {
    let output = args.input.output(args.output.as_deref(), args.force)?;
    let read = args.input.read(context)?;
    let job = Job {
        verb: "stress",
        title: "Stress test",
        more: Vec::new(),
    };
    finish(&read, &args.asking, &args.rules, job, output)
}

/// What differs between the verbs that do the main job.
pub(super) struct Job {
    pub verb: &'static str,
    pub title: &'static str,
    pub more: Vec<Section>,
}

/// The main job on what was read; also that of `falter demo`.
pub(super) fn finish(
    read: &Read,
    asking: &Asking,
    rules: &Rules,
    job: Job,
    output: Option<Output>,
) -> Result<Exit> {
    let audit_options = asking.options(read)?;
    let options = rules.options(audit_options.sides.clone())?;
    let mut stressed = stress::stress(
        &read.corpus,
        &audit_options,
        &options,
        read.heard.clone(),
        job.title,
    )?;
    stressed.report.sections.extend(job.more);
    if let Some(output) = output {
        write(output, read, &stressed, job.verb)?;
    }
    print(&text(&stressed.report))?;
    Ok(Exit::Fine)
}

fn write(mut output: Output, read: &Read, stressed: &Stressed, verb: &str) -> Result<()> {
    write_report(&mut output, &stressed.report)?;
    for (name, bytes) in &stressed.files {
        output.write(&format!("augmented/{name}"), bytes)?;
    }
    let more = json!({ "augment": stressed.manifest });
    let manifest = manifest::manifest(
        verb,
        &read.corpus,
        &read.settings,
        &stressed.signature,
        more,
    );
    output.write(crate::output::MANIFEST, &manifest::bytes(&manifest))?;
    output.finish()
}
