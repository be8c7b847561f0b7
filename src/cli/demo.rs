//! `falter demo`: the main job on the embedded calls.

use std::path::{Path, PathBuf};

use clap::Parser;

use super::augment::Rules;
use super::input::{Asking, Input, Read, hear};
use super::{Context, Exit, stress};
use crate::audio::ACTIVITIES;
use crate::audit;
use crate::error::{Error, Result};
use crate::output::Output;
use crate::report::{self, Section};

/// The main job on embedded example calls: check, audit, augment, score, report.
#[derive(clap::Args)]
pub(super) struct Args {
    /// Output folder; without one the report is printed only.
    #[arg(short, value_name = "DIR")]
    output: Option<PathBuf>,
    /// Replace an output folder that falter wrote.
    #[arg(long)]
    force: bool,
}

macro_rules! embedded {
    ($($name:literal),* $(,)?) => {
        &[$(($name, include_bytes!(concat!("../../examples/demo/", $name)))),*]
    };
}

/// The files of the example, made by `examples/demo/make.py`.
const FILES: &[(&str, &[u8])] = embedded![
    "asr_history.csv",
    "words.csv",
    "calls.csv",
    "eot_labels.csv",
    "user_turns.csv",
    "silence_spans.csv",
    "audio/en-bank.wav",
    "audio/en-garage.wav",
    "audio/zh-clinic.wav",
];

/// Three calls have so few boundaries that the preset as it is would hardly show.
const DOSE: &str = "2";

/// The same arguments as those of `falter stress`, at their defaults but for a dose that a few calls can
/// show.
#[derive(Parser)]
struct Defaults {
    #[command(flatten)]
    input: Input,
    #[command(flatten)]
    asking: Asking,
    #[command(flatten)]
    rules: Rules,
}

pub(super) fn run(args: Args, context: Context) -> Result<Exit> {
    let output = args
        .output
        .as_deref()
        .map(|dir| Output::create(dir, args.force))
        .transpose()?;
    let folder = Unpacked::new()?;
    let path = folder.0.as_os_str();
    let words = ["falter".as_ref(), path, "--dose".as_ref(), DOSE.as_ref()];
    let defaults = Defaults::try_parse_from(words).map_err(|e| Error::usage(e.to_string()))?;
    let read = defaults.input.read(context)?;
    let beside = against_truth(&read, &defaults.asking, context)?;
    let title = "falter demo: three synthetic calls, English and Chinese";
    let job = stress::Job {
        verb: "demo",
        title,
        more: vec![beside],
    };
    stress::finish(&read, &defaults.asking, &defaults.rules, job, output)
}

/// The calls were made word by word, so the word times are the truth that detectors can be held to.
fn against_truth(read: &Read, asking: &Asking, context: Context) -> Result<Section> {
    let options = asking.options(read)?;
    let truth = audit::audit(&read.corpus, &options)?;
    let mut audits = vec![(String::from("true word times"), truth)];
    for activity in ACTIVITIES {
        let mut corpus = read.corpus.clone();
        for call in &mut corpus.calls {
            call.words.clear();
            call.link();
        }
        hear(&mut corpus, *activity, &read.settings, true, context)?;
        let name = format!("{} {}", activity.name(), activity.version());
        audits.push((name, audit::audit(&corpus, &options)?));
    }
    Ok(report::detectors(&audits))
}

/// The example in a folder of its own, removed at the end.
struct Unpacked(PathBuf);

impl Unpacked {
    fn new() -> Result<Self> {
        let folder = std::env::temp_dir().join(format!("falter-demo-{}", std::process::id()));
        let failed = |path: &Path| {
            let path = path.to_path_buf();
            move |e: std::io::Error| Error::io(&path, &e)
        };
        // An existing folder is somebody else's: better no demo than writing into it.
        std::fs::create_dir(&folder).map_err(failed(&folder))?;
        let unpacked = Self(folder);
        let audio = unpacked.0.join("audio");
        std::fs::create_dir(&audio).map_err(failed(&audio))?;
        for (name, bytes) in FILES {
            let path = unpacked.0.join(name);
            std::fs::write(&path, bytes).map_err(failed(&path))?;
        }
        Ok(unpacked)
    }
}

impl Drop for Unpacked {
    fn drop(&mut self) {
        let _ = std::fs::remove_dir_all(&self.0);
    }
}
