//! A call: two parties on one clock, with whatever is known about them.

use std::collections::BTreeMap;
use std::fmt;
use std::ops::Range;
use std::path::PathBuf;

use crate::audio::Sound;
use crate::time::{Ms, Span};

mod annotation;

pub use annotation::{
    Act, Confidence, DecisionPoint, Label, Reason, SilenceSpan, Status, UserTurn,
};

/// One of the two parties. The user is a person; the agent is the machine under test.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub enum Role {
    /// The person.
    User,
    /// The voice agent (or the second speaker of a human–human corpus).
    Agent,
}

impl Role {
    /// Both roles, user first.
    pub const ALL: [Self; 2] = [Self::User, Self::Agent];

    /// The word used in the tables.
    pub const fn name(self) -> &'static str {
        match self {
            Self::User => "user",
            Self::Agent => "agent",
        }
    }

    /// The other party.
    pub const fn other(self) -> Self {
        match self {
            Self::User => Self::Agent,
            Self::Agent => Self::User,
        }
    }

    /// The role named in a table, or `None`.
    pub fn parse(name: &str) -> Option<Self> {
        Self::ALL.into_iter().find(|role| role.name() == name)
    }

    /// 0 for the user, 1 for the agent: index into per-side arrays.
    pub const fn index(self) -> usize {
        self as usize
    }
}

impl fmt::Display for Role {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(self.name())
    }
}

/// One row of `asr_history.csv`: a stretch of speech with its transcript. The unit "utterance".
#[derive(Clone, Debug, PartialEq)]
pub struct Segment {
    /// Record in the input table, counted from 0; keeps the order of the file.
    pub row: usize,
    /// Who spoke.
    pub role: Role,
    /// When.
    pub span: Span,
    /// What, exactly as it stands in the input.
    pub transcript: String,
    /// Indices into [`Call::words`] of the words said in this row, in order; empty without word times.
    pub words: Range<usize>,
}

/// One row of `words.csv`.
#[derive(Clone, Debug, PartialEq)]
pub struct Word {
    /// Record in the input table, counted from 0.
    pub row: usize,
    /// Who spoke.
    pub role: Role,
    /// Start, ms.
    pub start: Ms,
    /// End, ms; not after `start` for a word the recogniser could not place.
    pub end: Ms,
    /// The word as it stands in the input.
    pub text: String,
    /// Confidence as it stands in the input (a number, or empty).
    pub confidence: String,
}

impl Word {
    /// The word's time, or `None` when its end is not after its start.
    pub fn span(&self) -> Option<Span> {
        (self.start < self.end).then(|| Span::new(self.start, self.end))
    }
}

/// Where the two channels of a call are.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum Audio {
    /// One file with both parties; the channel of each is stated, never guessed.
    TwoChannel {
        /// The file.
        path: PathBuf,
        /// Channel of the user.
        user: usize,
        /// Channel of the agent.
        agent: usize,
    },
    /// One mono file a party; a party without a file is silent in what can be measured.
    Split {
        /// The user's file.
        user: Option<PathBuf>,
        /// The agent's file.
        agent: Option<PathBuf>,
    },
}

impl Audio {
    /// File and channel that hold `role`.
    pub fn source(&self, role: Role) -> Option<(&PathBuf, usize)> {
        match self {
            Self::TwoChannel { path, user, agent } => Some(match role {
                Role::User => (path, *user),
                Role::Agent => (path, *agent),
            }),
            Self::Split { user, agent } => match role {
                Role::User => user.as_ref(),
                Role::Agent => agent.as_ref(),
            }
            .map(|path| (path, 0)),
        }
    }
}

/// One call with everything that was read about it.
#[derive(Clone, Debug, Default, PartialEq)]
pub struct Call {
    /// Id, text; never parsed as a number.
    pub id: String,
    /// Language code where the input says it.
    pub language: Option<String>,
    /// Length of the recording, ms, where known.
    pub duration: Option<Ms>,
    /// Rows of `asr_history.csv`, by start, ties in file order.
    pub segments: Vec<Segment>,
    /// Word times, by role then start, ties in file order.
    pub words: Vec<Word>,
    /// Annotated decision points.
    pub points: Vec<DecisionPoint>,
    /// Annotated user turns.
    pub turns: Vec<UserTurn>,
    /// Annotated silences.
    pub silences: Vec<SilenceSpan>,
    /// Dialogue acts that people marked, by role then start.
    pub acts: Vec<Act>,
    /// Recording.
    pub audio: Option<Audio>,
    /// Speech activity per role from a label file or a detector; `None` when nobody looked.
    pub speech: [Option<Vec<Span>>; 2],
    /// What else was heard of the recording; `None` when nobody listened.
    pub sound: Option<Sound>,
    /// The source has no times: rows have an order only, the span of the k-th is `[k, k + 1)`, no ms.
    pub untimed: bool,
    /// Free columns of `calls.csv`, for `--by`.
    pub columns: BTreeMap<String, String>,
}

impl Call {
    /// An empty call.
    pub fn new(id: impl Into<String>) -> Self {
        Self {
            id: id.into(),
            ..Self::default()
        }
    }

    /// Sorts rows and words and gives every row the words said in it.
    ///
    /// A word belongs to the last row of its role that starts no later than the word; a word before
    /// the first row belongs to the first.
    pub fn link(&mut self) {
        self.segments.sort_by_key(|s| (s.span.start, s.row));
        self.words.sort_by_key(|w| (w.role, w.start, w.row));
        for role in Role::ALL {
            let first = self.words.partition_point(|w| w.role < role);
            let last = self.words.partition_point(|w| w.role <= role);
            let mut rows: Vec<&mut Segment> = self
                .segments
                .iter_mut()
                .filter(|s| s.role == role)
                .collect();
            let mut from = first;
            for k in 0..rows.len() {
                let until = match rows.get(k + 1) {
                    Some(next) => {
                        let border = next.span.start;
                        from + self.words[from..last].partition_point(|w| w.start < border)
                    }
                    None => last,
                };
                rows[k].words = from..until;
                from = until;
            }
        }
    }

    /// The last moment the call says anything about, ms.
    pub fn end(&self) -> Ms {
        let rows = self.segments.iter().map(|s| s.span.end);
        let words = self.words.iter().map(|w| w.end);
        let speech = self
            .speech
            .iter()
            .flatten()
            .filter_map(|spans| spans.last())
            .map(|s| s.end);
        rows.chain(words)
            .chain(speech)
            .chain(self.duration)
            .max()
            .unwrap_or(0)
    }

    /// Rows of one role, by start.
    pub fn rows(&self, role: Role) -> impl Iterator<Item = &Segment> {
        self.segments.iter().filter(move |s| s.role == role)
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn row(row: usize, start: Ms, end: Ms) -> Segment {
        Segment {
            row,
            role: Role::User,
            span: Span::new(start, end),
            transcript: String::new(),
            words: 0..0,
        }
    }

    fn word(row: usize, start: Ms) -> Word {
        Word {
            row,
            role: Role::User,
            start,
            end: start + 50,
            text: String::from("w"),
            confidence: String::new(),
        }
    }

    #[test]
    fn words_go_to_the_row_that_holds_their_start() {
        let mut call = Call::new("c");
        call.segments = vec![row(1, 1000, 2000), row(0, 0, 900)];
        call.words = vec![word(0, 10), word(1, 950), word(2, 1000), word(3, 2500)];
        call.link();
        let words: Vec<_> = call.segments.iter().map(|s| s.words.clone()).collect();
        assert_eq!(words, vec![0..2, 2..4]);
    }

    #[test]
    fn reasons_belong_to_one_label() {
        assert_eq!(Reason::CompletedAnswer.label(), Some(Label::Eot));
        assert_eq!(Reason::Hesitation.label(), Some(Label::Hold));
        assert_eq!(Reason::AudioIssue.label(), None);
    }
}
