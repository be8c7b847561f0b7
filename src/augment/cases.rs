//! Cases: every silence of a user turn that a turn detector would be asked about, labelled.

use std::collections::HashMap;

use super::edit::Edit;
use super::labels::on_tokens;
use super::rule::Heard;
use super::starts::Starts;
use super::timemap::TimeMap;
use crate::call::{Label, Reason, Role, SilenceSpan};
use crate::lang::Mark;
use crate::settings::{self, Settings};
use crate::time::{Ms, Span};
use crate::timeline::{Side, Timeline, Turn, TurnRule};

/// Where the label of a case comes from.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord)]
pub enum Truth {
    /// A person labelled the silence.
    Annotated,
    /// The rule engine made the silence.
    Constructed,
    /// The program derived the turn from rows, words or voice activity.
    Derived,
}

impl Truth {
    /// The word used in `cases.csv`.
    pub const fn name(self) -> &'static str {
        match self {
            Self::Annotated => "annotated",
            Self::Constructed => "constructed",
            Self::Derived => "derived",
        }
    }
}

/// What kind of case it is. Families are scored apart, never pooled.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord)]
pub enum Family {
    /// A silence of the input; no pause was put into it.
    Original,
    /// An injected pause, bare.
    Pause,
    /// An injected pause after a filler.
    FillerPause,
    /// An injected pause after an injected repeat.
    RepeatPause,
}

impl Family {
    /// Every family.
    pub const ALL: [Self; 4] = [
        Self::Original,
        Self::Pause,
        Self::FillerPause,
        Self::RepeatPause,
    ];

    /// The word used in `cases.csv`.
    pub const fn name(self) -> &'static str {
        match self {
            Self::Original => "original",
            Self::Pause => "pause",
            Self::FillerPause => "filler_pause",
            Self::RepeatPause => "repeat_pause",
        }
    }
}

/// One labelled silence.
#[derive(Clone, Debug, PartialEq)]
pub struct Case {
    /// Id: call, turn, start of the silence on the input clock; an injected one ends in `+`.
    pub id: String,
    /// The call.
    pub call_id: String,
    /// The turn.
    pub turn_id: String,
    /// Rank of the silence in its turn.
    pub index: u32,
    /// Hold or end of turn.
    pub label: Label,
    /// Where the label comes from.
    pub truth: Truth,
    /// Family.
    pub family: Family,
    /// The case it was before the edits, if it was one.
    pub origin: Option<String>,
    /// Ids of the edits behind it.
    pub edits: Vec<String>,
    /// 0 easy … 1 hard for a detector.
    pub hardness: f64,
    /// Why it has its label.
    pub reason: Reason,
    /// When, on the new clock.
    pub span: Span,
}

/// The cases of a call, and the reasons for which silences were left out, one entry each.
pub struct Cases {
    /// By start.
    pub cases: Vec<Case>,
    /// Reasons.
    pub left_out: Vec<String>,
}

/// A stretch of the user's sound inside a turn, on both clocks.
struct Sound {
    old: Span,
    new: Span,
    /// An inserted filler or repeat.
    edit: Option<String>,
    filler: bool,
    repeat: bool,
    /// What follows opens a clause, or punctuation stands after it.
    clause_end: bool,
}

/// Cases of a call under its placed edits (none: the cases of the call as it is).
pub fn cases(
    timeline: &Timeline<'_>,
    placed: &[&Edit],
    map: &TimeMap,
    settings: &Settings,
) -> Cases {
    let mut found = Cases {
        cases: Vec::new(),
        left_out: Vec::new(),
    };
    let side = timeline.side(Role::User);
    let mut here = on_tokens(side, placed);
    here.retain(|(_, e)| e.at.is_some());
    let context = Context {
        timeline,
        side,
        pauses: pauses(&here),
        here,
        starts: Starts::new(placed, map),
        labelled: labelled(&timeline.call.silences),
        map,
        settings,
    };
    for (k, turn) in timeline.turns_of(Role::User).enumerate() {
        let id = turn.id.clone().unwrap_or_else(|| format!("u{:03}", k + 1));
        context.in_turn(turn, &id, &mut found);
    }
    found
}

/// The first inserted pause at each instant.
fn pauses<'e>(here: &[(usize, &'e Edit)]) -> HashMap<Ms, &'e Edit> {
    let mut pauses = HashMap::new();
    for (_, edit) in here.iter().filter(|(_, e)| !e.is_sound()) {
        if let Some(at) = edit.at {
            pauses.entry(at).or_insert(*edit);
        }
    }
    pauses
}

/// Labelled silences by turn, in their order.
fn labelled(silences: &[SilenceSpan]) -> HashMap<&str, Vec<&SilenceSpan>> {
    let mut turns: HashMap<&str, Vec<&SilenceSpan>> = HashMap::new();
    for silence in silences {
        turns.entry(&silence.turn_id).or_default().push(silence);
    }
    turns
}

struct Context<'a> {
    timeline: &'a Timeline<'a>,
    side: &'a Side<'a>,
    /// Placed edits of the user with the token of the side they stand before, by token.
    here: Vec<(usize, &'a Edit)>,
    /// Inserted pauses of the user by their instant.
    pauses: HashMap<Ms, &'a Edit>,
    starts: Starts<'a>,
    /// The silences that the input labels, by turn.
    labelled: HashMap<&'a str, Vec<&'a SilenceSpan>>,
    map: &'a TimeMap,
    settings: &'a Settings,
}

impl Context<'_> {
    fn in_turn(&self, turn: &Turn, id: &str, found: &mut Cases) {
        let sounds = self.sounds(turn);
        let mut index = 0;
        for (k, pair) in sounds.windows(2).enumerate() {
            let gap = Span::new(pair[0].new.end, pair[1].new.start);
            if gap.duration() < self.settings.ms(&settings::HOLD_MIN) {
                continue;
            }
            match self.hold(turn, id, &sounds[..=k], &pair[1], gap) {
                Ok(mut case) => {
                    case.index = index;
                    index += 1;
                    found.cases.push(case);
                }
                Err(reason) => found.left_out.push(String::from(reason)),
            }
        }
        match self.eot(turn, id, sounds.last()) {
            Ok(mut case) => {
                case.index = index;
                found.cases.push(case);
            }
            Err(reason) => found.left_out.push(String::from(reason)),
        }
    }

    /// The user's sounds in a turn, own and inserted, by time.
    fn sounds(&self, turn: &Turn) -> Vec<Sound> {
        let timed: Vec<usize> = turn
            .tokens
            .clone()
            .filter(|k| self.side.tokens[*k].spoken().is_some())
            .collect();
        let mut sounds = match timed.is_empty() {
            true => self.runs(turn),
            false => timed.iter().filter_map(|k| self.token(*k)).collect(),
        };
        let from = self.here.partition_point(|(t, _)| *t < turn.tokens.start);
        for (token, edit) in &self.here[from..] {
            if *token >= turn.tokens.end {
                break;
            }
            sounds.extend(self.inserted(edit));
        }
        sounds.sort_by_key(|s| (s.new.start, s.edit.is_none()));
        sounds
    }

    fn runs(&self, turn: &Turn) -> Vec<Sound> {
        let first = self
            .side
            .speech
            .partition_point(|s| s.end <= turn.span.start);
        let inside = self.side.speech[first..]
            .iter()
            .take_while(|s| s.start < turn.span.end);
        inside
            .map(|run| Sound {
                old: *run,
                new: Span::new(self.map.right(run.start), self.map.left(run.end)),
                edit: None,
                filler: false,
                repeat: false,
                clause_end: false,
            })
            .collect()
    }

    fn token(&self, k: usize) -> Option<Sound> {
        let timed = &self.side.tokens[k];
        let old = timed.spoken()?;
        let lexicon = self.side.rows[timed.row].lexicon;
        let next = self.side.tokens.get(k + 1);
        let clause_end = timed.token.after != Mark::None
            || next.is_some_and(|n| lexicon.starts_clause(&n.token.norm));
        let at = self.here.partition_point(|(t, _)| *t < k);
        let repeat = self.here[at..]
            .iter()
            .take_while(|(t, _)| *t == k)
            .any(|(_, e)| e.rule.heard() == Heard::Copy);
        Some(Sound {
            old,
            new: Span::new(self.map.right(old.start), self.map.left(old.end)),
            edit: None,
            filler: lexicon.is_sure_filler(&timed.token.norm),
            repeat,
            clause_end,
        })
    }

    fn inserted(&self, edit: &Edit) -> Option<Sound> {
        if !edit.is_sound() || edit.duration <= 0 {
            return None;
        }
        let at = edit.at?;
        let start = self.starts.of(edit)?;
        Some(Sound {
            old: Span::new(at, at),
            new: Span::new(start, start + edit.duration),
            edit: Some(edit.id()),
            filler: edit.rule.heard() == Heard::Filler,
            repeat: edit.rule.heard() == Heard::Copy,
            clause_end: false,
        })
    }

    fn hold(
        &self,
        turn: &Turn,
        turn_id: &str,
        before: &[Sound],
        next: &Sound,
        gap: Span,
    ) -> Result<Case, &'static str> {
        let last = before.last().ok_or("a turn without sound")?;
        let old = Span::new(last.old.end, next.old.start);
        let other = self.timeline.side(turn.role.other());
        if other.speaks_in(old) {
            return Err("a pause in which the agent speaks");
        }
        let pause = self.pauses.get(&next.old.start).copied();
        let was_one = old.duration() >= self.settings.ms(&settings::HOLD_MIN);
        let own_id = format!("{}:{turn_id}:{}", self.timeline.call.id, old.start);
        let annotated = self.annotation(turn_id, old, Label::Hold);
        if pause.is_none() && annotated.is_none() && self.timeline.rule == TurnRule::Annotated {
            return Err("a pause that the annotation does not name");
        }
        let filler = last.filler;
        let clause_end = clause_end(before);
        let reason = match annotated.flatten() {
            Some(reason) => reason,
            None if filler => Reason::Hesitation,
            None if clause_end => Reason::MidTurnPause,
            None => Reason::UnfinishedExpression,
        };
        let mut edits: Vec<String> = last.edit.iter().cloned().collect();
        edits.extend(pause.map(Edit::id));
        let (family, truth) = match (pause, annotated.is_some()) {
            (Some(_), _) if filler => (Family::FillerPause, Truth::Constructed),
            (Some(_), _) if last.repeat => (Family::RepeatPause, Truth::Constructed),
            (Some(_), _) => (Family::Pause, Truth::Constructed),
            (None, true) => (Family::Original, Truth::Annotated),
            (None, false) => (Family::Original, Truth::Derived),
        };
        Ok(Case {
            id: match pause {
                Some(_) => format!("{own_id}+"),
                None => own_id.clone(),
            },
            call_id: self.timeline.call.id.clone(),
            turn_id: String::from(turn_id),
            index: 0,
            label: Label::Hold,
            truth,
            family,
            origin: was_one.then_some(own_id),
            edits,
            hardness: hardness(filler, clause_end, gap.duration()),
            reason,
            span: gap,
        })
    }

    fn eot(&self, turn: &Turn, turn_id: &str, last: Option<&Sound>) -> Result<Case, &'static str> {
        let last = last.ok_or("a turn without sound")?;
        let call = self.timeline.call;
        let own_id = format!("{}:{turn_id}:{}", call.id, last.old.end);
        let annotated = self
            .labelled_in(turn_id)
            .find(|s| s.label == Some(Label::Eot))
            .filter(|_| turn.id.is_some());
        let (old, truth, reason) = match annotated {
            Some(s) => (
                s.span,
                Truth::Annotated,
                s.reason.unwrap_or(Reason::CompletedTurn),
            ),
            None if turn.id.is_some() => return Err("an annotated turn without an eot"),
            None => (
                self.final_silence(turn)?,
                Truth::Derived,
                Reason::CompletedTurn,
            ),
        };
        Ok(Case {
            id: own_id.clone(),
            call_id: call.id.clone(),
            turn_id: String::from(turn_id),
            index: 0,
            label: Label::Eot,
            truth,
            family: Family::Original,
            origin: Some(own_id),
            edits: Vec::new(),
            hardness: hardness(last.filler, false, 0),
            reason,
            span: Span::new(self.map.left(old.start), self.map.left(old.end)),
        })
    }

    /// From the end of the turn to whoever speaks next, or to the end of the recording.
    fn final_silence(&self, turn: &Turn) -> Result<Span, &'static str> {
        let end = turn.span.end;
        let call = self.timeline.call;
        if self
            .timeline
            .side(Role::Agent)
            .speaks_in(Span::new(end, end + 1))
        {
            return Err("no silence after the turn: the agent already speaks");
        }
        let next = Role::ALL
            .into_iter()
            .filter_map(|r| self.timeline.side(r).next_start(end))
            .min();
        let until = next
            .or(call.duration)
            .ok_or("the end of the last silence is not known")?;
        match until > end {
            true => Ok(Span::new(end, until)),
            false => Err("no silence after the turn"),
        }
    }

    /// The reason that a person gave for this silence (`Some(None)`: labelled without a reason).
    fn annotation(&self, turn_id: &str, old: Span, label: Label) -> Option<Option<Reason>> {
        self.labelled_in(turn_id)
            .find(|s| s.label == Some(label) && s.span.overlaps(old))
            .map(|s| s.reason)
    }

    fn labelled_in(&self, turn_id: &str) -> impl Iterator<Item = &SilenceSpan> {
        self.labelled.get(turn_id).into_iter().flatten().copied()
    }
}

/// Could the words before a silence close a clause? Fillers at its edge are looked through.
fn clause_end(before: &[Sound]) -> bool {
    let own = before.iter().rev().find(|s| s.edit.is_none() && !s.filler);
    own.is_some_and(|s| s.clause_end)
}

/// How hard a silence is for a detector, 0–1: from 0.5; a filler before it gives it away (−0.4); words
/// that could close a clause hide it (+0.2); a long silence tempts (+0.1 from 500 ms, +0.3 from 1 s).
/// For an end of turn only the filler counts: an end after a filler is hard (+0.4).
fn hardness(filler: bool, clause_end: bool, length: Ms) -> f64 {
    let mut tenths: i32 = 5;
    if length == 0 {
        tenths += if filler { 4 } else { 0 };
        return f64::from(tenths) / 10.0;
    }
    tenths += match (filler, clause_end) {
        (true, _) => -4,
        (false, true) => 2,
        (false, false) => 0,
    };
    tenths += match length {
        1000.. => 3,
        500.. => 1,
        _ => 0,
    };
    f64::from(tenths.clamp(0, 10)) / 10.0
}
