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
    let spans = |role: Role| speech[role.index()].as_deref().unwrap_or_default();
    let sources: Vec<Source<'_>> = match audio {
        Audio::TwoChannel { path, user, agent } => vec![Source {
            path,
            out: &out.two_channel,
            parties: vec![
                (Role::User, *user, spans(Role::User)),
                (Role::Agent, *agent, spans(Role::Agent)),
            ],
        }],
        Audio::Split { user, agent } => [
            (Role::User, user, &out.user),
            (Role::Agent, agent, &out.agent),
        ]
        .into_iter()
        .filter_map(|(role, path, out)| {
            path.as_ref().map(|path| Source {
                path,
                out,
                parties: vec![(role, 0, spans(role))],
            })
        })
        .collect(),
    };
    let mut end = 0;
    let mut splices = Vec::new();
    for source in &sources {
        let splice = splice::Splice::open(source, inserts, settings)?;
        end = end.max(splice.end());
        splices.push(splice);
    }
    if let Some(late) = inserts.last().filter(|insert| insert.at > end) {
        return Err(
            Error::input("an insert lies after the end of the recording")
                .value(format!("{} ms, the recording has {end}", late.at))
                .into(),
        );
    }
    splices.into_iter().try_for_each(splice::Splice::write)
}

/// One file to render.
struct Source<'a> {
    path: &'a Path,
    out: &'a Path,
    /// Who is on which channel, and when they speak.
    parties: Vec<(Role, usize, &'a [Span])>,
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
