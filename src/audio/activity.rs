//! Voice activity detectors: samples of one channel in, speech spans out.
//!
//! To add one: `src/audio/x.rs`, `mod x;` and `&x::X` in [`ACTIVITIES`].

use crate::error::{Error, Result};
use crate::settings::Settings;
use crate::time::Span;

/// Every detector; the first is the default.
pub const ACTIVITIES: &[&dyn Activity] = &[&super::earshot::Earshot, &super::webrtc::Webrtc];

/// What a detector is told about a channel before it hears it.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Stream {
    /// Samples a second.
    pub rate: u32,
    /// Was it stored as mu-law or A-law?
    pub g711: bool,
}

/// A voice activity detector.
pub trait Activity: Sync {
    /// Name for `--vad`.
    fn name(&self) -> &'static str;

    /// One line for `falter list vads`.
    fn about(&self) -> &'static str;

    /// Version of the detector itself.
    fn version(&self) -> &'static str;

    /// Name, version and the settings in force for such a channel.
    fn signature(&self, stream: &Stream, settings: &Settings) -> String;

    /// A listener for one channel.
    fn listen(&self, stream: &Stream, settings: &Settings) -> Result<Box<dyn Listener>>;
}

/// Hears one channel from its start to its end. Made and used on one thread; a whole channel may be
/// handed over in one push.
pub trait Listener {
    /// Takes the next samples, in `[-1, 1)` at the rate of the stream.
    fn push(&mut self, samples: &[f32]) -> Result<()>;

    /// The spans, sorted and apart, none after the end of the channel.
    fn finish(self: Box<Self>) -> Result<Vec<Span>>;
}

/// The detector called `name`.
pub fn find(name: &str) -> Result<&'static dyn Activity> {
    let found = ACTIVITIES.iter().find(|a| a.name() == name);
    Ok(*found.ok_or_else(|| {
        Error::unknown(
            "voice activity detector",
            name,
            ACTIVITIES.iter().map(|a| a.name()),
        )
    })?)
}

/// A frame whose samples stay this near zero, in 16-bit steps, is never speech: dither and idle
/// codecs, whatever a relative threshold makes of them.
const IDLE: u16 = 2;

/// Is the frame nothing but idle noise?
pub(super) fn is_idle(frame: &[i16]) -> bool {
    frame.iter().all(|sample| sample.unsigned_abs() <= IDLE)
}

#[cfg(test)]
mod tests {
    use super::*;

    const LOCK: &str = include_str!("../../Cargo.lock");

    #[test]
    fn versions_are_those_that_are_built_in() {
        for (activity, package) in ACTIVITIES.iter().zip(["earshot", "webrtc-vad"]) {
            let entry = format!("name = \"{package}\"\nversion = \"{}\"", activity.version());
            assert!(LOCK.contains(&entry), "{package}");
        }
    }

    #[test]
    fn unknown_detectors_list_the_known_ones() {
        assert_eq!(find("webrtc").map(Activity::name), Ok("webrtc"));
        let message = find("silero")
            .map(Activity::name)
            .map_err(|e| e.to_string());
        assert!(message.is_err_and(|m| m.contains("earshot, webrtc")));
    }

    /// Deterministic noise of `size` 16-bit steps at most.
    fn noise(n: usize, size: i64) -> Vec<f32> {
        let mut state = 7u64;
        (0..n)
            .map(|_| {
                state = state
                    .wrapping_mul(6_364_136_223_846_793_005)
                    .wrapping_add(1);
                let step = (state >> 33) as i64 % (2 * size + 1) - size;
                step as f32 / 32768.0
            })
            .collect()
    }

    fn hear(activity: &dyn Activity, rate: u32, samples: &[f32], piece: usize) -> Vec<Span> {
        let stream = Stream { rate, g711: false };
        let mut listener = activity
            .listen(&stream, &Settings::default())
            .expect("a listener");
        for piece in samples.chunks(piece) {
            listener.push(piece).expect("heard");
        }
        listener.finish().expect("finished")
    }

    #[test]
    fn silence_and_steady_noise_are_not_speech() {
        for activity in ACTIVITIES {
            for rate in [8000, 16_000, 44_100, 48_000] {
                for size in [0, 1, 60] {
                    let samples = noise(3 * rate as usize + 77, size);
                    assert_eq!(hear(*activity, rate, &samples, 1000), []);
                }
            }
        }
    }

    #[test]
    fn the_size_of_the_pieces_changes_nothing() {
        let mut samples = noise(40_000, 3);
        for (k, sample) in samples.iter_mut().enumerate().skip(8000).take(12_000) {
            *sample += 0.3 * (k as f32 * 0.11).sin() * (k as f32 * 0.004).sin();
        }
        for activity in ACTIVITIES {
            for rate in [8000, 16_000, 44_100] {
                let whole = hear(*activity, rate, &samples, samples.len());
                assert_eq!(hear(*activity, rate, &samples, 111), whole);
                let end = samples.len() as i64 * 1000 / i64::from(rate);
                assert!(whole.iter().all(|s| s.start < s.end && s.end <= end));
            }
        }
    }

    #[test]
    fn nothing_heard_is_no_speech() {
        for activity in ACTIVITIES {
            assert_eq!(hear(*activity, 8000, &[], 1), []);
            assert_eq!(hear(*activity, 8000, &[0.4], 1), []);
        }
    }
}
