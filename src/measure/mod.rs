//! Measures: what is counted, over what, and how it becomes a figure.
//!
//! To add a measure: `src/measure/x.rs`, `mod x;` and `&x::X` in [`MEASURES`]. Its definition stands
//! above its code and is what `falter list measures` and the reports print.

use crate::call::Role;
use crate::event::{Event, Kind};
use crate::settings::Settings;
use crate::timeline::{Source, Timeline, Turn};

mod backchannel_rate;
mod column;
mod cut_if_waiting;
mod dispersion;
mod estimate;
mod filler_rate;
mod fragment_rate;
mod hold_pause;
mod initial_share;
mod interruption_rate;
mod layout;
mod marker_rate;
mod opportunity;
mod pool;
mod repair_rate;
mod repeat_rate;
mod speech_rate;
mod stat;
mod talk_share;
mod tally;
mod tokens;
mod transfer_offset;
mod turn_length;

pub use estimate::{Estimate, Method, Scope, estimate, resampled};
pub use pool::Pool;
pub use stat::{FitPart, Stat, SurvivalPart};
pub use tally::Tally;

/// Every measure, in the order of the report.
pub const MEASURES: &[&dyn Measure] = &[
    &tokens::Tokens,
    &filler_rate::FillerRate,
    &marker_rate::MarkerRate,
    &repeat_rate::RepeatRate,
    &repair_rate::RepairRate,
    &fragment_rate::FragmentRate,
    &initial_share::InitialShare,
    &hold_pause::HoldPause,
    &cut_if_waiting::CutIfWaiting,
    &opportunity::Opportunity,
    &backchannel_rate::BackchannelRate,
    &interruption_rate::InterruptionRate,
    &transfer_offset::TransferOffset,
    &dispersion::Dispersion,
    &speech_rate::SpeechRate,
    &turn_length::TurnLength,
    &talk_share::TalkShare,
];

/// Something that is counted per call and pooled over calls.
pub trait Measure: Sync {
    /// Name, as in `report.json`.
    fn name(&self) -> &'static str;

    /// Unit, denominator, what is left out, source.
    fn definition(&self) -> &'static str;

    /// The figures it yields; names beyond the first part are appended with a dot.
    fn figures(&self, settings: &Settings) -> Vec<Figure>;

    /// Counts in one call, for one side.
    fn count(&self, view: &View<'_>, tally: &mut Tally);
}

/// One figure of a measure.
#[derive(Clone, Debug)]
pub struct Figure {
    /// Full name: the measure's, or the measure's and a part (`hold_pause.p50`).
    pub name: String,
    /// Unit.
    pub unit: &'static str,
    /// How it is made.
    pub stat: Stat,
}

impl Figure {
    fn new(measure: &str, part: &str, unit: &'static str, stat: Stat) -> Self {
        let name = match part {
            "" => String::from(measure),
            _ => format!("{measure}.{part}"),
        };
        Self { name, unit, stat }
    }

    /// Is it a share of 0 to 1?
    pub fn is_share(&self) -> bool {
        self.unit.starts_with("share")
    }
}

/// `hits` per 1000 `chances`.
fn per_thousand(hits: &'static str, chances: &'static str) -> Stat {
    Stat::Ratio {
        hits,
        chances,
        scale: 1000.0,
    }
}

/// `hits` per `chances`.
fn per(hits: &'static str, chances: &'static str) -> Stat {
    Stat::Ratio {
        hits,
        chances,
        scale: 1.0,
    }
}

/// One call as a measure sees it: timeline, events, and the side that is asked about.
pub struct View<'a> {
    /// The call.
    pub timeline: &'a Timeline<'a>,
    /// Its events.
    pub events: &'a [Event],
    /// The side.
    pub side: Role,
    /// The settings.
    pub settings: &'a Settings,
}

/// Why a text measure says nothing about a call without text.
const NO_TEXT: &str = "no transcript";
/// Why a timing measure says nothing about a call without speech times.
const NO_SPEECH: &str = "no speech of this side: neither word times, nor voice activity, nor rows";

/// Why a timing measure says nothing about a call of which only the order of the rows is known.
const NO_TIMES: &str = "the source has no times, only the order of its rows";

impl<'a> View<'a> {
    /// Tokens of the side, or `None` when nothing was transcribed.
    fn token_count(&self) -> Option<usize> {
        let n = self.timeline.side(self.side).tokens.len();
        (n > 0).then_some(n)
    }

    /// Events of a kind on the side.
    fn events_of(&self, kind: Kind) -> impl Iterator<Item = &'a Event> + '_ {
        let side = self.side;
        self.events
            .iter()
            .filter(move |e| e.kind == kind && e.role == side)
    }

    /// Turns of the side.
    fn turns(&self) -> impl Iterator<Item = (usize, &'a Turn)> + '_ {
        let (turns, side) = (&self.timeline.turns, self.side);
        turns
            .iter()
            .enumerate()
            .filter(move |(_, t)| t.role == side)
    }

    /// Why pauses inside the side's speech cannot be measured, if so.
    fn no_pauses(&self) -> Option<&'static str> {
        match self.timeline.side(self.side).source {
            Source::Nothing if self.timeline.call.untimed => Some(NO_TIMES),
            Source::Nothing => Some(NO_SPEECH),
            // Of rows only the silences between them are seen. They are counted, also where there are none:
            // leaving such calls out would leave out just those with few holds. The report says so.
            Source::Words | Source::Activity | Source::Rows => None,
        }
    }

    /// Why things between the two parties cannot be measured, if so.
    fn one_sided(&self) -> Option<&'static str> {
        if self.timeline.call.untimed {
            return Some(NO_TIMES);
        }
        let known = |role| self.timeline.side(role).source != Source::Nothing;
        (!known(self.side) || !known(self.side.other()))
            .then_some("only one party's speech is known")
    }

    /// Counts events of some kinds per token of the side, with the reason where there is no text.
    fn rate_per_token(&self, kinds: &[Kind], hits: &'static str, tally: &mut Tally) {
        match self.token_count() {
            Some(tokens) => {
                let counted: usize = kinds.iter().map(|kind| self.counted(*kind)).sum();
                tally.add(hits, counted as f64);
                tally.add("tokens", tokens as f64);
            }
            None => tally.lacks(hits, NO_TEXT),
        }
    }

    /// Events of a kind that count: what the lexicon leaves undecided (tier C) does not.
    fn counted(&self, kind: Kind) -> usize {
        self.events_of(kind).filter(|e| counts(e)).count()
    }
}

/// Does the event count, or is it listed as undecided?
fn counts(event: &Event) -> bool {
    event.counts()
}
