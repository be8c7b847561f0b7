//! A recording heard once: speech spans and levels of the channels asked for.

use std::collections::BTreeSet;
use std::path::Path;

use super::activity::{Activity, Listener, Stream};
use super::decode::AudioFile;
use super::level::Meter;
use super::sound::{Channel, Sound};
use super::tone::{self, Tones};
use crate::call::{Audio, Call, Role};
use crate::error::{Error, Result};
use crate::settings::Settings;
use crate::time::Span;

/// What was heard on one channel.
#[derive(Clone, Debug, PartialEq)]
pub struct Heard {
    /// Speech, sorted and apart, never past the end of the file; telephone tones are none.
    pub spans: Vec<Span>,
    /// How loud the channel is, and its tones.
    pub channel: Channel,
    /// The detector with the settings it ran with.
    pub signature: String,
}

/// One channel while it is heard.
struct Ear {
    channel: usize,
    listener: Box<dyn Listener>,
    meter: Meter,
    tones: Tones,
    signature: String,
    samples: Vec<f32>,
}

impl Ear {
    fn hear(&mut self, block: &[f32], channels: usize) -> Result<()> {
        self.samples.clear();
        self.samples
            .extend(block.iter().skip(self.channel).step_by(channels));
        self.meter.push(&self.samples);
        self.tones.push(&self.samples);
        self.listener.push(&self.samples)
    }

    fn finish(self) -> Result<Heard> {
        let (levels, envelope) = self.meter.finish();
        let tones = self.tones.finish();
        Ok(Heard {
            spans: tone::without(&self.listener.finish()?, &tones),
            channel: Channel {
                levels,
                envelope,
                tones,
            },
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
            tones: Tones::new(info.rate),
            signature: activity.signature(&stream, settings),
            samples: Vec::new(),
        })
    };
    channels.iter().map(open).collect()
}

/// Fills `call.speech` and `call.sound` from the recording of the call. A side without a file stays `None`;
/// both channels of one file are heard in one pass. Yields the detector with its settings, as it ran on each
/// kind of channel.
pub fn listen(
    call: &mut Call,
    activity: &dyn Activity,
    settings: &Settings,
) -> Result<BTreeSet<String>> {
    let mut sound = Sound::default();
    let heard = match &call.audio {
        None => return Ok(BTreeSet::new()),
        Some(Audio::TwoChannel { path, user, agent }) => {
            let (heard, same) = hear(path, &[*user, *agent], activity, settings)?;
            let peak = |h: &Heard| h.channel.levels.peak_dbfs;
            sound.identical = same && heard.iter().any(|h| peak(h).is_some());
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
    let mut signatures = BTreeSet::new();
    for (role, heard) in heard {
        signatures.insert(heard.signature);
        call.speech[role.index()] = Some(heard.spans);
        sound.channels[role.index()] = Some(heard.channel);
    }
    call.sound = Some(sound);
    Ok(signatures)
}
