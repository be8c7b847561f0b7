//! Holds and what a timer would cut.

use crate::calls::{Figures, spoken};

/// A turn with silences of 99, 100, 199, 200, 499 and 500 ms, then an answer, then a turn without.
const BORDERS: &str = "c user one@0-1000 may@1099-1500 see@1600-2000 him@2199-2500 there@2700-3000 at@3499-4000 home@4500-5000
     c agent where@6000-6200 to@6200-6500
     c user thanks@7000-7400";

#[test]
fn holds_begin_at_100_and_bands_at_200_and_500() {
    let figures = Figures::user(&spoken(BORDERS));
    // 100, 199, 200, 499, 500 in 2 turns; 99 is none.
    figures.is("hold_pause.per_turn", 2.5);
    assert_eq!(
        figures.counts("hold_pause.per_turn"),
        (Some(5.0), Some(2.0))
    );
    figures.is("hold_pause.turns_with", 0.5);
    // 200 ≤ length < 500: 200 and 499; from 500: 500.
    figures.is("hold_pause.per_turn_200_500", 1.0);
    figures.is("hold_pause.per_turn_500", 0.5);
    // Speech: 1000 + 401 + 400 + 301 + 300 + 501 + 500 + 400 = 3803 ms.
    figures.is("hold_pause.per_minute", 5.0 / (3803.0 / 60_000.0));
    // Type 1 quantiles of 100, 199, 200, 499, 500: ranks ceil(.05·5) = 1, 3, 5.
    figures.is("hold_pause.p5", 100.0);
    figures.is("hold_pause.p50", 200.0);
    figures.is("hold_pause.p95", 500.0);
    figures.is("hold_pause.after_filler", 0.0);
    // The agent asks one thing without a pause.
    Figures::agent(&spoken(BORDERS)).is("hold_pause.per_turn", 0.0);
}

#[test]
fn holds_right_after_a_filler() {
    // Holds of 400 after um, 400 after need, 300 after "uh the": one of three follows a filler.
    let corpus = spoken(
        "c user um@0-300 I@700-800 need@800-1000 it@1400-1500 uh@1500-1700 the@1700-1800 form@2100-2400",
    );
    let figures = Figures::user(&corpus);
    figures.is("hold_pause.after_filler", 1.0 / 3.0);
    assert_eq!(
        figures.counts("hold_pause.after_filler"),
        (Some(1.0), Some(3.0))
    );
}

#[test]
fn a_silence_the_other_speaks_in_is_no_hold() {
    // 600 ms with the agent's mm-hmm inside, 300 ms without: one hold.
    let corpus = spoken(
        "c user I@0-300 went@300-1000 there@1600-2000 and@2300-2500 back@2500-3000
         c agent mm-hmm@1100-1400",
    );
    let figures = Figures::user(&corpus);
    assert_eq!(
        figures.counts("hold_pause.per_turn"),
        (Some(1.0), Some(1.0))
    );
    figures.is("hold_pause.overlapped_per_turn_500", 1.0);
    figures.is("hold_pause.overlapped_per_turn_200_500", 0.0);
    figures.is("hold_pause.per_turn_200_500", 1.0);
    figures.is("hold_pause.per_turn_500", 0.0);
}

/// One turn whose silences have these lengths, and a short turn after an answer.
fn with_holds(lengths: &[i64]) -> Figures {
    let words = ["red", "blue", "green", "grey", "black", "white", "brown"];
    let mut line = String::from("c user start@0-500");
    let mut at = 500;
    for (k, length) in lengths.iter().enumerate() {
        at += length;
        line.push_str(&format!(" {}@{at}-{}", words[k % words.len()], at + 300));
        at += 300;
    }
    let lines = format!(
        "{line}\nc agent where@{}-{}\nc user bye@{}-{}",
        at + 600,
        at + 900,
        at + 1500,
        at + 1900
    );
    Figures::user(&spoken(&lines))
}

#[test]
fn a_timer_cuts_what_outlasts_it() {
    // Scored: 500 and 600 (150 is too short to be scored). A timer of 500 cuts 600, one of 600 nothing.
    let figures = with_holds(&[150, 500, 600]);
    assert_eq!(
        figures.counts("cut_if_waiting.holds_500"),
        (Some(1.0), Some(2.0))
    );
    figures.is("cut_if_waiting.holds_400", 1.0);
    figures.is("cut_if_waiting.holds_500", 0.5);
    figures.is("cut_if_waiting.holds_600", 0.0);
    // Two turns, one with holds.
    figures.is("cut_if_waiting.turns_500", 0.5);
    figures.is("cut_if_waiting.turns_600", 0.0);
    // Nothing but 600 keeps to 5 % of two.
    figures.is("cut_if_waiting.delay_5", 600.0);
}

#[test]
fn scored_lengths_end_at_5000_inclusive() {
    let figures = with_holds(&[199, 200, 5000, 5001]);
    assert_eq!(
        figures.counts("cut_if_waiting.holds_3500"),
        (Some(1.0), Some(2.0))
    );
    assert_eq!(figures.counts("hold_pause.per_turn").0, Some(4.0));
}

#[test]
fn the_shortest_timer_for_a_share() {
    // 210, 220 … 400: of 20 holds 10 % is 2, 5 % is 1, 2 % is none that may be cut.
    let lengths: Vec<i64> = (21..=40).map(|n| 10 * n).collect();
    let figures = with_holds(&lengths);
    figures.is("cut_if_waiting.delay_10", 380.0);
    figures.is("cut_if_waiting.delay_5", 390.0);
    figures.is("cut_if_waiting.delay_2", 400.0);
}

#[test]
fn holds_inside_numbers_are_told_apart() {
    // Holds of 500 ms before the number, inside it, across its rows, and after it.
    let corpus = spoken(
        "c user the@0-200 number@200-500 is@500-700 one@1200-1400 three@1400-1600 eight@2100-2300 zero@2300-2500
         c user zero@3000-3200 one@3200-3400 thanks@3900-4300",
    );
    let figures = Figures::user(&corpus);
    assert_eq!(
        figures.counts("hold_pause.in_number"),
        (Some(2.0), Some(4.0))
    );
    figures.is("hold_pause.in_address", 0.0);
    figures.is("hold_pause.in_name", 0.0);
}

#[test]
fn a_hold_that_the_other_cuts_short_is_only_known_to_be_longer() {
    // Holds of 300 and 900 ms; then 400 ms of silence until the agent comes in, and the user goes on against it.
    let corpus = spoken(
        "c user my@0-300 name@600-1000 is@1900-2300
         c agent sorry@2700-3200 could@3200-3500 you@3500-3800 repeat@3800-4300
         c user john@3000-3600 doe@3600-4000",
    );
    let figures = Figures::user(&corpus);
    assert_eq!(
        figures.counts("hold_pause.cut_short"),
        (Some(1.0), Some(3.0))
    );
    // Kaplan-Meier of 300, 400+, 900: 2/3 from 300 on, 0 from 900 on. Mean 300 + 2/3 · 600.
    figures.is("hold_pause.km_p50", 900.0);
    figures.is("hold_pause.km_mean", 700.0);
}
