//! A call seen through a lexicon and settings: tokens, speech, inter-pausal units, turns. Built once.

use std::fmt;
use std::ops::Range;

use crate::call::{Call, Role, Segment};
use crate::error::{Error, Result};
use crate::lang::{Languages, Lexicon, Token};
use crate::settings::{self, Settings};
use crate::time::{Ms, Span, join, less};

mod align;
mod floor;
mod speech;

pub(crate) use speech::touching;

/// How inter-pausal units become turns; always printed, since it doubles pauses per turn.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub enum TurnRule {
    /// Units of one party until the other takes the floor; a backchannel does not take it.
    #[default]
    Floor,
    /// Consecutive units with no unit of the other starting between.
    Raw,
    /// As raw, also split at own silences of this length, ms.
    Gap(Ms),
    /// User turns as `user_turns.csv` says; the agent's by floor.
    Annotated,
}

impl TurnRule {
    /// The rule written as on the command line.
    pub fn parse(text: &str) -> Result<Self> {
        match text {
            "floor" => Ok(Self::Floor),
            "raw" => Ok(Self::Raw),
            "annotated" => Ok(Self::Annotated),
            _ => text
                .strip_prefix("gap:")
                .and_then(|ms| ms.parse().ok())
                .filter(|ms| *ms > 0)
                .map(Self::Gap)
                .ok_or_else(|| {
                    Error::unknown("turn rule", text, ["floor", "raw", "gap:<ms>", "annotated"])
                        .into()
                }),
        }
    }
}

impl fmt::Display for TurnRule {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Self::Floor => f.write_str("floor"),
            Self::Raw => f.write_str("raw"),
            Self::Gap(ms) => write!(f, "gap:{ms}"),
            Self::Annotated => f.write_str("annotated"),
        }
    }
}

/// Where the speech of a side comes from, best first.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord)]
pub enum Source {
    /// Word times.
    Words,
    /// A voice activity detector, or a label file.
    Activity,
    /// The rows of the transcript.
    Rows,
    /// Nothing is known.
    Nothing,
}

impl Source {
    /// The word used in signatures.
    pub const fn name(self) -> &'static str {
        match self {
            Self::Words => "words",
            Self::Activity => "vad",
            Self::Rows => "rows",
            Self::Nothing => "nothing",
        }
    }
}

/// A token with its time and its row.
#[derive(Clone, Debug)]
pub struct Timed<'a> {
    /// The token.
    pub token: Token<'a>,
    /// When it was said, where a healthy word time is known.
    pub time: Option<Span>,
    /// When the word was said that this token is a part of, where one word makes several tokens: speech
    /// is known there, the token's own time is not.
    pub shared: Option<Span>,
    /// Index into [`Side::rows`].
    pub row: usize,
    /// Index into [`Call::words`] of the word that gave the time.
    pub word: Option<usize>,
}

impl Timed<'_> {
    /// Speech that is known of the token: its own time, or that of the word it is a part of.
    pub fn spoken(&self) -> Option<Span> {
        self.time.or(self.shared)
    }
}

/// A row of the transcript with its tokens.
#[derive(Clone, Debug)]
pub struct Row<'a> {
    /// The row itself.
    pub segment: &'a Segment,
    /// Its tokens, indices into [`Side::tokens`].
    pub tokens: Range<usize>,
    /// The language it is read in.
    pub lexicon: &'static Lexicon,
}

/// An inter-pausal unit: a run of one party's speech with inner silences under the setting (200 ms).
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Ipu {
    /// When.
    pub span: Span,
    /// Its tokens, indices into [`Side::tokens`]; empty where there is no text.
    pub tokens: Range<usize>,
    /// Is it a backchannel, which holds no floor?
    pub backchannel: bool,
    /// Is it a short answer to what the other party asked? It is a turn, or begins one.
    pub answer: bool,
}

/// Everything about one party.
#[derive(Clone, Debug)]
pub struct Side<'a> {
    /// Tokens in order.
    pub tokens: Vec<Timed<'a>>,
    /// Rows in order.
    pub rows: Vec<Row<'a>>,
    /// Runs of speech, before short silences are bridged.
    pub speech: Vec<Span>,
    /// Inter-pausal units.
    pub ipus: Vec<Ipu>,
    /// Where the speech comes from.
    pub source: Source,
    /// Table row and index into [`Side::rows`], by table row.
    numbers: Vec<(usize, usize)>,
}

/// A turn of one party.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Turn {
    /// Whose.
    pub role: Role,
    /// From its first to its last sound.
    pub span: Span,
    /// Its units, indices into [`Side::ipus`].
    pub ipus: Range<usize>,
    /// Its tokens, indices into [`Side::tokens`].
    pub tokens: Range<usize>,
    /// The id of an annotated turn.
    pub id: Option<String>,
}

/// A call, ready to be asked.
#[derive(Clone, Debug)]
pub struct Timeline<'a> {
    /// The call.
    pub call: &'a Call,
    /// User and agent, by [`Role::index`].
    pub sides: [Side<'a>; 2],
    /// Turns of both parties by start.
    pub turns: Vec<Turn>,
    /// The rule that made them.
    pub rule: TurnRule,
    /// Of each party: a turn and the latest end of the turns up to it, by start.
    reach: [Vec<(Ms, usize)>; 2],
}

impl<'a> Timeline<'a> {
    /// Builds the timeline of `call`.
    pub fn build(
        call: &'a Call,
        languages: &Languages,
        settings: &Settings,
        rule: TurnRule,
    ) -> Result<Self> {
        Self::without(call, languages, settings, rule, &[])
    }

    /// Builds the timeline of `call` as if the rows `out` (numbers of their table, sorted) were not in it.
    pub fn without(
        call: &'a Call,
        languages: &Languages,
        settings: &Settings,
        rule: TurnRule,
        out: &[usize],
    ) -> Result<Self> {
        let sides = [
            side(call, Role::User, languages, settings, out)?,
            side(call, Role::Agent, languages, settings, out)?,
        ];
        let mut timeline = Self {
            call,
            sides,
            turns: Vec::new(),
            rule,
            reach: Default::default(),
        };
        timeline.turn_by(rule, settings);
        Ok(timeline)
    }

    /// Makes the turns again by another rule; words and speech stay as they are.
    pub fn turn_by(&mut self, rule: TurnRule, settings: &Settings) {
        let units = self.sides.iter_mut().flat_map(|side| &mut side.ipus);
        units.for_each(|unit| (unit.backchannel, unit.answer) = (false, false));
        // Of an order without times only runs of rows are known.
        let by = match self.call.untimed {
            true => TurnRule::Raw,
            false => rule,
        };
        if matches!(by, TurnRule::Floor | TurnRule::Annotated) {
            floor::mark_responses(&mut self.sides, settings);
        }
        self.turns = floor::turns(&self.sides, by);
        if by == TurnRule::Annotated {
            floor::take_annotated(&mut self.turns, &self.sides[Role::User.index()], self.call);
        }
        self.reach = Role::ALL.map(|role| reach(&self.turns, role));
        self.rule = rule;
    }

    /// One party.
    pub fn side(&self, role: Role) -> &Side<'a> {
        &self.sides[role.index()]
    }

    /// Turns of one party.
    pub fn turns_of(&self, role: Role) -> impl Iterator<Item = &Turn> {
        self.turns.iter().filter(move |t| t.role == role)
    }

    /// The first turn of `role` that covers `at`, index into [`Timeline::turns`].
    pub fn turn_at(&self, role: Role, at: Ms) -> Option<usize> {
        let reach = &self.reach[role.index()];
        let (_, turn) = *reach.get(reach.partition_point(|(end, _)| *end <= at))?;
        (self.turns[turn].span.start <= at).then_some(turn)
    }
}

/// Turns of one party, each with the latest end so far: annotated turns may overlap.
fn reach(turns: &[Turn], role: Role) -> Vec<(Ms, usize)> {
    let mine = turns.iter().enumerate().filter(|(_, t)| t.role == role);
    mine.scan(Ms::MIN, |latest, (k, turn)| {
        *latest = turn.span.end.max(*latest);
        Some((*latest, k))
    })
    .collect()
}

impl<'a> Side<'a> {
    /// The row that stands at `number` in its table.
    pub fn row(&self, number: usize) -> Option<&Row<'a>> {
        let k = self.numbers.partition_point(|(n, _)| *n < number);
        let (found, row) = *self.numbers.get(k)?;
        self.rows.get(row).filter(|_| found == number)
    }

    /// The unit that is being said at `at`.
    pub fn unit_at(&self, at: Ms) -> Option<&Ipu> {
        let k = self.ipus.partition_point(|u| u.span.end <= at);
        self.ipus.get(k).filter(|u| u.span.contains(at))
    }

    /// Is the party speaking at some moment of `span`?
    pub fn speaks_in(&self, span: Span) -> bool {
        let first = self.speech.partition_point(|s| s.end <= span.start);
        self.speech.get(first).is_some_and(|s| s.start < span.end)
    }

    /// Is the party speaking through `at` (started before it, not yet finished)?
    pub fn speaks_through(&self, at: Ms) -> bool {
        let first = self.speech.partition_point(|s| s.end <= at);
        self.speech.get(first).is_some_and(|s| s.start < at)
    }

    /// The first start of speech at or after `at`.
    pub fn next_start(&self, at: Ms) -> Option<Ms> {
        let first = self.speech.partition_point(|s| s.start < at);
        self.speech.get(first).map(|s| s.start)
    }

    /// Silences between the runs of speech inside `span`.
    pub fn silences(&self, span: Span) -> impl Iterator<Item = Span> + '_ {
        let first = self.speech.partition_point(|s| s.end <= span.start);
        let inside = self.speech[first..]
            .iter()
            .take_while(move |s| s.start < span.end);
        inside
            .clone()
            .zip(inside.skip(1))
            .map(|(a, b)| Span::new(a.end, b.start))
            .filter(|gap| gap.start < gap.end)
    }
}

/// Where a detector may have heard the rows that are left out, and none that are kept.
fn silenced(call: &Call, role: Role, rows: &[Row<'_>], out: &[usize]) -> Vec<Span> {
    let gone = call.rows(role);
    let gone = gone.filter(|s| out.binary_search(&s.row).is_ok());
    let gone: Vec<Span> = gone.map(|s| s.span).collect();
    let kept: Vec<Span> = rows.iter().map(|r| r.segment.span).collect();
    less(&join(&gone, 1), &join(&kept, 1))
}

fn side<'a>(
    call: &'a Call,
    role: Role,
    languages: &Languages,
    settings: &Settings,
    out: &[usize],
) -> Result<Side<'a>> {
    let (rows, mut tokens) = align::tokens(call, role, languages, out)?;
    let source = speech::source(call, role, &tokens, settings);
    if source != Source::Words {
        for token in &mut tokens {
            (token.time, token.shared) = (None, None);
        }
    }
    let silenced = silenced(call, role, &rows, out);
    let speech = speech::runs(call, role, source, &rows, &tokens, &silenced);
    let spans = join(&speech, settings.ms(&settings::IPU_SILENCE));
    let ipus = match call.untimed {
        true => speech::one_a_row(&rows),
        false => speech::units(&spans, &rows, &tokens),
    };
    let numbered = rows.iter().enumerate().map(|(k, r)| (r.segment.row, k));
    let mut numbers: Vec<(usize, usize)> = numbered.collect();
    numbers.sort_unstable();
    Ok(Side {
        tokens,
        rows,
        speech,
        ipus,
        source,
        numbers,
    })
}
