//! Recordings with silence (or copied words) put in.
//!
//! The samples of the input come out unchanged and in order; everything happens inside what is put
//! in. Its first few milliseconds fade over from the input's own continuation, its last few into the
//! input's own run-up, so no joint has a step that the recording itself does not have there, and a
//! weighted mean of two samples cannot clip. Every insert goes into every channel at the same instant.

mod fill;
mod joint;
mod splice;
mod tone;
mod write;

use std::path::{Path, PathBuf};

use crate::call::{Audio, Role};
use crate::error::{Error, Result};
use crate::settings::Settings;
use crate::time::{Ms, Span};

/// Something put into a call.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Insert {
    /// Where, on the clock of the input.
    pub at: Ms,
    /// How much later everything after it comes, ms.
    pub duration: Ms,
    /// What is heard in between.
    pub fill: Fill,
}

/// What is heard during an insert.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum Fill {
    /// Each channel's own room tone.
    RoomTone,
    /// Digital zeros: a marked variant, since detectors react to it.
    Zeros,
    /// A stretch of one party's own sound, as long as the insert; the other channel has room tone.
    Copy {
        /// Whose sound.
        role: Role,
        /// Which stretch of the input.
        span: Span,
    },
}

/// Where rendered files go; which of them are written follows from the input.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct RenderPaths {
    /// A recording of both parties.
    pub two_channel: PathBuf,
    /// The user's own recording.
    pub user: PathBuf,
    /// The agent's own recording.
    pub agent: PathBuf,
}

/// Writes the recording `audio` of a call with `inserts`, sorted by their moment, put in.
///
/// Output is 16-bit PCM at the rate and channels of the input, and as long as the input and the
/// inserts together, to half a frame. A party's file that ends before an insert is left as it is
/// there; an insert after the end of every file is an error. `speech` says where room tone must not
/// be taken from. Each file appears under its name only when it is complete.
pub fn render(
    audio: &Audio,
    speech: &[Option<Vec<Span>>; 2],
    inserts: &[Insert],
    settings: &Settings,
    out: &RenderPaths,
) -> Result<()> {
    check(inserts)?;
    let sources = sources(audio, speech, out);
    let mut splices = Vec::new();
    for source in &sources {
        splices.push(splice::Splice::open(source, inserts, settings)?);
    }
    let end = splices.iter().map(splice::Splice::end).max().unwrap_or(0);
    if let Some(late) = inserts.last().filter(|insert| insert.at > end) {
        return Err(
            Error::input("an insert lies after the end of the recording")
                .value(format!("{} ms, the recording has {end}", late.at))
                .into(),
        );
    }
    splices.into_iter().try_for_each(splice::Splice::write)
}

fn sources<'a>(
    audio: &'a Audio,
    speech: &'a [Option<Vec<Span>>; 2],
    out: &'a RenderPaths,
) -> Vec<Source<'a>> {
    let party = |role: Role, channel| Party {
        role,
        channel,
        speech: speech[role.index()].as_deref().unwrap_or_default(),
    };
    match audio {
        Audio::TwoChannel { path, user, agent } => vec![Source {
            path,
            out: &out.two_channel,
            parties: vec![party(Role::User, *user), party(Role::Agent, *agent)],
        }],
        Audio::Split { .. } => {
            let files = Role::ALL.into_iter().zip([&out.user, &out.agent]);
            let source = |(role, out): (Role, &'a PathBuf)| {
                let (path, channel) = audio.source(role)?;
                let parties = vec![party(role, channel)];
                Some(Source { path, out, parties })
            };
            files.filter_map(source).collect()
        }
    }
}

/// One file to render.
struct Source<'a> {
    path: &'a Path,
    out: &'a Path,
    parties: Vec<Party<'a>>,
}

/// Who is on which channel, and when they speak.
struct Party<'a> {
    role: Role,
    channel: usize,
    speech: &'a [Span],
}

fn check(inserts: &[Insert]) -> Result<()> {
    for insert in inserts {
        let fits = match &insert.fill {
            Fill::Copy { span, .. } => span.start >= 0 && span.duration() == insert.duration,
            Fill::RoomTone | Fill::Zeros => true,
        };
        if !fits || insert.duration < 0 || insert.at < 0 {
            return Err(Error::input(
                "an insert needs a moment and a length from 0, and a copy the length of its source",
            )
            .value(format!("{insert:?}"))
            .into());
        }
    }
    if !inserts.is_sorted_by_key(|insert| insert.at) {
        return Err(Error::input("inserts must be sorted by their moment").into());
    }
    Ok(())
}
