//! The rule engine: fillers, repeats and pauses put into transcripts, exactly repeatable.
//!
//! `plan` proposes edits from keyed draws on the text alone; `place` finds each a moment on the clock, or
//! says why there is none; `apply` makes the new call and the [`TimeMap`]; `cases` labels its silences.
//! Rules propose edits, one function applies them. To add a rule: `src/augment/rule/x.rs`, `mod x;` and
//! `&x::X` in [`RULES`].

use rayon::prelude::*;

use crate::call::{Call, Role};
use crate::error::{Error, Result};
use crate::format::Corpus;
use crate::format::tables::Table;
use crate::lang::Languages;
use crate::settings::Settings;
use crate::signature::Signature;
use crate::time::{Span, join};
use crate::timeline::{Timeline, TurnRule};

mod apply;
mod cases;
mod draws;
mod edit;
mod labels;
mod manifest;
mod place;
mod plan;
mod preset;
mod rule;
mod starts;
mod strip;
mod tables;
mod text;
mod timemap;
mod write;

pub use cases::{Case, Family, Truth, cases};
pub use draws::{Against, Draws};
pub use edit::Edit;
pub use manifest::{Kept, dose, manifest};
pub use preset::{PRESETS, Preset};
pub use rule::{Heard, RULES, Rule};
pub use strip::{Stripped, strip};
pub use timemap::TimeMap;
pub use write::files;

/// Whose text seeds a draw.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub enum SeedScope {
    /// The text alone: equal texts get equal edits wherever they stand (seed 002).
    #[default]
    Text,
    /// The text and where it stands.
    Position,
}

impl SeedScope {
    /// The word used on the command line.
    pub const fn name(self) -> &'static str {
        match self {
            Self::Text => "text",
            Self::Position => "position",
        }
    }
}

/// How an inserted pause is written in text for a synthesiser.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum PauseMark {
    /// `<break time="520ms"/>`
    Ssml,
    /// `[pause]`
    Bracket,
    /// `...` or `……`
    Punctuation,
    /// Nothing.
    None,
}

impl PauseMark {
    /// Every mark.
    pub const ALL: [Self; 4] = [Self::Ssml, Self::Bracket, Self::Punctuation, Self::None];

    /// The word used on the command line.
    pub const fn name(self) -> &'static str {
        match self {
            Self::Ssml => "ssml",
            Self::Bracket => "bracket",
            Self::Punctuation => "punctuation",
            Self::None => "none",
        }
    }
}

/// What is asked of the rule engine.
#[derive(Clone, Debug)]
pub struct Options {
    /// Shares, probabilities, lengths.
    pub preset: &'static Preset,
    /// Dose in millionths.
    pub dose: u64,
    /// Rules in force; a rule that is left out leaves its share unused.
    pub rules: Vec<&'static dyn Rule>,
    /// Seed.
    pub seed: u64,
    /// Further versions of the same text.
    pub variant: u64,
    /// What a draw is keyed by.
    pub scope: SeedScope,
    /// Whose rows are edited.
    pub sides: Vec<Role>,
    /// Rewrite text for a synthesiser: every edit is placed, nothing has a time.
    pub text_only: Option<PauseMark>,
    /// The edits will be rendered into audio: only what can be rendered is placed.
    pub render: bool,
}

impl Options {
    /// The `paper` preset on the user's side.
    pub fn paper(dose: u64, seed: u64) -> Self {
        Self {
            preset: &preset::PAPER,
            dose,
            rules: RULES.to_vec(),
            seed,
            variant: 0,
            scope: SeedScope::Text,
            sides: vec![Role::User],
            text_only: None,
            render: false,
        }
    }
}

/// An augmented corpus.
pub struct Augmented {
    /// The new calls, as tables.
    pub corpus: Corpus,
    /// Every edit that was drawn, placed or not, by row and token.
    pub edits: Vec<Edit>,
    /// The cases, by call and time.
    pub cases: Vec<Case>,
    /// Time maps, one a call, in the order of the calls.
    pub maps: Vec<TimeMap>,
    /// Statistics of the draws.
    pub draws: Draws,
    /// Cells of the input that the edits alone cannot give back.
    pub originals: Vec<strip::Original>,
    /// Turn rules, languages and speech sources that the calls were worked on with.
    pub seen: Signature,
    /// What was left out, and how often.
    pub left_out: std::collections::BTreeMap<String, usize>,
}

/// A dose as written by the user, in millionths; an error where probabilities would pass 1.
pub fn parse_dose(text: &str, preset: &Preset) -> Result<u64> {
    let most = preset::MILLION as f64 / preset.probability as f64;
    let dose = text
        .parse::<f64>()
        .ok()
        .filter(|d| (0.0..=most).contains(d));
    let dose = dose.ok_or_else(|| {
        Error::usage(format!(
            "the dose is a number from 0 to {most}: more makes probabilities pass 1"
        ))
        .value(text)
    })?;
    Ok((dose * preset::MILLION as f64).round() as u64)
}

/// Who signs the rows that the program adds: enough to make them again.
pub fn annotator(options: &Options, settings: &Settings) -> String {
    let changed: String = settings
        .changed()
        .map(|(key, value)| format!(";{key}={value}"))
        .collect();
    format!(
        "falter:{};{}/{};dose={};seed={};variant={};scope={}{changed}",
        crate::signature::VERSION,
        options.preset.name,
        options.preset.version,
        dose(options),
        options.seed,
        options.variant,
        options.scope.name(),
    )
}

/// Where each party speaks, as far as words, activity or rows tell; room tone is not taken from there.
pub fn spoken_spans(call: &Call) -> [Option<Vec<Span>>; 2] {
    Role::ALL.map(|role| {
        let words = call.words.iter().filter(|w| w.role == role);
        let heard = call.speech[role.index()].iter().flatten().copied();
        let rows = call.rows(role).map(|s| s.span);
        let mut spans: Vec<Span> = words
            .filter_map(|w| w.span())
            .chain(heard)
            .chain(rows)
            .collect();
        spans.sort();
        Some(join(&spans, 1))
    })
}

/// The turns a call is worked on with: a person's where there are some.
pub fn rule_for(call: &Call) -> TurnRule {
    if call.turns.is_empty() {
        TurnRule::Floor
    } else {
        TurnRule::Annotated
    }
}

struct Part {
    call: Call,
    edits: Vec<Edit>,
    cases: Vec<Case>,
    map: TimeMap,
    originals: Vec<strip::Original>,
    draws: Draws,
    left_out: Vec<String>,
    seen: Signature,
}

/// Augments `corpus`. The same input, settings and options give the same bytes on any number of threads.
pub fn augment(
    corpus: &Corpus,
    languages: &Languages,
    settings: &Settings,
    options: &Options,
    annotator: &str,
) -> Result<Augmented> {
    corpus.timed()?;
    let ranks = plan::ranks(&corpus.calls);
    let parts: Vec<Part> = corpus
        .calls
        .par_iter()
        .map(|call| {
            let timeline = Timeline::build(call, languages, settings, rule_for(call))?;
            let (mut edits, draws) = plan::plan(&timeline, options, &ranks);
            place::place(&timeline, &mut edits, options);
            let applied = apply::apply(&timeline, &edits, options.text_only.is_some());
            let mut part = Part {
                call: applied.call,
                edits,
                cases: Vec::new(),
                map: applied.map,
                originals: Vec::new(),
                draws,
                left_out: Vec::new(),
                seen: Signature::default(),
            };
            part.seen.saw(&timeline, &Role::ALL);
            if options.text_only.is_none() {
                finish(&timeline, settings, annotator, &mut part);
            }
            Ok(part)
        })
        .collect::<Result<_>>()?;
    Ok(gather(corpus, parts))
}

/// Labels the silences of the new call and carries the annotations over.
fn finish(timeline: &Timeline<'_>, settings: &Settings, annotator: &str, part: &mut Part) {
    let placed: Vec<&Edit> = part.edits.iter().filter(|e| e.is_placed()).collect();
    labels::rebuild_texts(timeline, &placed, &mut part.call, &mut part.originals);
    let found = cases::cases(timeline, &placed, &part.map, settings);
    tables::add(
        timeline,
        (&starts::Starts::new(&placed, &part.map), &part.map),
        &found.cases,
        settings,
        annotator,
        &mut part.call,
        &mut part.originals,
    );
    part.cases = found.cases;
    part.left_out = found.left_out;
}

fn gather(corpus: &Corpus, parts: Vec<Part>) -> Augmented {
    let mut augmented = Augmented {
        corpus: Corpus {
            calls: Vec::with_capacity(parts.len()),
            ..corpus.without_calls()
        },
        edits: Vec::new(),
        cases: Vec::new(),
        maps: Vec::new(),
        draws: Draws::default(),
        originals: Vec::new(),
        seen: Signature::default(),
        left_out: std::collections::BTreeMap::new(),
    };
    for part in parts {
        augmented.corpus.calls.push(part.call);
        augmented.edits.extend(part.edits);
        augmented.cases.extend(part.cases);
        augmented.maps.push(part.map);
        augmented.originals.extend(part.originals);
        augmented.draws.merge(part.draws);
        augmented.seen.merge(part.seen);
        for reason in part.left_out {
            *augmented.left_out.entry(reason).or_default() += 1;
        }
    }
    augmented.edits.sort_by_key(|e| (e.row, e.token));
    let styles = &augmented.corpus.style;
    let labelled = [Table::UserTurns, Table::SilenceSpans, Table::EotLabels];
    if !augmented.edits.iter().any(Edit::is_placed)
        && labelled.iter().any(|t| styles.get(*t).is_some())
    {
        // An empty plan leaves the tables of the input as they are.
        tables::take_back(&mut augmented.corpus.calls);
    }
    tables::number(&mut augmented.corpus.calls);
    augmented
}
