//! `falter check`: the rules of the tables, and what should be known before believing a number.

use super::input::Input;
use super::{Context, Exit, print};
use crate::check;
use crate::error::Result;
use crate::format::plural;

/// Check tables against their rules, and look for what makes numbers doubtful.
#[derive(clap::Args)]
#[command(
    after_help = "Exit code 0 without findings, 1 with findings, 2 when the input cannot be read.

Examples:
  falter check calls/
  falter check calls/ --lenient"
)]
pub(super) struct Args {
    #[command(flatten)]
    input: Input,
}

pub(super) fn run(args: Args, context: Context) -> Result<Exit> {
    let read = args.input.read_unheard(context);
    let read = match read {
        Ok(read) => read,
        // A table that breaks a rule is what check is asked about: a finding, not a failure to run.
        Err(errors) if errors.0.iter().all(|e| e.place.row.is_some()) => {
            print(errors.to_string().as_bytes())?;
            print(format!("{}\n", plural(errors.0.len(), "broken rule")).as_bytes())?;
            return Ok(Exit::Findings);
        }
        Err(errors) => return Err(errors),
    };
    let findings = check::check(&read.corpus);
    for finding in &findings {
        print(format!("finding: {finding}\n").as_bytes())?;
    }
    let corpus = &read.corpus;
    let rows: usize = corpus.calls.iter().map(|c| c.segments.len()).sum();
    let words: usize = corpus.calls.iter().map(|c| c.words.len()).sum();
    print(
        format!(
            "{}, {}, {}: {}\n",
            plural(corpus.calls.len(), "call"),
            plural(rows, "row"),
            plural(words, "word"),
            plural(findings.len(), "finding")
        )
        .as_bytes(),
    )?;
    Ok(match findings.is_empty() {
        true => Exit::Fine,
        false => Exit::Findings,
    })
}
