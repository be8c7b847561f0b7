//! Arguments that say what is read and how; the same for every verb that reads calls.

use std::collections::BTreeSet;
use std::path::{Path, PathBuf};

use clap::Args;

use super::Context;
use super::progress::Progress;
use crate::audio::{self, Activity};
use crate::audit;
use crate::call::Role;
use crate::error::{Error, Result};
use crate::format::{Channels, Corpus, ReadOptions, open};
use crate::lang::Languages;
use crate::output::Output;
use crate::settings::{self, Settings};
use crate::timeline::TurnRule;

/// Paths and how to read them.
#[derive(Args)]
pub(super) struct Input {
    /// Folders with asr_history.csv, or files and folders of any known format.
    #[arg(required = true, value_name = "PATH")]
    pub paths: Vec<PathBuf>,
    #[command(flatten)]
    pub reading: Reading,
}

/// How to read.
#[derive(Args, Clone)]
pub(super) struct Reading {
    /// Read every file as this format (see falter list formats).
    #[arg(long, value_name = "NAME")]
    format: Option<String>,
    /// Channels of two-channel recordings, for example agent=0,user=1.
    #[arg(long, value_name = "MAP")]
    channels: Option<String>,
    /// Roles of the speakers of a corpus, for example A=agent,B=user.
    #[arg(long, value_name = "MAP")]
    roles: Option<String>,
    /// Leave bad rows out and list them, instead of stopping.
    #[arg(long)]
    lenient: bool,
    /// Language of all rows; default: calls.csv, else each row by its script.
    #[arg(long, value_name = "CODE")]
    lang: Option<String>,
    /// A lexicon of your own, instead of --lang.
    #[arg(long, value_name = "FILE", conflicts_with = "lang")]
    lexicon: Option<PathBuf>,
    /// Speech of calls with audio and without word times: earshot, webrtc, file:SPANS (RTTM or labels), none.
    #[arg(long, default_value = "earshot", value_name = "NAME")]
    vad: String,
    /// Change a threshold, key=value (see falter list settings).
    #[arg(long, value_name = "KEY=VALUE")]
    set: Vec<String>,
    /// Thresholds from a TOML file.
    #[arg(long, value_name = "FILE")]
    settings: Option<PathBuf>,
}

/// What is measured.
#[derive(Args, Clone)]
pub(super) struct Asking {
    /// Whose behaviour: user, agent or both.
    #[arg(long, default_value = "user")]
    side: String,
    /// How turns are made: floor, raw, gap:MS, annotated.
    #[arg(long, default_value = "floor", value_name = "RULE")]
    turn_rule: String,
    /// Split by a column of calls.csv; may be given several times.
    #[arg(long, value_name = "COLUMN")]
    pub(super) by: Vec<String>,
}

/// An input that has been read.
pub(super) struct Read {
    pub corpus: Corpus,
    pub settings: Settings,
    pub languages: Languages,
    /// Detectors that heard recordings, with version and settings.
    pub heard: BTreeSet<String>,
}

impl Input {
    /// Reads the paths and hears the recordings: the health pass holds every transcript against its audio.
    pub fn read(&self, context: Context) -> Result<Read> {
        self.reading.read(&self.paths, Listen::Always, context)
    }

    /// Reads the paths and hears the recordings of calls that have no word times.
    pub fn read_for_edits(&self, context: Context) -> Result<Read> {
        self.reading.read(&self.paths, Listen::Needed, context)
    }

    /// Opens the output folder, when one is asked for, before the long run; it must not be the input.
    pub fn output(&self, dir: Option<&Path>, force: bool) -> Result<Option<Output>> {
        dir.map(|dir| Output::apart(dir, force, &self.paths))
            .transpose()
    }

    /// Reads the paths; recordings are not listened to.
    pub fn read_unheard(&self, context: Context) -> Result<Read> {
        self.reading.read(&self.paths, Listen::Never, context)
    }
}

/// Which recordings are heard.
#[derive(Clone, Copy, PartialEq)]
enum Listen {
    Never,
    Needed,
    Always,
}

impl Reading {
    fn read(&self, paths: &[PathBuf], listen: Listen, context: Context) -> Result<Read> {
        let settings = self.settings()?;
        let languages = match &self.lexicon {
            Some(path) => Languages::from_file(path)?,
            None => Languages::forced(self.lang.as_deref())?,
        };
        let mut paths = paths.to_vec();
        let activity = match self.vad.strip_prefix("file:") {
            Some(spans) => {
                paths.push(PathBuf::from(spans));
                None
            }
            None if self.vad == "none" => None,
            None => Some(audio::find(&self.vad)?),
        };
        let mut corpus = open(&paths, &self.options(&settings)?)?;
        let heard = match activity {
            Some(activity) if listen != Listen::Never => {
                let always = listen == Listen::Always;
                hear(&mut corpus, activity, &settings, always, context)?
            }
            _ => BTreeSet::new(),
        };
        for notice in &corpus.notices {
            context.notice(notice);
        }
        Ok(Read {
            corpus,
            settings,
            languages,
            heard,
        })
    }

    fn settings(&self) -> Result<Settings> {
        let mut settings = Settings::default();
        if let Some(path) = &self.settings {
            settings.load_file(path)?;
        }
        self.set.iter().try_for_each(|s| settings.set(s))?;
        settings.consistent()?;
        Ok(settings)
    }

    fn options(&self, settings: &Settings) -> Result<ReadOptions> {
        Ok(ReadOptions {
            lenient: self.lenient,
            channels: self.channels.as_deref().map(channels).transpose()?,
            roles: match &self.roles {
                Some(map) => pairs(map)
                    .map(|(name, role)| Ok((String::from(name), role_named(role)?)))
                    .collect::<Result<_>>()?,
                None => Default::default(),
            },
            ipu_silence: settings.ms(&settings::IPU_SILENCE),
            format: self.format.clone(),
        })
    }
}

/// Hears recordings; `always` also where word times are known. Yields what ran, with its settings.
pub(super) fn hear(
    corpus: &mut Corpus,
    activity: &dyn Activity,
    settings: &Settings,
    always: bool,
    context: Context,
) -> Result<BTreeSet<String>> {
    let recorded = corpus.calls.iter().filter(|c| c.audio.is_some()).count();
    if recorded == 0 {
        return Ok(BTreeSet::new());
    }
    let progress = Progress::new(context, "hearing", recorded);
    audio::listen_all(corpus, activity, settings, always, &|| progress.step())
}

impl Asking {
    /// The options of an audit of what was read.
    pub fn options(&self, read: &Read) -> Result<audit::Options> {
        Ok(audit::Options {
            languages: read.languages,
            settings: read.settings.clone(),
            rule: TurnRule::parse(&self.turn_rule)?,
            sides: sides(&self.side)?,
            by: self.by.clone(),
        })
    }
}

/// `user`, `agent` or `both`.
pub(super) fn sides(text: &str) -> Result<Vec<Role>> {
    match (text, Role::parse(text)) {
        ("both", _) => Ok(Role::ALL.to_vec()),
        (_, Some(role)) => Ok(vec![role]),
        _ => Err(Error::unknown("side", text, ["user", "agent", "both"]).into()),
    }
}

fn pairs(map: &str) -> impl Iterator<Item = (&str, &str)> {
    map.split(',')
        .map(|part| part.split_once('=').unwrap_or((part, "")))
}

fn role_named(name: &str) -> Result<Role> {
    Ok(Role::parse(name).ok_or_else(|| Error::unknown("role", name, ["user", "agent"]))?)
}

fn channels(map: &str) -> Result<Channels> {
    let wrong = || {
        Error::usage("--channels takes a channel for each party")
            .value(map)
            .advice("for example --channels agent=0,user=1")
    };
    let of = |role: &str| {
        pairs(map)
            .find(|(name, _)| *name == role)
            .and_then(|(_, n)| n.parse().ok())
            .ok_or_else(wrong)
    };
    if pairs(map).count() != 2 {
        return Err(wrong().into());
    }
    Ok(Channels {
        user: of("user")?,
        agent: of("agent")?,
    })
}
