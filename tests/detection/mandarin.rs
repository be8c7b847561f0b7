//! Mandarin lines with expectations that were written before the rules were run.

use std::collections::BTreeMap;

use falter::event::Kind;
use falter::event::disfluency::{Spoken, find};
use falter::lang::lexicon;
use falter::settings::Settings;

const LINES: &str = include_str!("../oracles/zh_lines.txt");

/// How many lines there are, and how many of them the rules are known to get wrong.
const COUNT: (usize, usize) = (215, 19);

type Counts = BTreeMap<char, usize>;

struct Line {
    text: &'static str,
    expected: Counts,
    miss: bool,
}

fn lines() -> Vec<Line> {
    let written = LINES
        .lines()
        .filter(|l| !l.starts_with('#') && !l.is_empty());
    let line = |line: &'static str| {
        let mut parts = line.split('|').map(str::trim);
        Line {
            text: parts.next().expect("a text"),
            expected: parts.next().map(counts).expect("counts"),
            miss: parts.next() == Some("miss"),
        }
    };
    written.map(line).collect()
}

fn counts(text: &str) -> Counts {
    let one = |item: &str| {
        let (kind, n) = item.split_at(1);
        let kind = kind.chars().next().expect("a letter");
        (kind, n.parse().expect("a number"))
    };
    text.split_whitespace().map(one).collect()
}

fn letter(kind: Kind) -> char {
    match kind {
        Kind::Filler => 'f',
        Kind::Marker => 'm',
        Kind::EditTerm => 'e',
        Kind::Repeat => 'r',
        Kind::Repair | Kind::Restart => 's',
        Kind::Fragment => 'c',
        other => panic!("{} is no disfluency", other.name()),
    }
}

fn found(text: &str) -> Counts {
    let zh = lexicon("zh").expect("Chinese");
    let tokens = zh.tokenise(text);
    let spoken: Vec<Spoken<'_>> = tokens
        .iter()
        .map(|token| Spoken { token, time: None })
        .collect();
    let mut counts = Counts::new();
    for event in find(&spoken, zh, &Settings::default()) {
        *counts.entry(letter(event.kind)).or_default() += 1;
    }
    counts
}

#[test]
fn mandarin_lines_are_as_expected_but_for_the_known_misses() {
    let lines = lines();
    let wrong: Vec<String> = lines
        .iter()
        .filter(|l| (found(l.text) != l.expected) != l.miss)
        .map(|l| {
            let (text, expected) = (l.text, &l.expected);
            format!("{text}: expected {expected:?}, found {:?}", found(text))
        })
        .collect();
    assert!(wrong.is_empty(), "{}", wrong.join("\n"));
    let misses = lines.iter().filter(|l| l.miss).count();
    assert_eq!((lines.len(), misses), COUNT);
}
