//! Numbers, addresses and the like come through untouched, whatever stands around them.

use falter::augment::{Edit, Options, PauseMark};
use falter::call::{Call, Role, Segment};
use falter::format::Corpus;
use falter::time::Span;

use super::made::{ONE, augmented};
use crate::calls::tables;

/// Repeatable choice.
struct Dice(u64);

impl Dice {
    fn below(&mut self, n: usize) -> usize {
        self.0 = self
            .0
            .wrapping_mul(6_364_136_223_846_793_005)
            .wrapping_add(1_442_695_040_888_963_407);
        (self.0 >> 33) as usize % n
    }

    fn of<'s>(&mut self, list: &[&'s str]) -> &'s str {
        list[self.below(list.len())]
    }

    fn digits(&mut self, zero: u32, n: usize) -> String {
        (0..n)
            .filter_map(|_| char::from_u32(zero + self.below(10) as u32))
            .collect()
    }
}

/// Zeros of scripts: ASCII, full-width, Arabic-Indic, Persian, Devanagari, Bengali, Thai.
const ZEROS: [u32; 7] = [0x30, 0xff10, 0x660, 0x6f0, 0x966, 0x9e6, 0xe50];

fn written(dice: &mut Dice, chinese: bool) -> String {
    let zero = ZEROS[dice.below(ZEROS.len())];
    let d = |dice: &mut Dice, n| dice.digits(zero, n);
    match dice.below(12) {
        0 => d(dice, 11),
        1 => format!("{}-{}-{}", d(dice, 3), d(dice, 3), d(dice, 4)),
        2 => format!("({}) {} {}", d(dice, 3), d(dice, 3), d(dice, 4)),
        3 => format!("+{} {} {}", d(dice, 2), d(dice, 3), d(dice, 7)),
        4 => format!(
            "{}.{}@{}.com",
            dice.of(&["ann", "bo", "kim"]),
            dice.of(&["lee", "wu"]),
            dice.of(&["gmail", "mail", "qq"])
        ),
        5 => format!("ａｎｎ{}＠ｑｑ．ｃｏｍ", dice.digits(0xff10, 2)),
        6 => format!("https://x.io/{}?q={}", dice.of(&["a", "login"]), d(dice, 2)),
        7 => format!("{}-{}", dice.of(&["AB", "ZX", "SAP"]), d(dice, 5)),
        8 => format!("{}{}", dice.of(&["京A", "iPhone", "B"]), d(dice, 4)),
        9 => format!("{}:{}", d(dice, 2), d(dice, 2)),
        10 if chinese => format!("（{}）{}", dice.digits(0xff10, 3), dice.digits(0xff10, 8)),
        10 => format!("${}.{}", d(dice, 2), d(dice, 2)),
        _ => format!("{}%", d(dice, 2)),
    }
}

fn spoken(dice: &mut Dice, chinese: bool) -> String {
    const ENGLISH: [&str; 9] = [
        "zero", "one", "two", "three", "four", "five", "six", "seven", "nine",
    ];
    const CHINESE: [&str; 10] = ["零", "一", "二", "三", "四", "五", "六", "七", "八", "幺"];
    match (dice.below(3), chinese) {
        (0, false) => format!(
            "{} dot {} at {} dot com",
            dice.of(&["ann", "bo"]),
            dice.of(&["lee", "wu"]),
            dice.of(&["gmail", "yahoo"])
        ),
        (1, false) => String::from(dice.of(&["J, O, H, N", "K-A-T-E", "A B C D"])),
        (_, false) => (0..4 + dice.below(6))
            .map(|_| dice.of(&ENGLISH))
            .collect::<Vec<_>>()
            .join(" "),
        (0, true) => format!("{}艾特qq点com", dice.of(&["wang", "li"])),
        // A sure run of digits begins as mobile numbers do.
        (_, true) => {
            String::from("幺三八") + &(0..8).map(|_| dice.of(&CHINESE)).collect::<String>()
        }
    }
}

struct Text {
    whole: String,
    kept: String,
    /// What stands right before a span that begins with a digit or an at sign: nothing may come between.
    glued: Option<String>,
}

fn text(dice: &mut Dice, chinese: bool) -> Text {
    const BEFORE: [&str; 6] = [
        "please call",
        "my number is",
        "write to",
        "send the thing to",
        "use",
        "we went by",
    ];
    const AFTER: [&str; 5] = [
        "when possible",
        "before lunch",
        "right away my friend",
        "",
        "because they asked",
    ];
    const VOR: [&str; 5] = ["我的电话是", "请打", "邮箱是", "麻烦您记录", "我想要"];
    const NACH: [&str; 4] = ["就行", "然后告诉我们", "", "下午过去"];
    let is_spoken = dice.below(3) == 0;
    let kept = match is_spoken {
        true => spoken(dice, chinese),
        false => written(dice, chinese),
    };
    let (before, after, space) = match chinese {
        true => (dice.of(&VOR), dice.of(&NACH), ""),
        false => (dice.of(&BEFORE), dice.of(&AFTER), " "),
    };
    let whole = format!("{before}{space}{kept}{space}{after}");
    let whole = String::from(whole.trim());
    let first = kept
        .trim_start_matches(['(', '（', '+', '$'])
        .chars()
        .next();
    let digit = first.is_some_and(|c| c.is_numeric());
    Text {
        glued: digit.then(|| format!("{}{space}{kept}", last_word(before, chinese))),
        whole,
        kept,
    }
}

fn last_word(text: &str, chinese: bool) -> &str {
    match chinese {
        true => text
            .char_indices()
            .next_back()
            .map_or(text, |(k, _)| &text[k..]),
        false => text.rsplit(' ').next().unwrap_or(text),
    }
}

fn corpus(texts: &[Text], language: &str) -> Corpus {
    let mut call = Call::new("c");
    call.language = Some(String::from(language));
    call.segments = texts
        .iter()
        .enumerate()
        .map(|(row, text)| Segment {
            row,
            role: Role::User,
            span: Span::new(1000 * row as i64, 1000 * row as i64 + 900),
            transcript: text.whole.clone(),
            words: 0..0,
        })
        .collect();
    Corpus {
        calls: vec![call],
        ..Corpus::default()
    }
}

/// Every boundary drawn, every edit written: 4 × 2,000 texts.
#[test]
fn spans_survive_byte_for_byte() {
    let mut wrong = Vec::new();
    let mut edited = 0;
    for (language, chinese) in [("en", false), ("zh", true)] {
        let mut dice = Dice(7);
        let texts: Vec<Text> = (0..2000).map(|_| text(&mut dice, chinese)).collect();
        for (seed, mark) in [(1, PauseMark::Ssml), (2, PauseMark::Punctuation)] {
            let options = Options {
                text_only: Some(mark),
                ..Options::paper(5 * ONE, seed)
            };
            let made = augmented(&corpus(&texts, language), &options).corpus;
            for (text, row) in texts.iter().zip(&made.calls[0].segments) {
                edited += usize::from(row.transcript != text.whole);
                let once = row.transcript.matches(text.kept.as_str()).count() == 1;
                let glued = text
                    .glued
                    .as_ref()
                    .is_none_or(|g| row.transcript.contains(g.as_str()));
                // No part of it is said again: marks of pauses aside, all digits are the input's.
                let digits = |s: &str| {
                    s.chars()
                        .filter(|c| c.is_numeric() && !c.is_alphabetic())
                        .count()
                };
                let plain = mark != PauseMark::Punctuation
                    || digits(&row.transcript) == digits(&text.whole);
                if !(once && glued && plain) {
                    wrong.push(format!("{} -> {}", text.whole, row.transcript));
                }
            }
        }
    }
    assert!(edited > 6000, "{edited} of 8000 were edited at all");
    assert!(
        wrong.is_empty(),
        "{} violated:\n{}",
        wrong.len(),
        wrong[..wrong.len().min(20)].join("\n")
    );
}

fn repeats(text: &str) -> Vec<Edit> {
    let rows = format!("call_id,role,start_ms,end_ms,transcript\nc,user,0,9000,{text}\n");
    let corpus = tables(&[("asr_history.csv", &rows)]);
    let mut found = Vec::new();
    for seed in 1..=40 {
        let options = Options {
            text_only: Some(PauseMark::None),
            ..Options::paper(5 * ONE, seed)
        };
        let edits = augmented(&corpus, &options).edits;
        found.extend(edits.into_iter().filter(|e| e.rule == "repeat"));
    }
    found
}

/// What people double anyway, hesitations and numbers: drawn, and refused every time.
#[test]
fn some_words_are_never_repeated() {
    for text in [
        "very no that had um uh two okay bye",
        "看 好 对 谢谢 呃 嗯 三 想",
    ] {
        let edits = repeats(text);
        assert!(edits.len() > 30, "{text}: {} draws", edits.len());
        let placed: Vec<&Edit> = edits.iter().filter(|e| e.is_placed()).collect();
        assert!(placed.is_empty(), "{placed:?}");
    }
    // A word that already stands twice is not said a third time; others are.
    let edits = repeats("bring the the form");
    assert!(
        edits
            .iter()
            .filter(|e| [1, 2].contains(&e.token))
            .all(|e| !e.is_placed())
    );
    assert!(
        edits
            .iter()
            .any(|e| e.token == 0 && e.is_placed() && e.text == "bring- ")
    );
}
