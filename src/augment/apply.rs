//! Applies the placed edits of a call. The only place that writes.

use super::edit::Edit;
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
    let mut call = retimed(timeline.call, &map);
    for role in Role::ALL {
        let side = timeline.side(role);
        for row in &side.rows {
            let mine: Vec<&Edit> = placed
                .iter()
                .copied()
                .filter(|e| e.role == role && e.row == row.segment.row)
                .collect();
            rewrite_row(&mut call, row, side, &mine, &map);
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

/// When the sound of an edit starts on the new clock. Edits at one instant stand one after another.
pub(super) fn sound_start(edit: &Edit, placed: &[&Edit], map: &TimeMap) -> Option<Ms> {
    let at = edit.at?;
    let order = |e: &Edit| (e.role, e.row, e.token);
    let earlier: Ms = placed
        .iter()
        .filter(|e| e.at == Some(at) && order(e) < order(edit))
        .map(|e| e.duration)
        .sum();
    Some(map.left(at) + earlier)
}

/// Is it heard (a filler, a repeat), not silence?
pub(super) fn is_sound(edit: &Edit) -> bool {
    edit.rule != "pause"
}

/// Everything of the call moved to the new clock, nothing inserted yet.
fn retimed(call: &Call, map: &TimeMap) -> Call {
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
        t.start = map.right(t.start);
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
    new
}

fn rewrite_row(call: &mut Call, row: &Row<'_>, side: &Side<'_>, edits: &[&Edit], map: &TimeMap) {
    if edits.is_empty() {
        return;
    }
    let tokens = &side.tokens[row.tokens.clone()];
    let insertions: Vec<(usize, &str)> = edits.iter().map(|e| (e.token, e.text.as_str())).collect();
    let find = |s: &&mut Segment| s.row == row.segment.row && s.role == row.segment.role;
    let Some(segment) = call.segments.iter_mut().find(find) else {
        return;
    };
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
        .any(|e| e.token == 0 && is_sound(e) && e.at == Some(start) && e.duration > 0)
}

fn inserted_words(timeline: &Timeline<'_>, placed: &[&Edit], map: &TimeMap) -> Vec<Word> {
    let sounds = placed.iter().filter(|e| is_sound(e));
    sounds
        .filter_map(|edit| inserted_word(timeline, edit, placed, map))
        .collect()
}

fn inserted_word(
    timeline: &Timeline<'_>,
    edit: &Edit,
    placed: &[&Edit],
    map: &TimeMap,
) -> Option<Word> {
    let start = sound_start(edit, placed, map)?;
    let row = word_row(timeline, edit);
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

/// Number of an inserted word: just before the word whose token it precedes.
fn word_row(timeline: &Timeline<'_>, edit: &Edit) -> usize {
    let side = timeline.side(edit.role);
    let words = &timeline.call.words;
    let row = side.rows.iter().find(|r| r.segment.row == edit.row);
    let mine = row.and_then(|r| side.tokens.get(r.tokens.start + edit.token)?.word);
    let word = mine.or_else(|| {
        let at = edit.at?;
        words
            .iter()
            .position(|w| w.role == edit.role && w.start >= at)
    });
    match word.and_then(|k| words.get(k)) {
        Some(word) => 2 * word.row,
        None => words.iter().map(|w| 2 * w.row + 2).max().unwrap_or(0),
    }
}
