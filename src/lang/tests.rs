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

#[test]
fn backchannels_are_phrases_or_rows_of_them() {
    for (code, words, is) in [
        ("en", vec!["uh-huh"], true),
        ("en", vec!["oh", "okay"], true),
        ("en", vec!["i", "see"], true),
        ("en", vec!["i", "see", "it"], false),
        ("en", vec![], false),
        ("zh", vec!["对", "对", "好", "的"], true),
        ("zh", vec!["没有"], false),
    ] {
        let known = lexicon(code).map(|l| l.is_backchannel(&words));
        assert_eq!(known, Ok(is), "{words:?}");
    }
}

#[test]
fn word_classes() {
    let Ok(en) = lexicon("en") else { return };
    assert!(en.is_function_word("the") && !en.is_function_word("card"));
    assert!(en.starts_clause("because") && !en.starts_clause("card"));
    assert!(en.is_number_word("twenty-five") && !en.is_number_word("card-five"));
    assert!(en.is_licensed_double("very") && en.is_licensed_double("five"));
    assert_eq!(en.repeat("I"), "I- ");
    assert_eq!(en.digest().len(), 12);
}

#[test]
fn plain_words_are_borrowed_and_others_folded() {
    let Ok(en) = lexicon("en") else { return };
    let tokens = en.tokenise("it’s plain ＡＢ O'Neil");
    let owned = |t: &Token<'_>| matches!(t.norm, Cow::Owned(_));
    let norms: Vec<(&str, bool)> = tokens.iter().map(|t| (&*t.norm, owned(t))).collect();
    let expected = [
        ("it's", true),
        ("plain", false),
        ("ab", true),
        ("o'neil", true),
    ];
    assert_eq!(norms, expected);
}

#[test]
fn marks_stand_between_tokens() {
    let Ok(en) = lexicon("en") else { return };
    let tokens = en.tokenise("well, no. (yes) a -- b… c\nd");
    let marks: Vec<Mark> = tokens.iter().map(|t| t.after).collect();
    use Mark::{Comma, None, Stop};
    assert_eq!(marks, [Comma, Stop, None, Comma, Stop, Stop, None]);
}

#[test]
fn languages_are_guessed_by_script() {
    assert_eq!(detect("我要 SAP"), Some("zh"));
    assert_eq!(detect("I need it"), Some("en"));
    assert_eq!(detect("123 …"), None);
}
