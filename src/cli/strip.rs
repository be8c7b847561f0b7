//! `falter strip`: the input comes back.

use std::path::PathBuf;

use serde_json::json;

use super::{Context, Exit};
use crate::augment;
use crate::error::Result;
use crate::manifest;
use crate::output::{MANIFEST, Output};

/// Undo an augmentation by its edits.csv: the input comes back.
#[derive(clap::Args)]
pub(super) struct Args {
    /// A folder that falter augment wrote.
    #[arg(value_name = "DIR")]
    augmented: PathBuf,
    /// The lexicon file that the augmentation was made with, if it was.
    #[arg(long, value_name = "FILE")]
    lexicon: Option<PathBuf>,
    /// Output folder.
    #[arg(short, value_name = "DIR")]
    output: PathBuf,
    /// Replace an output folder that falter wrote.
    #[arg(long)]
    force: bool,
}

pub(super) fn run(args: Args, context: Context) -> Result<Exit> {
    let mut output = Output::apart(
        &args.output,
        args.force,
        std::slice::from_ref(&args.augmented),
    )?;
    let stripped = augment::strip(&args.augmented, args.lexicon.as_deref())?;
    for (name, bytes) in &stripped.files {
        output.write(name, bytes)?;
    }
    for name in &stripped.inexact {
        context.notice(&format!(
            "{name}: the cells are those of the input, its bytes (quoting, line ends) were unusual and are not"
        ));
    }
    let manifest = json!({ "falter": crate::signature::VERSION, "command": "strip" });
    output.write(MANIFEST, &manifest::bytes(&manifest))?;
    output.finish()?;
    Ok(Exit::Fine)
}
