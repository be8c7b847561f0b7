//! Recordings with inserts: exact in time, unchanged elsewhere, without steps.

use std::path::{Path, PathBuf};

use falter::audio::{Fill, Insert, RenderPaths, find, render, speech};
use falter::call::{Audio, Role};
use falter::settings::Settings;
use falter::time::{Ms, Span};
use proptest::prelude::*;

use super::files;
use crate::shared::shared;

struct Folder(tempfile::TempDir);

impl Folder {
    fn new() -> Self {
        Self(tempfile::tempdir().expect("a folder"))
    }

    fn path(&self, name: &str) -> PathBuf {
        self.0.path().join(name)
    }

    fn outputs(&self) -> RenderPaths {
        RenderPaths {
            two_channel: self.path("out.wav"),
            user: self.path("out.user.wav"),
            agent: self.path("out.agent.wav"),
        }
    }
}

fn insert(at: Ms, duration: Ms, fill: Fill) -> Insert {
    Insert { at, duration, fill }
}

/// Noise, loud from `loud.0` to `loud.1` and soft elsewhere, two channels of it.
fn speechlike(frames: usize, loud: (usize, usize)) -> Vec<i16> {
    let (soft, strong) = (
        files::noise(2 * frames, 30, 1),
        files::noise(2 * frames, 9000, 2),
    );
    let at = |k: usize| (loud.0..loud.1).contains(&(k / 2));
    (0..2 * frames)
        .map(|k| if at(k) { strong[k] } else { soft[k] })
        .collect()
}

fn two_channel(path: PathBuf) -> Audio {
    Audio::TwoChannel {
        path,
        user: 0,
        agent: 1,
    }
}

fn run(audio: &Audio, speech: Option<Vec<Span>>, inserts: &[Insert], out: &RenderPaths) {
    let speech = [speech.clone(), speech];
    render(audio, &speech, inserts, &Settings::default(), out).expect("rendered");
}

/// The output is the input, in order, around the inserts, and as long as both together.
fn check_pieces(input: &[i16], output: &[i16], rate: i64, inserts: &[Insert]) {
    let frame = |ms: Ms| ((ms * rate + 500) / 1000) as usize;
    let (mut from, mut to, mut total) = (0, 0, 0);
    for insert in inserts {
        let at = 2 * frame(insert.at);
        assert_eq!(
            input[from..at],
            output[to..to + at - from],
            "before {insert:?}"
        );
        let gap = 2 * (frame(total + insert.duration) - frame(total));
        total += insert.duration;
        to += at - from + gap;
        from = at;
    }
    assert_eq!(input[from..], output[to..], "after the last");
}

proptest! {
    #![proptest_config(ProptestConfig::with_cases(60))]

    #[test]
    fn the_input_comes_through_unchanged(
        rate in prop::sample::select(vec![8000u32, 11_025, 16_000, 44_100]),
        places in proptest::collection::vec((0i64..1000, 0i64..700, 0u8..3), 0..6),
    ) {
        let folder = Folder::new();
        let input = speechlike(rate as usize, (rate as usize / 4, rate as usize / 2));
        files::write(&folder.path("in.wav"), rate, 2, &input);
        let mut inserts: Vec<Insert> = places
            .iter()
            .map(|(at, duration, kind)| match kind {
                0 => insert(*at, *duration, Fill::RoomTone),
                1 => insert(*at, *duration, Fill::Zeros),
                _ => insert(*at, *duration, Fill::Copy {
                    role: Role::Agent,
                    span: Span::new(250, 250 + duration),
                }),
            })
            .collect();
        inserts.sort_by_key(|i| i.at);
        let out = folder.outputs();
        let audio = two_channel(folder.path("in.wav"));
        run(&audio, Some(vec![Span::new(250, 500)]), &inserts, &out);
        let (spec, output) = files::read(&out.two_channel);
        prop_assert_eq!((spec.sample_rate, spec.channels), (rate, 2));
        check_pieces(&input, &output, i64::from(rate), &inserts);
        let first = std::fs::read(&out.two_channel).expect("there");
        run(&audio, Some(vec![Span::new(250, 500)]), &inserts, &out);
        prop_assert!(first == std::fs::read(&out.two_channel).expect("there"), "not the same bytes");
    }
}

/// Largest step between neighbours of one channel.
fn largest_step(samples: &[i16], channel: usize) -> i32 {
    let own: Vec<i32> = samples
        .iter()
        .skip(channel)
        .step_by(2)
        .map(|s| i32::from(*s))
        .collect();
    own.windows(2)
        .map(|w| (w[1] - w[0]).abs())
        .max()
        .unwrap_or(0)
}

/// A loud low tone cut in its middle: each joint stays within the steps the tone itself has.
#[test]
fn a_joint_has_no_step_beyond_the_local_range() {
    let folder = Folder::new();
    let tone = |k: usize| (12_000.0 * (k as f64 * 0.05).sin()) as i16;
    let mut input: Vec<i16> = (0..16_000).flat_map(|k| [tone(k), tone(k + 40)]).collect();
    let quiet = files::noise(16_000, 20, 4);
    input[16_000..].copy_from_slice(&quiet);
    files::write(&folder.path("in.wav"), 8000, 2, &input);
    let steps = [
        largest_step(&input[..15_990], 0),
        largest_step(&input[..15_990], 1),
    ];
    for fill in [Fill::RoomTone, Fill::Zeros] {
        let out = folder.outputs();
        let inserts = [
            insert(0, 300, fill.clone()),
            insert(431, 400, fill.clone()),
            insert(777, 20, fill),
        ];
        run(
            &two_channel(folder.path("in.wav")),
            Some(vec![Span::new(0, 1000)]),
            &inserts,
            &out,
        );
        let (_, output) = files::read(&out.two_channel);
        let loud = &output[..2 * 8 * (990 + 720)];
        for (channel, step) in steps.iter().enumerate() {
            // A fade over 40 samples may add a fortieth and a half of the range to a step of its own.
            assert!(
                largest_step(loud, channel) <= step + 12_000 * 3 / 80,
                "channel {channel}"
            );
        }
        let top = |s: &[i16]| s.iter().map(|s| s.unsigned_abs()).max();
        assert!(
            top(&output) <= top(&input),
            "nothing is louder than the input"
        );
    }
}

#[test]
fn inserted_silence_is_the_channels_own() {
    let folder = Folder::new();
    let input = speechlike(16_000, (4000, 8000));
    files::write(&folder.path("in.wav"), 8000, 2, &input);
    let out = folder.outputs();
    let inserts = [insert(700, 1000, Fill::RoomTone)];
    run(
        &two_channel(folder.path("in.wav")),
        Some(vec![Span::new(500, 1000)]),
        &inserts,
        &out,
    );
    let (_, output) = files::read(&out.two_channel);
    let middle = &output[2 * 8 * 710..2 * 8 * 1690];
    let rms =
        |s: &[i16]| (s.iter().map(|s| f64::from(*s).powi(2)).sum::<f64>() / s.len() as f64).sqrt();
    let (room, own) = (rms(middle), rms(&input[..8000]));
    assert!((room / own - 1.0).abs() < 0.1, "{room} against {own}");
    let zeros = middle.iter().filter(|s| **s == 0).count();
    assert!(zeros < middle.len() / 20);
}

#[test]
fn a_copy_is_the_word_itself_and_the_other_party_hears_room() {
    let folder = Folder::new();
    let input = speechlike(16_000, (4000, 8000));
    files::write(&folder.path("in.wav"), 8000, 2, &input);
    let out = folder.outputs();
    let span = Span::new(550, 800);
    let copy = Fill::Copy {
        role: Role::User,
        span,
    };
    let audio = two_channel(folder.path("in.wav"));
    run(
        &audio,
        Some(vec![Span::new(500, 1000)]),
        &[insert(800, 250, copy)],
        &out,
    );
    let (_, output) = files::read(&out.two_channel);
    let own = |s: &[i16], channel: usize, from: usize, to: usize| -> Vec<i16> {
        s[2 * 8 * from..2 * 8 * to]
            .iter()
            .skip(channel)
            .step_by(2)
            .copied()
            .collect()
    };
    assert_eq!(own(&output, 0, 805, 1045), own(&input, 0, 555, 795));
    assert!(own(&output, 1, 805, 1045).iter().all(|s| s.abs() <= 43));
}

#[test]
fn one_file_a_party_gets_one_file_a_party() {
    let folder = Folder::new();
    let (user, agent) = (folder.path("c.user.wav"), folder.path("c.agent.wav"));
    files::write(&user, 8000, 1, &files::noise(16_000, 40, 1));
    files::write(&agent, 16_000, 1, &files::noise(16_000, 40, 2));
    let audio = Audio::Split {
        user: Some(user),
        agent: Some(agent),
    };
    let out = folder.outputs();
    // The agent's file ends before the second insert.
    let inserts = [
        insert(500, 300, Fill::RoomTone),
        insert(1500, 200, Fill::RoomTone),
    ];
    run(&audio, None, &inserts, &out);
    assert_eq!(files::read(&out.user).1.len(), 16_000 + 8 * 500);
    assert_eq!(files::read(&out.agent).1.len(), 16_000 + 16 * 300);
    assert!(!out.two_channel.exists());
    let late = [insert(2001, 10, Fill::RoomTone)];
    let settings = Settings::default();
    let error = render(&audio, &[None, None], &late, &settings, &out).expect_err("too late");
    assert!(error.to_string().contains("after the end"));
}

#[test]
fn the_input_is_never_overwritten() {
    let folder = Folder::new();
    let path = folder.path("c.wav");
    files::write(&path, 8000, 2, &speechlike(8000, (0, 100)));
    let out = RenderPaths {
        two_channel: path.clone(),
        ..folder.outputs()
    };
    let settings = Settings::default();
    let refused = render(
        &two_channel(path.clone()),
        &[None, None],
        &[],
        &settings,
        &out,
    );
    assert!(refused.is_err());
    let left = std::fs::read_dir(folder.path("")).expect("there").count();
    assert_eq!(left, 1, "no unfinished file is left");
}

/// A pause put into real speech is found again by the default detector, where it was put; less often
/// where the room itself is loud (the clips that miss have floors of -27 to -34 dBFS).
#[test]
fn pauses_are_found_again() {
    let mut found = 0;
    let mut asked = 0;
    for number in (2..=30).step_by(2) {
        let Some(path) = shared(&format!(
            "data/ten_vad_testset/testset-audio-{number:02}.wav"
        )) else {
            return;
        };
        let folder = Folder::new();
        let vad = find("earshot").expect("built in");
        let spans = |path: &Path| {
            let heard = speech(path, &[0], vad, &Settings::default()).expect("heard");
            heard
                .into_iter()
                .flat_map(|h| h.spans)
                .collect::<Vec<Span>>()
        };
        let before = spans(&path);
        let middle = before.iter().filter(|s| s.duration() > 400);
        let inserts: Vec<Insert> = middle
            .map(|s| insert((s.start + s.end) / 2, 600, Fill::RoomTone))
            .collect();
        let audio = Audio::Split {
            user: Some(path),
            agent: None,
        };
        let out = folder.outputs();
        run(&audio, Some(before), &inserts, &out);
        let after = spans(&out.user);
        for (k, insert) in inserts.iter().enumerate() {
            let start = insert.at + 600 * k as Ms;
            let inside = Span::new(start + 200, start + 500);
            asked += 1;
            found += usize::from(after.iter().all(|s| !s.overlaps(inside)));
        }
    }
    println!("{found} of {asked} pauses found again");
    assert!(found * 10 >= asked * 8, "{found} of {asked}");
}
