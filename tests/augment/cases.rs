//! What the new clock and the cases promise, held against the tables that were written.

use std::collections::BTreeMap;

use falter::augment::{Augmented, Case, Truth};
use falter::call::{Call, Label, Role};
use falter::format::Corpus;
use falter::time::{Ms, Span};

use super::made::{ONE, augmented, both};
use crate::calls::{demo, read};

fn timed() -> Vec<Corpus> {
    let mut corpora = vec![read(&demo())];
    if let Some(swb) = crate::swb::corpus() {
        corpora.push(Corpus {
            calls: swb.calls.iter().take(12).cloned().collect(),
            ..swb.without_calls()
        });
    }
    corpora
}

fn each(check: impl Fn(&Corpus, &Augmented)) {
    for corpus in timed() {
        for (dose, seed) in [(ONE / 2, 1), (ONE, 2), (5 * ONE, 3)] {
            check(&corpus, &augmented(&corpus, &both(dose, seed)));
        }
    }
}

fn words(call: &Call, role: Role) -> Vec<Span> {
    let mine = call.words.iter().filter(|w| w.role == role);
    mine.filter_map(|w| w.span()).collect()
}

#[test]
fn nothing_is_put_in_while_the_other_speaks() {
    each(|corpus, made| {
        let mut placed = 0;
        for edit in made.edits.iter().filter(|e| e.is_placed()) {
            let call = corpus
                .calls
                .iter()
                .find(|c| c.id == edit.call_id)
                .expect("the call");
            let at = edit.at.expect("a moment");
            let cut = words(call, edit.role.other())
                .into_iter()
                .find(|w| w.start < at && at < w.end);
            assert_eq!(cut, None, "{edit:?}");
            let own = words(call, edit.role)
                .into_iter()
                .find(|w| w.start < at && at < w.end);
            assert_eq!(own, None, "{edit:?}");
            placed += 1;
        }
        assert!(placed > 0);
    });
}

#[test]
fn refusals_have_reasons_that_are_true() {
    each(|corpus, made| {
        for edit in &made.edits {
            if edit.unplaced.as_deref() != Some("other_speaking") || edit.rule == "pause" {
                continue;
            }
            let call = corpus
                .calls
                .iter()
                .find(|c| c.id == edit.call_id)
                .expect("the call");
            let side = words(call, edit.role.other());
            let spoken = falter::time::join(
                &{
                    let mut s = side;
                    s.sort();
                    s
                },
                1,
            );
            // The moment is not written for an edit that was refused: some moment of its row will do.
            let row = call
                .segments
                .iter()
                .find(|s| s.row == edit.row)
                .expect("the row");
            let meets = |s: &Span| s.start < row.span.end && s.end > row.span.start;
            assert!(spoken.iter().any(meets), "{edit:?}");
        }
    });
}

#[test]
fn every_hold_is_followed_by_speech_and_the_end_comes_last() {
    each(|_, made| {
        let mut turns: BTreeMap<(&str, &str), Vec<&Case>> = BTreeMap::new();
        for case in &made.cases {
            turns
                .entry((&case.call_id, &case.turn_id))
                .or_default()
                .push(case);
        }
        let mut holds = 0;
        for ((id, _), cases) in turns {
            let call = made
                .corpus
                .calls
                .iter()
                .find(|c| c.id == id)
                .expect("the call");
            let said = words(call, Role::User);
            let starts = |at: Ms| said.iter().any(|w| w.start == at);
            for (k, case) in cases.iter().enumerate() {
                assert!(
                    k == 0 || cases[k - 1].span.end <= case.span.start,
                    "{case:?}"
                );
                let inside = said.iter().find(|w| w.overlaps(case.span));
                match case.label {
                    Label::Hold => {
                        holds += 1;
                        assert!(case.span.duration() >= 100, "{case:?}");
                        assert!(
                            starts(case.span.end) || case.truth == Truth::Annotated,
                            "{case:?}"
                        );
                        assert!(said.iter().any(|w| w.start >= case.span.end), "{case:?}");
                        assert_eq!(inside, None, "{case:?}");
                        let agent = words(call, Role::Agent)
                            .into_iter()
                            .find(|w| w.overlaps(case.span));
                        assert_eq!(agent, None, "{case:?}");
                    }
                    Label::Eot => {
                        assert_eq!(k, cases.len() - 1, "the end is the last: {case:?}");
                        assert_eq!(inside, None, "{case:?}");
                    }
                }
            }
        }
        assert!(holds > 10, "{holds}");
    });
}

#[test]
fn an_injected_pause_is_a_hold_of_its_family() {
    each(|_, made| {
        for case in &made.cases {
            let injected = case.truth == Truth::Constructed;
            assert_eq!(injected, case.id.ends_with('+'), "{case:?}");
            let pauses = case.edits.iter().filter(|id| {
                let edit = made.edits.iter().find(|e| e.id() == **id).expect("an edit");
                edit.rule == "pause"
            });
            assert_eq!(pauses.count(), usize::from(injected), "{case:?}");
        }
        // And the other way round: a placed pause of the user is a case, unless it joins two turns' edges.
        let pauses = made
            .edits
            .iter()
            .filter(|e| e.is_placed() && e.rule == "pause" && e.role == Role::User);
        let (mut all, mut named) = (0, 0);
        for edit in pauses {
            all += 1;
            let id = edit.id();
            let case = made
                .cases
                .iter()
                .find(|c| c.call_id == edit.call_id && c.edits.contains(&id));
            named += usize::from(case.is_some_and(|c| c.label == Label::Hold));
        }
        assert_eq!(named, all);
    });
}

/// Pairs of times (input, output) that must keep their order.
#[track_caller]
fn monotone(what: &str, mut pairs: Vec<(Ms, Ms)>) {
    pairs.sort_unstable();
    for pair in pairs.windows(2) {
        let ((a, x), (b, y)) = (pair[0], pair[1]);
        assert!(a == b || x <= y, "{what}: {a} -> {x} but {b} -> {y}");
        assert!(b - a <= y - x || a == b || x <= y, "{what}");
    }
    assert!(
        pairs.iter().all(|(input, output)| output >= input),
        "{what}: earlier than it was"
    );
}

#[test]
fn the_new_clock_keeps_the_order_in_every_table() {
    each(|corpus, made| {
        for ((old, new), map) in corpus.calls.iter().zip(&made.corpus.calls).zip(&made.maps) {
            let (mut starts, mut ends) = (Vec::new(), Vec::new());
            for w in &old.words {
                let moved = new
                    .words
                    .iter()
                    .find(|n| n.row == 2 * w.row + 1)
                    .expect("the word");
                assert_eq!((&moved.text, moved.role), (&w.text, w.role));
                if w.span().is_some() {
                    assert_eq!(
                        moved.end - moved.start,
                        w.end - w.start,
                        "a word keeps its length"
                    );
                }
                starts.push((w.start, moved.start));
                ends.push((w.end, moved.end));
            }
            monotone("word starts", starts);
            monotone(
                "word ends",
                ends.into_iter().filter(|(a, _)| *a >= 0).collect(),
            );
            let find = |row| {
                new.segments
                    .iter()
                    .find(move |n| n.row == row)
                    .expect("the row")
            };
            monotone(
                "row starts",
                old.segments
                    .iter()
                    .map(|s| (s.span.start, find(s.row).span.start))
                    .collect(),
            );
            monotone(
                "row ends",
                old.segments
                    .iter()
                    .map(|s| (s.span.end, find(s.row).span.end))
                    .collect(),
            );
            let silences = old.silences.iter().map(|s| {
                let moved = new
                    .silences
                    .iter()
                    .find(|n| n.row == s.row)
                    .expect("the silence");
                (s.span.start, moved.span.start)
            });
            monotone("silences", silences.collect());
            let points = old.points.iter().map(|p| {
                let moved = new
                    .points
                    .iter()
                    .find(|n| n.row == p.row)
                    .expect("the point");
                (p.at, moved.at)
            });
            monotone("points", points.collect());
            if let (Some(a), Some(b)) = (old.duration, new.duration) {
                assert_eq!(b - a, map.inserted(), "{}", old.id);
            }
        }
    });
}

#[test]
fn inserted_time_is_the_sum_of_the_edits() {
    each(|corpus, made| {
        for (call, map) in corpus.calls.iter().zip(&made.maps) {
            let mine = made
                .edits
                .iter()
                .filter(|e| e.is_placed() && e.call_id == call.id);
            assert_eq!(map.inserted(), mine.map(|e| e.duration).sum::<Ms>());
        }
    });
}
