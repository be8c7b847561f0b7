//! What the user had said at a decision point, rebuilt after edits.

use super::edit::Edit;
use super::strip::Original;
use super::text;
use crate::call::{Call, Role};
use crate::format::tables::Table;
use crate::timeline::{Side, Timeline, Turn};

/// Rebuilds `user_text_at_decision` where its tokens are the first of the turn's; where they are not it is
/// emptied. What stood there is kept in `originals`.
pub(super) fn rebuild_texts(
    timeline: &Timeline<'_>,
    placed: &[&Edit],
    call: &mut Call,
    originals: &mut Vec<Original>,
) {
    let side = timeline.side(Role::User);
    let turns: Vec<&Turn> = timeline.turns_of(Role::User).collect();
    let edits = on_tokens(side, placed);
    for (point, old) in call.points.iter_mut().zip(&timeline.call.points) {
        // The user's turn that has begun last.
        let begun = turns.partition_point(|t| t.span.start <= old.at);
        let Some(turn) = begun.checked_sub(1).map(|k| turns[k]) else {
            continue;
        };
        let mine = within(&edits, turn);
        if old.text.is_empty() || mine.is_empty() {
            continue;
        }
        let new = rebuilt(side, turn, &old.text, mine).unwrap_or_default();
        if new != old.text {
            originals.push(Original {
                table: Table::EotLabels.file_name(),
                row: old.row,
                column: "user_text_at_decision",
                value: old.text.clone(),
            });
            point.text = new;
        }
    }
}

/// The user's edits with the token of the side they stand before, by token.
pub(super) fn on_tokens<'e>(side: &Side<'_>, placed: &[&'e Edit]) -> Vec<(usize, &'e Edit)> {
    let mut edits: Vec<(usize, &Edit)> = placed
        .iter()
        .filter(|e| e.role == Role::User)
        .filter_map(|e| Some((side.row(e.row)?.tokens.start + e.token, *e)))
        .collect();
    edits.sort_by_key(|(token, _)| *token);
    edits
}

/// Those before the tokens of a turn.
fn within<'l, 'e>(edits: &'l [(usize, &'e Edit)], turn: &Turn) -> &'l [(usize, &'e Edit)] {
    let from = edits.partition_point(|(token, _)| *token < turn.tokens.start);
    let until = edits.partition_point(|(token, _)| *token < turn.tokens.end);
    &edits[from..until.max(from)]
}

fn rebuilt(side: &Side<'_>, turn: &Turn, said: &str, edits: &[(usize, &Edit)]) -> Option<String> {
    let tokens = side.tokens.get(turn.tokens.clone())?;
    let lexicon = side.rows.get(tokens.first()?.row)?.lexicon;
    let said_tokens = lexicon.tokenise(said);
    let prefix = tokens.len() >= said_tokens.len()
        && tokens
            .iter()
            .zip(&said_tokens)
            .all(|(a, b)| a.token.norm == b.norm);
    if !prefix {
        return None;
    }
    let insertions: Vec<(usize, &str)> = edits
        .iter()
        .map(|(token, e)| (*token - turn.tokens.start, e.text.as_str()))
        .take_while(|(k, _)| *k < said_tokens.len())
        .collect();
    Some(text::insert(said, |k| said_tokens.get(k), &insertions))
}
