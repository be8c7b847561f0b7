//! One recording with inserts: the input copied through, and what is put in between.

use super::fill::Silence;
use super::joint::Joint;
use super::tone::{Finder, Tone};
use super::write::Output;
use super::{Fill, Insert, Source};
use crate::audio::decode::{AudioFile, frame_at};
use crate::call::Role;
use crate::error::{Error, Result};
use crate::settings::{self, Settings};
use crate::time::Ms;

/// Frames of an insert made at a time.
const BLOCK_FRAMES: u64 = 8192;

/// A recording that is ready to be written.
pub(super) struct Splice<'a> {
    input: AudioFile,
    /// The same file once more, for what lies around a joint and for copies.
    aside: AudioFile,
    source: &'a Source<'a>,
    inserts: Vec<&'a Insert>,
    silences: Vec<Silence>,
    fade: Ms,
}

/// An insert, in frames of this file.
struct Gap<'a> {
    at: u64,
    length: u64,
    fill: &'a Fill,
}

impl<'a> Splice<'a> {
    /// Opens the recording and looks for its room tone.
    pub(super) fn open(
        source: &'a Source<'a>,
        inserts: &'a [Insert],
        settings: &Settings,
    ) -> Result<Self> {
        let mut splice = Self {
            input: AudioFile::open(source.path)?,
            aside: AudioFile::open(source.path)?,
            source,
            inserts: Vec::new(),
            silences: Vec::new(),
            fade: settings.ms(&settings::CROSSFADE),
        };
        let end = splice.end();
        splice.inserts = inserts.iter().filter(|insert| insert.at <= end).collect();
        splice.check_copies(inserts)?;
        if splice.inserts.iter().any(|i| i.fill != Fill::Zeros) {
            let tones = splice.find_tones(settings.ms(&settings::ROOM_TONE))?;
            splice.silences = tones
                .into_iter()
                .enumerate()
                .map(|(channel, tone)| splice.silence(channel, tone))
                .collect::<Result<_>>()?;
        }
        Ok(splice)
    }

    /// Length of the input, ms.
    pub(super) fn end(&self) -> Ms {
        self.input.info().duration()
    }

    /// The channel of `role` in this file.
    fn channel(&self, role: Role) -> Option<usize> {
        let party = self.source.parties.iter().find(|p| p.role == role);
        party.map(|party| party.channel)
    }

    /// Copies must come from inside the recording, and go to where it still runs.
    fn check_copies(&self, inserts: &[Insert]) -> Result<()> {
        let end = self.end();
        for insert in inserts {
            if let Fill::Copy { role, span } = &insert.fill
                && self.channel(*role).is_some()
                && (span.end > end || insert.at > end)
            {
                return Err(Error::input("a copy lies outside the recording")
                    .at(self.source.path)
                    .value(format!(
                        "{}..{} to {}, the recording has {end} ms",
                        span.start, span.end, insert.at
                    ))
                    .into());
            }
        }
        Ok(())
    }

    fn find_tones(&mut self, most: Ms) -> Result<Vec<Tone>> {
        let (rate, channels) = (self.input.info().rate, self.input.info().channels);
        let mut finders: Vec<Finder<'_>> = (0..channels)
            .map(|channel| {
                let party = self.source.parties.iter().find(|p| p.channel == channel);
                Finder::new(rate, most, party.map_or(&[], |party| party.speech))
            })
            .collect();
        let mut block = Vec::new();
        while self.aside.read(&mut block)? > 0 {
            for (channel, finder) in finders.iter_mut().enumerate() {
                finder.push(block.iter().skip(channel).step_by(channels).copied());
            }
        }
        Ok(finders.into_iter().map(Finder::finish).collect())
    }

    fn silence(&mut self, channel: usize, tone: Tone) -> Result<Silence> {
        match tone {
            Tone::Noise(mean_square) => Ok(Silence::noise(mean_square, channel as u64)),
            Tone::Stretch { start, length } => {
                let samples = self.frames(start, length)?;
                let channels = self.input.info().channels;
                let own = samples.into_iter().skip(channel).step_by(channels);
                Ok(Silence::looped(own.collect()))
            }
        }
    }

    /// Interleaved samples of `length` frames from `start`, fewer at the end of the file.
    fn frames(&mut self, start: u64, length: u64) -> Result<Vec<f32>> {
        self.aside.seek(start)?;
        let (mut all, mut block) = (Vec::new(), Vec::new());
        let mut left = length;
        while left > 0 {
            let got = self.aside.read_at_most(&mut block, left)? as u64;
            if got == 0 {
                break;
            }
            all.extend_from_slice(&block);
            left -= got;
        }
        Ok(all)
    }

    /// The inserts in frames. Lengths come from the running total, so that no rounding adds up.
    fn gaps(&self) -> Vec<Gap<'a>> {
        let (rate, frames) = (self.input.info().rate, self.input.info().frames);
        let mut total: Ms = 0;
        let gap = |insert: &&'a Insert| {
            let before = frame_at(total, rate);
            total += insert.duration;
            Gap {
                at: frame_at(insert.at, rate).min(frames),
                length: frame_at(total, rate) - before,
                fill: &insert.fill,
            }
        };
        self.inserts.iter().map(gap).collect()
    }

    /// Writes the output.
    pub(super) fn write(mut self) -> Result<()> {
        let info = self.input.info().clone();
        let gaps = self.gaps();
        let frames = info.frames + gaps.iter().map(|gap| gap.length).sum::<u64>();
        let source = self.source;
        let mut out = Output::create(source.out, source.path, info.rate, info.channels, frames)?;
        let mut at = 0;
        for gap in &gaps {
            self.copy(gap.at - at, &mut out)?;
            at = gap.at;
            self.fill(gap, &mut out)?;
        }
        self.copy(info.frames - at, &mut out)?;
        out.finish()
    }

    fn copy(&mut self, frames: u64, out: &mut Output) -> Result<()> {
        let mut block = Vec::new();
        let mut left = frames;
        while left > 0 {
            let got = self.input.read_at_most(&mut block, left)? as u64;
            if got == 0 {
                break;
            }
            out.write(&block)?;
            left -= got;
        }
        Ok(())
    }

    fn fill(&mut self, gap: &Gap<'_>, out: &mut Output) -> Result<()> {
        let info = self.input.info();
        let (rate, channels) = (info.rate, info.channels);
        let fade = frame_at(self.fade, rate).min(gap.length / 2);
        let joint = self.joint(gap.at, fade)?;
        let copied = match gap.fill {
            Fill::Copy { role, span } => self
                .channel(*role)
                .map(|channel| (channel, frame_at(span.start, rate))),
            Fill::RoomTone | Fill::Zeros => None,
        };
        let mut block = Vec::new();
        let mut done = 0;
        while done < gap.length {
            let n = BLOCK_FRAMES.min(gap.length - done);
            self.silent(n, gap.fill, &mut block);
            if let Some((channel, start)) = copied {
                let samples = self.frames(start + done, n)?;
                let own = samples.iter().skip(channel).step_by(channels);
                let slots = block.iter_mut().skip(channel).step_by(channels);
                slots.zip(own).for_each(|(slot, sample)| *slot = *sample);
            }
            joint.fade(&mut block, done, gap.length);
            out.write(&block)?;
            done += n;
        }
        Ok(())
    }

    /// Fills `block` with `n` frames of what the channels sound like when nobody speaks.
    fn silent(&mut self, n: u64, fill: &Fill, block: &mut Vec<f32>) {
        block.clear();
        for _ in 0..n {
            match fill {
                Fill::Zeros => block.extend((0..self.input.info().channels).map(|_| 0.0)),
                _ => block.extend(self.silences.iter_mut().map(Silence::next)),
            }
        }
    }

    /// What the input does on both sides of frame `at`.
    fn joint(&mut self, at: u64, fade: u64) -> Result<Joint> {
        let first = at.saturating_sub(fade);
        let samples = self.frames(first, at + fade - first)?;
        let channels = self.input.info().channels;
        Ok(Joint::new(samples, channels, at - first, fade))
    }
}
