//! Tokens of a side, each with the word that was said for it.

use super::{Row, Timed};
use crate::call::{Call, Role, Word};
use crate::error::{Errors, Result};
use crate::lang::Languages;

/// Rows and tokens of one party.
pub(super) fn tokens<'a>(
    call: &'a Call,
    role: Role,
    languages: &Languages,
) -> Result<(Vec<Row<'a>>, Vec<Timed<'a>>)> {
    let (mut rows, mut tokens) = (Vec::new(), Vec::new());
    for segment in call.rows(role) {
        let lexicon = languages.of(call.language.as_deref(), &segment.transcript);
        let lexicon = lexicon.map_err(|errors| {
            let placed = errors.0.into_iter().map(|e| e.call(&call.id));
            Errors(placed.collect())
        })?;
        let first = tokens.len();
        for token in lexicon.tokenise(&segment.transcript) {
            tokens.push(Timed {
                token,
                time: None,
                row: rows.len(),
                word: None,
            });
        }
        let words = call.words.get(segment.words.clone()).unwrap_or_default();
        give_times(
            &mut tokens[first..],
            &segment.transcript,
            words,
            segment.words.start,
        );
        rows.push(Row {
            segment,
            tokens: first..tokens.len(),
            lexicon,
        });
    }
    Ok((rows, tokens))
}

/// How far ahead a word that does not match is looked for, in tokens.
const LOOK_AHEAD: usize = 8;

/// Walks words and tokens in step. A token is timed by the words whose letters make it up: one word for
/// one token, several words for one token (`ann` `'s`), or one word for several tokens (they share its
/// time: start to the first, end to the last; those between stay untimed). Times are never invented.
fn give_times(tokens: &mut [Timed<'_>], text: &str, words: &[Word], first_word: usize) {
    let mut at = 0;
    let mut w = 0;
    while w < words.len() && at < tokens.len() {
        let letters = letters_of(&words[w].text);
        if letters.is_empty() {
            w += 1;
            continue;
        }
        let found = (at..tokens.len().min(at + LOOK_AHEAD))
            .find_map(|k| matched(&tokens[k..], text, &words[w..]).map(|m| (k, m)));
        let Some((k, m)) = found else {
            w += 1;
            continue;
        };
        let first = words[w].span();
        let last = words[w + m.words - 1].span();
        if let (Some(first), Some(last)) = (first, last)
            && m.tokens == 1
            && first.start < last.end
        {
            tokens[k].time = Some(crate::time::Span::new(first.start, last.end));
            tokens[k].word = Some(first_word + w);
        } else if m.tokens == 1 {
            tokens[k].word = Some(first_word + w);
        }
        at = k + m.tokens;
        w += m.words;
    }
}

struct Match {
    tokens: usize,
    words: usize,
}

/// Do the first words spell the first tokens? Tries one to one, then several to one, then one to several.
fn matched(tokens: &[Timed<'_>], text: &str, words: &[Word]) -> Option<Match> {
    const MOST: usize = 6;
    let token = letters_of(slice(tokens.first()?, text));
    let word = letters_of(&words.first()?.text);
    if token == word {
        return Some(Match {
            tokens: 1,
            words: 1,
        });
    }
    if token.starts_with(&word) && !word.is_empty() {
        let mut joined = word;
        for (n, next) in words.iter().enumerate().skip(1).take(MOST) {
            joined.push_str(&letters_of(&next.text));
            if joined == token {
                return Some(Match {
                    tokens: 1,
                    words: n + 1,
                });
            }
        }
        return None;
    }
    if word.starts_with(&token) && !token.is_empty() {
        let mut joined = token;
        for (n, next) in tokens.iter().enumerate().skip(1).take(MOST) {
            joined.push_str(&letters_of(slice(next, text)));
            if joined == word {
                return Some(Match {
                    tokens: n + 1,
                    words: 1,
                });
            }
        }
    }
    None
}

fn slice<'t>(token: &Timed<'_>, text: &'t str) -> &'t str {
    text.get(token.token.start..token.token.end)
        .unwrap_or_default()
}

/// What two spellings are compared by: letters and digits, lower case; a bare sign stands for itself.
fn letters_of(text: &str) -> String {
    let letters: String = text
        .chars()
        .filter(|c| c.is_alphanumeric())
        .flat_map(char::to_lowercase)
        .collect();
    if letters.is_empty() {
        String::from(text.trim())
    } else {
        letters
    }
}
