//! webrtc: the detector of the WebRTC project, 10 ms frames, at 8, 16, 32 or 48 kHz (other rates are
//! resampled to 8 kHz). The fast path for clean lines.
//!
//! It holds on to speech for 60–90 ms (modes 2 and 3; 80–140 ms in modes 0 and 1), so its ends are put
//! earlier by the setting `webrtc_hangover_ms`; its starts are right. After the last sample it hears
//! silence until it has let go, so that an end does not depend on where the recording stops.

use webrtc_vad::{SampleRate, Vad, VadMode};

use super::activity::{Activity, Listener, Stream};
use super::frames::Frames;
use super::smooth::{Smoother, Smoothing};
use crate::error::{Error, Result};
use crate::settings::{self, Settings};
use crate::time::Span;

/// The detector.
pub struct Webrtc;

/// Its shortest frames: 10 ms.
const FRAMES_A_SECOND: u32 = 100;

/// Frames of silence after the end: longer than any mode holds on.
const FRAMES_AFTER: usize = 20;

impl Activity for Webrtc {
    fn name(&self) -> &'static str {
        "webrtc"
    }

    fn about(&self) -> &'static str {
        "WebRTC's detector, five times as fast, for clean lines only"
    }

    fn version(&self) -> &'static str {
        "0.4.0"
    }

    fn signature(&self, _stream: &Stream, settings: &Settings) -> String {
        let smoothing = smoothing(settings);
        format!(
            "webrtc {}, mode {}, hangover {} ms, speech {} ms, silence {} ms",
            self.version(),
            settings.count(&settings::WEBRTC_MODE),
            smoothing.hangover,
            smoothing.min_speech,
            smoothing.min_silence
        )
    }

    fn listen(&self, stream: &Stream, settings: &Settings) -> Result<Box<dyn Listener>> {
        let mode = match settings.count(&settings::WEBRTC_MODE) {
            0 => VadMode::Quality,
            1 => VadMode::LowBitrate,
            2 => VadMode::Aggressive,
            _ => VadMode::VeryAggressive,
        };
        let (rate, named) = native(stream.rate);
        let size = (rate / FRAMES_A_SECOND) as usize;
        Ok(Box::new(Ear {
            frames: Frames::new(stream.rate, rate, size)?,
            vad: Vad::new_with_rate_and_mode(named, mode),
            smoother: Smoother::new(size, rate, smoothing(settings)),
        }))
    }
}

/// The rate the detector is fed at: that of the channel where it takes it, else 8 kHz.
fn native(rate: u32) -> (u32, SampleRate) {
    match rate {
        16_000 => (rate, SampleRate::Rate16kHz),
        32_000 => (rate, SampleRate::Rate32kHz),
        48_000 => (rate, SampleRate::Rate48kHz),
        _ => (8000, SampleRate::Rate8kHz),
    }
}

fn smoothing(settings: &Settings) -> Smoothing {
    Smoothing {
        hangover: settings.ms(&settings::WEBRTC_HANGOVER),
        min_silence: settings.ms(&settings::VAD_SILENCE_PHONE),
        min_speech: settings.ms(&settings::VAD_SPEECH_PHONE),
    }
}

/// `Vad` wraps a C pointer and is not `Send`: it stays on the thread that made it.
struct Ear {
    frames: Frames,
    vad: Vad,
    smoother: Smoother,
}

fn decide(vad: &mut Vad, smoother: &mut Smoother, frame: &[i16]) -> Result<()> {
    let speech = vad
        .is_voice_segment(frame)
        .map_err(|()| Error::unsupported("webrtc-vad refused a frame of 10 ms"))?;
    smoother.push(speech);
    Ok(())
}

impl Listener for Ear {
    fn push(&mut self, samples: &[f32]) -> Result<()> {
        let Self {
            frames,
            vad,
            smoother,
        } = self;
        frames.push(samples, |frame| decide(vad, smoother, frame))
    }

    fn finish(mut self: Box<Self>) -> Result<Vec<Span>> {
        let Self {
            frames,
            vad,
            smoother,
        } = &mut *self;
        frames.finish(FRAMES_AFTER, |frame| decide(vad, smoother, frame))?;
        let duration = frames.duration();
        Ok(self.smoother.finish(duration))
    }
}
