//! `falter score`: does a detector cut people off?

use std::path::PathBuf;

use clap::Subcommand;
use serde_json::json;

use super::{Context, Exit, print};
use crate::error::{Error, Result};
use crate::format::tables::Table;
use crate::format::{ReadOptions, open, plural};
use crate::manifest;
use crate::output::{MANIFEST, Output};
use crate::report::number::{fixed, percent};
use crate::score::{self, ScoredSpan, SweepRow};
use crate::settings::Settings;

/// Score policies over labelled silences.
#[derive(clap::Args)]
pub(super) struct Args {
    #[command(subcommand)]
    what: What,
}

#[derive(Subcommand)]
enum What {
    Policy(Policy),
}

/// Hold false-cutoff rate, end-of-turn detection and mean wait, for silence timers and for a model.
#[derive(clap::Args)]
#[command(after_help = "Examples:
  falter score policy --spans calls/
  falter score policy --predictions model.csv -o out")]
struct Policy {
    /// Scores of a model: id, span_index, silence_dur, p_eot, label (as eot-bench writes them).
    #[arg(long, value_name = "FILE")]
    predictions: Option<PathBuf>,
    /// Folder with user_turns.csv and silence_spans.csv, for silence timers.
    #[arg(long, value_name = "DIR", conflicts_with = "predictions")]
    spans: Option<PathBuf>,
    /// Output folder.
    #[arg(short, value_name = "DIR")]
    output: Option<PathBuf>,
    /// Replace an output folder that falter wrote.
    #[arg(long)]
    force: bool,
    /// Change a threshold, key=value.
    #[arg(long, value_name = "KEY=VALUE")]
    set: Vec<String>,
}

pub(super) fn run(args: Args, context: Context) -> Result<Exit> {
    match args.what {
        What::Policy(args) => policy(args, context),
    }
}

fn policy(args: Policy, context: Context) -> Result<Exit> {
    let mut settings = Settings::default();
    args.set.iter().try_for_each(|s| settings.set(s))?;
    let output = args
        .output
        .as_deref()
        .map(|dir| {
            let inputs: Vec<PathBuf> = args
                .predictions
                .iter()
                .chain(&args.spans)
                .cloned()
                .collect();
            Output::apart(dir, args.force, &inputs)
        })
        .transpose()?;
    let spans = read(&args, &settings, context)?;
    let rows = score::sweep(&spans)?;
    if let Some(mut output) = output {
        output.write("tradeoff.csv", &score::write_sweep(&rows))?;
        let manifest = json!({
            "falter": crate::signature::VERSION,
            "command": "score policy",
            "settings": settings.changed().collect::<std::collections::BTreeMap<_, _>>(),
            "spans": spans.len(),
        });
        output.write(MANIFEST, &manifest::bytes(&manifest))?;
        output.finish()?;
    }
    print(timers(&rows, &spans).as_bytes())?;
    Ok(Exit::Fine)
}

fn read(args: &Policy, settings: &Settings, context: Context) -> Result<Vec<ScoredSpan>> {
    match (&args.predictions, &args.spans) {
        (Some(file), _) => score::read_predictions(file, settings),
        (None, Some(dir)) => {
            let tables = Table::ALL.map(|t| dir.join(t.file_name()));
            let tables: Vec<PathBuf> = tables.into_iter().filter(|p| p.is_file()).collect();
            if tables.is_empty() {
                return Err(Error::input("no tables here")
                    .at(dir)
                    .advice("a folder with user_turns.csv and silence_spans.csv is needed")
                    .into());
            }
            let corpus = open(&tables, &ReadOptions::default())?;
            let (spans, left_out) = score::of_corpus(&corpus, settings);
            if spans.is_empty() {
                let why: Vec<String> = left_out
                    .iter()
                    .map(|(reason, n)| format!("{}: {reason}", plural(*n, "silence")))
                    .collect();
                return Err(Error::input("no labelled silence of a complete turn to score")
                    .at(dir)
                    .advice(match why.is_empty() {
                        true => String::from("user_turns.csv and silence_spans.csv hold the labels; falter stress scores derived turns"),
                        false => format!("left out: {}", why.join("; ")),
                    })
                    .into());
            }
            for (reason, n) in left_out {
                context.notice(&format!("{} left out: {reason}", plural(n, "silence")));
            }
            Ok(spans)
        }
        (None, None) => Err(Error::usage("nothing to score")
            .advice("give --predictions FILE, or --spans DIR for silence timers")
            .into()),
    }
}

fn timers(rows: &[SweepRow], spans: &[ScoredSpan]) -> String {
    let mut text = String::from(
        "silence timers\n  wait ms  per-span false cutoff  per-turn false cutoff  detected  mean wait ms\n",
    );
    for row in rows.iter().filter(|r| r.policy.threshold.is_none()) {
        text.push_str(&format!(
            "  {:>7}  {:>21}  {:>21}  {:>8}  {:>12}\n",
            row.policy.timeout,
            percent(row.outcome.cutoff_rate()),
            percent(score::turns_cut(spans, row.policy.timeout)),
            percent(row.outcome.detect_rate()),
            fixed(row.outcome.mean_wait(), 0)
        ));
    }
    let models = rows.iter().filter(|r| r.policy.threshold.is_some()).count();
    if models > 0 {
        text.push_str(&format!(
            "{models} model policies; tradeoff.csv has them all (-o DIR)\n"
        ));
        for budget in [0.05, 0.10] {
            text.push_str(&match score::best_within(rows, budget) {
                Some(r) => format!(
                    "at most {} cut: threshold {}, delay {} ms, timeout {} ms: mean wait {} ms, {} cut\n",
                    percent(Some(budget)),
                    fixed(r.policy.threshold, 2),
                    r.policy.action_delay,
                    r.policy.timeout,
                    fixed(r.outcome.mean_wait(), 0),
                    percent(r.outcome.cutoff_rate())
                ),
                None => format!("at most {} cut: not reached\n", percent(Some(budget))),
            });
        }
    }
    text
}
