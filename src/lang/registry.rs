//! The languages that come with the program.

use std::sync::{LazyLock, OnceLock};

use super::{Lexicon, is_han};
use crate::error::{Error, Result};

/// Code and text of every embedded lexicon.
const EMBEDDED: &[(&str, &str)] = include!(concat!(env!("OUT_DIR"), "/lexicons.rs"));

/// Each lexicon once it has been asked for.
static PARSED: LazyLock<Vec<OnceLock<Result<Lexicon>>>> =
    LazyLock::new(|| EMBEDDED.iter().map(|_| OnceLock::new()).collect());

/// The codes of the languages that are built in.
pub fn languages() -> impl Iterator<Item = &'static str> {
    EMBEDDED.iter().map(|(code, _)| *code)
}

/// The lexicon of a language: `en`, `en-US`, `en_GB`, `eng`, `zh-Hant`, `cmn` …
pub fn lexicon(code: &str) -> Result<&'static Lexicon> {
    let tag = code.trim().to_lowercase().replace('_', "-");
    let primary = tag.split('-').next().unwrap_or_default();
    if let Some(at) = languages().position(|known| known == primary) {
        return embedded(at);
    }
    for at in 0..EMBEDDED.len() {
        let lexicon = embedded(at)?;
        if lexicon.answers_to(&tag) || lexicon.answers_to(primary) {
            return Ok(lexicon);
        }
    }
    Err(Error::unknown("language", code, languages()).into())
}

fn embedded(at: usize) -> Result<&'static Lexicon> {
    PARSED[at]
        .get_or_init(|| Lexicon::from_toml(EMBEDDED[at].1))
        .as_ref()
        .map_err(Clone::clone)
}

/// The language a text looks like: Chinese with any Han character in it, else English with any
/// Latin letter. German looks English here: a guess is for when nobody says better.
pub fn detect(text: &str) -> Option<&'static str> {
    let code = if text.chars().any(is_han) {
        "zh"
    } else if text.chars().any(|c| c.is_alphabetic() && c < '\u{250}') {
        "en"
    } else {
        return None;
    };
    languages().find(|known| *known == code)
}
