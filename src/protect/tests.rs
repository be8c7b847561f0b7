//! What a protected span promises.

use super::*;
use crate::lang::{languages, lexicon};

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

#[test]
fn spoken_spans_and_what_only_looks_like_one() {
    for (text, spans) in [
        ("it is four one five, oh one", vec!["four one five, oh one"]),
        ("one of the two", vec![]),
        (
            "write ann underscore lee at gmail dot com now",
            vec!["ann underscore lee at gmail dot com"],
        ),
        ("meet me at the dot com office", vec![]),
        (
            "that is twenty five dollars and ten cents total",
            vec!["twenty five dollars and ten cents"],
        ),
        ("on June twenty third please", vec!["June twenty third"]),
        ("may I ask", vec![]),
        ("it is J, O, H, N okay", vec!["J, O, H, N"]),
        ("I a b", vec![]),
        ("my name is Ann Lee and", vec!["Ann Lee"]),
        (
            "she said \"stop it\" [laughter] twice",
            vec!["\"stop it\"", "[laughter]"],
        ),
    ] {
        assert_eq!(found("en", text), spans, "{text}");
    }
}

#[test]
fn the_boundary_before_digits_is_closed_and_before_spoken_numbers_open() {
    let Ok(lexicon) = lexicon("en") else {
        return assert!(languages().any(|l| l == "en"));
    };
    for (text, open) in [
        ("call (010) 6555 now", [true, false, false, true].as_slice()),
        ("call four one now", &[true, true, false, true]),
        ("say \"stop it\" now", &[true, false, false, true]),
        ("4 a", &[false, true]),
    ] {
        let tokens = lexicon.tokenise(text);
        let spans = spans(text, lexicon);
        assert_eq!(open_boundaries(text, &tokens, &spans), open, "{text}");
    }
}

/// Texts that must survive, with the language they belong to.
const SACRED: &[(&str, &[&str])] = &[
    (
        "en",
        &[
            "(010) 6555 1234",
            "555 0142",
            "415-555-0134",
            "ann.lee@gmail.com",
            "https://x.io/a?b=1",
            "12%",
            "$45.20",
            "four one five",
            "five five five, oh one",
            "ann dot lee at gmail dot com",
            "\"stop\"",
            "“do not stop”",
            "<break time=\"1s\"/>",
            "[laughter]",
            "twenty five dollars",
            "June twenty third",
            "three thirty pm",
            "J O H N",
            "4B",
            "１３８００",
            "٣٤٥",
            "2026-11-30",
            "double oh seven",
        ],
    ),
    (
        "zh",
        &[
            "１３８００１３８０００",
            "（０１０）６５５５１２３４",
            "ａ．ｂ＠ｃｏｍ．ｃｎ",
            "一三八一二三四五六七八",
            "幺三八零零",
            "三百二十五块八",
            "下午三点一刻",
            "百分之二十",
            "十一月三十号",
            "「不要停」",
            "《西游记》",
            "[笑]",
            "13800138000",
            "iPhone15",
            "三点五公斤",
            "四零零八二零八八二零",
            "16岁",
        ],
    ),
];

/// Ordinary text between them, chosen to mislead.
const ORDINARY: &[(&str, &[&str])] = &[
    (
        "en",
        &[
            "I",
            "the",
            "a",
            "um",
            "oh",
            "well,",
            "at",
            "dot",
            "of",
            "and",
            "need",
            "(please",
            "it)",
            "I-",
            "no.",
            "[",
            "<",
            "“",
            "o",
            "twenty-",
            "order",
            "--",
            "don't",
            "mr",
            "my name is",
            "{",
            "*",
            "that?",
        ],
    ),
    (
        "zh",
        &[
            "我",
            "那个",
            "嗯",
            "，",
            "。",
            "一点",
            "点",
            "第",
            "我叫",
            "的",
            "号码是",
            "就是",
            "要",
            "（",
            "「",
            "对对对",
            "看看",
            "ok",
            " ",
            "打",
            "万一",
            "、",
            "【",
        ],
    ),
];

/// Fillers before every open boundary, and repeats of every token that may be repeated.
fn worst_case(text: &str, lexicon: &Lexicon) -> String {
    let tokens = lexicon.tokenise(text);
    let spans = spans(text, lexicon);
    let open = open_boundaries(text, &tokens, &spans);
    let mut out = String::new();
    let mut done = 0;
    for (token, open) in tokens.iter().zip(open) {
        if !open {
            continue;
        }
        let at = insertion_point(text, token).max(done);
        out.push_str(&text[done..at]);
        out.push_str(&lexicon.inserts()[0].text);
        if !touches(&spans, token) {
            out.push_str(&lexicon.repeat(&text[token.start..token.end]));
        }
        done = at;
    }
    out.push_str(&text[done..]);
    out
}

proptest::proptest! {
    #![proptest_config(proptest::prelude::ProptestConfig { cases: 3000, failure_persistence: None, ..Default::default() })]

    #[test]
    fn protected_text_survives_the_worst(
        language in 0..2usize,
        picks in proptest::collection::vec((0..2usize, 0..1000usize), 1..12),
    ) {
        let (code, sacred) = SACRED[language];
        let (_, ordinary) = ORDINARY[language];
        let lexicon = lexicon(code).map_err(|e| proptest::test_runner::TestCaseError::fail(e.to_string()))?;
        let mut parts = Vec::new();
        let mut kept = Vec::new();
        for (kind, pick) in picks {
            let list = if kind == 0 { sacred } else { ordinary };
            let part = list[pick % list.len()];
            if kind == 0 {
                kept.push(part);
            }
            parts.push(part);
        }
        let text = parts.join(if lexicon.spaced() { " " } else { "" });
        let worst = worst_case(&text, lexicon);
        for part in kept {
            proptest::prop_assert!(
                worst.matches(part).count() >= text.matches(part).count(),
                "{part} in {text} became {worst}"
            );
        }
    }

    #[test]
    fn any_text_is_cut_into_tokens_in_order(text in "\\PC{0,60}") {
        for code in languages() {
            let lexicon = lexicon(code).map_err(|e| proptest::test_runner::TestCaseError::fail(e.to_string()))?;
            let tokens = lexicon.tokenise(&text);
            let mut end = 0;
            for token in &tokens {
                proptest::prop_assert!(token.start >= end && token.end > token.start);
                proptest::prop_assert!(text.is_char_boundary(token.start) && text.is_char_boundary(token.end));
                end = token.end;
            }
            let spans = spans(&text, lexicon);
            proptest::prop_assert_eq!(open_boundaries(&text, &tokens, &spans).len(), tokens.len());
        }
    }
}

#[test]
fn hostile_texts_take_time_in_proportion_to_their_length() {
    let hostile = [
        "a,",
        "(",
        "[a",
        "“",
        "\"",
        "@",
        "1.",
        "dot com ",
        "um ",
        "<b",
        "一",
        "嗯",
        "://",
        "a-",
        "my name is ",
    ];
    let start = std::time::Instant::now();
    for part in hostile {
        let text = part.repeat(12_000 / part.len());
        for code in languages() {
            let Ok(lexicon) = lexicon(code) else { continue };
            let tokens = lexicon.tokenise(&text);
            let spans = spans(&text, lexicon);
            let open = open_boundaries(&text, &tokens, &spans);
            assert_eq!(open.len(), tokens.len());
            let spoken: Vec<crate::event::disfluency::Spoken<'_>> = tokens
                .iter()
                .map(|token| crate::event::disfluency::Spoken { token, time: None })
                .collect();
            crate::event::disfluency::find(&spoken, lexicon, &crate::settings::Settings::default());
        }
        let took = start.elapsed();
        assert!(took.as_secs() < 30, "{part} after {took:?}");
    }
}
