//! Tokens of a side, each with the word that was said for it.

use super::{Row, Timed};
use crate::call::{Call, Role, Segment, Word};
use crate::error::{Errors, Result};
use crate::lang::Languages;
use crate::time::Span;

/// Rows and tokens of one party, without the rows `out`.
pub(super) fn tokens<'a>(
    call: &'a Call,
    role: Role,
    languages: &Languages,
    out: &[usize],
) -> Result<(Vec<Row<'a>>, Vec<Timed<'a>>)> {
    let (mut rows, mut tokens) = (Vec::new(), Vec::new());
    let kept = |segment: &&Segment| out.binary_search(&segment.row).is_err();
    for segment in call.rows(role).filter(kept) {
        let lexicon = languages
            .of(call.language.as_deref(), &segment.transcript)
            .map_err(|errors| of_call(errors, &call.id))?;
        let first = tokens.len();
        for token in lexicon.tokenise(&segment.transcript) {
            tokens.push(Timed {
                token,
                time: None,
                shared: None,
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

/// The call whose language is not known.
fn of_call(mut errors: Errors, call: &str) -> Errors {
    for error in &mut errors.0 {
        error.place.call = Some(String::from(call));
        error.place.column = Some(String::from("language"));
    }
    errors
}

/// How far ahead a word that does not match is looked for, in tokens.
const LOOK_AHEAD: usize = 8;

/// Walks words and tokens in step. A token is timed by the words whose letters make it up: one word for
/// one token, several words for one token (`ann` `'s`), or one word for several tokens, which then share
/// its time: where inside the word one ends and the next begins is not known, and times are never invented.
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
        let (first, last) = (words[w].span(), words[w + m.words - 1].span());
        let time = first.zip(last).filter(|(a, b)| a.start < b.end);
        let time = time.map(|(a, b)| Span::new(a.start, b.end));
        for token in &mut tokens[k..k + m.tokens] {
            match m.tokens {
                1 => token.time = time,
                _ => token.shared = time,
            }
            token.word = Some(first_word + w);
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

#[cfg(test)]
mod tests {
    use super::*;

    fn call(text: &str, words: &[(&str, i64, i64)]) -> Call {
        let mut call = Call::new("c");
        call.segments.push(Segment {
            row: 0,
            role: Role::User,
            span: Span::new(0, 10_000),
            transcript: String::from(text),
            words: 0..0,
        });
        for (row, (text, start, end)) in words.iter().enumerate() {
            call.words.push(Word {
                row,
                role: Role::User,
                start: *start,
                end: *end,
                text: String::from(*text),
                confidence: String::new(),
            });
        }
        call.link();
        call
    }

    fn times(text: &str, words: &[(&str, i64, i64)]) -> Vec<Option<(i64, i64)>> {
        let call = call(text, words);
        let (_, tokens) = tokens(&call, Role::User, &Languages::default(), &[]).unwrap();
        tokens
            .iter()
            .map(|t| t.spoken().map(|s| (s.start, s.end)))
            .collect()
    }

    #[test]
    fn words_and_tokens_meet_by_their_letters() {
        let words = [
            ("Hello,", 0, 100),
            ("ann", 200, 300),
            ("'s", 300, 350),
            ("car", 400, 500),
        ];
        let want = vec![Some((0, 100)), Some((200, 350)), Some((400, 500))];
        assert_eq!(times("hello ann's car", &words), want);
    }

    #[test]
    fn tokens_of_one_word_share_its_time() {
        let got = times(
            "我明天下午去",
            &[("我", 0, 90), ("明天下午", 100, 600), ("去", 650, 700)],
        );
        assert_eq!(got.first(), Some(&Some((0, 90))));
        assert_eq!(got.last(), Some(&Some((650, 700))));
        assert!(got[1..got.len() - 1].iter().all(|t| *t == Some((100, 600))));
    }

    #[test]
    fn a_word_that_is_not_in_the_text_times_nothing() {
        let words = [("noise", 0, 50), ("yes", 100, 200), ("x", 300, 300)];
        assert_eq!(times("yes x", &words), vec![Some((100, 200)), None]);
    }
}
