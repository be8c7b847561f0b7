//! `falter import`: any known format as falter's own tables.

use std::path::PathBuf;

use serde_json::json;

use super::input::Input;
use super::{Context, Exit};
use crate::error::{Error, Result};
use crate::format::tables;
use crate::manifest;
use crate::output::{MANIFEST, Output};
use crate::signature::Signature;

/// Write any known format as falter's own tables.
#[derive(clap::Args)]
pub(super) struct Args {
    #[command(flatten)]
    input: Input,
    /// Output folder.
    #[arg(short, value_name = "DIR")]
    output: PathBuf,
    /// Replace an output folder that falter wrote.
    #[arg(long)]
    force: bool,
}

pub(super) fn run(args: Args, context: Context) -> Result<Exit> {
    let mut output = Output::apart(&args.output, args.force, &args.input.paths)?;
    let read = args.input.read_unheard(context)?;
    read.corpus.timed()?;
    let files = tables::render(&read.corpus);
    if files.is_empty() {
        return Err(
            Error::input("no rows, words or labels here that the tables could hold")
                .advice("speech spans and recordings are read by audit, not written as tables")
                .into(),
        );
    }
    for (name, bytes) in files {
        output.write(name, &bytes)?;
    }
    let signature = Signature::new(&[], &read.settings);
    let manifest = manifest::manifest(
        "import",
        &read.corpus,
        &read.settings,
        &signature,
        json!({}),
    );
    output.write(MANIFEST, &manifest::bytes(&manifest))?;
    output.finish()?;
    Ok(Exit::Fine)
}
