//! earshot: a small neural detector in pure Rust, 16 kHz, 16 ms frames. The default.
//!
//! Pause durations are the product, and its ends are unbiased where the webrtc detector's are late.
//! At 8 kHz it lets go of speech late (medians: 71 ms on labelled clips in mu-law, 55 ms in linear PCM, 83 ms
//! on the demo), so there its ends are put earlier by `earshot_hangover_8k_ms`; more made-up pauses in
//! noise are the price.
//!
//! Other rates are resampled and **rounded to 16-bit integers**: on unrounded floats, whose band above
//! 4 kHz is empty, it misses half the pauses. Its state reaches back over silence, so a channel is
//! heard from its start to its end by one listener.

use earshot::{DefaultPredictor, Detector};

use super::activity::{Activity, Listener, Stream, is_idle};
use super::frames::Frames;
use super::smooth::{Smoother, Smoothing};
use crate::error::Result;
use crate::settings::{self, Settings};
use crate::time::Span;

/// The detector.
pub struct Earshot;

/// The rate it works at.
const RATE: u32 = 16_000;

/// Samples in one of its frames.
const FRAME: usize = 256;

/// The settings for one kind of channel.
fn rule(stream: &Stream, settings: &Settings) -> (f64, Smoothing) {
    let threshold = match (stream.rate >= RATE, stream.g711) {
        (true, _) => settings::VAD_THRESHOLD_WIDE,
        (false, true) => settings::VAD_THRESHOLD_G711,
        (false, false) => settings::VAD_THRESHOLD_PHONE,
    };
    let (speech, silence) = match stream.rate >= RATE {
        true => (settings::VAD_SPEECH_WIDE, settings::VAD_SILENCE_WIDE),
        false => (settings::VAD_SPEECH_PHONE, settings::VAD_SILENCE_PHONE),
    };
    let smoothing = Smoothing {
        // Below 16 kHz its score stays up after the last sound; at 16 kHz its ends are right.
        hangover: match stream.rate >= RATE {
            true => 0,
            false => settings.ms(&settings::EARSHOT_HANGOVER),
        },
        min_silence: settings.ms(&silence),
        min_speech: settings.ms(&speech),
    };
    (settings.get(&threshold), smoothing)
}

impl Activity for Earshot {
    fn name(&self) -> &'static str {
        "earshot"
    }

    fn about(&self) -> &'static str {
        "small neural detector, unbiased pause lengths, the default"
    }

    fn version(&self) -> &'static str {
        "1.2.2"
    }

    fn signature(&self, stream: &Stream, settings: &Settings) -> String {
        let (threshold, smoothing) = rule(stream, settings);
        format!(
            "earshot {}, threshold {threshold}, hangover {} ms, speech {} ms, silence {} ms",
            self.version(),
            smoothing.hangover,
            smoothing.min_speech,
            smoothing.min_silence
        )
    }

    fn listen(&self, stream: &Stream, settings: &Settings) -> Result<Box<dyn Listener>> {
        let (threshold, smoothing) = rule(stream, settings);
        Ok(Box::new(Ear {
            frames: Frames::new(stream.rate, RATE, FRAME)?,
            net: Net {
                detector: Detector::default_boxed(),
                threshold: threshold as f32,
                smoother: Smoother::new(FRAME, RATE, smoothing),
            },
        }))
    }
}

struct Ear {
    frames: Frames,
    net: Net,
}

struct Net {
    detector: Box<Detector<DefaultPredictor>>,
    threshold: f32,
    smoother: Smoother,
}

impl Net {
    fn decide(&mut self, frame: &[i16]) {
        // The state must move on even where the answer is known.
        let score = self.detector.predict_i16(frame);
        self.smoother
            .push(score > self.threshold && !is_idle(frame));
    }
}

impl Listener for Ear {
    fn push(&mut self, samples: &[f32]) -> Result<()> {
        let net = &mut self.net;
        self.frames.push(samples, |frame| {
            net.decide(frame);
            Ok(())
        })
    }

    fn finish(mut self: Box<Self>) -> Result<Vec<Span>> {
        let Self { frames, net } = &mut *self;
        frames.finish(0, |frame| {
            net.decide(frame);
            Ok(())
        })?;
        let duration = frames.duration();
        Ok(self.net.smoother.finish(duration))
    }
}
