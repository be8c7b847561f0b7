//! `falter check`: the rules of the tables, and what should be known before believing a number.

use super::input::Input;
use super::{Context, Exit, print};
use crate::check;
use crate::error::Result;
use crate::format::{Corpus, plural};
use crate::health;

/// Check tables against their rules, and look for what makes numbers doubtful (see falter list health).
#[derive(clap::Args)]
#[command(
    after_help = "Exit code 0 without findings (notes are none), 1 with findings, 2 when the input cannot be read.

Examples:
  falter check calls/
  falter check calls/ --lenient"
)]
pub(super) struct Args {
    #[command(flatten)]
    input: Input,
}

pub(super) fn run(args: Args, context: Context) -> Result<Exit> {
    let read = args.input.read(context);
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
    let corpus = &read.corpus;
    let rules = check::check(corpus);
    let (found, notes): (Vec<_>, Vec<_>) = health::pass(corpus, &read.languages, &read.settings)?
        .into_iter()
        .partition(health::Finding::is_doubt);
    let mut said: String = rules.iter().map(|f| format!("finding: {f}\n")).collect();
    said.extend(found.iter().map(|f| format!("finding: {f}\n")));
    said.extend(notes.iter().map(|f| format!("note: {f}\n")));
    let findings = rules.len() + found.len();
    said.push_str(&summary(corpus, findings, notes.len()));
    print(said.as_bytes())?;
    Ok(match findings {
        0 => Exit::Fine,
        _ => Exit::Findings,
    })
}

fn summary(corpus: &Corpus, findings: usize, notes: usize) -> String {
    let rows = corpus.calls.iter().map(|c| c.segments.len()).sum();
    let words = corpus.calls.iter().map(|c| c.words.len()).sum();
    let notes = match notes {
        0 => String::new(),
        n => format!(", {}", plural(n, "note")),
    };
    format!(
        "{}, {}, {}: {}{notes}\n",
        plural(corpus.calls.len(), "call"),
        plural(rows, "row"),
        plural(words, "word"),
        plural(findings, "finding")
    )
}
