//! Peak resident memory of the flows, each measured in a process of its own.
//!
//! `cargo run --release --example memory` makes what it needs in a temporary folder.

#[path = "../benches/made/mod.rs"]
mod made;

use std::path::{Path, PathBuf};
use std::process::Command;

use falter::audio;
use falter::audit::{self, audit};
use falter::augment::{self, Options};
use falter::call::{Audio, Call};
use falter::lang::Languages;
use falter::settings::Settings;

type Outcome = Result<(), Box<dyn std::error::Error>>;

fn main() -> Outcome {
    let args: Vec<String> = std::env::args().skip(1).collect();
    match args.iter().map(String::as_str).collect::<Vec<_>>()[..] {
        [flow, what] => measure(flow, what),
        _ => all(),
    }
}

fn all() -> Outcome {
    let folder = tempfile::tempdir()?;
    println!("{:<28}peak resident memory", "flow");
    for minutes in [12, 120] {
        let path = folder.path().join(format!("{minutes}.wav"));
        made::recording(&path, minutes * 60, made::Stored::MuLaw)?;
        for detector in ["earshot", "webrtc"] {
            let name = format!("listen, {detector}, {minutes} min");
            run(&name, detector, &path.to_string_lossy())?;
        }
    }
    for flow in ["make", "audit", "augment"] {
        for calls in ["100", "1000"] {
            run(&format!("{flow}, {calls} calls"), flow, calls)?;
        }
    }
    Ok(())
}

/// Runs one flow in a process of its own.
fn run(name: &str, flow: &str, what: &str) -> Outcome {
    let me: PathBuf = std::env::current_exe()?;
    let said = Command::new(me).args([flow, what]).output()?;
    if !said.status.success() {
        return Err(String::from_utf8_lossy(&said.stderr).into());
    }
    print!("{name:<28}{}", String::from_utf8_lossy(&said.stdout));
    Ok(())
}

fn measure(flow: &str, what: &str) -> Outcome {
    match flow {
        "make" => drop(made::corpus("en", what.parse()?)),
        "audit" => drop(audit(
            &made::corpus("en", what.parse()?),
            &audit::Options::default(),
        )?),
        "augment" => {
            let corpus = made::corpus("en", what.parse()?);
            let (languages, settings) = (Languages::default(), Settings::default());
            let options = Options::paper(1_000_000, 1);
            let made = augment::augment(&corpus, &languages, &settings, &options, "falter:memory")?;
            drop(augment::files(&made, false));
        }
        detector => listen(detector, Path::new(what))?,
    }
    println!("{}", peak().unwrap_or(String::from("not available")));
    Ok(())
}

fn listen(detector: &str, path: &Path) -> Outcome {
    let mut call = Call::new("memory");
    call.audio = Some(Audio::TwoChannel {
        path: path.to_path_buf(),
        user: 0,
        agent: 1,
    });
    audio::listen(&mut call, audio::find(detector)?, &Settings::default())?;
    Ok(())
}

/// The high-water mark of this process, where the system tells it.
fn peak() -> Option<String> {
    let status = std::fs::read_to_string("/proc/self/status").ok()?;
    let line = status.lines().find_map(|l| l.strip_prefix("VmHWM:"))?;
    let kilobytes: f64 = line.trim().trim_end_matches(" kB").trim().parse().ok()?;
    Some(format!("{:.1} MB", kilobytes / 1024.0))
}
