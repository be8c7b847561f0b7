//! The shared cases of broken and odd recordings, with the truths their `expected.md` state.

use std::path::PathBuf;

use falter::audio::{Activity, AudioFile, AudioInfo, find, listen, speech};
use falter::call::{Audio, Call};
use falter::format::{ReadOptions, open};
use falter::settings::Settings;
use falter::time::{Ms, Span};

use super::files;
use crate::shared::shared;

fn case(path: &str) -> Option<PathBuf> {
    shared(&format!("cases/{path}"))
}

fn info(path: &str) -> Option<AudioInfo> {
    let file = AudioFile::open(&case(path)?).expect(path);
    Some(file.info().clone())
}

/// Speech of one channel by one detector.
fn heard(path: &str, channel: usize, vad: &dyn Activity, settings: &Settings) -> Option<Vec<Span>> {
    let mut heard = speech(&case(path)?, &[channel], vad, settings).expect(path);
    heard.pop().map(|h| h.spans)
}

#[test]
fn p28_lengths_nobody_filled_in() {
    let Some(ok) = info("P28/ok.wav") else { return };
    assert_eq!((ok.frames, ok.duration()), (8000, 1000));
    assert!(ok.notices.is_empty());
    for name in ["2e9", "7fffffff", "ffffffff", "zero"] {
        let path = format!("P28/{name}.wav");
        let odd = info(&path).expect("the folder is here");
        assert_eq!((odd.frames, odd.rate), (8000, 8000), "{name}");
        assert!(odd.notices[0].contains("16000 bytes"), "{:?}", odd.notices);
        let case = |path: &str| files::decode(&case(path).expect("the folder is here"));
        assert_eq!(case(&path), case("P28/ok.wav"), "{name}");
    }
}

#[test]
fn p29_half_a_sample_and_half_a_frame() {
    let Some(odd) = info("P29/odd_byte.wav") else {
        return;
    };
    assert_eq!((odd.frames, odd.duration()), (7999, 999));
    assert!(
        odd.notices
            .iter()
            .any(|n| n.contains("1 trailing byte dropped"))
    );
    let half = info("P29/half_frame.wav").expect("the folder is here");
    assert_eq!((half.frames, half.channels), (7999, 2));
    let samples = files::decode(&case("P29/half_frame.wav").expect("the folder is here"));
    let (left, right): (Vec<i16>, Vec<i16>) = samples.chunks(2).map(|f| (f[0], f[1])).unzip();
    let mut back = right[..].to_vec();
    back.reverse();
    // The right channel is the left one reversed, less the frame that was cut off.
    let (a, b) = (&left[1..], &back[..7998]);
    let same = a.iter().zip(b).filter(|(a, b)| a == b).count();
    assert!(same > 7900, "{same} of 7998 samples agree");
}

#[test]
fn p30_telephone_codings() {
    let Some(pcm) = case("P30/pcm.wav") else {
        return;
    };
    let truth = files::decode(&pcm);
    for name in ["alaw_nofact", "mulaw_nofact"] {
        let path = pcm.with_file_name(format!("{name}.wav"));
        let info = AudioFile::open(&path).expect(name).info().clone();
        assert_eq!((info.rate, info.channels, info.frames), (8000, 2, 8000));
        let samples = files::decode(&path);
        let square = |x: f64| x * x;
        let signal: f64 = truth.iter().map(|s| square(f64::from(*s))).sum();
        let error = truth.iter().zip(&samples);
        let error: f64 = error
            .map(|(a, b)| square(f64::from(*a) - f64::from(*b)))
            .sum();
        assert!(10.0 * (signal / error).log10() > 30.0, "{name}");
    }
}

#[test]
fn p31_another_codec_is_named() {
    let Some(path) = case("P31/a.wav") else {
        return;
    };
    let error = AudioFile::open(&path).expect_err("not read").to_string();
    assert!(
        error.contains("MPEG layer 3 (0x0055)") && error.contains("PCM"),
        "{error}"
    );
    assert!(!error.contains("corrupt"));
    let error = open(&[path], &ReadOptions::default()).expect_err("not read");
    assert!(error.to_string().contains("MPEG layer 3"));
}

#[test]
fn p34_a_mono_recording_copied_to_both_channels() {
    let Some(path) = case("P34/a.wav") else {
        return;
    };
    let mut call = Call::new("c");
    call.audio = Some(Audio::TwoChannel {
        path,
        user: 0,
        agent: 1,
    });
    for vad in falter::audio::ACTIVITIES {
        listen(&mut call, *vad, &Settings::default()).expect("heard");
        assert!(call.sound.as_ref().is_some_and(|s| s.identical));
    }
}

#[test]
fn p40_perfect_silence_and_one_step_of_noise() {
    for name in ["zeros", "lsb"] {
        for vad in falter::audio::ACTIVITIES {
            let spans = heard(&format!("P40/{name}.wav"), 0, *vad, &Settings::default());
            assert!(spans.is_none_or(|s| s.is_empty()), "{name} {}", vad.name());
        }
    }
}

/// Spans that end where the file does, or before, at every setting of the smoothing.
#[test]
fn p39_p41_nothing_ends_after_the_file() {
    for (path, end) in [("P39/a.wav", 1016), ("P41/a.wav", 1000)] {
        for vad in falter::audio::ACTIVITIES {
            for silence in [0, 150, 1000] {
                let mut settings = Settings::default();
                let key = format!("vad_min_silence_8k_ms={silence}");
                settings.set(&key).expect("a setting");
                let spans = heard(path, 0, *vad, &settings).unwrap_or_default();
                assert!(spans.iter().all(|s| s.start < s.end && s.end <= end));
            }
        }
    }
}

#[test]
fn p42_an_end_does_not_move_with_the_shortest_silence() {
    for vad in falter::audio::ACTIVITIES {
        let mut ends: Vec<Option<Ms>> = Vec::new();
        for silence in [100, 300, 550, 1000] {
            let mut settings = Settings::default();
            let key = format!("vad_min_silence_8k_ms={silence}");
            settings.set(&key).expect("a setting");
            let spans = heard("P42/a.wav", 0, *vad, &settings).unwrap_or_default();
            ends.push(spans.last().map(|s| s.end));
        }
        assert!(ends.iter().all(|end| *end == ends[0]), "{ends:?}");
    }
}

/// The bursts are tones, which only the energy-minded detector takes for speech.
#[test]
fn bursts_of_tone_are_where_they_are() {
    let vad = find("webrtc").expect("built in");
    for (path, channel, truth) in [
        ("P28/ok.wav", 0, &[(200, 800)][..]),
        ("P28/zero.wav", 0, &[(200, 800)]),
        ("P29/half_frame.wav", 0, &[(200, 800)]),
        ("P29/half_frame.wav", 1, &[(200, 800)]),
        ("P30/mulaw_nofact.wav", 0, &[(200, 800)]),
        ("P30/alaw_nofact.wav", 1, &[(0, 150), (850, 1000)]),
        ("P39/a.wav", 0, &[(300, 700)]),
        ("P41/a.wav", 0, &[(500, 1000)]),
        ("P42/a.wav", 0, &[(500, 1500)]),
        ("P43/a.wav", 0, &[(500, 1000), (1200, 1800)]),
    ] {
        let Some(spans) = heard(path, channel, vad, &Settings::default()) else {
            return;
        };
        let near = |(span, truth): (&Span, &(Ms, Ms))| {
            (span.start - truth.0).abs() <= 30 && (span.end - truth.1).abs() <= 30
        };
        assert_eq!(spans.len(), truth.len(), "{path} {channel}: {spans:?}");
        assert!(
            spans.iter().zip(truth).all(near),
            "{path} {channel}: {spans:?}"
        );
    }
}

/// The quiet answer is heard, or the row is left for the health pass; the loud ones are heard.
#[test]
fn p46_loud_and_quiet() {
    let vad = find("webrtc").expect("built in");
    let spans = heard("P46/a.wav", 0, vad, &Settings::default());
    println!("{spans:?}");
    assert!(spans.is_none_or(|s| s.len() >= 2));
}
