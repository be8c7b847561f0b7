//! What was put in is found again by the audit, as what it was, on text that had nothing like it near by.

use std::fmt::Write as _;

use falter::augment::{Augmented, Edit};
use falter::call::{Call, Role};
use falter::event::{self, Detail, Event, Kind};
use falter::format::Corpus;
use falter::lang::{self, Languages};
use falter::settings::Settings;
use falter::time::Ms;
use falter::timeline::{Timeline, TurnRule};

use super::made::{ONE, augmented, both};
use crate::calls::tables;

const ENGLISH: &[&str] = &[
    "I would like to change the booking we made yesterday",
    "there is a small leak under our kitchen sink and it keeps dripping",
    "can someone check why my card was declined at the garage",
    "we moved house last month so please update the address",
    "the parcel arrived damaged and nobody answered when we called",
    "could you tell me when the next train leaves for town",
    "my daughter lost her phone while she was visiting her aunt",
    "they told us that the meter would be read before winter",
];

const CHINESE: &[&str] = &[
    "我想修改昨天的预约",
    "请问你们周末营业到晚上吗",
    "厨房下面一直漏水需要师傅上门维修",
    "我的银行卡昨天在超市刷不出来",
    "麻烦帮我把快递送到公司前台",
    "上个月搬家以后地址还没有更新",
    "孩子发烧了想挂儿科医生",
    "打印机连接不上电脑应该怎么办",
];

/// Rows one after another with an answer between, words of 200 ms with 40 ms between.
fn corpus(code: &str, texts: &[&str]) -> Corpus {
    let lexicon = lang::lexicon(code).expect("a lexicon");
    let mut rows = String::from("call_id,role,start_ms,end_ms,transcript\n");
    let mut words = String::from("call_id,role,start_ms,end_ms,word,confidence\n");
    let mut at: Ms = 0;
    for text in texts {
        let start = at;
        for token in lexicon.tokenise(text) {
            writeln!(
                words,
                "c,user,{at},{},{},",
                at + 200,
                &text[token.start..token.end]
            )
            .expect("memory");
            at += 240;
        }
        at -= 40;
        writeln!(rows, "c,user,{start},{at},{text}").expect("memory");
        let said = if code == "zh" {
            "收到请稍候"
        } else {
            "noted thanks"
        };
        writeln!(rows, "c,agent,{},{},{said}", at + 600, at + 1400).expect("memory");
        for (k, token) in lexicon.tokenise(said).iter().enumerate() {
            let from = at + 600 + 260 * k as Ms;
            writeln!(
                words,
                "c,agent,{from},{},{},",
                from + 250,
                &said[token.start..token.end]
            )
            .expect("memory");
        }
        at += 2000;
    }
    tables(&[("asr_history.csv", &rows), ("words.csv", &words)])
}

struct Seen<'a> {
    timeline: Timeline<'a>,
    events: Vec<Event>,
}

fn seen(call: &Call) -> Seen<'_> {
    let settings = Settings::default();
    let timeline = Timeline::build(call, &Languages::default(), &settings, TurnRule::Floor)
        .expect("a timeline");
    let events = event::find(&timeline, &settings);
    Seen { timeline, events }
}

/// Is there an original disfluency within 5 tokens of the edit?
fn is_clean(before: &Seen<'_>, edit: &Edit) -> bool {
    let side = before.timeline.side(edit.role);
    let row = side
        .rows
        .iter()
        .find(|r| r.segment.row == edit.row)
        .expect("the row");
    let at = row.tokens.start + edit.token;
    let near = |e: &&Event| {
        e.role == edit.role
            && !e.tokens.is_empty()
            && e.tokens.start <= at + 5
            && at <= e.tokens.end + 5
    };
    before.events.iter().find(near).is_none()
}

fn is_found(after: &Seen<'_>, made: &Augmented, edit: &Edit) -> bool {
    let side = after.timeline.side(edit.role);
    let row = side
        .rows
        .iter()
        .find(|r| r.segment.row == edit.row)
        .expect("the row");
    let mine = made.edits.iter().filter(|e| {
        e.is_placed() && e.call_id == edit.call_id && e.row == edit.row && e.role == edit.role
    });
    let earlier = mine
        .filter(|e| e.token < edit.token && e.rule.name() != "pause")
        .count();
    let at = row.tokens.start + edit.token + earlier;
    let mut own = after.events.iter().filter(|e| e.role == edit.role);
    match edit.rule.name() {
        // The Chinese inventory holds 那个, which is counted among the markers.
        "filler" => own.any(|e| {
            let kind =
                e.kind == Kind::Filler || (e.kind == Kind::Marker && edit.text.starts_with("那个"));
            kind && e.tokens == (at..at + 1)
        }),
        "repeat" => own.any(|e| match &e.detail {
            Detail::Disfluency {
                parts: Some(parts), ..
            } => e.kind == Kind::Repeat && parts.reparandum.contains(&at),
            _ => false,
        }),
        _ => {
            let start = side.tokens[at].time.expect("a time").start;
            own.any(|e| {
                e.kind == Kind::Pause
                    && e.span
                        .is_some_and(|s| s.end == start && s.duration() >= 200)
            })
        }
    }
}

/// Edits on clean text by rule: how many there are, and those that were not found.
fn missed(
    corpus: &Corpus,
    dose: u64,
    seeds: std::ops::RangeInclusive<u64>,
) -> (usize, Vec<String>) {
    let (mut all, mut missed) = (0, Vec::new());
    for seed in seeds {
        let made = augmented(corpus, &both(dose, seed));
        for (old, new) in corpus.calls.iter().zip(&made.corpus.calls) {
            let (before, after) = (seen(old), seen(new));
            for edit in made
                .edits
                .iter()
                .filter(|e| e.is_placed() && e.call_id == old.id)
            {
                if !is_clean(&before, edit) {
                    continue;
                }
                all += 1;
                if !is_found(&after, &made, edit) {
                    let text = new
                        .segments
                        .iter()
                        .find(|s| s.row == edit.row)
                        .map(|s| &s.transcript);
                    missed.push(format!(
                        "{} {} {:?} in {text:?}",
                        edit.rule.name(),
                        edit.id(),
                        edit.text
                    ));
                }
            }
        }
    }
    (all, missed)
}

#[test]
fn edits_on_clean_text_are_found_as_what_they_are() {
    for (code, texts) in [("en", ENGLISH), ("zh", CHINESE)] {
        let corpus = corpus(code, texts);
        assert!(
            seen(&corpus.calls[0])
                .events
                .iter()
                .all(|e| e.tokens.is_empty() || e.role == Role::Agent)
        );
        for dose in [ONE / 3, ONE] {
            let (all, missed) = missed(&corpus, dose, 1..=20);
            println!("{code} dose {dose}: {} of {all} missed", missed.len());
            assert!(all > 80, "{all}");
            assert!(
                missed.is_empty(),
                "{code}: {} of {all}\n{}",
                missed.len(),
                missed[..missed.len().min(20)].join("\n")
            );
        }
    }
}

#[test]
fn edits_in_switchboard_are_found_where_it_was_clean() {
    let Some(swb) = crate::swb::corpus() else {
        return;
    };
    let some = Corpus {
        calls: swb.calls.iter().take(6).cloned().collect(),
        ..swb.without_calls()
    };
    let (all, missed) = missed(&some, ONE / 3, 1..=3);
    println!(
        "swb: {} of {all} missed\n{}",
        missed.len(),
        missed[..missed.len().min(30)].join("\n")
    );
    assert!(all > 300, "{all}");
    // Where the other had put in a word, a longer silence can be too long for it to be a backchannel any
    // more: by the floor rule it then ends the turn, and the silence lies between turns.
    let pauses = missed.iter().filter(|m| m.starts_with("pause")).count();
    assert_eq!(pauses, missed.len(), "fillers and repeats are all found");
    assert!(100 * pauses <= all, "{pauses} of {all}");
}
