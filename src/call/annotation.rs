//! What people say about a call: turns, silences, decision points, and the words they may use.

use crate::call::Role;
use crate::time::{Ms, Span};

/// The label of a silence.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub enum Label {
    /// The user goes on: replying here cuts them off.
    Hold,
    /// The user has finished.
    Eot,
}

impl Label {
    /// The word used in the tables.
    pub const fn name(self) -> &'static str {
        match self {
            Self::Hold => "hold",
            Self::Eot => "eot",
        }
    }
}

/// Why a silence or a decision point has its label (tables.md).
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub enum Reason {
    /// The turn is complete.
    CompletedTurn,
    /// The answer to the agent's question is complete.
    CompletedAnswer,
    /// A pause inside a turn.
    MidTurnPause,
    /// The user is hesitating.
    Hesitation,
    /// The expression is not finished.
    UnfinishedExpression,
    /// Disputed, or too little context.
    Uncertain,
    /// The audio does not allow a judgement.
    AudioIssue,
    /// The agent cut in and the user stopped.
    InterruptedUnclear,
}

impl Reason {
    /// Every reason.
    pub const ALL: [Self; 8] = [
        Self::CompletedTurn,
        Self::CompletedAnswer,
        Self::MidTurnPause,
        Self::Hesitation,
        Self::UnfinishedExpression,
        Self::Uncertain,
        Self::AudioIssue,
        Self::InterruptedUnclear,
    ];

    /// The word used in the tables.
    pub const fn name(self) -> &'static str {
        match self {
            Self::CompletedTurn => "completed_turn",
            Self::CompletedAnswer => "completed_answer",
            Self::MidTurnPause => "mid_turn_pause",
            Self::Hesitation => "hesitation",
            Self::UnfinishedExpression => "unfinished_expression",
            Self::Uncertain => "uncertain",
            Self::AudioIssue => "audio_issue",
            Self::InterruptedUnclear => "interrupted_unclear",
        }
    }

    /// The label this reason belongs to; `None` for "cannot be decided".
    pub const fn label(self) -> Option<Label> {
        match self {
            Self::CompletedTurn | Self::CompletedAnswer => Some(Label::Eot),
            Self::MidTurnPause | Self::Hesitation | Self::UnfinishedExpression => Some(Label::Hold),
            Self::Uncertain | Self::AudioIssue | Self::InterruptedUnclear => None,
        }
    }
}

/// How sure an annotator was.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub enum Confidence {
    /// Sure.
    High,
    /// Fairly sure.
    Medium,
    /// Not sure.
    Low,
}

impl Confidence {
    /// Every level.
    pub const ALL: [Self; 3] = [Self::High, Self::Medium, Self::Low];

    /// The word used in the tables.
    pub const fn name(self) -> &'static str {
        match self {
            Self::High => "high",
            Self::Medium => "medium",
            Self::Low => "low",
        }
    }
}

/// Whether a turn has been confirmed by a person.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub enum Status {
    /// A person checked start, end and every silence. Only people write this.
    Complete,
    /// Not checked, or derived by a program.
    Uncertain,
    /// The audio does not allow a judgement.
    AudioIssue,
    /// The agent cut in and the user stopped; never repaired into `Complete`.
    InterruptedUnclear,
}

impl Status {
    /// Every status.
    pub const ALL: [Self; 4] = [
        Self::Complete,
        Self::Uncertain,
        Self::AudioIssue,
        Self::InterruptedUnclear,
    ];

    /// The word used in the tables.
    pub const fn name(self) -> &'static str {
        match self {
            Self::Complete => "complete",
            Self::Uncertain => "uncertain",
            Self::AudioIssue => "audio_issue",
            Self::InterruptedUnclear => "interrupted_unclear",
        }
    }
}

/// One row of `eot_labels.csv`: may the agent speak at this moment?
#[derive(Clone, Debug, PartialEq)]
pub struct DecisionPoint {
    /// Record in the input table, counted from 0.
    pub row: usize,
    /// The moment, ms.
    pub at: Ms,
    /// What the user had said of this turn by then.
    pub text: String,
    /// `Some(true)` may reply, `Some(false)` too early, `None` undecided.
    pub can_reply: Option<bool>,
    /// How sure.
    pub confidence: Option<Confidence>,
    /// Why.
    pub reason: Option<Reason>,
    /// Who says so.
    pub annotator: String,
}

/// One row of `user_turns.csv`.
#[derive(Clone, Debug, PartialEq)]
pub struct UserTurn {
    /// Record in the input table, counted from 0.
    pub row: usize,
    /// Stable id inside the call, for example `u001`.
    pub id: String,
    /// First sound of the turn, ms.
    pub start: Ms,
    /// True last sound, ms; `None` while unconfirmed.
    pub speech_end: Option<Ms>,
    /// Confirmed or not.
    pub status: Status,
    /// Who says so.
    pub annotator: String,
}

/// One row of `silence_spans.csv`.
#[derive(Clone, Debug, PartialEq)]
pub struct SilenceSpan {
    /// Record in the input table, counted from 0.
    pub row: usize,
    /// The turn it belongs to.
    pub turn_id: String,
    /// Rank in the turn by time, from 0.
    pub index: u32,
    /// When.
    pub span: Span,
    /// Hold, eot, or undecided.
    pub label: Option<Label>,
    /// How sure.
    pub confidence: Option<Confidence>,
    /// Why.
    pub reason: Option<Reason>,
    /// Who says so.
    pub annotator: String,
}

/// A dialogue act that people marked: what a stretch of words does, in the labels of its corpus.
#[derive(Clone, Debug, PartialEq)]
pub struct Act {
    /// Who.
    pub role: Role,
    /// From the start of its first word to the end of its last.
    pub span: Span,
    /// The label as it stands in the input, for example `b`.
    pub label: String,
    /// The id of the act in its corpus.
    pub id: String,
}
