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

/// Marks the units that respond without taking the floor, and those that answer.
///
/// A unit is a backchannel when it is short and listed (or, without text, short), and the other party
/// holds the floor: it speaks through the unit, or it spoke last, asked nothing, and is the next to speak,
/// soon. Words alone never decide: the same `可以` after a question is an answer, and the `yeah` before
/// one's own words begins a turn.
pub(super) fn mark_responses(sides: &mut [Side<'_>; 2], settings: &Settings) {
    let all = merged(sides, |_| true);
    let candidate: Vec<bool> = all
        .iter()
        .map(|a| {
            let side = &sides[a.role.index()];
            is_short_response(side, &side.ipus[a.unit], settings)
        })
        .collect();
    let mut roles = Vec::new();
    // When each party last spoke other than in a candidate.
    let mut spoke = [Ms::MIN; 2];
    for (k, at) in all.iter().enumerate() {
        if candidate[k] {
            roles.push((*at, response(sides, &all, k, spoke, settings)));
        } else {
            let until = &mut spoke[at.role.index()];
            *until = at.span.end.max(*until);
        }
    }
    for (at, response) in roles {
        let unit = &mut sides[at.role.index()].ipus[at.unit];
        unit.backchannel = response == Response::Backchannel;
        unit.answer = response == Response::Answer;
    }
}

/// What a short response is.
#[derive(Clone, Copy, PartialEq)]
enum Response {
    Backchannel,
    Answer,
    /// A turn, or the beginning of one.
    Turn,
}

/// Short, and of listed words (or of none): what a backchannel or a short answer looks like.
fn is_short_response(side: &Side<'_>, ipu: &Ipu, settings: &Settings) -> bool {
    if ipu.span.duration() > settings.ms(&settings::BACKCHANNEL_LENGTH) {
        return false;
    }
    let tokens = &side.tokens[ipu.tokens.clone()];
    let Some(first) = tokens.first() else {
        return true;
    };
    let mut norms: Vec<&str> = tokens.iter().map(|t| t.token.norm.as_ref()).collect();
    let lexicon = side.rows[first.row].lexicon;
    // `uh-huh uh-huh` says no more than `uh-huh`.
    norms.dedup();
    norms.truncate(period(&norms));
    let phrases = lexicon.backchannel_phrases(&norms);
    phrases == 1 || (phrases > 0 && norms.len() <= settings.count(&settings::BACKCHANNEL_WORDS))
}

/// The length of the shortest beginning of which the whole is copies: 2 of 是 的 是 的.
fn period(norms: &[&str]) -> usize {
    let whole = norms.len();
    let copies =
        |p: &usize| whole.is_multiple_of(*p) && (*p..whole).all(|k| norms[k] == norms[k - p]);
    (1..whole).find(copies).unwrap_or(whole)
}

fn response(
    sides: &[Side<'_>; 2],
    all: &[At],
    k: usize,
    spoke: [Ms; 2],
    settings: &Settings,
) -> Response {
    let at = all[k];
    let other = &sides[at.role.other().index()];
    let before = other.ipus.partition_point(|u| u.span.start < at.span.start);
    let Some(last) = before.checked_sub(1).map(|n| &other.ipus[n]) else {
        return Response::Turn;
    };
    if last.span.end >= at.span.end {
        return Response::Backchannel; // Said while the other talks on.
    }
    // Said into the other's last words, or into its silence.
    let spoke_last =
        last.span.end > at.span.start || spoke[at.role.other().index()] > spoke[at.role.index()];
    let resume = settings.ms(&settings::BACKCHANNEL_RESUME);
    let next = all[k + 1..].first();
    let goes_on = next.is_some_and(|n| n.role != at.role && n.span.start - at.span.end <= resume);
    match (spoke_last, goes_on) {
        (false, _) => Response::Turn,
        (true, _) if asks(other, last, settings) => Response::Answer,
        (true, true) => Response::Backchannel,
        (true, false) => Response::Turn,
    }
}

/// Does the unit end in a question or a request?
fn asks(side: &Side<'_>, ipu: &Ipu, settings: &Settings) -> bool {
    let Some(last) = side.tokens[ipu.tokens.clone()].last() else {
        return false;
    };
    let row = &side.rows[last.row];
    let reach = settings.count(&settings::QUESTION_WITHIN);
    let from = ipu
        .tokens
        .end
        .saturating_sub(reach)
        .max(ipu.tokens.start)
        .max(row.tokens.start);
    let tokens: Vec<_> = side.tokens[from..ipu.tokens.end]
        .iter()
        .map(|t| t.token.clone())
        .collect();
    // As far as the next word, so that the mark after the last one is in it.
    let next = side
        .tokens
        .get(ipu.tokens.end)
        .filter(|t| t.row == last.row);
    let text = &row.segment.transcript;
    let end = next.map_or(text.len(), |t| t.token.start);
    let start = tokens.first().map_or(0, |t| t.start);
    let text = text.get(start..end).unwrap_or_default();
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
