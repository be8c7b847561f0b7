//! Finds each edit its moment on the clock of the input, or says why it has none.
//!
//! Every refusal looks at the input and at this edit alone, so the edits of a smaller dose stay among
//! those of a larger one.

use super::Options;
use super::edit::Edit;
use super::rule::Heard;
use crate::call::Label;
use crate::time::{Ms, Span, join};
use crate::timeline::{Row, Side, Source, Timed, Timeline};

/// Places `edits`, all of one call.
pub(super) fn place(timeline: &Timeline<'_>, edits: &mut [Edit], options: &Options) {
    if options.text_only.is_some() {
        return;
    }
    let holds = holds(timeline);
    for edit in edits.iter_mut().filter(|e| e.is_placed()) {
        match moment(timeline, edit, &holds, options) {
            Ok((at, duration)) => {
                edit.at = Some(at);
                edit.duration = duration;
            }
            Err(reason) => {
                edit.refuse(reason);
                edit.duration = 0;
            }
        }
    }
}

/// Where a person has labelled a hold, both of its ends included, joined.
fn holds(timeline: &Timeline<'_>) -> Vec<Span> {
    let silences = timeline.call.silences.iter();
    let mut holds: Vec<Span> = silences
        .filter(|s| s.label == Some(Label::Hold))
        .map(|s| Span::new(s.span.start, s.span.end + 1))
        .collect();
    holds.sort_unstable();
    join(&holds, 1)
}

fn moment(
    timeline: &Timeline<'_>,
    edit: &Edit,
    holds: &[Span],
    options: &Options,
) -> Result<(Ms, Ms), &'static str> {
    let side = timeline.side(edit.role);
    let row = side.row(edit.row).ok_or("no_row")?;
    let at = instant(side, row, edit.token)?;
    if timeline.side(edit.role.other()).speaks_through(at) {
        return Err("other_speaking");
    }
    let duration = match edit.rule.heard() {
        Heard::Silence => pause(timeline, edit, side, holds, at)?,
        Heard::Copy => token_of(side, row, edit.token)
            .and_then(|t| t.time)
            .ok_or("no_word_times")?
            .duration(),
        Heard::Filler if options.render => return Err("no_filler_audio"),
        Heard::Filler => edit.duration,
    };
    Ok((at, duration))
}

fn token_of<'s, 'a>(side: &'s Side<'a>, row: &Row<'_>, token: usize) -> Option<&'s Timed<'a>> {
    side.tokens.get(row.tokens.start + token)
}

/// Before the first token: the start of the row. Inside a row: the start of the token, and only where
/// both neighbours have been placed by words of their own, since guessing from characters would be an
/// invention.
fn instant(side: &Side<'_>, row: &Row<'_>, token: usize) -> Result<Ms, &'static str> {
    let here = token_of(side, row, token);
    let start = here.and_then(Timed::spoken).map(|t| t.start);
    let Some(before) = token.checked_sub(1) else {
        return Ok(start.unwrap_or(row.segment.span.start));
    };
    let before = token_of(side, row, before);
    let end = before.and_then(Timed::spoken).ok_or("no_word_times")?.end;
    let start = start.ok_or("no_word_times")?;
    let inside_a_word = before.and_then(|t| t.word) == here.and_then(|t| t.word);
    if inside_a_word {
        return Err("no_word_times");
    }
    if end > start {
        return Err("overlapping_words");
    }
    Ok(start)
}

/// Length to insert for the wanted silence, at a place where a silence is a hold.
fn pause(
    timeline: &Timeline<'_>,
    edit: &Edit,
    side: &Side<'_>,
    holds: &[Span],
    at: Ms,
) -> Result<Ms, &'static str> {
    if side.source == Source::Nothing {
        return Err("no_word_times");
    }
    if side.unit_at(at).is_some_and(|u| u.backchannel) {
        return Err("backchannel");
    }
    let turn = timeline.turn_at(edit.role, at).ok_or("outside_turns")?;
    let runs = side.speech.partition_point(|s| s.end <= at);
    let spoken_till = match side.speech.get(runs) {
        // The run goes on through the instant: nothing is silent yet.
        Some(run) if run.start < at => at,
        _ => match runs.checked_sub(1).map(|k| side.speech[k].end) {
            Some(end) if end > timeline.turns[turn].span.start => end,
            _ => return Err("turn_start"),
        },
    };
    let gap = Span::new(spoken_till, at);
    if timeline.side(edit.role.other()).speaks_in(gap) {
        return Err("other_speaking");
    }
    let hold = holds.partition_point(|h| h.end <= at);
    if holds.get(hold).is_some_and(|h| h.contains(at)) {
        return Err("annotated_hold");
    }
    match edit.duration - gap.duration() {
        more if more > 0 => Ok(more),
        _ => Err("already_silent"),
    }
}
