//! Sound on one core: items are seconds of one channel, so items a second are "times real time".

mod made;

use std::path::Path;

use divan::{Bencher, counter::ItemsCount};
use falter::audio::{self, Activity, AudioFile, Fill, Insert, RenderPaths};
use falter::call::{Audio, Role};
use falter::settings::Settings;
use falter::time::Span;
use made::Stored;

const SECONDS: usize = 60;
const CHANNELS: usize = 2;

fn main() {
    divan::main();
}

fn seconds() -> ItemsCount {
    ItemsCount::new(SECONDS * CHANNELS)
}

/// Gives `bench` a two-channel recording.
fn with_recording(stored: Stored, bench: impl FnOnce(&Path)) {
    let folder = tempfile::tempdir().expect("a folder");
    let path = folder.path().join("call.wav");
    made::recording(&path, SECONDS, stored).expect("a recording");
    bench(&path);
}

#[divan::bench(args = [Stored::Pcm16, Stored::MuLaw])]
fn decode(bencher: Bencher<'_, '_>, stored: Stored) {
    with_recording(stored, |path| {
        let mut block = Vec::new();
        bencher.counter(seconds()).bench_local(|| {
            let mut file = AudioFile::open(path).expect("readable");
            while file.read(&mut block).expect("read") > 0 {
                divan::black_box(&block);
            }
        });
    });
}

fn activity(bencher: Bencher<'_, '_>, name: &str, stored: Stored) {
    let activity: &dyn Activity = audio::find(name).expect("a detector");
    let settings = Settings::default();
    with_recording(stored, |path| {
        let heard = audio::speech(path, &[0, 1], activity, &settings).expect("heard");
        assert!(heard.iter().all(|h| !h.spans.is_empty()), "speech is found");
        bencher
            .counter(seconds())
            .bench_local(|| audio::speech(path, &[0, 1], activity, &settings));
    });
}

#[divan::bench(args = [Stored::Pcm16, Stored::MuLaw], sample_count = 10)]
fn earshot(bencher: Bencher<'_, '_>, stored: Stored) {
    activity(bencher, "earshot", stored);
}

#[divan::bench(args = [Stored::Pcm16, Stored::MuLaw], sample_count = 20)]
fn webrtc(bencher: Bencher<'_, '_>, stored: Stored) {
    activity(bencher, "webrtc", stored);
}

/// An insert every two seconds, every third of them a copied word.
#[divan::bench(args = [Stored::Pcm16, Stored::MuLaw], sample_count = 20)]
fn render(bencher: Bencher<'_, '_>, stored: Stored) {
    let insert = |k: i64| {
        let at = 2000 * k + 700;
        Insert {
            at,
            duration: 300,
            fill: match k % 3 {
                0 => Fill::Copy {
                    role: Role::User,
                    span: Span::new(at, at + 300),
                },
                _ => Fill::RoomTone,
            },
        }
    };
    let inserts: Vec<Insert> = (0..SECONDS as i64 / 2 - 1).map(insert).collect();
    with_recording(stored, |path| {
        let recording = Audio::TwoChannel {
            path: path.to_path_buf(),
            user: 0,
            agent: 1,
        };
        let paths = RenderPaths {
            two_channel: path.with_file_name("rendered.wav"),
            user: path.with_file_name("user.wav"),
            agent: path.with_file_name("agent.wav"),
        };
        let settings = Settings::default();
        let speech = [None, None];
        bencher.counter(seconds()).bench_local(|| {
            audio::render(&recording, &speech, &inserts, &settings, &paths).expect("rendered");
        });
    });
}
