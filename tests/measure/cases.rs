//! The shared cases of the field that are about text, measures and scores; truths from their `expected.md`.

use std::path::PathBuf;

use falter::call::{Call, Role};
use falter::event::{self, Detail, Event, Kind};
use falter::lang::{self, Languages, Tier};
use falter::protect;
use falter::score::{self, Outcome, Policy};
use falter::settings::Settings;
use falter::time::Span;
use falter::timeline::{Timeline, TurnRule};

use crate::calls::{Figures, read};
use crate::shared::shared;

fn case(path: &str) -> Option<PathBuf> {
    shared(&format!("cases/{path}"))
}

/// Events of the user of the only call, with the words of each.
fn events(call: &Call, role: Role) -> Vec<(Event, String)> {
    let settings = Settings::default();
    let timeline = Timeline::build(call, &Languages::default(), &settings, TurnRule::Floor)
        .expect("a timeline");
    let side = timeline.side(role);
    let text = |e: &Event| {
        let words = side.tokens[e.tokens.clone()].iter();
        let words: Vec<&str> = words.map(|t| t.token.norm.as_ref()).collect();
        words.join(" ")
    };
    let found = event::find(&timeline, &settings);
    let mine = found.into_iter().filter(|e| e.role == role);
    mine.map(|e| {
        let text = text(&e);
        (e, text)
    })
    .collect()
}

fn said(events: &[(Event, String)], kind: Kind) -> Vec<&str> {
    let mine = events.iter().filter(|(e, _)| e.kind == kind);
    mine.map(|(_, text)| text.as_str()).collect()
}

fn tokens(code: &str, text: &str) -> Vec<String> {
    let lexicon = lang::lexicon(code).expect("a lexicon");
    let tokens = lexicon.tokenise(text);
    tokens
        .iter()
        .map(|t| String::from(&text[t.start..t.end]))
        .collect()
}

#[test]
fn p47_latin_words_and_numbers_stay_whole() {
    let Some(path) = case("P47") else { return };
    let corpus = read(&path);
    let rows: Vec<Vec<String>> = corpus.calls[0]
        .segments
        .iter()
        .map(|s| tokens("zh", &s.transcript))
        .collect();
    for (row, wanted) in [
        (0, &["SAP", "No", "1293164"][..]),
        (1, &["iPhone15"]),
        (2, &["Tom", "Amy", "16"]),
    ] {
        for token in wanted {
            let n = rows[row].iter().filter(|t| t == token).count();
            assert_eq!(n, 1, "{token} in {:?}", rows[row]);
        }
    }
    let single = |t: &String| t.chars().count() == 1 && t.is_ascii();
    assert!(!rows.iter().flatten().any(single), "{rows:?}");
    let events = events(&corpus.calls[0], Role::User);
    let sure: Vec<&str> = events
        .iter()
        .filter(|(e, _)| e.kind == Kind::Filler && tier(e) == Some(Tier::A))
        .map(|(_, text)| text.as_str())
        .collect();
    assert_eq!(sure, ["嗯"]);
    assert!(said(&events, Kind::Marker).contains(&"那个"));
}

fn tier(event: &Event) -> Option<Tier> {
    match event.detail {
        Detail::Disfluency { tier, .. } => Some(tier),
        _ => None,
    }
}

#[test]
fn p49_full_width_numbers_are_protected() {
    let Some(path) = case("P49") else { return };
    let corpus = read(&path);
    let lexicon = lang::lexicon("zh").expect("zh");
    let kept = [
        "１３８００１３８０００",
        "（０１０）６５５５１２３４",
        "ａ．ｂ＠ｃｏｍ．ｃｎ",
    ];
    for (segment, kept) in corpus.calls[0].segments.iter().zip(kept) {
        let text = &segment.transcript;
        let at = text.find(kept).expect("the case");
        let spans = protect::spans(text, lexicon);
        let covered = |s: &protect::Protected| {
            s.bytes.start <= at && at + kept.len() <= s.bytes.end && s.closed_before
        };
        assert!(spans.iter().any(covered), "{text}: {spans:?}");
    }
}

#[test]
fn p51_words_are_not_found_inside_words() {
    let Some(path) = case("P51") else { return };
    let corpus = read(&path);
    let figures = Figures::user(&corpus);
    assert_eq!(figures.counts("filler_rate"), (Some(2.0), Some(12.0)));
    figures.is("filler_rate", 2.0 / 12.0 * 1000.0);
    let events = events(&corpus.calls[0], Role::User);
    assert_eq!(said(&events, Kind::Filler), ["um", "er"]);
}

#[test]
fn p52_ambiguous_chinese_is_reported_apart_and_german_is_refused() {
    let (Some(de), Some(zh)) = (case("P52/de.csv"), case("P52/zh.csv")) else {
        return;
    };
    // German is not supported: an error that lists the known languages, never English rules.
    let error = Languages::forced(Some("de"))
        .expect_err("no German")
        .to_string();
    assert!(
        error.contains("de") && error.contains("en") && error.contains("zh"),
        "{error}"
    );
    assert!(read(&de).calls[0].segments.len() == 2);
    let corpus = read(&zh);
    let figures = Figures::user(&corpus);
    // Row 2: 嗯 is sure; 那个 and 就是 are likely, apart; rows 1 and 3 hold nothing.
    assert_eq!(figures.get("filler_rate").hits, Some(1.0));
    let events = events(&corpus.calls[0], Role::User);
    assert_eq!(said(&events, Kind::Marker), ["那个", "就是"]);
}

#[test]
fn p53_linked_stutters() {
    let Some(path) = case("P53") else { return };
    let corpus = read(&path);
    let events = events(&corpus.calls[0], Role::User);
    assert_eq!(said(&events, Kind::Filler), ["um-um"]);
    assert_eq!(said(&events, Kind::Repeat), ["i- i"]);
    assert_eq!(said(&events, Kind::Fragment), ["a-a-actually"]);
    let text = &corpus.calls[0].segments[0].transcript;
    assert!(!tokens("en", text).iter().any(|t| t == "-"));
}

#[test]
fn p54_language_that_doubles_anyway() {
    let Some(path) = case("P54") else { return };
    let corpus = read(&path);
    let events = events(&corpus.calls[0], Role::User);
    assert_eq!(said(&events, Kind::Repeat), ["我 我", "the the"]);
}

#[test]
fn p56_punctuation_changes_no_count() {
    let (Some(with), Some(without)) = (case("P56/with.csv"), case("P56/without.csv")) else {
        return;
    };
    let (with, without) = (read(&with), read(&without));
    for corpus in [&with, &without] {
        let figures = Figures::user(corpus);
        assert_eq!(figures.get("filler_rate").hits, Some(2.0));
        assert_eq!(figures.get("repeat_rate").hits, Some(2.0));
        let row = &corpus.calls[0].segments[0].transcript;
        assert_eq!(tokens("en", row).len(), 6);
    }
    let row = |c: &falter::format::Corpus| tokens("zh", &c.calls[0].segments[1].transcript);
    assert_eq!(row(&with), row(&without));
}

#[test]
fn p58_a_backchannel_makes_no_hold_of_the_agents_speech() {
    let Some(path) = case("P58") else { return };
    let corpus = read(&path);
    let figures = Figures::user(&corpus);
    assert_eq!(figures.get("backchannel_rate").hits, Some(1.0));
    assert_eq!(
        figures.counts("hold_pause.per_turn"),
        (Some(0.0), Some(1.0))
    );
    figures.is("transfer_offset.p50", 1000.0);
    figures.is("interruption_rate", 0.0);
    figures.is("tokens.turns", 1.0);
    let found = events(&corpus.calls[0], Role::User);
    let spans: Vec<Option<Span>> = found
        .iter()
        .filter(|(e, _)| e.kind == Kind::Backchannel)
        .map(|(e, _)| e.span)
        .collect();
    assert_eq!(spans, [Some(Span::new(500, 1000))]);
}

#[test]
fn p59_the_floor_decides_what_an_affirmation_is() {
    let Some(path) = case("P59") else { return };
    let corpus = read(&path);
    let found = events(&corpus.calls[0], Role::User);
    let starts: Vec<i64> = found
        .iter()
        .filter(|(e, _)| e.kind == Kind::Backchannel)
        .filter_map(|(e, _)| Some(e.span?.start))
        .collect();
    assert_eq!(starts, [5000, 6500]);
    Figures::user(&corpus).is("tokens.turns", 1.0);
}

#[test]
fn p60_backchannels_of_several_words() {
    let Some(path) = case("P60") else { return };
    let corpus = read(&path);
    let figures = Figures::user(&corpus);
    assert_eq!(figures.counts("backchannel_rate"), (Some(3.0), Some(1.0)));
    assert_eq!(figures.get("interruption_rate").hits, Some(0.0));
    Figures::agent(&corpus).is("tokens.turns", 1.0);
}

#[test]
fn p65_holds_of_a_hesitant_caller() {
    let Some(path) = case("P65") else { return };
    let corpus = read(&path);
    let figures = Figures::user(&corpus);
    assert_eq!(figures.counts("filler_rate"), (Some(3.0), Some(11.0)));
    figures.is("tokens.turns", 1.0);
    let found = events(&corpus.calls[0], Role::User);
    let holds: Vec<i64> = found
        .iter()
        .filter(|(e, _)| e.kind == Kind::Pause)
        .filter_map(|(e, _)| Some(e.span?.duration()))
        .collect();
    assert_eq!(holds, [400, 900, 1600]);
    // The end of the turn is a case of its own: 6200-7000.
    let settings = Settings::default();
    let call = &corpus.calls[0];
    let timeline = Timeline::build(call, &Languages::default(), &settings, TurnRule::Floor)
        .expect("a timeline");
    let map = falter::augment::TimeMap::default();
    let cases = falter::augment::cases(&timeline, &[], &map, &settings).cases;
    assert_eq!(cases.last().map(|c| c.span), Some(Span::new(6200, 7000)));
    assert_eq!(cases.len(), 4);
}

#[test]
fn p66_cut_per_span_and_per_turn() {
    let Some(path) = case("P66") else { return };
    let (spans, _) = score::of_corpus(&read(&path), &Settings::default());
    let outcome = Outcome::of(&Policy::timer(500), &spans);
    assert_eq!((outcome.cut, outcome.holds, outcome.eots), (2, 3, 2));
    assert_eq!(outcome.mean_wait(), Some(500.0));
    assert_eq!(score::turns_cut(&spans, 500), Some(0.5));
}

#[test]
fn p68_pauses_of_a_phone_number() {
    let Some(path) = case("P68") else { return };
    let corpus = read(&path);
    assert_eq!(falter::check::check(&corpus), []);
    let (spans, _) = score::of_corpus(&corpus, &Settings::default());
    for (wait, cut) in [(500, 2), (700, 1), (1000, 0)] {
        let outcome = Outcome::of(&Policy::timer(wait), &spans);
        assert_eq!((outcome.cut, outcome.holds), (cut, 2), "{wait}");
        assert_eq!(outcome.mean_wait(), Some(wait as f64));
    }
}
