//! What was said, out of a main tier: every word that was uttered stays, repeats and fillers with them;
//! codes about the words go.

/// The words of a main tier as a plain transcript.
///
/// `&-um` is um, `&+th` is th-, what is retraced (`[/]`, `[//]`) stays, `form [x 3]` is said three times,
/// `(be)cause` is because, pauses become commas. Not said, and therefore gone: `xxx`, `0is`, `&=laughs`,
/// what another speaker slips in (`&*MOT:mhm`), replacements and comments in brackets.
pub(super) fn said(tier: &str) -> String {
    let mut speech = Speech::default();
    let mut rest = tier;
    while let Some(piece) = next(&mut rest) {
        match piece {
            Piece::Open => speech.open.push(speech.words.len()),
            Piece::Close => {
                let from = speech.open.pop().unwrap_or(0);
                speech.scope = from.min(speech.words.len());
            }
            Piece::Code(code) => speech.code(code),
            Piece::Word(word) => speech.word(word),
        }
    }
    speech.words.join(" ")
}

enum Piece<'t> {
    Open,
    Close,
    Code(&'t str),
    Word(&'t str),
}

/// Takes the next piece off `rest`.
fn next<'t>(rest: &mut &'t str) -> Option<Piece<'t>> {
    *rest = rest.trim_start();
    let first = rest.chars().next()?;
    let take = |rest: &mut &'t str, length: usize| {
        let (piece, after) = rest.split_at(length);
        *rest = after;
        piece
    };
    let piece = match first {
        '<' => {
            take(rest, 1);
            Piece::Open
        }
        '>' => {
            take(rest, 1);
            Piece::Close
        }
        '[' => {
            let length = rest.find(']').map_or(rest.len(), |end| end + 1);
            Piece::Code(take(rest, length).trim_matches(['[', ']']))
        }
        _ => {
            // `+<` is a code, not a group.
            let code = first == '+';
            let ends = |c: char| c.is_whitespace() || c == '[' || (!code && matches!(c, '<' | '>'));
            let length = rest.find(ends).unwrap_or(rest.len());
            Piece::Word(take(rest, length))
        }
    };
    Some(piece)
}

/// Most copies that `[x N]` makes; more is a slip of the pen.
const MOST_COPIES: usize = 100;

#[derive(Default)]
struct Speech {
    words: Vec<String>,
    /// Where the open groups begin.
    open: Vec<usize>,
    /// Where the word or group begins that a code speaks about.
    scope: usize,
}

impl Speech {
    fn code(&mut self, code: &str) {
        let copies = code.strip_prefix("x ").and_then(|n| n.trim().parse().ok());
        if let Some(copies) = copies.filter(|n: &usize| *n <= MOST_COPIES) {
            let group = self.words[self.scope.min(self.words.len())..].to_vec();
            for _ in 1..copies {
                self.words.extend(group.iter().cloned());
            }
        }
    }

    fn word(&mut self, word: &str) {
        if word.starts_with('+') && !word[1..].starts_with(char::is_alphanumeric) {
            if word.contains('?') {
                self.mark('?');
            }
            return;
        }
        if is_pause(word) {
            return self.mark(',');
        }
        let (word, mark) = split_mark(word);
        let word = match word.strip_prefix('&') {
            Some(sound) => match sound.chars().next() {
                Some('-' | '~') => letters(&sound[1..]),
                Some('+') => letters(&sound[1..]) + "-",
                Some(c) if c.is_alphabetic() => letters(sound) + "-",
                _ => String::new(), // `&=laughs`, `&*MOT:mhm`, `&{l=…`
            },
            None if is_omitted(word) => String::new(),
            None => letters(word),
        };
        if word.chars().any(char::is_alphanumeric) {
            self.push(word);
        }
        if let Some(mark) = mark {
            self.mark(mark);
        }
    }

    fn push(&mut self, word: String) {
        // Some corpora cut clitics off: `it 's`, `is n't`.
        let clitic = word == "n't" || (word.starts_with('\'') && word.len() > 1);
        match self.words.last_mut() {
            Some(last) if clitic && last.ends_with(char::is_alphabetic) => last.push_str(&word),
            _ => {
                self.scope = self.words.len();
                self.words.push(word);
            }
        }
    }

    fn mark(&mut self, mark: char) {
        if let Some(last) = self.words.last_mut()
            && last.ends_with(char::is_alphanumeric)
        {
            last.push(mark);
        }
    }
}

/// `(.)`, `(..)`, `(1.5)`.
fn is_pause(word: &str) -> bool {
    let inner = word.strip_prefix('(').and_then(|w| w.strip_suffix(')'));
    inner.is_some_and(|i| {
        !i.is_empty()
            && i.chars()
                .all(|c| c.is_ascii_digit() || c == '.' || c == ':')
    })
}

/// A word and the punctuation that stands after it or alone.
fn split_mark(word: &str) -> (&str, Option<char>) {
    let stem = word.trim_end_matches(['.', '?', '!', ',', ';', '‡', '„']);
    let mark = word[stem.len()..].chars().next_back().map(|c| match c {
        '.' | '?' | '!' => c,
        _ => ',',
    });
    (stem, mark)
}

/// Not understood, or not said.
fn is_omitted(word: &str) -> bool {
    let stem = word.split('@').next().unwrap_or_default();
    matches!(stem, "xxx" | "yyy" | "www" | "XXX" | "YYY" | "WWW")
        || (word.starts_with('0') && !word[1..].starts_with(|c: char| c.is_ascii_digit()))
        || word.starts_with(['%', '$'])
}

/// The letters of a word: no form marker (`@s:spa`), no lengthening, no marks of overlap, pitch or stress.
fn letters(word: &str) -> String {
    let stem = match word.find('@') {
        Some(at) if at > 0 => &word[..at],
        _ => word,
    };
    let mut letters = String::with_capacity(stem.len());
    let mut overlap = false;
    for c in stem.chars() {
        // An overlap mark may carry an index: ⌈2.
        let index = overlap && c.is_ascii_digit();
        overlap = matches!(c, '⌈' | '⌉' | '⌊' | '⌋');
        let length_mark = matches!(c, 'ː' | 'ˑ' | 'ˈ' | 'ˌ');
        if !index && !length_mark && (c.is_alphanumeric() || "'’-_.&+/%".contains(c)) {
            letters.push(c);
        }
    }
    letters
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn what_was_uttered_stays() {
        for (tier, want) in [
            (
                "&-um I [/] I need <the form> [/] the form [x 3] &-uh tomorrow .",
                "um I I need the form the form form form uh tomorrow.",
            ),
            (
                "<a b> [x 2] (.) and <he went> [//] she goes ?",
                "a b a b, and he went she goes?",
            ),
            (
                "&+th that's (be)cause xxx 0is &=laughs good@s:eng +...",
                "th- that's because good",
            ),
            ("+< ⌈2 yes ⌉2 no::w [= at once] +/?", "yes now?"),
            ("It 's nice is n't it &*MOT:mhm . ", "It's nice isn't it."),
            (
                "he said [: says] [* m:+ed] &~ga well‡ (1.5) wha(t) [?]",
                "he said ga well, what",
            ),
            ("<Hmm:> [<].", "Hmm."),
            ("我 想 &-嗯 去 .", "我 想 嗯 去."),
            ("0 .", ""),
        ] {
            assert_eq!(said(tier), want, "{tier}");
        }
    }

    #[test]
    fn slips_of_the_pen_break_nothing() {
        for tier in [
            "> [x 2",
            "[x 99999] a",
            "< < <",
            "a [x 100] [x 100]",
            "&",
            "+",
            "⌈",
            "(",
            "@",
        ] {
            assert!(said(tier).len() < 100_000, "{tier}");
        }
    }
}
