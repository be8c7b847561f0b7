//! Corpora with word times: Switchboard by hand and by a recogniser.
//!
//! Words here have whole milliseconds: units 200 ms apart before rounding may join or part, and what
//! depends on turns moves with them. With times rounded for the script too, all figures agree.

use falter::format::Corpus;
use falter::settings::Settings;

use super::script::{Lists, Said, sides, timed};
use super::{exact, reference, show};
use crate::calls::read;
use crate::shared::shared;

fn all(corpus: &Corpus, keep: impl Fn(&str) -> bool) -> Vec<[Vec<Said>; 2]> {
    let settings = Settings::default();
    let calls = corpus.calls.iter().filter(|c| keep(&c.id));
    calls.map(|call| sides(call, &settings)).collect()
}

#[test]
fn switchboard() {
    let (Some(lists), Some(corpus)) = (Lists::read(), crate::swb::corpus()) else {
        return;
    };
    let ours = timed(&all(corpus, |_| true), &["uh", "um"], &lists);
    assert_eq!(ours["turns_raw.tokens"], 110_073.0);
    let theirs = reference("swb").expect("figures");
    show("swb", &theirs, &ours);
    assert!(exact("swb", &ours) > 60);
}

#[test]
fn switchboard_by_a_recogniser_and_by_hand() {
    let (Some(lists), Some(corpus)) = (Lists::read(), crate::swb::corpus()) else {
        return;
    };
    let heard = read(&shared("data/swb_asr_increments").expect("increments"));
    let said = heard.notices.iter().find(|n| n.contains("interim"));
    let theirs = reference("swb_asr_finals").expect("figures");
    let (total, last) = (
        theirs["results_total"].as_u64(),
        theirs["results_final"].as_u64(),
    );
    let interim = total.zip(last).map(|(a, b)| a - b).expect("numbers");
    assert!(
        said.is_some_and(|n| n.starts_with(&format!("{interim} interim"))),
        "{said:?}"
    );
    let ours = timed(&all(&heard, |_| true), &["uh", "um", "%hesitation"], &lists);
    // `****`, a word that the recogniser masked, is no token here.
    assert_eq!(
        Some(ours["turns_raw.tokens"] + 1.0),
        theirs["turns_raw"]["tokens"].as_f64()
    );
    show("swb_asr_finals", &theirs, &ours);
    // The same calls by hand: sw04013 there is sw4013 here.
    let ids: Vec<String> = heard
        .calls
        .iter()
        .map(|c| c.id.replace("sw0", "sw"))
        .collect();
    let by_hand = all(corpus, |id| ids.iter().any(|i| i == id));
    let ours = timed(&by_hand, &["uh", "um"], &lists);
    let theirs = reference("swb_gold_same_calls").expect("figures");
    assert_eq!(
        Some(ours["turns_raw.tokens"]),
        theirs["turns_raw"]["tokens"].as_f64()
    );
    show("swb_gold_same_calls", &theirs, &ours);
    assert!(exact("swb_gold_same_calls", &ours) > 60);
}
