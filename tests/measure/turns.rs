//! What happens between the two: opportunities, backchannels, interruptions, transfers, turn rules.

use falter::call::Role;
use falter::timeline::TurnRule;

use crate::calls::{Figures, audited, spoken};

/// Opportunities, and those turned into a backchannel and into a turn.
fn opportunities(lines: &str) -> (Option<f64>, Option<f64>, Option<f64>) {
    let figures = Figures::user(&spoken(lines));
    let hits = |name: &str| figures.get(name).hits;
    (
        hits("opportunity.per_turn"),
        hits("opportunity.to_backchannel"),
        hits("opportunity.to_turn"),
    )
}

#[test]
fn opportunities_open_at_200_and_are_gone_at_500() {
    // The agent's silences of 199 (none), 200 (open as it is reached), 499 (open), 500 (outgrown).
    let lines = "c agent we@0-1000 can@1199-1500 offer@1700-2000 two@2499-3000 slots@3500-4000
         c user fine@4700-5000";
    let figures = Figures::user(&spoken(lines));
    assert_eq!(
        figures.counts("opportunity.per_turn"),
        (Some(2.0), Some(1.0))
    );
    // The first opens when the silence after 1500 reaches 200; the turn began at 0.
    figures.is("opportunity.first_at", 1700.0);
    figures.is("opportunity.to_turn", 0.0);
    figures.is("opportunity.to_backchannel", 0.0);
    // The last silence ended the turn; that of 500 went on with the agent.
    assert_eq!(
        figures.counts("opportunity.outgrown"),
        (Some(1.0), Some(1.0))
    );
}

#[test]
fn takes_at_the_borders() {
    // Silence begins at 1000 and the listener starts after 199, 200, 499, 500 ms.
    for (start, wanted) in [(1199, 0.0), (1200, 1.0), (1499, 1.0), (1500, 0.0)] {
        let lines = format!(
            "c agent we@0-500 can@500-1000\nc user I@{start}-1900 want@1900-2500 monday@2500-2900"
        );
        assert_eq!(
            opportunities(&lines),
            (Some(wanted), Some(0.0), Some(wanted)),
            "{start}"
        );
    }
}

#[test]
fn who_speaks_has_no_opportunity() {
    // The listener speaks when the silence begins, and into its first 200 ms.
    let lines = "c agent we@0-1000 can@1400-2000
         c user wait@900-1100";
    assert_eq!(opportunities(lines).0, Some(0.0));
}

#[test]
fn backchannels_and_turns_at_opportunities() {
    // First silence answered with mm-hmm (the agent goes on), the second taken: first_share 0.
    let lines = "c agent we@0-500 can@500-1000 offer@1600-2200
         c user mm-hmm@1250-1450
         c user no@2500-2700 I@2700-2800 want@2800-3100 monday@3100-3600";
    assert_eq!(opportunities(lines), (Some(2.0), Some(1.0), Some(1.0)));
    let figures = Figures::user(&spoken(lines));
    figures.is("opportunity.first_share", 0.0);
    figures.is("opportunity.to_turn", 0.5);
    // Taken at the first.
    let lines = "c agent we@0-500 can@500-1000
         c user no@1300-1500 I@1500-1600 want@1600-1900 monday@1900-2400";
    Figures::user(&spoken(lines)).is("opportunity.first_share", 1.0);
}

#[test]
fn backchannels_per_turn_of_the_other_and_per_minute() {
    // Two in one turn of the agent; the call lasts 12 s.
    let corpus = spoken(
        "c agent we@0-2000 have@2000-5000 a@5000-5100 slot@5100-9000
         c user mm-hmm@1000-1300
         c user right@6000-6300
         c user monday@10000-12000",
    );
    let figures = Figures::user(&corpus);
    assert_eq!(figures.counts("backchannel_rate"), (Some(2.0), Some(1.0)));
    figures.is("backchannel_rate.per_minute", 10.0);
    figures.is("interruption_rate", 0.0);
    // The raw rule makes every unit a turn: no backchannels to count, and the reason is said.
    let raw = audited(&corpus, Role::User, TurnRule::Raw);
    let raw = raw.all("backchannel_rate").expect("a figure");
    assert!(raw.value.is_none());
    assert!(raw.reason.as_deref().is_some_and(|r| r.contains("floor")));
}

/// Interruptions by the user: all, successful, failed.
fn interruptions(lines: &str) -> [Option<f64>; 3] {
    let figures = Figures::user(&spoken(lines));
    [
        "interruption_rate",
        "interruption_rate.successful",
        "interruption_rate.failed",
    ]
    .map(|name| figures.get(name).hits)
}

#[test]
fn interruptions_succeed_when_the_other_yields() {
    // The agent stops 500 ms after it was spoken into.
    let yielded = "c agent we@0-500 can@500-1500
         c user wait@1000-1300 that@1300-1500 is@1500-1700 wrong@1700-2500";
    assert_eq!(interruptions(yielded), [Some(1.0), Some(1.0), Some(0.0)]);
    // The agent talks on to its end, past the interrupter.
    let held = "c agent we@0-500 can@500-5000
         c user wait@1000-1300 that@1300-1500 is@1500-1700 wrong@1700-2500";
    assert_eq!(interruptions(held), [Some(1.0), Some(0.0), Some(1.0)]);
}

#[test]
fn an_early_start_is_no_interruption() {
    // The agent has 199 ms left, then 200.
    for (end, wanted) in [(1199, 0.0), (1200, 1.0)] {
        let lines = format!(
            "c agent we@0-500 can@500-{end}\nc user wait@1000-1300 that@1300-1500 is@1500-1700 wrong@1700-2500"
        );
        assert_eq!(interruptions(&lines)[0], Some(wanted), "{end}");
    }
}

#[test]
fn a_start_in_a_silence_is_an_interruption_only_when_the_other_resumes_against_it() {
    // 600 ms into the agent's silence; it comes back 500 ms later, against the user.
    let resumed = "c agent we@0-500 can@500-1000 offer@2100-2600
         c user wait@1600-1900 that@1900-2100 is@2100-2300 wrong@2300-3000";
    assert_eq!(interruptions(resumed)[0], Some(1.0));
    // It does not come back: a transition.
    let free = "c agent we@0-500 can@500-1000
         c user wait@1600-1900 that@1900-2100 is@2100-2300 wrong@2300-3000";
    assert_eq!(interruptions(free)[0], Some(0.0));
}

#[test]
fn offsets_of_transfers() {
    // agent → user +200, user → agent -100, agent → user 0.
    let lines = "c agent hello@0-1000
         c user I@1200-1500 need@1500-2000
         c agent yes@1900-2400 sir@2400-3000
         c user help@3000-3500";
    let corpus = spoken(lines);
    let figures = Figures::user(&corpus);
    figures.is("transfer_offset.mean", 100.0);
    figures.is("transfer_offset.p10", 0.0);
    figures.is("transfer_offset.p90", 200.0);
    assert_eq!(
        figures.counts("transfer_offset.overlapped"),
        (Some(0.0), Some(2.0))
    );
    let figures = Figures::agent(&corpus);
    figures.is("transfer_offset.p50", -100.0);
    figures.is("transfer_offset.overlapped", 1.0);
}

#[test]
fn one_call_by_three_turn_rules() {
    // The agent's mm-hmm splits the user's speech by the raw rule only; gap:700 also splits at the
    // user's own 1000 ms.
    let corpus = spoken(
        "c user I@0-500 went@500-1000
         c agent mm-hmm@1100-1300
         c user there@1500-2500
         c user yesterday@3500-4000
         c agent good@4500-5000",
    );
    for (rule, user, agent) in [
        (TurnRule::Floor, 1.0, 1.0),
        (TurnRule::Raw, 2.0, 2.0),
        (TurnRule::Gap(700), 3.0, 2.0),
        // A silence as long as the limit splits, one shorter does not.
        (TurnRule::Gap(1000), 3.0, 2.0),
        (TurnRule::Gap(1001), 2.0, 2.0),
    ] {
        for (role, wanted) in [(Role::User, user), (Role::Agent, agent)] {
            let audit = audited(&corpus, role, rule);
            let turns = audit.all("tokens.turns").and_then(|e| e.value);
            assert_eq!(turns, Some(wanted), "{rule} {role}");
        }
    }
    // Holds: by floor 500 ms with the mm-hmm in it (none) and 1000 ms; by gap:700 none is left.
    let holds = |rule| {
        let audit = audited(&corpus, Role::User, rule);
        audit.all("hold_pause.per_turn").and_then(|e| e.hits)
    };
    assert_eq!(holds(TurnRule::Floor), Some(1.0));
    assert_eq!(holds(TurnRule::Raw), Some(1.0));
    assert_eq!(holds(TurnRule::Gap(700)), Some(0.0));
}

#[test]
fn shares_of_talk() {
    // 900 ms against 300.
    let corpus = spoken("c user I@0-400 went@500-1000\nc agent good@1100-1400");
    Figures::user(&corpus).is("talk_share", 0.75);
}
