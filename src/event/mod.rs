//! What happens in a call: disfluencies, pauses, backchannels, interruptions, transitions.
//!
//! To add a detector: `src/event/x.rs`, `mod x;` and `&x::X` in [`DETECTORS`].

use std::ops::Range;

use crate::call::Role;
use crate::lang::Tier;
use crate::settings::Settings;
use crate::time::{Ms, Span};
use crate::timeline::Timeline;

mod answer;
mod backchannel;
pub mod disfluency;
mod interruption;
mod opportunity;
mod pause;
mod spoken;
mod transition;

pub use disfluency::Parts;
pub use spoken::{span_of, undecided};

/// Every detector, in the order in which they run.
pub const DETECTORS: &[&dyn Detector] = &[
    &spoken::Disfluencies,
    &pause::Pauses,
    &backchannel::Backchannels,
    &answer::Answers,
    &interruption::Interruptions,
    &transition::Transitions,
    &opportunity::Opportunities,
];

/// Finds events of some kinds.
pub trait Detector: Sync {
    /// Name for `falter list detectors`.
    fn name(&self) -> &'static str;

    /// What it finds and by which rule.
    fn about(&self) -> &'static str;

    /// The kinds of events it yields.
    fn kinds(&self) -> &'static [Kind];

    /// Adds what it finds, of both parties.
    fn find(&self, timeline: &Timeline<'_>, settings: &Settings, events: &mut Vec<Event>);
}

/// Kinds of events.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub enum Kind {
    /// Filled pause.
    Filler,
    /// Discourse marker.
    Marker,
    /// Editing term.
    EditTerm,
    /// Adjacent repeat.
    Repeat,
    /// Substitution: something said is put in place of something said before.
    Repair,
    /// Fresh start: what was begun is dropped.
    Restart,
    /// Cut-off word or part-word repeat.
    Fragment,
    /// Own silence inside an own turn.
    Pause,
    /// Short response that takes no floor.
    Backchannel,
    /// Short response to a question or request, the floor being open.
    Answer,
    /// Start inside the other's turn that takes or contends for the floor.
    Interruption,
    /// Change of speaker.
    Transition,
    /// Silence of the other in which one could have spoken.
    Opportunity,
}

impl Kind {
    /// The word used in output.
    pub const fn name(self) -> &'static str {
        match self {
            Self::Filler => "filler",
            Self::Marker => "marker",
            Self::EditTerm => "edit_term",
            Self::Repeat => "repeat",
            Self::Repair => "repair",
            Self::Restart => "restart",
            Self::Fragment => "fragment",
            Self::Pause => "pause",
            Self::Backchannel => "backchannel",
            Self::Answer => "answer",
            Self::Interruption => "interruption",
            Self::Transition => "transition",
            Self::Opportunity => "opportunity",
        }
    }
}

/// What became of an opportunity.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Outcome {
    /// The other resumed first.
    NotTaken,
    /// The listener answered with a backchannel.
    Backchannel,
    /// The listener took a turn.
    Turn,
    /// The silence grew to a turn end; no opportunity any more. `resumed` = the other went on by itself.
    Outgrown {
        /// Did the other party go on by itself?
        resumed: bool,
    },
}

/// What only events of some kind have.
#[derive(Clone, Debug, PartialEq)]
pub enum Detail {
    /// Nothing more.
    Plain,
    /// A disfluency: how sure, and the parts of a repeat, repair or restart.
    Disfluency {
        /// Tier of the lexicon.
        tier: Tier,
        /// Reparandum, interregnum and repair, as token indices of the side.
        parts: Option<Parts>,
    },
    /// A pause.
    Pause {
        /// Was the other party silent all through?
        other_silent: bool,
    },
    /// An interruption.
    Interruption {
        /// Did the other party yield?
        successful: bool,
    },
    /// A change of speaker.
    Transition {
        /// Floor transfer offset: start of the new turn minus end of the old one.
        offset: Ms,
    },
    /// An opportunity.
    Opportunity {
        /// What became of it.
        outcome: Outcome,
        /// Rank among the opportunities of its turn, from 0.
        rank: usize,
        /// From the start of the other's turn to the opening.
        since_turn_start: Ms,
    },
}

/// One event.
#[derive(Clone, Debug, PartialEq)]
pub struct Event {
    /// What.
    pub kind: Kind,
    /// Whose (of an opportunity: the listener's).
    pub role: Role,
    /// When, where times are known.
    pub span: Option<Span>,
    /// Turn it belongs to, index into [`Timeline::turns`]; of an opportunity, the other's turn.
    pub turn: Option<usize>,
    /// Tokens of the side, empty where it has none.
    pub tokens: Range<usize>,
    /// The rest.
    pub detail: Detail,
}

impl Event {
    /// Does it count, or is it listed as undecided (tier C of the lexicon)?
    pub fn counts(&self) -> bool {
        !matches!(self.detail, Detail::Disfluency { tier: Tier::C, .. })
    }
}

/// Runs every detector. Events are sorted by start (those without times first), role, kind and token.
pub fn find(timeline: &Timeline<'_>, settings: &Settings) -> Vec<Event> {
    let mut events = Vec::new();
    for detector in DETECTORS {
        detector.find(timeline, settings, &mut events);
    }
    sort(&mut events);
    events
}

/// Finds the events again after the turns of the timeline or a threshold of timing changed: what is in
/// the words is taken from `before`.
pub fn find_again(timeline: &Timeline<'_>, settings: &Settings, before: &[Event]) -> Vec<Event> {
    let in_words = spoken::Disfluencies.kinds();
    let kept = before.iter().filter(|e| in_words.contains(&e.kind));
    let mut events: Vec<Event> = kept.cloned().collect();
    for detector in DETECTORS {
        if detector.kinds() != in_words {
            detector.find(timeline, settings, &mut events);
        }
    }
    sort(&mut events);
    events
}

/// By start (those without times first), role, kind and token.
pub fn sort(events: &mut [Event]) {
    events.sort_by_key(|e| {
        (
            e.span.map(|s| s.start),
            e.role,
            e.kind,
            e.tokens.start,
            e.tokens.end,
        )
    });
}
