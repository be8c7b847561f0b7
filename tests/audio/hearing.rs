//! Speech found in made and in labelled recordings; files read against an independent reader.

use std::path::{Path, PathBuf};

use falter::audio::{ACTIVITIES, AudioFile, find, listen, speech};
use falter::call::{Audio, Call, Role};
use falter::format::{Channels, ReadOptions, open};
use falter::health::{Finding, examine};
use falter::lang::Languages;
use falter::settings::Settings;
use falter::time::{Ms, Span};
use falter::timeline::TurnRule;
use proptest::prelude::*;

use super::files;
use crate::shared::shared;

/// A recording of a person with pauses, from the labelled clips.
fn clip(number: u32) -> Option<PathBuf> {
    shared(&format!(
        "data/ten_vad_testset/testset-audio-{number:02}.wav"
    ))
}

fn spans(path: &Path, vad: &str) -> Vec<Span> {
    let vad = find(vad).expect("built in");
    let heard = speech(path, &[0], vad, &Settings::default()).expect("heard");
    heard.into_iter().flat_map(|h| h.spans).collect()
}

/// Speech of a label file: `name,start,end,0 or 1,start,end,…` in seconds.
fn labels(path: &Path) -> Vec<Span> {
    let text = std::fs::read_to_string(path.with_extension("scv")).expect("labels");
    let fields: Vec<f64> = text
        .trim()
        .split(',')
        .skip(1)
        .map(|f| f.parse().expect("a number"))
        .collect();
    let ms = |s: f64| (s * 1000.0).round() as Ms;
    let speech = fields.chunks_exact(3).filter(|f| f[2] == 1.0);
    let speech: Vec<Span> = speech.map(|f| Span::new(ms(f[0]), ms(f[1]))).collect();
    falter::time::join(&speech, 1)
}

fn shared_ms(a: &[Span], b: &[Span]) -> Ms {
    a.iter()
        .flat_map(|a| {
            b.iter()
                .map(|b| (a.end.min(b.end) - a.start.max(b.start)).max(0))
        })
        .sum()
}

fn total_ms(spans: &[Span]) -> Ms {
    spans.iter().map(|s| s.duration()).sum()
}

/// The figures of audio.md on the clips that are here, with room for a new compiler.
#[test]
fn labelled_clips_are_heard_as_well_as_they_were() {
    for (vad, precision, recall) in [("earshot", 0.91, 0.93), ("webrtc", 0.87, 0.92)] {
        let (mut hit, mut found, mut truth) = (0, 0, 0);
        for number in (2..=30).step_by(2) {
            let Some(path) = clip(number) else { return };
            let (heard, labels) = (spans(&path, vad), labels(&path));
            hit += shared_ms(&heard, &labels);
            found += total_ms(&heard);
            truth += total_ms(&labels);
        }
        assert!(hit as f64 / found as f64 > precision, "{vad} precision");
        assert!(hit as f64 / truth as f64 > recall, "{vad} recall");
    }
}

#[test]
fn appended_silence_changes_no_earlier_span() {
    let Some(path) = clip(4) else { return };
    let dir = tempfile::tempdir().expect("a folder");
    let (spec, samples) = files::read(&path);
    // Cut inside speech and inside silence, at and off the borders of frames.
    for vad in ACTIVITIES {
        for n in [40_000, 64_001, 100_077, samples.len()] {
            let (cut, longer) = (dir.path().join("cut.wav"), dir.path().join("longer.wav"));
            let mut cut_samples = samples[..n].to_vec();
            files::write(&cut, spec.sample_rate, 1, &cut_samples);
            cut_samples.resize(n + 48_000, 0);
            files::write(&longer, spec.sample_rate, 1, &cut_samples);
            let (a, b) = (spans(&cut, vad.name()), spans(&longer, vad.name()));
            let end = n as Ms / 16;
            let earlier = |s: &&Span| s.end < end - 200;
            let early = |spans: &[Span]| spans.iter().filter(earlier).copied().collect::<Vec<_>>();
            assert_eq!(early(&a), early(&b), "{} {n}", vad.name());
            let starts = |spans: &[Span]| spans.iter().map(|s| s.start).collect::<Vec<_>>();
            assert_eq!(starts(&a), starts(&b), "{} {n}", vad.name());
        }
    }
}

#[test]
fn both_channels_in_one_pass_are_those_of_the_two_files() {
    let (Some(a), Some(b)) = (clip(4), clip(6)) else {
        return;
    };
    let dir = tempfile::tempdir().expect("a folder");
    let (_, left) = files::read(&a);
    let (_, right) = files::read(&b);
    let both: Vec<i16> = left
        .iter()
        .zip(&right)
        .flat_map(|(l, r)| [*l, *r])
        .collect();
    let n = both.len() / 2;
    let path = dir.path().join("c.wav");
    files::write(&path, 16_000, 2, &both);
    files::write(&dir.path().join("d.user.wav"), 16_000, 1, &left[..n]);
    files::write(&dir.path().join("d_Agent.wav"), 16_000, 1, &right[..n]);
    let options = ReadOptions {
        channels: Some(Channels { user: 0, agent: 1 }),
        ..ReadOptions::default()
    };
    let corpus = open(&[dir.path().to_path_buf()], &options).expect("read");
    assert_eq!(corpus.inputs.len(), 3);
    let mut calls = corpus.calls;
    for call in &mut calls {
        let vad = find("earshot").expect("built in");
        listen(call, vad, &Settings::default()).expect("heard");
    }
    assert_eq!(calls[0].speech, calls[1].speech);
    assert!(calls[0].speech.iter().flatten().all(|s| !s.is_empty()));
}

#[test]
fn a_side_without_a_file_stays_unheard() {
    let dir = tempfile::tempdir().expect("a folder");
    let path = dir.path().join("c.user.wav");
    files::write(&path, 8000, 1, &files::noise(16_000, 1, 5));
    let mut call = Call::new("c");
    call.audio = Some(Audio::Split {
        user: Some(path),
        agent: None,
    });
    let vad = find("webrtc").expect("built in");
    let settings = Settings::default();
    listen(&mut call, vad, &settings).expect("heard");
    assert_eq!(call.speech[Role::User.index()], Some(vec![]));
    assert_eq!(call.speech[Role::Agent.index()], None);
    let said: Vec<String> = examined(&call).iter().map(|f| f.sentence.clone()).collect();
    assert_eq!(said, ["no speech found in the audio"]);
}

fn examined(call: &Call) -> Vec<Finding> {
    let (languages, settings) = (Languages::default(), Settings::default());
    let examined = examine(call, &languages, &settings, TurnRule::Floor);
    examined.expect("a language").findings
}

/// Every width that hound reads gives what hound reads.
#[test]
fn samples_agree_with_the_independent_reader() {
    let dir = tempfile::tempdir().expect("a folder");
    let bytes: Vec<u8> = files::noise(4800, 127, 9)
        .iter()
        .map(|b| *b as u8)
        .collect();
    for bits in [8u16, 16, 24, 32] {
        let path = files::raw(dir.path().join("a.wav"), 1, 2, 8000, bits, &bytes);
        let mut reader = hound::WavReader::open(&path).expect("hound reads it");
        let scale = f64::from(1u32 << (bits - 1));
        let theirs: Vec<f64> = reader
            .samples::<i32>()
            .map(|s| f64::from(s.expect("a sample")) / scale)
            .collect();
        let mut block = Vec::new();
        let mut file = AudioFile::open(&path).expect("readable");
        file.read(&mut block).expect("read");
        assert_eq!(block.len(), theirs.len());
        let near = |(a, b): (&f32, &f64)| (f64::from(*a) - b).abs() < 1e-7;
        assert!(block.iter().zip(&theirs).all(near), "{bits} bit");
    }
}

#[test]
fn formats_that_are_not_read_are_named() {
    let dir = tempfile::tempdir().expect("a folder");
    for (head, name) in [
        (&b"fLaC\0\0\0\x22"[..], "FLAC"),
        (b"OggS\0\x02", "Ogg"),
        (b"ID3\x04", "MP3"),
    ] {
        let path = dir.path().join("c.wav");
        std::fs::write(&path, head).expect("written");
        let error = open(&[path], &ReadOptions::default()).expect_err("not read");
        assert!(error.to_string().contains(name), "{error}");
    }
    let empty = dir.path().join("c.wav");
    std::fs::write(&empty, b"").expect("written");
    let error = open(&[empty], &ReadOptions::default()).expect_err("not read");
    assert!(error.to_string().contains("the file is empty"));
}

proptest! {
    #![proptest_config(ProptestConfig::with_cases(200))]

    /// Whatever follows the magic: no panic, and no more samples than bytes.
    #[test]
    fn arbitrary_files_never_panic(tail in proptest::collection::vec(any::<u8>(), 0..200), format in any::<bool>()) {
        let dir = tempfile::tempdir().expect("a folder");
        let path = dir.path().join("a.wav");
        let mut bytes = b"RIFF\xff\xff\xff\xffWAVE".to_vec();
        if format {
            bytes.extend(b"fmt \x10\0\0\0\x01\0\x01\0\x40\x1f\0\0\x80\x3e\0\0\x02\0\x10\0data");
        }
        bytes.extend(tail);
        std::fs::write(&path, &bytes).expect("written");
        if let Ok(mut file) = AudioFile::open(&path) {
            let mut block = Vec::new();
            prop_assert!(file.info().frames <= bytes.len() as u64);
            while file.read(&mut block).expect("read") > 0 {
                prop_assert!(block.len() <= bytes.len());
            }
        }
    }
}
