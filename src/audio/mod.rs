//! Sound: reading recordings, finding speech in them, and writing them with pauses put in.
//!
//! Everything streams: memory does not grow with the length of a recording. Samples are `f32` in
//! `[-1, 1)`, interleaved where a file has several channels; seconds and frames exist only here.

mod activity;
mod codec;
mod corpus;
mod decode;
mod earshot;
mod frames;
mod g711;
mod hear;
mod level;
mod render;
mod resample;
mod riff;
mod smooth;
mod sound;
mod tone;
mod webrtc;

pub use activity::{ACTIVITIES, Activity, Listener, Stream, find};
pub use codec::{Codec, foreign, to_16};
pub use corpus::listen_all;
pub use decode::{AudioFile, AudioInfo};
pub use earshot::Earshot;
pub use hear::{Heard, listen, speech};
pub use level::Levels;
pub use render::{Fill, Insert, RenderPaths, render};
pub use resample::Resampler;
pub use sound::{Channel, Envelope, Sound};
pub use tone::Tone;
pub use webrtc::Webrtc;
