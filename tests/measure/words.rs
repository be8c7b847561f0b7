//! Fillers, markers, repeats, positions, dispersion, rates of speech.

use crate::calls::{Figures, spoken};

#[test]
fn fillers_per_thousand_tokens_with_the_fillers_among_them() {
    // 7 tokens, of which um, uh, um; the agent's um is not the user's.
    let corpus = spoken(
        "c agent um@0-200 hello@300-600
         c user um@1000-1200 I@1250-1300 need@1320-1500 uh@1520-1700 the@1710-1800 um@1810-2000 form@2010-2400",
    );
    let figures = Figures::user(&corpus);
    figures.is("filler_rate", 3.0 / 7.0 * 1000.0);
    assert_eq!(figures.counts("filler_rate"), (Some(3.0), Some(7.0)));
    Figures::agent(&corpus).is("filler_rate", 500.0);
    figures.is("tokens", 7.0);
    figures.is("tokens.timed", 7.0);
}

#[test]
fn forms_that_need_a_context_are_counted_apart() {
    // hm inside a turn is a filler of tier B: never in the first figure.
    let corpus = spoken("c user I@0-100 hm@120-300 need@320-500 it@510-600");
    let figures = Figures::user(&corpus);
    figures.is("filler_rate", 0.0);
    figures.is("filler_rate.by_context", 250.0);
}

#[test]
fn a_nasal_alone_is_an_answer() {
    // 嗯 is a filler inside a turn; a whole turn of it is an answer (measures.md).
    let corpus = spoken("zh c agent 可以吗@0-900\nzh c user 嗯@1200-1500");
    Figures::user(&corpus).is("filler_rate", 0.0);
    let corpus = spoken("zh c user 嗯@0-300 我@320-500 想@520-700 预约@710-1100");
    // 嗯 我 想 预约: 1 of 4.
    Figures::user(&corpus).is("filler_rate", 250.0);
}

#[test]
fn markers_stand_apart_from_fillers() {
    // you know, I mean: 2 events on 6 tokens; "do you know" and "I like it" hold none.
    let corpus =
        spoken("c user you@0-100 know@110-300 I@310-350 mean@360-500 it@510-600 works@610-900");
    let figures = Figures::user(&corpus);
    figures.is("marker_rate", 2.0 / 6.0 * 1000.0);
    figures.is("filler_rate", 0.0);
    let corpus =
        spoken("c user do@0-100 you@110-200 know@210-300 I@310-350 like@360-500 it@510-600");
    Figures::user(&corpus).is("marker_rate", 0.0);
}

#[test]
fn repeats_of_one_and_more_tokens() {
    let rate = |line: &str| {
        let corpus = spoken(line);
        Figures::user(&corpus).counts("repeat_rate")
    };
    // I I; need to need to: 2 of 7.
    let two = "c user I@0-100 I@110-200 need@210-300 to@310-350 need@360-500 to@510-600 go@610-900";
    assert_eq!(rate(two), (Some(2.0), Some(7.0)));
    // n copies are n - 1 repeats.
    let three = "c user I@0-100 I@110-200 I@210-300 go@310-400";
    assert_eq!(rate(three), (Some(2.0), Some(4.0)));
    // A filler between is skipped.
    assert_eq!(
        rate("c user I@0-100 um@110-300 I@310-400 go@410-500"),
        (Some(1.0), Some(4.0))
    );
    // Digits, very very, had had: what the language doubles anyway.
    let licensed = "c user two@0-100 two@110-200 very@210-300 very@310-400 had@410-500 had@510-600";
    assert_eq!(rate(licensed), (Some(0.0), Some(6.0)));
    // Six tokens said twice are longer than repeat_max_tokens.
    let long = "c user one@0-9 may@10-19 see@20-29 him@30-39 go@40-49 there@50-59 one@60-69 may@70-79 see@80-89 him@90-99 go@100-109 there@110-119";
    assert_eq!(rate(long), (Some(0.0), Some(12.0)));
    // Not over the other's turn.
    let across = "c user I@0-300\nc agent pardon@400-900\nc user I@1000-1300 go@1310-1400";
    assert_eq!(rate(across), (Some(0.0), Some(3.0)));
    // Over two rows of one turn.
    let rows = "c user and@0-100 we@110-300\nc user we@700-800 go@810-900";
    assert_eq!(rate(rows), (Some(1.0), Some(4.0)));
}

#[test]
fn fragments_and_part_word_repeats() {
    // th- is cut off, a-a-actually repeats a part; I- I is a repeat: 2 fragments, 1 repeat, 7 tokens.
    let corpus = spoken(
        "c user th-@0-100 the@110-200 a-a-actually@210-700 I-@710-800 I@810-900 need@910-1000 it@1010-1100",
    );
    let figures = Figures::user(&corpus);
    assert_eq!(figures.counts("fragment_rate"), (Some(2.0), Some(7.0)));
    assert_eq!(figures.counts("repeat_rate"), (Some(1.0), Some(7.0)));
}

#[test]
fn initial_fillers_of_turns_and_of_rows() {
    // One turn of two rows: um opens turn and row, uh opens the second row, um stands inside.
    let corpus = spoken(
        "c user um@0-300 I@310-400 need@410-600
         c user uh@1000-1300 the@1310-1400 um@1410-1600 form@1610-1900",
    );
    let figures = Figures::user(&corpus);
    figures.is("initial_share.turn", 1.0 / 3.0);
    figures.is("initial_share.utterance", 2.0 / 3.0);
}

#[test]
fn clustering_of_counts() {
    // Three turns of 2, 2 and 4 tokens with 2, 0 and 0 fillers. Mean 2/3, variance (n-1) 4/3: raw 2.
    // q = 2/8; Var(n) = 4/3, E(n) = 8/3: expected .75 + .25 · .5 = .875.
    // mu = .5, .5, 1: chi-square 1.5²/.5 + .5²/.5 + 1 = 6 on 2 degrees: adjusted 3.
    // sum((y-mu)² - y) = 2.25 + .25 + 1 - 2 = 1.5; sum mu² = 1.5: alpha 1, z = 1.5/sqrt(3).
    let corpus = spoken(
        "c user um@0-100 uh@110-200
         c agent so@400-600 what@610-800
         c user pay@1000-1100 bills@1110-1200
         c agent which@1400-1600 ones@1610-1800
         c user all@2000-2100 the@2110-2150 red@2160-2200 ones@2210-2300",
    );
    let figures = Figures::user(&corpus);
    for unit in ["turn", "utterance"] {
        let name = |part: &str| format!("dispersion.{unit}.fillers.{part}");
        figures.is(&name("raw"), 2.0);
        figures.is(&name("expected"), 0.875);
        figures.is(&name("adjusted"), 3.0);
        figures.is(&name("alpha"), 1.0);
        figures.is(&name("z"), 1.5 / 3.0_f64.sqrt());
        // Both fillers thrown again over 8 tokens: |z| is at least as large when they share a turn.
        let p = figures.value(&name("p"));
        assert!(p.is_some_and(|p| p > 0.0 && p <= 1.0), "{p:?}");
    }
    // No repeat at all: nothing to be clustered.
    assert_eq!(figures.value("dispersion.turn.repeats.raw"), None);
    assert!(figures.get("dispersion.turn.repeats.raw").reason.is_some());
}

#[test]
fn speech_rate_is_tokens_over_units_with_their_short_silences() {
    // Units 0-700 (a silence of 100 inside) and 1000-1500: 5 tokens in 1.2 s: 250 a minute.
    let corpus = spoken("c user I@0-300 need@400-700 a@1000-1100 new@1110-1300 card@1310-1500");
    Figures::user(&corpus).is("speech_rate", 250.0);
}

#[test]
fn turns_in_tokens_and_seconds() {
    // Turns of 3 tokens in 1.5 s and of 1 token in 0.5 s; the median is the lower of two (type 1).
    let corpus = spoken(
        "c user I@0-300 need@400-700 help@1000-1500
         c agent what@2000-2200 for@2200-2500
         c user payments@3000-3500",
    );
    let figures = Figures::user(&corpus);
    figures.is("turn_length.tokens_mean", 2.0);
    figures.is("turn_length.tokens_p50", 1.0);
    figures.is("turn_length.seconds_mean", 1.0);
    figures.is("turn_length.seconds_p50", 0.5);
}

#[test]
fn one_word_of_several_tokens_is_speech_all_through() {
    // The recogniser gives 下周三上午 as one word, the segmenter makes tokens of it: the only silence is
    // that from 300 to 900, not one that swallows the word.
    let corpus = spoken("zh c user 那个@0-300 下周三上午@900-1500 可以吗@1540-2000");
    let figures = Figures::user(&corpus);
    assert_eq!(
        figures.counts("hold_pause.per_turn"),
        (Some(1.0), Some(1.0))
    );
    figures.is("hold_pause.p50", 600.0);
    figures.is("turn_length.seconds_mean", 2.0);
}

#[test]
fn the_copy_of_a_cut_off_word_is_a_repeat_whatever_follows() {
    let corpus =
        spoken("c user I@0-100 would@110-200 like-@210-300 like@310-400 um@410-600 tea@610-800");
    let figures = Figures::user(&corpus);
    assert_eq!(figures.counts("repeat_rate"), (Some(1.0), Some(6.0)));
    figures.is("marker_rate", 0.0);
}

#[test]
fn tenths_of_turns_of_ten_tokens() {
    // Token 0 of 10, token 9 of 10; a filler in a shorter turn has no tenth.
    let corpus = spoken(
        "c user um@0-100 I@100-200 need@200-300 a@300-400 slot@400-500 on@500-600 monday@600-700 or@700-800 so@800-900 uh@900-1000
         c agent sure@2000-2400 when@2400-3000
         c user uh@4000-4200 noon@4200-4500",
    );
    let figures = Figures::user(&corpus);
    assert_eq!(
        figures.counts("initial_share.turn_d1"),
        (Some(1.0), Some(2.0))
    );
    assert_eq!(
        figures.counts("initial_share.turn_d10"),
        (Some(1.0), Some(2.0))
    );
    assert_eq!(
        figures.counts("initial_share.turn_d5"),
        (Some(0.0), Some(2.0))
    );
    figures.is("initial_share.turn", 2.0 / 3.0);
}
