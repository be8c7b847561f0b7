//! What is missing is null with a reason; pooled figures are those of the pool.

use std::fs;

use falter::audit::{Audit, Options, audit};
use falter::call::Role;
use falter::measure::{Estimate, Scope};

use crate::calls::{Figures, demo, read, spoken, tables};

#[track_caller]
fn missing(figures: &Figures, name: &str, reason: &str) {
    let estimate = figures.get(name);
    assert_eq!(estimate.value, None, "{name}");
    assert!(estimate.low.is_none() && estimate.high.is_none());
    let said = estimate.reason.as_deref().unwrap_or_default();
    assert!(said.contains(reason), "{name}: {said}");
}

#[test]
fn recordings_without_a_transcript() {
    let folder = tempfile::tempdir().expect("a folder");
    let spans = "SPEAKER c 1 0.0 1.0 <NA> <NA> user <NA> <NA>\nSPEAKER c 1 1.3 0.7 <NA> <NA> user <NA> <NA>\nSPEAKER c 1 2.5 1.0 <NA> <NA> agent <NA> <NA>\n";
    fs::write(folder.path().join("c.rttm"), spans).expect("spans");
    let figures = Figures::user(&read(folder.path()));
    for name in [
        "filler_rate",
        "marker_rate",
        "repeat_rate",
        "fragment_rate",
        "initial_share.turn",
        "speech_rate",
        "turn_length.tokens_mean",
        "dispersion.turn.fillers.raw",
        "hold_pause.after_filler",
        "tokens",
    ] {
        missing(&figures, name, "no transcript");
    }
    // One hold of 300 ms in one turn; the agent answers after 500.
    figures.is("hold_pause.per_turn", 1.0);
    figures.is("hold_pause.p50", 300.0);
    Figures::agent(&read(folder.path())).is("transfer_offset.p50", 500.0);
}

#[test]
fn transcripts_of_one_side_without_word_times() {
    let corpus = tables(&[(
        "asr_history.csv",
        "call_id,role,start_ms,end_ms,transcript\nc,user,0,1000,um hello\nc,user,1400,2000,it broke\n",
    )]);
    let figures = Figures::user(&corpus);
    figures.is("filler_rate", 250.0);
    // The rows themselves say that nothing was said between them.
    figures.is("hold_pause.p50", 400.0);
    missing(&figures, "hold_pause.after_filler", "no word times");
    for name in [
        "transfer_offset.p50",
        "transfer_offset.overlapped",
        "backchannel_rate",
        "interruption_rate",
        "opportunity.per_turn",
        "talk_share",
    ] {
        missing(&figures, name, "one party");
    }
}

#[test]
fn a_side_that_says_nothing() {
    let corpus = spoken("c agent hello@0-500");
    let figures = Figures::user(&corpus);
    missing(&figures, "hold_pause.per_turn", "no speech");
    missing(&figures, "cut_if_waiting.holds_500", "no speech");
    missing(&figures, "filler_rate", "no transcript");
}

#[test]
fn every_missing_figure_says_why_and_none_of_them_is_zero() {
    let corpora = [
        spoken("c agent hello@0-500"),
        spoken("c user hello@0-500"),
        spoken("c user um@0-500\nc agent yes@700-900"),
        tables(&[(
            "asr_history.csv",
            "call_id,role,start_ms,end_ms,transcript\nc,user,0,1000,...\n",
        )]),
    ];
    for corpus in &corpora {
        for estimate in &Figures::user(corpus).0.estimates {
            let silent = estimate.value.is_none() && estimate.reason.is_none();
            assert!(!silent, "{} {:?}", estimate.name, estimate.scope);
            if estimate.value.is_some() && estimate.hits.is_some() {
                assert_ne!(
                    estimate.chances,
                    Some(0.0),
                    "{} over nothing",
                    estimate.name
                );
            }
        }
    }
}

#[test]
fn one_call_has_no_interval() {
    let corpus = spoken("c user um@0-300 I@310-400 need@410-600\nc agent yes@700-900");
    for estimate in &Figures::user(&corpus).0.estimates {
        assert!(estimate.low.is_none() && estimate.high.is_none());
    }
    let figures = Figures::user(&corpus);
    let reason = figures.get("filler_rate").reason.clone();
    assert_eq!(reason.as_deref(), Some("one call: no interval"));
}

/// Calls of which each has something that the others lack.
const THREE: &str = "a user um@0-300 I@310-400 I@410-600 need@900-1000
    a agent yes@1500-1900
    b user it@0-300 uh@700-900 broke@1500-1900
    b agent mm-hmm@400-600
    b agent oh@2000-2100 no@2100-2600
    c agent hello@0-500
    c user hi@800-1000 there@1000-1300";

fn whole(corpus: &falter::format::Corpus) -> Audit {
    let options = Options {
        sides: Role::ALL.to_vec(),
        ..Options::default()
    };
    audit(corpus, &options).expect("an audit")
}

#[test]
fn pooled_counts_are_sums_of_the_calls_and_of_the_sides() {
    for corpus in [spoken(THREE), read(&demo())] {
        let audit = whole(&corpus);
        let calls: Vec<Scope> = corpus
            .calls
            .iter()
            .map(|c| Scope::Call(c.id.clone()))
            .collect();
        let sides = Role::ALL.map(Scope::Side);
        let mut checked = 0;
        for pooled in audit.estimates.iter().filter(|e| e.scope == Scope::All) {
            for parts in [&calls[..], &sides[..]] {
                checked += usize::from(is_sum(&audit, pooled, parts));
            }
        }
        assert!(checked > 60, "{checked} figures were sums");
    }
}

/// Compares a pooled ratio with the sums over `parts`; false where a part lacks a count.
fn is_sum(audit: &Audit, pooled: &Estimate, parts: &[Scope]) -> bool {
    let of = |part: &Scope| {
        let estimate = audit.of(part, &pooled.name).expect("the same figures");
        estimate.hits.zip(estimate.chances)
    };
    let Some((hits, chances)) = pooled.hits.zip(pooled.chances) else {
        return false;
    };
    let known: Vec<(f64, f64)> = parts.iter().filter_map(of).collect();
    let sum = |f: fn(&(f64, f64)) -> f64| known.iter().map(f).sum::<f64>();
    let near = |a: f64, b: f64| (a - b).abs() < 1e-9 * b.abs().max(1.0);
    assert!(near(sum(|k| k.0), hits), "{} hits", pooled.name);
    assert!(near(sum(|k| k.1), chances), "{} chances", pooled.name);
    let scale = if pooled.unit == "per 1000 tokens" {
        1000.0
    } else {
        1.0
    };
    let ratio = !pooled.name.starts_with("dispersion") && chances > 0.0;
    if ratio {
        let value = pooled.value.expect("something was counted");
        assert!(near(value, scale * hits / chances), "{}", pooled.name);
    }
    ratio
}

#[test]
fn order_of_calls_changes_nothing() {
    let mut lines: Vec<&str> = THREE.lines().collect();
    let audit = whole(&spoken(THREE));
    lines.reverse();
    let other = whole(&spoken(&lines.join("\n")));
    assert_eq!(audit.estimates, other.estimates);
    assert_eq!(audit.signature, other.signature);
}

#[test]
fn splits_by_a_column() {
    let [rows, words] = crate::calls::spoken_tables(THREE);
    let calls = "call_id,language,duration_ms,user_channel,agent_channel,audio,team\na,en,,,,,x\nb,en,,,,,x\nc,en,,,,,y\n";
    let corpus = tables(&[(rows.0, &rows.1), (words.0, &words.1), ("calls.csv", calls)]);
    let options = Options {
        by: vec![String::from("team")],
        ..Options::default()
    };
    let split = audit(&corpus, &options).expect("an audit");
    let of = |team: &str| {
        let scope = Scope::By(String::from("team"), String::from(team));
        let estimate = split.of(&scope, "filler_rate").expect("a figure");
        (estimate.hits, estimate.chances, estimate.calls)
    };
    // a: um of 4; b: uh of 3; c: none of 2.
    assert_eq!(of("x"), (Some(2.0), Some(7.0), 2));
    assert_eq!(of("y"), (Some(0.0), Some(2.0), 1));
    let unknown = Options {
        by: vec![String::from("tema")],
        ..Options::default()
    };
    let said = audit(&corpus, &unknown)
        .expect_err("no such column")
        .to_string();
    assert!(said.contains("tema") && said.contains("team"), "{said}");
}
