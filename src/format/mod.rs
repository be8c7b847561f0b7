//! What people bring: one format a file, each with its sniff, read and (where it can) write.
//!
//! [`open`] walks the paths, lets each file be claimed by the first format that knows it, reads, and
//! merges what was said about the same call. To add a format: `src/format/x.rs`, `mod x;` and
//! `&x::X` in [`FORMATS`].

use std::collections::BTreeMap;
use std::fs;
use std::io::Read;
use std::path::{Path, PathBuf};

use crate::call::{Call, Role, Segment};
use crate::error::{Error, Result};
use crate::time::{Ms, Span};

mod activity;
mod chat;
mod corpus;
mod increments;
mod labels;
mod maptask;
mod ms98;
mod nccu;
mod parties;
mod rttm;
mod swb_acts;
mod swb_repairs;
pub mod tables;
pub mod text;
mod wav;
mod whisper_cpp;
mod whisperx;

pub use corpus::{Corpus, InputFile, Recording};

/// Every format, in the order in which a file is offered to them.
pub const FORMATS: &[&dyn Format] = &[
    &tables::Tables,
    &ms98::Ms98,
    &swb_acts::SwbActs,
    &increments::Increments,
    &chat::Chat,
    &maptask::MapTask,
    &nccu::Nccu,
    &swb_repairs::SwbRepairs,
    &rttm::Rttm,
    &labels::Labels,
    &whisper_cpp::WhisperCpp,
    &whisperx::WhisperX,
    &wav::Wav,
];

/// A file format.
pub trait Format: Sync {
    /// Name for `--format`.
    fn name(&self) -> &'static str;

    /// One line for `falter list formats`.
    fn about(&self) -> &'static str;

    /// Is this file of the format? Decided by content where content can tell, else by name.
    fn claims(&self, file: &Probe) -> bool;

    /// Reads all the files that were claimed. All failures of a file are listed at once.
    fn read(&self, files: &[PathBuf], options: &ReadOptions) -> Result<Corpus>;
}

/// What a format may look at to decide whether a file is its own.
pub struct Probe {
    /// The file.
    pub path: PathBuf,
    /// Its first bytes (at most [`PROBE_BYTES`]).
    pub head: Vec<u8>,
}

/// How much of a file is looked at to recognise its format.
pub const PROBE_BYTES: u64 = 4096;

impl Probe {
    fn open(path: &Path) -> Result<Self> {
        let mut head = Vec::new();
        fs::File::open(path)
            .and_then(|file| file.take(PROBE_BYTES).read_to_end(&mut head))
            .map_err(|e| Error::io(path, &e))?;
        Ok(Self {
            path: path.to_path_buf(),
            head,
        })
    }

    /// The file name, or an empty string when it is not UTF-8.
    pub fn name(&self) -> &str {
        self.path
            .file_name()
            .and_then(|n| n.to_str())
            .unwrap_or_default()
    }

    /// Does the file name end so? Case does not matter.
    pub fn has_extension(&self, extension: &str) -> bool {
        self.path
            .extension()
            .and_then(|e| e.to_str())
            .is_some_and(|e| e.eq_ignore_ascii_case(extension))
    }
}

/// Channels of a two-channel recording.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Channels {
    /// Channel of the user, from 0.
    pub user: usize,
    /// Channel of the agent, from 0.
    pub agent: usize,
}

/// How to read.
#[derive(Clone, Debug)]
pub struct ReadOptions {
    /// Leave bad rows out and list them, instead of stopping.
    pub lenient: bool,
    /// Channel map stated on the command line.
    pub channels: Option<Channels>,
    /// Speakers of the source (A, B, …) and the role each plays.
    pub roles: BTreeMap<String, Role>,
    /// Own silence that ends a row of a word-only format, ms.
    pub ipu_silence: Ms,
    /// Read every file as this format.
    pub format: Option<String>,
}

impl Default for ReadOptions {
    fn default() -> Self {
        Self {
            lenient: false,
            channels: None,
            roles: BTreeMap::new(),
            ipu_silence: crate::settings::IPU_SILENCE.default as Ms,
            format: None,
        }
    }
}

impl ReadOptions {
    /// The role of the `rank`-th speaker (from 0) called `name`: as stated, else the first is the user.
    pub fn role_of(&self, name: &str, rank: usize) -> Role {
        self.roles.get(name).copied().unwrap_or(match rank {
            0 => Role::User,
            _ => Role::Agent,
        })
    }
}

/// Reads `paths` (files and folders of any format) into one corpus.
pub fn open(paths: &[PathBuf], options: &ReadOptions) -> Result<Corpus> {
    let mut files = Vec::new();
    for path in paths {
        collect(path, 0, &mut files)?;
    }
    files.sort();
    files.dedup();
    let (claimed, unclaimed) = claim(&files, options)?;
    if claimed.iter().all(Vec::is_empty) {
        return Err(nothing_found(paths, &unclaimed).into());
    }
    let mut corpus = Corpus::default();
    let mut errors = Vec::new();
    for (format, files) in FORMATS.iter().zip(&claimed) {
        if files.is_empty() {
            continue;
        }
        match format.read(files, options) {
            Ok(part) => corpus.merge(part)?,
            Err(e) => errors.extend(e.0),
        }
    }
    if !errors.is_empty() {
        return Err(crate::error::Errors(errors));
    }
    let unclaimed: Vec<PathBuf> = unclaimed.into_iter().filter(|f| !is_own(f)).collect();
    if !unclaimed.is_empty() {
        corpus.notices.push(format!(
            "{} not read, of no known format: {}",
            plural(unclaimed.len(), "file"),
            names(&unclaimed)
        ));
    }
    corpus.finish(options)?;
    Ok(corpus)
}

/// `n thing` or `n things`.
pub(crate) fn plural(n: usize, thing: &str) -> String {
    format!("{n} {thing}{}", if n == 1 { "" } else { "s" })
}

fn claim(files: &[PathBuf], options: &ReadOptions) -> Result<(Vec<Vec<PathBuf>>, Vec<PathBuf>)> {
    let mut claimed = vec![Vec::new(); FORMATS.len()];
    let mut unclaimed = Vec::new();
    let forced = match &options.format {
        Some(name) => Some(
            FORMATS
                .iter()
                .position(|f| f.name() == name)
                .ok_or_else(|| Error::unknown("format", name, FORMATS.iter().map(|f| f.name())))?,
        ),
        None => None,
    };
    for file in files {
        let probe = Probe::open(file)?;
        match forced.or_else(|| FORMATS.iter().position(|f| f.claims(&probe))) {
            Some(k) => claimed[k].push(file.clone()),
            None => unclaimed.push(file.clone()),
        }
    }
    Ok((claimed, unclaimed))
}

/// Files that falter itself writes beside the tables: nobody needs to be told that they were not read.
const OWN: [&str; 4] = ["manifest.json", "edits.csv", "cases.csv", "originals.csv"];

fn is_own(file: &Path) -> bool {
    let name = file.file_name().and_then(|n| n.to_str());
    name.is_some_and(|n| OWN.contains(&n))
}

fn nothing_found(paths: &[PathBuf], unclaimed: &[PathBuf]) -> Error {
    let seen = match unclaimed {
        [] => String::from("no file at all"),
        files => names(files),
    };
    let formats: Vec<&str> = FORMATS.iter().map(|f| f.name()).collect();
    let error =
        Error::input(format!("nothing here that falter can read; found {seen}")).advice(format!(
            "a folder needs asr_history.csv, or files of one of these formats: {}",
            formats.join(", ")
        ));
    match paths.first() {
        Some(path) => error.at(path),
        None => error,
    }
}

fn names(files: &[PathBuf]) -> String {
    const SHOWN: usize = 5;
    let mut names: Vec<String> = files
        .iter()
        .take(SHOWN)
        .map(|f| match f.file_name() {
            Some(name) => name.to_string_lossy().into_owned(),
            None => f.display().to_string(),
        })
        .collect();
    if files.len() > SHOWN {
        names.push(format!("and {} more", files.len() - SHOWN));
    }
    names.join(", ")
}

/// Deepest folder nesting that is walked: no corpus needs more, and a link loop ends here.
const DEEPEST: usize = 16;

fn collect(path: &Path, depth: usize, files: &mut Vec<PathBuf>) -> Result<()> {
    let meta = fs::metadata(path).map_err(|e| {
        Error::io(path, &e).advice("check the path; falter reads files and folders of this machine")
    })?;
    if meta.is_file() {
        files.push(path.to_path_buf());
        return Ok(());
    }
    if !meta.is_dir() {
        return Err(Error::unsupported("neither a file nor a folder")
            .at(path)
            .into());
    }
    if depth == DEEPEST {
        return Err(
            Error::input(format!("folders nested deeper than {DEEPEST}"))
                .at(path)
                .into(),
        );
    }
    let entries = fs::read_dir(path).map_err(|e| Error::io(path, &e))?;
    for entry in entries {
        let entry = entry.map_err(|e| Error::io(path, &e))?;
        let hidden = entry.file_name().to_string_lossy().starts_with('.');
        if !hidden {
            collect(&entry.path(), depth + 1, files)?;
        }
    }
    Ok(())
}

/// Adds what one file says about a call; two files of one call are its two parties.
pub(crate) fn add_party(corpus: &mut Corpus, call: Call) {
    match corpus.calls.iter_mut().find(|c| c.id == call.id) {
        Some(known) => {
            known.segments.extend(call.segments);
            known.words.extend(call.words);
            known.language = known.language.take().or(call.language);
        }
        None => corpus.calls.push(call),
    }
}

/// An id from a file name: what is left of the name without its extension.
pub(crate) fn stem(path: &Path) -> String {
    path.file_stem()
        .map(|s| s.to_string_lossy().into_owned())
        .unwrap_or_default()
}

/// Spans for rows of which only the order is known (see [`Call::untimed`]).
pub(crate) fn ranks(count: usize) -> Vec<Span> {
    (0..count as Ms).map(|k| Span::new(k, k + 1)).collect()
}

/// Rows for a word-only format: one inter-pausal unit a row, the words joined by `join`. Of an untimed
/// word only its order is known: it joins the row that is open, whatever the gap.
pub(crate) fn rows_from_words(call: &mut Call, ipu_silence: Ms, join: &str) {
    for role in Role::ALL {
        let mut rows: Vec<(Span, String)> = Vec::new();
        for word in call.words.iter().filter(|w| w.role == role) {
            let end = word.end.max(word.start + 1);
            match rows.last_mut() {
                Some((span, text))
                    if word.start - span.end < ipu_silence || word.span().is_none() =>
                {
                    span.end = match word.span() {
                        Some(time) => span.end.max(time.end),
                        None => span.end,
                    };
                    text.push_str(join);
                    text.push_str(&word.text);
                }
                _ => rows.push((Span::new(word.start, end), word.text.clone())),
            }
        }
        call.segments
            .extend(rows.into_iter().map(|(span, transcript)| Segment {
                row: 0,
                role,
                span,
                transcript,
                words: 0..0,
            }));
    }
}
