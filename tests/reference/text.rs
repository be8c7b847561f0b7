//! Corpora with text and at most utterance times: CABNC, Map Task, NCCU, and the dialogue acts.

use std::collections::{BTreeMap, BTreeSet};
use std::path::{Path, PathBuf};

use falter::call::{Call, Role};
use falter::format::{self, ReadOptions};
use falter::lang::Languages;
use falter::settings::Settings;
use falter::timeline::{Timeline, TurnRule};

use super::script::{Counts, Figures, Lists, summary};
use super::{Near, agree, reference};
use crate::calls::read;
use crate::shared::shared;

fn files(folder: &Path) -> Vec<PathBuf> {
    let entries = std::fs::read_dir(folder).expect("a folder");
    let mut files: Vec<PathBuf> = entries.map(|e| e.expect("an entry").path()).collect();
    files.sort();
    files
}

/// The file as a call in which no speaker is left out: the first is the user, all others share a role.
fn everyone(path: &Path, speakers: &[String]) -> Call {
    let roles = speakers.iter().enumerate().map(|(k, s)| {
        let role = if k == 0 { Role::User } else { Role::Agent };
        (s.clone(), role)
    });
    let options = ReadOptions {
        roles: roles.collect(),
        ..ReadOptions::default()
    };
    let corpus = format::open(&[PathBuf::from(path)], &options).expect("a call");
    corpus.calls.into_iter().next().expect("a call")
}

/// Tokens of each row, in the order of the rows.
fn rows(call: &Call, language: &str) -> Vec<Vec<String>> {
    let languages = Languages::forced(Some(language)).expect("a language");
    let timeline =
        Timeline::build(call, &languages, &Settings::default(), TurnRule::Raw).expect("a timeline");
    let mut rows = BTreeMap::new();
    for side in &timeline.sides {
        for row in &side.rows {
            let tokens = side.tokens[row.tokens.clone()].iter();
            let norms = tokens.map(|t| t.token.norm.to_string()).collect();
            rows.insert((row.segment.span.start, row.segment.row), norms);
        }
    }
    rows.into_values().collect()
}

fn words(turn: &[String]) -> Vec<&str> {
    turn.iter().map(String::as_str).collect()
}

const FILLERS: [&str; 7] = ["uh", "um", "er", "erm", "uhm", "eh", "ah"];

/// A main tier as the script finds it: speaker, and whether a time mark follows.
struct Tier {
    speaker: String,
    marked: bool,
}

fn tiers(path: &Path) -> Vec<Tier> {
    let text = std::fs::read_to_string(path)
        .expect("a file")
        .replace("\n\t", " ");
    let lines = text
        .lines()
        .filter_map(|l| l.strip_prefix('*')?.split_once(':'));
    lines
        .map(|(speaker, tier)| Tier {
            speaker: String::from(speaker),
            marked: tier.contains('\u{15}'),
        })
        .collect()
}

/// The script looks for a time mark beyond the end of a line that has none: the next utterance, with the
/// name of its speaker, then counts as words of this one. Done the same way here, the figures agree.
#[test]
fn cabnc() {
    let (Some(lists), Some(folder)) = (Lists::read(), shared("data/cabnc_two_party")) else {
        return;
    };
    let (mut merged, mut right) = (Counts::default(), Counts::default());
    let mut offsets = Vec::new();
    for path in files(&folder) {
        let tiers = tiers(&path);
        let mut names: Vec<String> = Vec::new();
        for tier in &tiers {
            if !names.contains(&tier.speaker) {
                names.push(tier.speaker.clone());
            }
        }
        let call = everyone(&path, &names);
        let said = rows(&call, "en");
        assert_eq!(said.len(), tiers.len(), "{}", path.display());
        // As the script reads it.
        let mut turns: Vec<(&str, Vec<String>, i64)> = Vec::new();
        let mut open: Option<(&str, Vec<String>)> = None;
        for ((tier, said), segment) in tiers.iter().zip(&said).zip(&call.segments) {
            let (speaker, mut tokens) = match open.take() {
                Some((speaker, mut tokens)) => {
                    tokens.extend(name_as_words(&tier.speaker));
                    (speaker, tokens)
                }
                None => (tier.speaker.as_str(), Vec::new()),
            };
            tokens.extend(
                said.iter()
                    .filter(|t| t.starts_with(|c: char| c.is_ascii_alphabetic()))
                    .cloned(),
            );
            if !tier.marked {
                open = Some((speaker, tokens));
            } else if !tokens.is_empty() {
                match turns.last_mut() {
                    Some((last, all, end)) if *last == speaker => {
                        all.extend(tokens);
                        *end = segment.span.end;
                    }
                    _ => {
                        let before = turns.last().map(|(_, _, end)| *end);
                        offsets.extend(before.map(|b| (segment.span.start - b) as f64 / 1000.0));
                        turns.push((speaker, tokens, segment.span.end));
                    }
                }
            }
        }
        let as_words: Vec<Vec<&str>> = turns.iter().map(|t| words(&t.1)).collect();
        merged.dialogue(&as_words, &FILLERS, &lists);
        // As the file says it.
        let mut turns: Vec<(&str, Vec<String>)> = Vec::new();
        for (tier, said) in tiers.iter().zip(said).filter(|(_, said)| !said.is_empty()) {
            match turns.last_mut() {
                Some((last, all)) if *last == tier.speaker => all.extend(said),
                _ => turns.push((tier.speaker.as_str(), said)),
            }
        }
        let as_words: Vec<Vec<&str>> = turns.iter().map(|t| words(&t.1)).collect();
        right.dialogue(&as_words, &FILLERS, &lists);
    }
    let mut ours = Figures::new();
    merged.figures("", &mut ours);
    summary("floor_transfer_offset_s", offsets, &mut ours);
    let mut own = Figures::new();
    right.figures("", &mut own);
    println!("cabnc, every utterance its own: {own:#?}");
    let theirs = reference("cabnc").expect("figures");
    let near = Near {
        part: 0.002,
        least: 0.006,
    };
    assert!(agree("cabnc", &theirs, &ours, near) > 20);
}

/// What is left of `KB0PSUN` as words: runs of letters.
fn name_as_words(name: &str) -> Vec<String> {
    let runs = name.split(|c: char| !c.is_ascii_alphabetic());
    runs.filter(|r| !r.is_empty())
        .map(str::to_lowercase)
        .collect()
}

#[test]
fn maptask() {
    let (Some(lists), Some(folder)) = (Lists::read(), shared("data/maptask_transcripts")) else {
        return;
    };
    let mut counts = Counts::default();
    let corpus = read(&folder);
    assert_eq!(corpus.calls.len(), 54);
    for call in &corpus.calls {
        assert!(call.untimed);
        let mut turns: Vec<(Role, Vec<String>)> = Vec::new();
        for (segment, said) in call.segments.iter().zip(rows(call, "en")) {
            match turns.last_mut() {
                Some((last, all)) if *last == segment.role => all.extend(said),
                _ => turns.push((segment.role, said)),
            }
        }
        let as_words: Vec<Vec<&str>> = turns.iter().map(|t| words(&t.1)).collect();
        let fillers = [&FILLERS[..], &["ehm", "em"]].concat();
        counts.dialogue(&as_words, &fillers, &lists);
    }
    let mut ours = Figures::new();
    counts.figures("", &mut ours);
    let theirs = reference("maptask").expect("figures");
    let near = Near {
        part: 0.002,
        least: 0.006,
    };
    assert!(agree("maptask", &theirs, &ours, near) > 10);
}

#[test]
fn dialogue_acts() {
    let Some(folder) = shared("data/swb_da_words") else {
        return;
    };
    let corpus = read(&folder);
    let acts = corpus.calls.iter().flat_map(|c| &c.acts);
    let mut labels: BTreeMap<&str, f64> = BTreeMap::new();
    for act in acts {
        *labels.entry(&act.label).or_default() += 1.0;
    }
    let theirs = reference("swb_da").expect("figures");
    let sides: BTreeSet<(&str, Role)> = corpus
        .calls
        .iter()
        .flat_map(|c| c.words.iter().map(|w| (c.id.as_str(), w.role)))
        .collect();
    assert_eq!(Some(sides.len() as u64), theirs["sides"].as_u64());
    for (label, count) in theirs["top"].as_object().expect("labels") {
        let ours = match label.as_str() {
            "" => Some(sides.len() as f64),
            label => labels.get(label).copied(),
        };
        println!("| swb_da | {label} | {} | {ours:?} |", count[0]);
        assert_eq!(ours, count[0].as_f64(), "{label}");
    }
    // The script counts the words outside of acts as one act a side, and cuts quoted labels at their comma,
    // by which the two acts of sw2652B labelled with one become one.
    let acts: f64 = labels.values().sum();
    assert_eq!(
        Some(acts + sides.len() as f64 - 1.0),
        theirs["acts"].as_f64()
    );
}

/// The script's token of Mandarin: a Han character or a Latin run.
fn characters(text: &str) -> Vec<String> {
    let mut tokens: Vec<String> = Vec::new();
    let mut run = false;
    for c in text.chars() {
        match c {
            '\u{3400}'..='\u{9fff}' | 'ㄜ' => tokens.push(String::from(c)),
            c if c.is_ascii_alphabetic() => match tokens.last_mut().filter(|_| run) {
                Some(last) => last.push(c.to_ascii_lowercase()),
                None => tokens.push(String::from(c.to_ascii_lowercase())),
            },
            _ => {}
        }
        run = c.is_ascii_alphabetic();
    }
    tokens
}

/// What the script takes for tokens and nobody said: glosses and notes in parentheses, the L of `<L3`,
/// and XX, which nobody understood.
fn unsaid(cell: &str) -> usize {
    let mut count = 0;
    let mut open = false;
    let mut plain = String::new();
    for c in cell.chars() {
        match c {
            '(' | '（' => open = true,
            ')' | '）' => open = false,
            c if open => count += usize::from(matches!(c, '\u{3400}'..='\u{9fff}')),
            c => plain.push(c),
        }
        if matches!(c, '(' | '（' | ')' | '）') {
            plain.push(' ');
        }
    }
    let runs = plain.split(|c: char| !c.is_ascii_alphanumeric());
    let mark = |r: &&str| {
        let tag = r.len() == 2 && r.starts_with('L') && r.ends_with(|c: char| c.is_ascii_digit());
        tag || (!r.is_empty() && r.chars().all(|c| matches!(c, 'x' | 'X')))
    };
    count + runs.filter(mark).count()
}

#[test]
fn nccu() {
    let Some(folder) = shared("data/nccu_zh_raw") else {
        return;
    };
    let fillers = [
        "嗯", "呃", "ㄜ", "uh", "uhm", "um", "em", "en", "eh", "uhn", "un",
    ];
    let (mut tokens, mut markup, mut turns, mut empty, mut filled) = (0, 0, 0, 0, 0);
    let mut jieba = 0;
    for path in files(&folder) {
        let text = std::fs::read_to_string(&path).expect("a file");
        let mut reader = csv::Reader::from_reader(text.trim_start_matches('\u{feff}').as_bytes());
        let records: Vec<csv::StringRecord> = reader.records().map(|r| r.expect("a row")).collect();
        let name =
            |r: &csv::StringRecord| String::from(r[1].trim_matches([' ', ':', '：', '\u{3000}']));
        let mut names: Vec<String> = Vec::new();
        for record in &records {
            if !names.contains(&name(record)) {
                names.push(name(record));
            }
        }
        let call = everyone(&path, &names);
        assert!(call.untimed);
        assert_eq!(call.segments.len(), records.len(), "{}", path.display());
        jieba += rows(&call, "zh").iter().map(Vec::len).sum::<usize>();
        let mut runs: Vec<(String, usize)> = Vec::new();
        for (record, segment) in records.iter().zip(&call.segments) {
            let said = characters(&segment.transcript);
            markup += unsaid(&record[2]);
            filled += said
                .iter()
                .filter(|t| fillers.contains(&t.as_str()))
                .count();
            tokens += said.len();
            match runs.last_mut() {
                Some((last, n)) if *last == name(record) => *n += said.len(),
                _ => runs.push((name(record), said.len())),
            }
        }
        turns += runs.iter().filter(|(_, n)| *n > 0).count();
        empty += runs.iter().filter(|(_, n)| *n == 0).count();
    }
    let theirs = reference("nccu").expect("figures");
    let number = |key: &str| theirs[key].as_f64().expect("a number");
    println!(
        "| nccu | tokens | {} | {tokens} said + {markup} markup | jieba {jieba} |",
        theirs["tokens"]
    );
    println!("| nccu | turns | {} | {turns} |", theirs["turns"]);
    println!("| nccu | empty | {} | {empty} |", theirs["empty_turns"]);
    let rate = filled as f64 * 1000.0 / tokens as f64;
    println!(
        "| nccu | fillers | {} | {rate} |",
        theirs["filler_per_1000"]
    );
    // The script takes brackets out first, which joins a few runs of X to one.
    assert_eq!((tokens + markup) as f64, number("tokens") + 5.0);
    // For the script a name with an ideographic space after it is another speaker: two turns more.
    let both = number("turns") + number("empty_turns");
    assert_eq!((turns + empty) as f64 + 2.0, both);
    let theirs = number("filler_per_1000") * number("tokens") / 1000.0;
    assert!(
        (filled as f64 - theirs).abs() < 2.0,
        "{filled} against {theirs}"
    );
}
