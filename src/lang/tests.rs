//! The examples of every lexicon, and what holds in every language.

use super::*;

#[test]
fn every_embedded_lexicon_parses() {
    for code in languages() {
        let lexicon = lexicon(code);
        assert!(
            lexicon.is_ok(),
            "{code}: {}",
            lexicon.err().map(|e| e.to_string()).unwrap_or_default()
        );
    }
}

#[test]
fn every_example_of_every_lexicon_holds() {
    for code in languages() {
        let checked = lexicon(code).and_then(Lexicon::check_examples);
        assert!(
            checked.is_ok(),
            "{code}: {}",
            checked.err().map(|e| e.to_string()).unwrap_or_default()
        );
    }
}

#[test]
fn unknown_languages_and_keys_are_refused() {
    let error = lexicon("de")
        .err()
        .map(|e| e.to_string())
        .unwrap_or_default();
    assert!(error.contains("known: en, zh"), "{error}");
    assert!(Lexicon::from_toml("code = \"x\"\nnonsense = 1\n").is_err());
}

#[test]
fn other_names_of_a_language_are_understood() {
    for name in ["en", "eng", "EN-us", "en_GB"] {
        assert!(lexicon(name).is_ok_and(|l| l.code() == "en"), "{name}");
    }
}
