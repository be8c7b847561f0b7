//! What a protected span promises.

use super::*;
use crate::lang::lexicon;

fn found(code: &str, text: &str) -> Vec<String> {
    let Ok(lexicon) = lexicon(code) else {
        return vec![format!("no lexicon {code}")];
    };
    let spans = spans(text, lexicon);
    spans
        .iter()
        .map(|s| String::from(&text[s.bytes.clone()]))
        .collect()
}

#[test]
fn a_phone_number_in_any_spacing_is_one_span() {
    for text in [
        "(010) 6555 1234",
        "555 0142",
        "4242",
        "12:30",
        "50%",
        "$45.20",
        "a.b@c.io",
        "https://x.io/a?b=1",
    ] {
        assert_eq!(found("en", &format!("it is {text} okay")), [text]);
    }
}
