//! Applies the placed edits of a call. The only place that writes.

use std::collections::HashMap;

use super::edit::Edit;
use super::starts::Starts;
use super::text;
use super::timemap::TimeMap;
use crate::call::{Call, Role, Segment, Word};
use crate::time::{Ms, Span};
use crate::timeline::{Row, Side, Timeline};

/// The new call and the map to its clock.
pub(super) struct Applied {
    /// The call.
    pub call: Call,
    /// The map.
    pub map: TimeMap,
}

/// Applies `edits` (all of this call); unplaced ones are ignored. Words that are inserted stand before
/// the word they precede: rows of words are numbered 2·row + 1, inserted ones 2·row.
pub(super) fn apply(timeline: &Timeline<'_>, edits: &[Edit], text_only: bool) -> Applied {
    let placed: Vec<&Edit> = edits.iter().filter(|e| e.is_placed()).collect();
    let map = map_of(&placed);
    let mut call = retimed(timeline.call, &Starts::new(&placed, &map), &map);
    let by_row = by_row(&placed);
    for segment in &mut call.segments {
        let side = timeline.side(segment.role);
        if let Some(mine) = by_row.get(&(segment.role, segment.row))
            && let Some(row) = side.row(segment.row)
        {
            rewrite_row(segment, row, side, mine, &map);
        }
    }
    if text_only {
        call.words.clear();
    } else if !timeline.call.words.is_empty() {
        let inserted = inserted_words(timeline, &placed, &map);
        call.words.extend(inserted);
    }
    call.link();
    Applied { call, map }
}

/// The map of placed edits; those without a time insert none.
pub(super) fn map_of(placed: &[&Edit]) -> TimeMap {
    TimeMap::new(placed.iter().filter_map(|e| Some((e.at?, e.duration))))
}

/// Edits by the row they stand in, in the order given.
pub(super) fn by_row<'e>(placed: &[&'e Edit]) -> HashMap<(Role, usize), Vec<&'e Edit>> {
    let mut rows: HashMap<(Role, usize), Vec<&Edit>> = HashMap::new();
    for edit in placed {
        rows.entry((edit.role, edit.row)).or_default().push(edit);
    }
    rows
}

/// Everything of the call moved to the new clock, nothing inserted yet.
fn retimed(call: &Call, starts: &Starts<'_>, map: &TimeMap) -> Call {
    let span = |s: Span| Span::new(map.right(s.start), map.left(s.end));
    let mut new = call.clone();
    new.duration = call.duration.map(|d| map.left(d));
    for s in &mut new.segments {
        s.span = span(s.span);
    }
    for w in &mut new.words {
        w.row = 2 * w.row + 1;
        w.end = match w.end {
            // Words without times mark that in their end.
            end if end < 0 => end,
            end if end > w.start => map.left(end),
            end => map.right(end),
        };
        w.start = map.right(w.start);
    }
    for t in &mut new.turns {
        t.start = starts.turn(Role::User, t.start);
        t.speech_end = t.speech_end.map(|end| map.left(end));
    }
    for s in &mut new.silences {
        // A silence ends where speech, or an inserted sound before it, begins.
        s.span = Span::new(map.left(s.span.start), map.left(s.span.end));
    }
    for p in &mut new.points {
        p.at = map.left(p.at);
    }
    for spans in new.speech.iter_mut().flatten() {
        spans.iter_mut().for_each(|s| *s = span(*s));
    }
    if let Some(sound) = &mut new.sound {
        // Levels and tones are on the old clock.
        sound.channels = Default::default();
    }
    new
}

fn rewrite_row(
    segment: &mut Segment,
    row: &Row<'_>,
    side: &Side<'_>,
    edits: &[&Edit],
    map: &TimeMap,
) {
    let tokens = &side.tokens[row.tokens.clone()];
    let insertions: Vec<(usize, &str)> = edits.iter().map(|e| (e.token, e.text.as_str())).collect();
    segment.transcript = text::insert(
        &row.segment.transcript,
        |k| tokens.get(k).map(|t| &t.token),
        &insertions,
    );
    if opens_with_sound(row.segment.span.start, edits) {
        segment.span.start = map.left(row.segment.span.start);
    }
}

/// Does the row now begin with an inserted sound?
pub(super) fn opens_with_sound(start: Ms, edits: &[&Edit]) -> bool {
    edits
        .iter()
        .any(|e| e.token == 0 && e.is_sound() && e.at == Some(start) && e.duration > 0)
}

fn inserted_words(timeline: &Timeline<'_>, placed: &[&Edit], map: &TimeMap) -> Vec<Word> {
    let starts = Starts::new(placed, map);
    let words = timeline.call.words.iter();
    let after_all = words.map(|w| 2 * w.row + 2).max().unwrap_or(0);
    let sounds = placed.iter().filter(|e| e.is_sound());
    sounds
        .filter_map(|edit| {
            let row = word_row(timeline, edit).unwrap_or(after_all);
            inserted_word(edit, row, &starts)
        })
        .collect()
}

fn inserted_word(edit: &Edit, row: usize, starts: &Starts<'_>) -> Option<Word> {
    let start = starts.of(edit)?;
    Some(Word {
        row,
        role: edit.role,
        start,
        end: start + edit.duration,
        text: spoken(&edit.text),
        confidence: String::new(),
    })
}

/// The word as it is said: the inserted text without its separator.
pub(super) fn spoken(text: &str) -> String {
    String::from(text.trim_end_matches([' ', ',', '，', '、']))
}

/// Number of an inserted word: just before the word whose token it precedes; none after the last one.
fn word_row(timeline: &Timeline<'_>, edit: &Edit) -> Option<usize> {
    let side = timeline.side(edit.role);
    let words = &timeline.call.words;
    let mine = side
        .row(edit.row)
        .and_then(|r| side.tokens.get(r.tokens.start + edit.token)?.word);
    let word = mine.or_else(|| {
        let at = edit.at?;
        let next = words.partition_point(|w| (w.role, w.start) < (edit.role, at));
        words.get(next).filter(|w| w.role == edit.role)?;
        Some(next)
    });
    Some(2 * words.get(word?)?.row)
}
