//! Who holds the floor: backchannels, and turns by each rule.

use super::{Ipu, Side, Turn, TurnRule};
use crate::call::{Call, Role};
use crate::settings::{self, Settings};
use crate::time::{Ms, Span};

/// A unit of either side, in order of time.
#[derive(Clone, Copy)]
struct At {
    role: Role,
    unit: usize,
    span: Span,
}

fn merged(sides: &[Side<'_>; 2], keep: impl Fn(&Ipu) -> bool) -> Vec<At> {
    let mut all: Vec<At> = Role::ALL
        .into_iter()
        .flat_map(|role| {
            sides[role.index()]
                .ipus
                .iter()
                .enumerate()
                .filter(|(_, ipu)| keep(ipu))
                .map(move |(unit, ipu)| At {
                    role,
                    unit,
                    span: ipu.span,
                })
                .collect::<Vec<_>>()
        })
        .collect();
    all.sort_by_key(|a| (a.span.start, a.role));
    all
}

/// Marks the units that respond without taking the floor.
///
/// A unit is a backchannel when it is short and listed (or, without text, short), and the other party
/// holds the floor: it speaks through the unit, or it spoke last, asked nothing, and goes on within the
/// resume time. Words alone never decide: the same `可以` in the open floor is an answer.
pub(super) fn mark_backchannels(sides: &mut [Side<'_>; 2], settings: &Settings) {
    let all = merged(sides, |_| true);
    let candidate: Vec<bool> = all
        .iter()
        .map(|a| is_candidate(sides, a, settings))
        .collect();
    let mut marked = Vec::new();
    // Who spoke last other than in a candidate.
    let mut speaker = None;
    for (k, at) in all.iter().enumerate() {
        if !candidate[k] {
            speaker = Some(at.role);
        } else if holds_floor(sides, &all, k, speaker, settings) {
            marked.push(*at);
        }
    }
    for at in marked {
        sides[at.role.index()].ipus[at.unit].backchannel = true;
    }
}

fn is_candidate(sides: &[Side<'_>; 2], at: &At, settings: &Settings) -> bool {
    let side = &sides[at.role.index()];
    let ipu = &side.ipus[at.unit];
    if ipu.span.duration() > settings.ms(&settings::BACKCHANNEL_LENGTH) {
        return false;
    }
    let tokens = &side.tokens[ipu.tokens.clone()];
    let Some(first) = tokens.first() else {
        return true;
    };
    let norms: Vec<&str> = tokens.iter().map(|t| t.token.norm.as_ref()).collect();
    let lexicon = side.rows[first.row].lexicon;
    norms.len() <= settings.count(&settings::BACKCHANNEL_WORDS) && lexicon.is_backchannel(&norms)
}

fn holds_floor(
    sides: &[Side<'_>; 2],
    all: &[At],
    k: usize,
    speaker: Option<Role>,
    settings: &Settings,
) -> bool {
    let at = all[k];
    let other = &sides[at.role.other().index()];
    let resume = settings.ms(&settings::RESUME_WITHIN);
    let before = other.ipus.partition_point(|u| u.span.start < at.span.start);
    let Some(last) = before.checked_sub(1).map(|n| &other.ipus[n]) else {
        return false;
    };
    if last.span.end > at.span.start {
        // Said into the other's speech: a backchannel if the other talks on past it or soon resumes.
        let next = other.ipus.get(before).map(|u| u.span.start);
        return last.span.end >= at.span.end
            || next.is_some_and(|next| next - at.span.end <= resume);
    }
    // Said into the other's silence: the other must have spoken last, asked nothing, and go on next.
    let spoke_last = speaker == Some(at.role.other());
    let next = all[k + 1..].first();
    let goes_on = next.is_some_and(|n| n.role != at.role && n.span.start - at.span.end <= resume);
    spoke_last && goes_on && !asks(other, last)
}

/// Does the unit end in a question or a request?
fn asks(side: &Side<'_>, ipu: &Ipu) -> bool {
    let Some(last) = side.tokens[ipu.tokens.clone()].last() else {
        return false;
    };
    let row = &side.rows[last.row];
    let from = ipu.tokens.start.max(row.tokens.start);
    let tokens: Vec<_> = side.tokens[from..ipu.tokens.end]
        .iter()
        .map(|t| t.token.clone())
        .collect();
    let text = &row.segment.transcript;
    row.lexicon.is_question(&tokens, text) || row.lexicon.is_request(&tokens)
}

/// Turns of both sides, by start.
pub(super) fn turns(sides: &[Side<'_>; 2], rule: TurnRule) -> Vec<Turn> {
    let limit: Option<Ms> = match rule {
        TurnRule::Gap(ms) => Some(ms),
        _ => None,
    };
    let mut turns: Vec<Turn> = Vec::new();
    for at in merged(sides, |ipu| !ipu.backchannel) {
        let ipu = &sides[at.role.index()].ipus[at.unit];
        match turns.last_mut() {
            Some(turn)
                if turn.role == at.role
                    && limit.is_none_or(|limit| at.span.start - turn.span.end < limit) =>
            {
                turn.span.end = turn.span.end.max(at.span.end);
                turn.ipus.end = at.unit + 1;
                turn.tokens.end = turn.tokens.end.max(ipu.tokens.end);
            }
            _ => turns.push(Turn {
                role: at.role,
                span: at.span,
                ipus: at.unit..at.unit + 1,
                tokens: ipu.tokens.clone(),
                id: None,
            }),
        }
    }
    turns
}

/// Replaces the user's turns by the annotated ones.
pub(super) fn take_annotated(turns: &mut Vec<Turn>, user: &Side<'_>, call: &Call) {
    turns.retain(|t| t.role != Role::User);
    for annotated in &call.turns {
        let Some(end) = annotated.speech_end else {
            continue;
        };
        let span = Span::new(annotated.start, end);
        let first = user.ipus.partition_point(|u| u.span.end <= span.start);
        let after = user.ipus.partition_point(|u| u.span.start < span.end);
        let units = &user.ipus[first..after.max(first)];
        let tokens = match (units.first(), units.last()) {
            (Some(a), Some(b)) => a.tokens.start..b.tokens.end,
            _ => 0..0,
        };
        turns.push(Turn {
            role: Role::User,
            span,
            ipus: first..after.max(first),
            tokens,
            id: Some(annotated.id.clone()),
        });
    }
    turns.sort_by_key(|t| (t.span.start, t.role));
}
