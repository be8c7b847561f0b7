//! The command line: one subcommand a file, no arithmetic. Only here is anything printed or written.

use std::io::Write;
use std::process::ExitCode;

use clap::{Parser, Subcommand};

use crate::error::{Error, ErrorKind, Result};

mod audit;
mod augment;
mod check;
mod compare;
mod demo;
mod events;
mod gate;
mod import;
mod input;
mod list;
mod progress;
mod score;
mod stress;
mod strip;

/// What a run says to its caller.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Exit {
    /// Everything fine.
    Fine,
    /// Findings over a limit that was to be checked.
    Findings,
    /// Bad input or usage.
    Bad,
}

impl From<Exit> for ExitCode {
    fn from(exit: Exit) -> Self {
        Self::from(match exit {
            Exit::Fine => 0,
            Exit::Findings => 1,
            Exit::Bad => 2,
        })
    }
}

const EXAMPLES: &str = "Examples:
  falter demo                                   the main job on the embedded calls
  falter stress calls/ -o out                   the same on yours
  falter audit calls/ --side user --json        how users hesitate, as JSON
  falter compare real/ simulated/                what differs, and is it more than chance
  falter augment calls/ --dose 0.5 -o out       more hesitation, exactly repeatable
  falter strip out -o back                      the input again

Exit codes: 0 fine, 1 findings (check, --fail-if), 2 bad input or usage.";

#[derive(Parser)]
#[command(
    name = "falter",
    version,
    about = "How callers hesitate, more of it on demand, and whether a turn detector cuts them off",
    after_help = EXAMPLES
)]
struct Cli {
    #[command(subcommand)]
    verb: Verb,
    /// No progress and no notices on stderr.
    #[arg(long, global = true)]
    quiet: bool,
    /// Threads; the results do not depend on it. Default: one a core.
    #[arg(long, global = true, value_name = "N")]
    threads: Option<usize>,
}

#[derive(Subcommand)]
enum Verb {
    Demo(demo::Args),
    Stress(stress::Args),
    Check(check::Args),
    Audit(audit::Args),
    Compare(compare::Args),
    Augment(augment::Args),
    Strip(strip::Args),
    Score(score::Args),
    Events(events::Args),
    Import(import::Args),
    List(list::Args),
}

/// What every verb is given besides its own arguments.
#[derive(Clone, Copy)]
struct Context {
    quiet: bool,
}

impl Context {
    /// Says something on stderr, unless told to be quiet.
    fn notice(self, text: &str) {
        if !self.quiet {
            eprintln!("note: {text}");
        }
    }
}

/// Runs the program on the arguments of the process.
pub fn main() -> ExitCode {
    let cli = Cli::parse();
    let context = Context { quiet: cli.quiet };
    let run = || match cli.verb {
        Verb::Demo(args) => demo::run(args, context),
        Verb::Stress(args) => stress::run(args, context),
        Verb::Check(args) => check::run(args, context),
        Verb::Audit(args) => audit::run(args, context),
        Verb::Compare(args) => compare::run(args, context),
        Verb::Augment(args) => augment::run(args, context),
        Verb::Strip(args) => strip::run(args, context),
        Verb::Score(args) => score::run(args, context),
        Verb::Events(args) => events::run(args, context),
        Verb::Import(args) => import::run(args, context),
        Verb::List(args) => list::run(args),
    };
    let done = match threads(cli.threads) {
        Ok(()) => run(),
        Err(e) => Err(e),
    };
    match done {
        Ok(exit) => exit.into(),
        Err(errors) => {
            // A closed pipe is the reader's wish, not a failure.
            let _ = write!(std::io::stderr(), "{errors}");
            Exit::Bad.into()
        }
    }
}

/// More threads than this only wait for each other.
const MOST_THREADS: usize = 256;

fn threads(threads: Option<usize>) -> Result<()> {
    let Some(n) = threads else {
        return Ok(());
    };
    if !(1..=MOST_THREADS).contains(&n) {
        return Err(Error::usage(format!("--threads takes 1 to {MOST_THREADS}"))
            .value(n.to_string())
            .into());
    }
    rayon::ThreadPoolBuilder::new()
        .num_threads(n)
        .build_global()
        .map_err(|e| Error::usage(e.to_string()).into())
}

/// Prints to stdout; a reader that went away ends the run quietly.
fn print(bytes: &[u8]) -> Result<()> {
    let mut out = std::io::stdout().lock();
    match out.write_all(bytes).and_then(|()| out.flush()) {
        Err(e) if e.kind() != std::io::ErrorKind::BrokenPipe => {
            let mut error = Error::usage(format!("cannot write to stdout: {e}"));
            error.kind = ErrorKind::Io;
            Err(error.into())
        }
        _ => Ok(()),
    }
}
