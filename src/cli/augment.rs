//! `falter augment`: more hesitation, exactly repeatable.

use std::path::PathBuf;

use clap::ValueEnum;
use serde_json::json;

use super::input::{Input, Read, sides};
use super::{Context, Exit};
use crate::audio::{Fill, Insert, RenderPaths, render};
use crate::augment::{
    self, Augmented, Edit, Heard, Kept, Options, PRESETS, PauseMark, RULES, SeedScope,
};
use crate::call::{Call, Role};
use crate::check;
use crate::error::{Error, Result};
use crate::format::plural;
use crate::health;
use crate::manifest;
use crate::output::{Output, safe_name};
use crate::report::health_notices;
use crate::settings::Settings;
use crate::signature::Signature;

/// Put fillers, repeats and pauses into calls, the same every time; write the tables, edits and cases.
#[derive(clap::Args)]
#[command(after_help = "Examples:
  falter augment calls/ --dose 0.5 --seed 7 -o out
  falter augment calls/ --rules pause --render -o out
  falter augment calls/ --text-only --pause-mark ssml -o out")]
pub(super) struct Args {
    #[command(flatten)]
    input: Input,
    #[command(flatten)]
    rules: Rules,
    /// Whose rows are edited: user, agent or both.
    #[arg(long, default_value = "user")]
    side: String,
    /// Output folder.
    #[arg(short, value_name = "DIR")]
    output: PathBuf,
    /// Replace an output folder that falter wrote.
    #[arg(long)]
    force: bool,
    /// Rewrite the text for a synthesiser: every edit is placed, no times, no labels.
    #[arg(long)]
    text_only: bool,
    /// How a pause is written in text-only output.
    #[arg(long, value_enum, default_value_t = Mark::None, requires = "text_only")]
    pause_mark: Mark,
    /// Render the pauses and repeats into the recordings.
    #[arg(long, conflicts_with = "text_only")]
    render: bool,
    /// What is heard in rendered pauses: the channel's room tone, or digital zeros.
    #[arg(long, value_enum, default_value_t = Silence::Tone, requires = "render")]
    silence: Silence,
}

/// What is asked of the rule engine.
#[derive(clap::Args, Clone)]
pub(super) struct Rules {
    /// Preset.
    #[arg(long, default_value = "paper")]
    preset: String,
    /// How much of the preset, 0 to 1 (more while probabilities stay below 1).
    #[arg(long, default_value = "1")]
    dose: String,
    /// Rules in force, comma separated; a rule left out leaves its share unused.
    #[arg(long, value_name = "LIST")]
    rules: Option<String>,
    /// Seed.
    #[arg(long, default_value_t = 1)]
    seed: u64,
    /// Further versions of the same text: 0, 1, 2 …
    #[arg(long, default_value_t = 0)]
    variant: u64,
    /// What a draw is keyed by: the text alone, or also where it stands.
    #[arg(long, value_enum, default_value_t = Scope::Text)]
    seed_scope: Scope,
}

#[derive(Clone, Copy, ValueEnum)]
enum Scope {
    Text,
    Position,
}

#[derive(Clone, Copy, ValueEnum)]
enum Mark {
    Ssml,
    Bracket,
    Punctuation,
    None,
}

#[derive(Clone, Copy, PartialEq, Eq, ValueEnum)]
enum Silence {
    Tone,
    Zeros,
}

impl Rules {
    /// The options for editing the rows of `sides`; `text_only` and `render` come from elsewhere.
    pub fn options(&self, sides: Vec<Role>) -> Result<Options> {
        let preset = PRESETS.iter().find(|p| p.name == self.preset);
        let preset = preset.ok_or_else(|| {
            Error::unknown("preset", &self.preset, PRESETS.iter().map(|p| p.name))
        })?;
        let dose = augment::parse_dose(&self.dose, preset)?;
        let rules = match &self.rules {
            None => RULES.to_vec(),
            Some(list) => list
                .split(',')
                .map(|name| {
                    let known = RULES.iter().map(|r| r.name());
                    let found = RULES.iter().find(|r| r.name() == name.trim());
                    Ok(*found.ok_or_else(|| Error::unknown("rule", name, known))?)
                })
                .collect::<Result<_>>()?,
        };
        Ok(Options {
            preset,
            dose,
            rules,
            seed: self.seed,
            variant: self.variant,
            scope: match self.seed_scope {
                Scope::Text => SeedScope::Text,
                Scope::Position => SeedScope::Position,
            },
            sides,
            text_only: None,
            render: false,
        })
    }
}

/// Findings of the check that are shown before the work begins.
const SHOWN_FINDINGS: usize = 5;

pub(super) fn run(args: Args, context: Context) -> Result<Exit> {
    let mut options = args.rules.options(sides(&args.side)?)?;
    options.render = args.render;
    options.text_only = args.text_only.then_some(match args.pause_mark {
        Mark::Ssml => PauseMark::Ssml,
        Mark::Bracket => PauseMark::Bracket,
        Mark::Punctuation => PauseMark::Punctuation,
        Mark::None => PauseMark::None,
    });
    let mut output = Output::apart(&args.output, args.force, &args.input.paths)?;
    let read = args.input.read_for_edits(context)?;
    if read.corpus.calls.iter().all(|c| c.segments.is_empty()) {
        return Err(Error::input("no transcript: the rule engine edits words")
            .advice("add asr_history.csv (and words.csv for edits inside rows), or use falter audit on recordings")
            .into());
    }
    let doubts = health::pass(&read.corpus, &read.languages, &read.settings)?;
    let rules = check::check(&read.corpus);
    let rules = rules.iter().map(ToString::to_string);
    for doubt in rules.chain(health_notices(&doubts)).take(SHOWN_FINDINGS) {
        context.notice(&doubt);
    }
    let annotator = augment::annotator(&options, &read.settings);
    let augmented = augment::augment(
        &read.corpus,
        &read.languages,
        &read.settings,
        &options,
        &annotator,
    )?;
    for (name, bytes) in augment::files(&augmented, args.text_only) {
        output.write(&name, &bytes)?;
    }
    if args.render {
        render_all(&read, &augmented, args.silence, &output)?;
    }
    let kept = Kept::of(&read.corpus, &annotator, &read.languages);
    let manifest = whole_manifest(&read, &augmented, &options, &kept);
    output.write(crate::output::MANIFEST, &manifest::bytes(&manifest))?;
    output.finish()?;
    tell(&augmented, &options, context);
    Ok(Exit::Fine)
}

/// The manifest of an augmentation.
fn whole_manifest(
    read: &Read,
    augmented: &Augmented,
    options: &Options,
    kept: &Kept,
) -> serde_json::Value {
    let mut signature = Signature::new(&options.sides, &read.settings);
    read.heard.iter().for_each(|h| signature.heard(h.clone()));
    signature.merge(augmented.seen.clone());
    let more = json!({ "augment": augment::manifest(augmented, options), "strip": kept });
    manifest::manifest("augment", &read.corpus, &read.settings, &signature, more)
}

fn tell(augmented: &Augmented, options: &Options, context: Context) {
    let placed = augmented.edits.iter().filter(|e| e.is_placed()).count();
    let share: u64 = options
        .rules
        .iter()
        .map(|r| options.preset.share(r.name()))
        .sum();
    let expected = augmented.draws.all(options).expected * share as f64 / 1000.0;
    context.notice(&format!(
        "{} of {} drawn edits placed ({:.1} expected to be drawn at {} open boundaries); {}",
        placed,
        augmented.edits.len(),
        expected,
        augmented.draws.open(),
        plural(augmented.cases.len(), "case")
    ));
}

fn render_all(read: &Read, augmented: &Augmented, silence: Silence, output: &Output) -> Result<()> {
    if read.corpus.calls.iter().all(|c| c.audio.is_none()) {
        return Err(Error::input("nothing to render: no call has a recording")
            .advice("put audio/<call_id>.wav beside the tables")
            .into());
    }
    for call in &read.corpus.calls {
        let mine = augmented.edits.iter();
        let mine: Vec<&Edit> = mine
            .filter(|e| e.is_placed() && e.call_id == call.id)
            .collect();
        render_call(call, &mine, silence, &read.settings, output)?;
    }
    Ok(())
}

fn render_call(
    call: &Call,
    edits: &[&Edit],
    silence: Silence,
    settings: &Settings,
    output: &Output,
) -> Result<()> {
    let Some(audio) = &call.audio else {
        return Ok(());
    };
    let quiet = match silence {
        Silence::Tone => Fill::RoomTone,
        Silence::Zeros => Fill::Zeros,
    };
    let mut inserts: Vec<Insert> = edits
        .iter()
        .filter_map(|e| {
            let at = e.at?;
            Some(Insert {
                at,
                duration: e.duration,
                fill: match e.rule.heard() {
                    Heard::Copy => Fill::Copy {
                        role: e.role,
                        span: crate::time::Span::new(at, at + e.duration),
                    },
                    Heard::Silence | Heard::Filler => quiet.clone(),
                },
            })
        })
        .collect();
    inserts.sort_by_key(|i| i.at);
    let name = safe_name(&call.id);
    let paths = RenderPaths {
        two_channel: output.path(&format!("audio/{name}.wav"))?,
        user: output.path(&format!("audio/{name}.user.wav"))?,
        agent: output.path(&format!("audio/{name}.agent.wav"))?,
    };
    render(
        audio,
        &augment::spoken_spans(call),
        &inserts,
        settings,
        &paths,
    )
}
