//! What the user had said at a decision point, rebuilt after edits.

use super::edit::Edit;
use super::strip::Original;
use super::text;
use crate::call::{Call, Role};
use crate::format::tables::Table;
use crate::time::Ms;
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
    for (point, old) in call.points.iter_mut().zip(&timeline.call.points) {
        let Some(turn) = turn_of(timeline, old.at) else {
            continue;
        };
        let edited = placed.iter().any(|e| in_turn(side, turn, e).is_some());
        if old.text.is_empty() || !edited {
            continue;
        }
        let new = rebuilt(side, turn, &old.text, placed).unwrap_or_default();
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

/// The user's turn that has begun last at `at`.
fn turn_of<'t>(timeline: &'t Timeline<'_>, at: Ms) -> Option<&'t Turn> {
    timeline
        .turns_of(Role::User)
        .take_while(|t| t.span.start <= at)
        .last()
}

/// Token of the side before which an edit stands, when it stands in the turn.
fn in_turn(side: &Side<'_>, turn: &Turn, edit: &Edit) -> Option<usize> {
    if edit.role != Role::User {
        return None;
    }
    let row = side.rows.iter().find(|r| r.segment.row == edit.row)?;
    let token = row.tokens.start + edit.token;
    turn.tokens.contains(&token).then_some(token)
}

fn rebuilt(side: &Side<'_>, turn: &Turn, said: &str, placed: &[&Edit]) -> Option<String> {
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
    let mut insertions: Vec<(usize, &str)> = placed
        .iter()
        .filter_map(|e| Some((in_turn(side, turn, e)? - turn.tokens.start, e.text.as_str())))
        .filter(|(k, _)| *k < said_tokens.len())
        .collect();
    insertions.sort_by_key(|(k, _)| *k);
    Some(text::insert(said, |k| said_tokens.get(k), &insertions))
}
