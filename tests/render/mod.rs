//! Rendered recordings are heard again: as long as they should be, pauses where they were put, and ends
//! of speech where the word times say.

mod clips;

use std::path::{Path, PathBuf};
use std::process::Command;

use falter::audio::{AudioFile, find, speech};
use falter::call::{Call, Role};
use falter::settings::Settings;
use falter::time::{Ms, Span, join};

use crate::calls::{demo, read};

/// Channels of the demo: 0 the agent, 1 the user.
const CHANNEL: [(usize, Role); 2] = [(0, Role::Agent), (1, Role::User)];

/// Detectors, and the median error of the ends of silences that holds for them on the demo, ms. The target
/// of audio.md is 20; earshot at 8 kHz lets go of speech later than it is corrected for (`clips.rs` says
/// why not by more): 41 ms was measured.
const DETECTORS: [(&str, Ms); 2] = [("earshot", 20), ("webrtc", 20)];

fn heard(path: &Path, vad: &str, settings: &Settings) -> [Vec<Span>; 2] {
    let vad = find(vad).expect("built in");
    let mut spans = speech(path, &[0, 1], vad, settings)
        .expect("heard")
        .into_iter()
        .map(|h| h.spans);
    std::array::from_fn(|_| spans.next().expect("two channels"))
}

fn words(call: &Call, role: Role) -> Vec<Span> {
    let mine = call.words.iter().filter(|w| w.role == role);
    let mut spans: Vec<Span> = mine.filter_map(|w| w.span()).collect();
    spans.sort();
    join(&spans, 1)
}

/// Silences of at least `shortest` between runs.
fn silences(runs: &[Span], shortest: Ms) -> Vec<Span> {
    let gaps = runs.windows(2).map(|w| Span::new(w[0].end, w[1].start));
    gaps.filter(|g| g.duration() >= shortest).collect()
}

/// The silence that shares most with `wanted`.
fn nearest(silences: &[Span], wanted: Span) -> Option<Span> {
    let shared = |s: &Span| s.end.min(wanted.end) - s.start.max(wanted.start);
    silences
        .iter()
        .copied()
        .filter(|s| shared(s) > 0)
        .max_by_key(shared)
}

/// Errors of the two ends of silences: found minus true.
#[derive(Default)]
struct Errors {
    asked: usize,
    starts: Vec<Ms>,
    ends: Vec<Ms>,
}

fn median(values: &[Ms]) -> Ms {
    let mut sorted = values.to_vec();
    sorted.sort_unstable();
    sorted.get(sorted.len() / 2).copied().unwrap_or(Ms::MAX)
}

impl Errors {
    fn add(&mut self, truth: &[Span], found: &[Span]) {
        for wanted in truth {
            self.asked += 1;
            if let Some(near) = nearest(found, *wanted) {
                self.starts.push(near.start - wanted.start);
                self.ends.push(near.end - wanted.end);
            }
        }
    }

    fn recall(&self) -> f64 {
        self.starts.len() as f64 / self.asked as f64
    }

    /// Median of the absolute errors of both ends together.
    fn both(&self) -> Ms {
        let all: Vec<Ms> = self
            .starts
            .iter()
            .chain(&self.ends)
            .map(|e| e.abs())
            .collect();
        median(&all)
    }

    fn print(&self, what: &str) {
        println!(
            "{what}: {} of {} found, silence starts {:+} ms, ends {:+} ms, absolute {} ms (medians)",
            self.starts.len(),
            self.asked,
            median(&self.starts),
            median(&self.ends),
            self.both()
        );
    }
}

/// Silences of the demo as it is against what a detector hears.
fn of_the_demo(vad: &str, settings: &Settings) -> Errors {
    let mut errors = Errors::default();
    for call in &read(&demo()).calls {
        let path = demo().join(format!("audio/{}.wav", call.id));
        let spans = heard(&path, vad, settings);
        for (channel, role) in CHANNEL {
            errors.add(
                &silences(&words(call, role), 300),
                &silences(&spans[channel], 1),
            );
        }
    }
    errors
}

#[test]
fn known_pauses_of_the_demo_are_heard() {
    for (vad, bound) in DETECTORS {
        let errors = of_the_demo(vad, &Settings::default());
        errors.print(vad);
        assert!(errors.asked > 60, "{}", errors.asked);
        assert!(errors.recall() >= 0.99, "{vad}: {}", errors.recall());
        assert!(errors.both() <= bound, "{vad}: {} ms", errors.both());
    }
}

struct Rendered {
    folder: tempfile::TempDir,
}

impl Rendered {
    fn new(arguments: &[&str]) -> Self {
        let folder = tempfile::tempdir().expect("a folder");
        let status = Command::new(env!("CARGO_BIN_EXE_falter"))
            .args(["augment", "--render", "--quiet", "-o"])
            .arg(folder.path().join("out"))
            .arg(demo())
            .args(arguments)
            .status();
        assert!(status.expect("falter runs").success());
        Self { folder }
    }

    fn path(&self, name: &str) -> PathBuf {
        self.folder.path().join("out").join(name)
    }

    /// Placed edits: call, role, rule, moment, length.
    fn edits(&self) -> Vec<(String, Role, String, Ms, Ms)> {
        let mut reader = csv::Reader::from_path(self.path("edits.csv")).expect("edits");
        let records = reader.records().map(|r| r.expect("a record"));
        let placed = records.filter(|r| &r[9] == "yes");
        placed
            .map(|r| {
                let ms = |k: usize| r[k].parse::<Ms>().expect("a time");
                let role = Role::parse(&r[2]).expect("a role");
                (String::from(&r[1]), role, String::from(&r[5]), ms(7), ms(8))
            })
            .collect()
    }
}

fn frames(path: &Path) -> u64 {
    AudioFile::open(path).expect("readable").info().frames
}

#[test]
fn a_rendering_is_longer_by_what_was_put_in() {
    for arguments in [
        &["--dose", "0"][..],
        &["--dose", "1"],
        &["--dose", "5", "--side", "both", "--silence", "zeros"],
    ] {
        let rendered = Rendered::new(arguments);
        let edits = rendered.edits();
        for call in &read(&demo()).calls {
            let name = format!("audio/{}.wav", call.id);
            let mine = edits.iter().filter(|e| e.0 == call.id);
            let inserted: Ms = mine.map(|e| e.4).sum();
            assert_eq!(
                frames(&rendered.path(&name)),
                frames(&demo().join(&name)) + 8 * inserted as u64,
                "{} {arguments:?}",
                call.id
            );
        }
        // What cannot be heard is not placed.
        assert!(edits.iter().all(|e| e.2 != "filler"));
    }
}

#[test]
fn an_empty_plan_renders_the_same_samples() {
    let rendered = Rendered::new(&["--dose", "0"]);
    let samples = |path: &Path| {
        let mut file = AudioFile::open(path).expect("readable");
        let (mut all, mut block) = (Vec::new(), Vec::new());
        while file.read(&mut block).expect("read") > 0 {
            all.extend_from_slice(&block);
        }
        all
    };
    for call in ["en-bank", "en-garage", "zh-clinic"] {
        let name = format!("audio/{call}.wav");
        assert!(
            samples(&rendered.path(&name)) == samples(&demo().join(&name)),
            "{call}"
        );
    }
}

/// Injected silences of 300 ms or more, on the new clock, from `edits.csv` and the new `words.csv`.
fn injected(rendered: &Rendered, call: &Call) -> Vec<(Role, Span)> {
    let edits = rendered.edits();
    let mine: Vec<_> = edits.iter().filter(|e| e.0 == call.id).collect();
    let pauses = mine.iter().filter(|e| e.2 == "pause" && e.4 >= 300);
    pauses
        .filter_map(|(_, role, _, at, duration)| {
            // Everything put in before moves it, and of what stands at the same instant the earlier rows.
            let before: Ms = mine.iter().filter(|e| e.3 < *at).map(|e| e.4).sum();
            let from = at + before;
            let said = words(call, *role);
            let gap = silences(&said, 1)
                .into_iter()
                .find(|g| g.start <= from && from + duration <= g.end);
            gap.map(|gap| (*role, gap))
        })
        .collect()
}

#[test]
fn injected_pauses_are_heard_where_they_were_put() {
    for (vad, bound) in DETECTORS {
        let (mut errors, mut all) = (Errors::default(), 0);
        for seed in ["1", "2", "3", "4"] {
            let rendered = Rendered::new(&[
                "--dose", "3", "--side", "both", "--rules", "pause", "--seed", seed,
            ]);
            all += rendered.edits().iter().filter(|e| e.4 >= 300).count();
            for call in &read(&tables(&rendered)).calls {
                let spans = heard(
                    &rendered.path(&format!("audio/{}.wav", call.id)),
                    vad,
                    &Settings::default(),
                );
                for (channel, role) in CHANNEL {
                    let truth: Vec<Span> = injected(&rendered, call)
                        .into_iter()
                        .filter(|(r, _)| *r == role)
                        .map(|(_, span)| span)
                        .collect();
                    errors.add(&truth, &silences(&spans[channel], 1));
                }
            }
        }
        errors.print(vad);
        assert_eq!(
            errors.asked, all,
            "every pause lies in a silence between words"
        );
        assert!(all > 40, "{all}");
        assert!(errors.recall() >= 0.99, "{vad}: {}", errors.recall());
        assert!(errors.both() <= bound, "{vad}: {} ms", errors.both());
    }
}

/// The tables alone, as a folder.
fn tables(rendered: &Rendered) -> PathBuf {
    let folder = rendered.folder.path().join("tables");
    std::fs::create_dir_all(&folder).expect("a folder");
    for name in ["asr_history.csv", "words.csv"] {
        std::fs::copy(rendered.path(name), folder.join(name)).expect("a table");
    }
    folder
}
