//! Doses nest; order and threads change nothing; seeds, variants and scopes change what they should.

use std::collections::BTreeSet;
use std::fs;

use falter::augment::{Edit, Options, RULES, SeedScope};
use falter::format::{Corpus, ReadOptions, open};

use super::made::{ONE, augmented, both, files};
use crate::calls::{demo, read};
use crate::shared::shared;

/// All that makes an edit what it is.
fn set(edits: &[Edit]) -> BTreeSet<String> {
    edits.iter().map(|e| format!("{e:?}")).collect()
}

fn corpora() -> Vec<Corpus> {
    let mut corpora = vec![read(&demo())];
    for case in ["cases/P72/a.csv", "cases/P73", "cases/P65"] {
        corpora.extend(shared(case).map(|p| read(&p)));
    }
    if let Some(swb) = crate::swb::corpus() {
        corpora.push(Corpus {
            calls: swb.calls.iter().take(6).cloned().collect(),
            ..swb.without_calls()
        });
    }
    corpora
}

#[test]
fn the_edits_of_a_dose_are_among_those_of_a_larger_one() {
    for corpus in corpora() {
        for scope in [SeedScope::Text, SeedScope::Position] {
            let at = |tenths: u64| {
                let options = Options {
                    scope,
                    ..both(tenths * ONE / 10, 3)
                };
                set(&augmented(&corpus, &options).edits)
            };
            let doses = [1, 3, 6, 10, 50].map(at);
            for pair in doses.windows(2) {
                assert!(pair[0].is_subset(&pair[1]));
            }
            assert!(doses[0].len() < doses[3].len() && doses[3].len() < doses[4].len());
        }
    }
}

#[test]
fn dropped_rules_leave_the_others_where_they_were() {
    for corpus in corpora() {
        let whole = augmented(&corpus, &both(ONE, 5)).edits;
        for rule in RULES {
            let options = Options {
                rules: vec![*rule],
                ..both(ONE, 5)
            };
            let alone = augmented(&corpus, &options).edits;
            let of_rule: Vec<Edit> = whole
                .iter()
                .filter(|e| e.rule == rule.name())
                .cloned()
                .collect();
            assert_eq!(alone, of_rule, "{}", rule.name());
        }
    }
}

#[test]
fn threads_change_nothing() {
    for corpus in corpora() {
        let on = |threads: usize| {
            let pool = rayon::ThreadPoolBuilder::new()
                .num_threads(threads)
                .build()
                .expect("a pool");
            pool.install(|| files(&corpus, &both(ONE, 1)))
        };
        let one = on(1);
        assert!(one == on(2) && one == on(1), "not the same bytes");
    }
}

#[test]
fn the_order_of_paths_changes_nothing() {
    let folder = tempfile::tempdir().expect("a folder");
    let mut paths = Vec::new();
    for (name, id) in [("a", "x"), ("b", "y"), ("c", "z")] {
        let dir = folder.path().join(name);
        fs::create_dir(&dir).expect("a folder");
        let text = format!(
            "call_id,role,start_ms,end_ms,transcript\n{id},user,0,3000,I would like to change my booking\n{id},agent,3500,5000,which one is it please\n"
        );
        fs::write(dir.join("asr_history.csv"), text).expect("a table");
        paths.push(dir);
    }
    let made = |paths: &[std::path::PathBuf]| {
        files(
            &open(paths, &ReadOptions::default()).expect("read"),
            &both(2 * ONE, 1),
        )
    };
    let forward = made(&paths);
    paths.reverse();
    assert!(forward == made(&paths));
    assert!(forward == made(&[folder.path().to_path_buf()]));
}

#[test]
fn p72_the_order_of_rows_changes_no_edit() {
    let (Some(a), Some(shuffled)) = (
        shared("cases/P72/a.csv"),
        shared("cases/P72/a_shuffled.csv"),
    ) else {
        return;
    };
    for scope in [SeedScope::Text, SeedScope::Position] {
        let rows = |path: &std::path::Path| {
            let options = Options {
                scope,
                ..Options::paper(2 * ONE, 9)
            };
            let call = augmented(&read(path), &options).corpus.calls.remove(0);
            let mut rows: Vec<_> = call
                .segments
                .into_iter()
                .map(|s| (s.span, s.transcript))
                .collect();
            rows.sort();
            rows
        };
        let (one, other) = (rows(&a), rows(&shuffled));
        assert_eq!(one, other);
        let number = one
            .iter()
            .filter(|(_, text)| text.contains("555 0142"))
            .count();
        assert_eq!(number, 1);
    }
    // The order inside the table is kept.
    let made = augmented(&read(&shuffled), &both(0, 1));
    let tables = falter::format::tables::render(&made.corpus);
    let given = fs::read(&shuffled).expect("the case");
    assert!(tables.iter().any(|(_, bytes)| *bytes == given));
}

fn transcripts(corpus: &Corpus, options: &Options) -> Vec<String> {
    let made = augmented(corpus, options).corpus;
    let rows = made.calls.iter().flat_map(|c| &c.segments);
    rows.map(|s| s.transcript.clone()).collect()
}

#[test]
fn variants_differ_and_repeat_themselves() {
    let corpus = read(&demo());
    let of = |variant| {
        transcripts(
            &corpus,
            &Options {
                variant,
                ..both(ONE, 1)
            },
        )
    };
    let all: BTreeSet<Vec<String>> = (0..5).map(of).collect();
    assert_eq!(all.len(), 5);
    assert_eq!(of(3), of(3));
    let seeds: BTreeSet<Vec<String>> = (1..6)
        .map(|s| transcripts(&corpus, &both(ONE, s)))
        .collect();
    assert_eq!(seeds.len(), 5);
}

#[test]
fn p73_equal_texts_change_together_or_apart() {
    let Some(path) = shared("cases/P73") else {
        return;
    };
    let corpus = read(&path);
    let differing = |scope, variant| {
        let text_only = Some(falter::augment::PauseMark::Bracket);
        let options = Options {
            scope,
            variant,
            text_only,
            ..Options::paper(5 * ONE, 1)
        };
        let texts: BTreeSet<String> = transcripts(&corpus, &options).into_iter().collect();
        texts.len()
    };
    let mut apart = 0;
    for variant in 0..5 {
        assert_eq!(differing(SeedScope::Text, variant), 1);
        apart += differing(SeedScope::Position, variant);
    }
    // Five rows of several boundaries, every boundary drawn: equal rows are rare.
    assert!(apart > 15, "{apart} of 25");
}
