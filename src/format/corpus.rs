//! A corpus: the calls of one run, and what was noticed while reading them.

use std::collections::BTreeMap;
use std::path::{Path, PathBuf};

use super::{Channels, ReadOptions};
use crate::call::{Audio, Call, Role};
use crate::error::{Error, Errors, Result};
use crate::time::Ms;

/// A file that was read, with the hash of its bytes.
#[derive(Clone, Debug, PartialEq, Eq, PartialOrd, Ord)]
pub struct InputFile {
    /// SHA-256 of the bytes, hexadecimal.
    pub sha256: String,
    /// File name without its folder.
    pub name: String,
}

/// An audio file that belongs to a call, before its channels are known.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Recording {
    /// The call, from the file name.
    pub call_id: String,
    /// The party, when the file holds one party only.
    pub party: Option<Role>,
    /// The file.
    pub path: PathBuf,
    /// Number of channels.
    pub channels: usize,
    /// Length, ms.
    pub duration: Ms,
}

/// Calls, sorted by id, with the notices of the readers.
#[derive(Clone, Debug, Default, PartialEq)]
pub struct Corpus {
    /// The calls.
    pub calls: Vec<Call>,
    /// Audio files not yet given to a call.
    pub recordings: Vec<Recording>,
    /// Channel maps of `calls.csv`, by call.
    pub channels: BTreeMap<String, Channels>,
    /// The files read.
    pub inputs: Vec<InputFile>,
    /// What the user should know: left-out rows, converted encodings, unread files.
    pub notices: Vec<String>,
    /// The tables of the input as they were written; what [`crate::augment`] needs to write them back.
    pub style: super::tables::Styles,
    /// Formats that contributed, by name.
    pub formats: Vec<&'static str>,
}

impl Corpus {
    /// The same corpus with no call in it.
    pub fn without_calls(&self) -> Self {
        Self {
            calls: Vec::new(),
            recordings: Vec::new(),
            channels: self.channels.clone(),
            inputs: self.inputs.clone(),
            notices: self.notices.clone(),
            style: self.style.clone(),
            formats: self.formats.clone(),
        }
    }

    /// Fails where a call has no times, which tables, edits and silences need.
    pub fn timed(&self) -> Result<()> {
        let untimed = self.calls.iter().filter(|c| c.untimed);
        let errors: Vec<Error> = untimed
            .map(|call| {
                Error::unsupported(
                    "the source of this call has no times, only the order of its rows",
                )
                .call(&call.id)
                .advice("audit measures its text; everything else needs times")
            })
            .collect();
        if errors.is_empty() {
            Ok(())
        } else {
            Err(Errors(errors))
        }
    }

    /// Adds `part`; what both say about one call is joined, a contradiction is an error.
    pub fn merge(&mut self, part: Self) -> Result<()> {
        let mut by_id: BTreeMap<String, Call> = std::mem::take(&mut self.calls)
            .into_iter()
            .map(|call| (call.id.clone(), call))
            .collect();
        let mut errors = Vec::new();
        for call in part.calls {
            match by_id.remove(&call.id) {
                None => {
                    by_id.insert(call.id.clone(), call);
                }
                Some(known) => match join(known, call) {
                    Ok(call) => {
                        by_id.insert(call.id.clone(), call);
                    }
                    Err(e) => errors.push(e),
                },
            }
        }
        if !errors.is_empty() {
            return Err(Errors(errors));
        }
        self.calls = by_id.into_values().collect();
        self.recordings.extend(part.recordings);
        self.channels.extend(part.channels);
        self.inputs.extend(part.inputs);
        self.notices.extend(part.notices);
        self.style.merge(part.style);
        self.formats.extend(part.formats);
        Ok(())
    }

    /// Gives recordings to their calls, numbers the rows of formats that have none, sorts.
    pub(super) fn finish(&mut self, options: &ReadOptions) -> Result<()> {
        self.inputs.sort();
        self.formats.sort_unstable();
        self.formats.dedup();
        self.pair_the_only_ones();
        let recordings = std::mem::take(&mut self.recordings);
        let mut errors = Vec::new();
        for recording in recordings {
            if let Err(e) = self.attach(recording, options) {
                errors.push(e);
            }
        }
        if !errors.is_empty() {
            return Err(Errors(errors));
        }
        self.calls.sort_by(|a, b| a.id.cmp(&b.id));
        self.style.note_durations(&self.calls);
        if !self.style.has_rows() {
            number_rows(&mut self.calls);
        }
        if !self.style.has_words() {
            number_words(&mut self.calls);
        }
        for call in &mut self.calls {
            call.link();
        }
        Ok(())
    }

    /// One call and one recording of another name belong together, and that is told. One channel is of the
    /// only party that has rows or words; where both have, it holds both, and only its length can be used.
    fn pair_the_only_ones(&mut self) {
        let ([call], [recording]) = (&mut self.calls[..], &mut self.recordings[..]) else {
            return;
        };
        let name = recording.path.file_name().map(|n| n.to_string_lossy());
        let name = name.unwrap_or_default();
        if call.id != recording.call_id {
            self.notices.push(format!(
                "{name}: taken as the recording of {}, the only call",
                call.id
            ));
            recording.call_id.clone_from(&call.id);
        }
        if recording.channels != 1 || recording.party.is_some() {
            return;
        }
        let speaks =
            |role| call.rows(role).next().is_some() || call.words.iter().any(|w| w.role == role);
        match Role::ALL.map(speaks) {
            [true, true] => {
                self.notices.push(format!(
                    "{name}: one channel for two parties: who speaks cannot be heard, only its length is used"
                ));
                call.duration = call.duration.max(Some(recording.duration));
                self.recordings.clear();
            }
            [user, agent] if user || agent => {
                let role = if user { Role::User } else { Role::Agent };
                self.notices.push(format!(
                    "{name}: one channel, taken as that of the {role}, the only party"
                ));
                recording.party = Some(role);
            }
            _ => {}
        }
    }

    fn attach(
        &mut self,
        recording: Recording,
        options: &ReadOptions,
    ) -> std::result::Result<(), Error> {
        let map = options
            .channels
            .or_else(|| self.channels.get(&recording.call_id).copied());
        let k = match self.calls.iter().position(|c| c.id == recording.call_id) {
            Some(k) => k,
            None => {
                self.calls.push(Call::new(&recording.call_id));
                self.calls.len() - 1
            }
        };
        let call = &mut self.calls[k];
        let audio = audio_of(call.audio.take(), &recording, map)?;
        call.audio = Some(audio);
        call.duration = Some(call.duration.unwrap_or(0).max(recording.duration));
        Ok(())
    }
}

fn audio_of(
    known: Option<Audio>,
    recording: &Recording,
    map: Option<Channels>,
) -> std::result::Result<Audio, Error> {
    let path = recording.path.clone();
    let clash = || {
        Error::input("a call has more than one recording")
            .at(&recording.path)
            .call(&recording.call_id)
            .advice("one two-channel file, or one file a party (<call>.user.wav, <call>.agent.wav)")
    };
    if let Some(role) = recording.party {
        let (mut user, mut agent) = match known {
            None => (None, None),
            Some(Audio::Split { user, agent }) => (user, agent),
            Some(Audio::TwoChannel { .. }) => return Err(clash()),
        };
        let slot = match role {
            Role::User => &mut user,
            Role::Agent => &mut agent,
        };
        if slot.replace(path).is_some() {
            return Err(clash());
        }
        return Ok(Audio::Split { user, agent });
    }
    if known.is_some() {
        return Err(clash());
    }
    match (recording.channels, map) {
        (1, _) => Err(Error::input("one channel, and the name does not say whose")
            .at(&recording.path)
            .advice("name it <call>.user.wav or <call>.agent.wav")),
        (n, Some(map)) if map.user < n && map.agent < n && map.user != map.agent => {
            Ok(Audio::TwoChannel {
                path,
                user: map.user,
                agent: map.agent,
            })
        }
        (n, Some(map)) => Err(Error::input(format!(
            "the recording has {n} channels; the map says user={}, agent={}",
            map.user, map.agent
        ))
        .at(&recording.path)),
        (n, None) => Err(Error::input(format!(
            "{n} channels, and nothing says which is the user"
        ))
        .at(&recording.path)
        .call(&recording.call_id)
        .advice("add --channels agent=0,user=1 (or the other way round), or a calls.csv with user_channel and agent_channel")),
    }
}

/// Most formats have no table to number rows by: rows are numbered as they would be written, by start,
/// ties in the order of the file.
fn number_rows(calls: &mut [Call]) {
    let mut row = 0;
    for call in calls {
        call.segments.sort_by_key(|s| (s.span.start, s.row, s.role));
        for segment in &mut call.segments {
            segment.row = row;
            row += 1;
        }
    }
}

/// The same for words.
fn number_words(calls: &mut [Call]) {
    let mut row = 0;
    for call in calls {
        call.words.sort_by_key(|w| (w.start, w.role, w.row));
        for word in &mut call.words {
            word.row = row;
            row += 1;
        }
    }
}

/// Reads a format of one or more calls a file; the failures of all files are listed at once.
pub(super) fn by_file(
    format: &'static str,
    files: &[PathBuf],
    read: impl Fn(&Path) -> Result<Corpus>,
) -> Result<Corpus> {
    let mut corpus = Corpus {
        formats: vec![format],
        ..Corpus::default()
    };
    let mut errors = Vec::new();
    for path in files {
        match read(path) {
            Ok(part) => corpus.merge(part)?,
            Err(e) => errors.extend(e.0),
        }
    }
    if errors.is_empty() {
        Ok(corpus)
    } else {
        Err(Errors(errors))
    }
}

/// Reads a format of one party a file; files of the same call are put together.
pub(super) fn by_party(
    format: &'static str,
    files: &[PathBuf],
    read: impl Fn(&Path, &mut Corpus) -> Result<Call>,
) -> Result<Corpus> {
    let mut corpus = Corpus {
        formats: vec![format],
        ..Corpus::default()
    };
    let mut errors = Vec::new();
    for path in files {
        match read(path, &mut corpus) {
            Ok(call) => super::add_party(&mut corpus, call),
            Err(e) => errors.extend(e.0),
        }
    }
    match errors.is_empty() {
        true => Ok(corpus),
        false => Err(Errors(errors)),
    }
}

/// What becomes of the failures of a file: strict, they stop; lenient, what failed is left out and listed.
pub(super) fn settle(errors: Vec<Error>, options: &ReadOptions) -> Result<Corpus> {
    if !options.lenient && !errors.is_empty() {
        return Err(Errors(errors));
    }
    let left_out = errors.iter().map(|e| format!("left out: {e}"));
    Ok(Corpus {
        notices: left_out.collect(),
        ..Corpus::default()
    })
}

fn join(mut a: Call, b: Call) -> std::result::Result<Call, Error> {
    let twice = |what: &str| {
        Error::input(format!("two inputs both give {what} for this call"))
            .call(&a.id)
            .advice("read them apart, or rename one")
    };
    if !a.segments.is_empty() && !b.segments.is_empty() {
        return Err(twice("rows"));
    }
    if !a.words.is_empty() && !b.words.is_empty() {
        return Err(twice("words"));
    }
    for role in Role::ALL {
        let k = role.index();
        if a.speech[k].is_some() && b.speech[k].is_some() {
            return Err(twice("speech spans"));
        }
    }
    if a.untimed != b.untimed {
        return Err(
            Error::input("of this call one input has times, another only an order")
                .call(&a.id)
                .advice("read them apart, or rename one"),
        );
    }
    a.segments.extend(b.segments);
    a.words.extend(b.words);
    a.points.extend(b.points);
    a.turns.extend(b.turns);
    a.silences.extend(b.silences);
    a.acts.extend(b.acts);
    a.columns.extend(b.columns);
    a.language = a.language.or(b.language);
    a.duration = a.duration.max(b.duration);
    a.audio = a.audio.or(b.audio);
    for (mine, theirs) in a.speech.iter_mut().zip(b.speech) {
        if mine.is_none() {
            *mine = theirs;
        }
    }
    Ok(a)
}
