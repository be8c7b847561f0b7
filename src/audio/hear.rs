//! A recording heard once: speech spans and levels of the channels asked for.

use std::path::Path;

use super::activity::{Activity, Listener, Stream};
use super::decode::AudioFile;
use super::level::{Levels, Meter};
use crate::call::{Audio, Call, Role};
use crate::error::{Error, Result};
use crate::settings::{self, Settings};
use crate::time::Span;

/// What was heard on one channel.
#[derive(Clone, Debug, PartialEq)]
pub struct Heard {
    /// Speech, sorted and apart, never past the end of the file.
    pub spans: Vec<Span>,
    /// How loud the channel is.
    pub levels: Levels,
    /// The detector with the settings it ran with.
    pub signature: String,
}

/// One channel while it is heard.
struct Ear {
    channel: usize,
    listener: Box<dyn Listener>,
    meter: Meter,
    signature: String,
    samples: Vec<f32>,
}

impl Ear {
    fn hear(&mut self, block: &[f32], channels: usize) -> Result<()> {
        self.samples.clear();
        self.samples
            .extend(block.iter().skip(self.channel).step_by(channels));
        self.meter.push(&self.samples);
        self.listener.push(&self.samples)
    }

    fn finish(self) -> Result<Heard> {
        Ok(Heard {
            spans: self.listener.finish()?,
            levels: self.meter.finish(),
            signature: self.signature,
        })
    }
}

/// Decodes a file once and hears the given channels, in the order asked for.
pub fn speech(
    path: &Path,
    channels: &[usize],
    activity: &dyn Activity,
    settings: &Settings,
) -> Result<Vec<Heard>> {
    Ok(hear(path, channels, activity, settings)?.0)
}

/// What [`speech`] gives, and whether all the channels hold the same samples.
fn hear(
    path: &Path,
    channels: &[usize],
    activity: &dyn Activity,
    settings: &Settings,
) -> Result<(Vec<Heard>, bool)> {
    let mut file = AudioFile::open(path)?;
    let mut ears = open_ears(&file, channels, activity, settings)?;
    let all = file.info().channels;
    let mut same = true;
    let mut block = Vec::new();
    while file.read(&mut block)? > 0 {
        for ear in &mut ears {
            ear.hear(&block, all)?;
        }
        same = same
            && ears.windows(2).all(|pair| match pair {
                [a, b] => a.samples == b.samples,
                _ => true,
            });
    }
    let heard = ears.into_iter().map(Ear::finish).collect::<Result<_>>()?;
    Ok((heard, same && channels.len() > 1))
}

fn open_ears(
    file: &AudioFile,
    channels: &[usize],
    activity: &dyn Activity,
    settings: &Settings,
) -> Result<Vec<Ear>> {
    let info = file.info();
    let stream = Stream {
        rate: info.rate,
        g711: info.codec.is_g711(),
    };
    let open = |&channel: &usize| -> Result<Ear> {
        if channel >= info.channels {
            return Err(Error::input(format!(
                "there is no channel {channel}: the file has {}, counted from 0",
                info.channels
            ))
            .at(file.path())
            .into());
        }
        Ok(Ear {
            channel,
            listener: activity.listen(&stream, settings)?,
            meter: Meter::new(info.rate),
            signature: activity.signature(&stream, settings),
            samples: Vec::new(),
        })
    };
    channels.iter().map(open).collect()
}

/// What comes of listening besides the spans.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct Listened {
    /// What the user should know about the sound.
    pub notices: Vec<String>,
    /// Detector, version and settings, as they ran on each kind of channel.
    pub signatures: std::collections::BTreeSet<String>,
}

/// Fills `call.speech` from the recording of the call. A side without a file stays `None`; both
/// channels of one file are heard in one pass.
pub fn listen(call: &mut Call, activity: &dyn Activity, settings: &Settings) -> Result<Listened> {
    let heard = match &call.audio {
        None => Vec::new(),
        Some(Audio::TwoChannel { path, user, agent }) => {
            let (heard, same) = hear(path, &[*user, *agent], activity, settings)?;
            let sounds = heard.iter().any(|h| h.levels.peak_dbfs.is_some());
            if same && sounds {
                return Err(identical(path, &call.id).into());
            }
            Role::ALL.into_iter().zip(heard).collect()
        }
        Some(split @ Audio::Split { .. }) => {
            let mut all = Vec::new();
            for role in Role::ALL {
                if let Some((path, channel)) = split.source(role) {
                    let heard = speech(path, &[channel], activity, settings)?;
                    all.extend(heard.into_iter().map(|heard| (role, heard)));
                }
            }
            all
        }
    };
    let mut listened = Listened::default();
    for (role, heard) in heard {
        let remarks = remarks(&call.id, role, &heard, settings);
        listened.notices.extend(remarks);
        listened.signatures.insert(heard.signature);
        call.speech[role.index()] = Some(heard.spans);
    }
    Ok(listened)
}

fn identical(path: &Path, call: &str) -> Error {
    Error::input("channels identical: both parties have the same samples")
        .at(path)
        .call(call)
        .advice("a mono recording copied to both channels cannot tell who speaks; find the original with one party a channel")
}

/// What makes the spans of a channel doubtful.
fn remarks(call: &str, role: Role, heard: &Heard, settings: &Settings) -> Vec<String> {
    let mut remarks = Vec::new();
    let highest = settings.get(&settings::NOISE_FLOOR);
    match heard.levels.floor_dbfs {
        None => remarks.push(format!("call {call}, {role}: digital silence throughout")),
        Some(floor) if floor > highest => remarks.push(format!(
            "call {call}, {role}: never quieter than {floor} dBFS; steady noise is taken for speech"
        )),
        Some(_) => {}
    }
    if heard.levels.floor_dbfs.is_some() && heard.spans.is_empty() {
        remarks.push(format!("call {call}, {role}: no speech found"));
    }
    remarks
}
