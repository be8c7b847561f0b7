//! Inputs that went wrong elsewhere (`shared/cases`), and small calls of the same kind in both languages.

use falter::call::Role;
use falter::event::{self, Detail, Kind};
use falter::format::Corpus;
use falter::lang::Languages;
use falter::settings::Settings;
use falter::timeline::{Timeline, TurnRule};

use crate::calls::{read, tables};
use crate::shared::shared;

/// Events of `kind` in the first call: whose, from, to.
fn events(corpus: &Corpus, kind: Kind) -> Vec<(Role, i64, i64)> {
    let (languages, settings) = (Languages::default(), Settings::default());
    let timeline = Timeline::build(&corpus.calls[0], &languages, &settings, TurnRule::Floor);
    let found = event::find(&timeline.expect("a timeline"), &settings);
    let found = found.into_iter().filter(|e| e.kind == kind);
    found
        .filter_map(|e| e.span.map(|s| (e.role, s.start, s.end)))
        .collect()
}

fn rows(lines: &str) -> Corpus {
    let text = format!("call_id,role,start_ms,end_ms,transcript\n{lines}");
    tables(&[("asr_history.csv", &text)])
}

const USER: Role = Role::User;

/// P59: the same word is an answer in the open floor and a backchannel inside the other's speech.
#[test]
fn short_affirmations_by_who_has_the_floor() {
    let Some(folder) = shared("cases/P59") else {
        return;
    };
    let corpus = read(&folder.join("asr_history.csv"));
    assert_eq!(events(&corpus, Kind::Answer), [(USER, 2400, 2700)]);
    let back = [(USER, 5000, 5250), (USER, 6500, 6800)];
    assert_eq!(events(&corpus, Kind::Backchannel), back);
    assert_eq!(events(&corpus, Kind::Interruption), []);
}

/// P62: the agent barges in on a pause inside a name; the user resumes against it.
#[test]
fn barging_in_on_a_pause() {
    let Some(folder) = shared("cases/P62") else {
        return;
    };
    let corpus = read(&folder.join("asr_history.csv"));
    assert_eq!(
        events(&corpus, Kind::Interruption),
        [(Role::Agent, 3300, 3900)]
    );
    // Nothing confirms the user's turn: no turn is made complete by a program.
    assert!(corpus.calls[0].turns.is_empty());
}

#[test]
fn answers_come_after_what_was_asked() {
    for (asked, said, answer) in [
        ("do you want it on monday", "yes", true),
        ("could you spell your last name", "okay", true),
        ("is that correct?", "that's right", true),
        ("we will send it on monday", "okay", false),
        // A question long ago is not what is responded to.
        (
            "what about monday you may ask well on monday we send it and on tuesday it gets to the shop in town and then",
            "okay",
            false,
        ),
        ("您方便接电话吗", "可以", true),
        ("请您说一下订单号", "好的", true),
        ("我们星期一给您送过去", "好的", false),
    ] {
        let corpus = rows(&format!(
            "c,agent,0,3000,{asked}\nc,user,3300,3700,{said}\nc,agent,4200,6000,好的 okay we go on with that now\n"
        ));
        let want = vec![(USER, 3300, 3700)];
        let (of_answers, of_backchannels) = match answer {
            true => (want, vec![]),
            false => (vec![], want),
        };
        assert_eq!(events(&corpus, Kind::Answer), of_answers, "{asked}");
        assert_eq!(
            events(&corpus, Kind::Backchannel),
            of_backchannels,
            "{asked}"
        );
    }
}

#[test]
fn responses_of_several_words_and_copies() {
    for said in [
        "thank you",
        "makes sense",
        "that's right",
        "uh-huh uh-huh",
        "yeah yeah yeah yeah",
        "oh okay",
        "嗯嗯",
        "对对对对",
        "是的 是的",
        "好的好的",
        "嗯 对的",
    ] {
        let corpus = rows(&format!(
            "c,agent,0,4000,我们星期一给您送过去 your order was sent\nc,user,2000,2600,{said}\n"
        ));
        assert_eq!(
            events(&corpus, Kind::Backchannel),
            [(USER, 2000, 2600)],
            "{said}"
        );
    }
    // Content is none, however short.
    for said in ["wait no", "on tuesday", "没有", "不是", "等一下"] {
        let corpus = rows(&format!(
            "c,agent,0,4000,我们星期一给您送过去 your order was sent\nc,user,2000,2600,{said}\n"
        ));
        assert_eq!(events(&corpus, Kind::Backchannel), [], "{said}");
    }
}

#[test]
fn a_yeah_before_own_words_begins_a_turn() {
    let corpus = rows(
        "c,agent,0,3000,we will send it on monday\nc,user,3200,3500,yeah\nc,user,3900,6000,I need it on friday\nc,agent,6400,7000,friday it is\n",
    );
    assert_eq!(events(&corpus, Kind::Backchannel), []);
    let (languages, settings) = (Languages::default(), Settings::default());
    let timeline = Timeline::build(&corpus.calls[0], &languages, &settings, TurnRule::Floor);
    let timeline = timeline.expect("a timeline");
    let turns: Vec<_> = timeline
        .turns_of(USER)
        .map(|t| (t.span.start, t.span.end))
        .collect();
    assert_eq!(turns, [(3200, 6000)]);
    // The transfer is that of the `yeah`.
    let found = event::find(&timeline, &settings);
    let offsets = found.iter().filter_map(|e| match e.detail {
        Detail::Transition { offset } if e.role == USER => Some(offset),
        _ => None,
    });
    assert_eq!(offsets.collect::<Vec<_>>(), [200]);
}

/// P12: repeats and fillers survive the reading of a CHAT file. `form [x 3]` counts by copies: two.
#[test]
fn chat_keeps_what_is_to_be_counted() {
    let Some(folder) = shared("cases/P12") else {
        return;
    };
    let corpus = read(&folder);
    let rows = &corpus.calls[0].segments;
    let spans: Vec<_> = rows
        .iter()
        .map(|r| (r.role, r.span.start, r.span.end))
        .collect();
    let agent = Role::Agent;
    assert_eq!(
        spans,
        [(agent, 0, 1400), (USER, 2000, 5200), (agent, 5600, 6000)]
    );
    let (languages, settings) = (Languages::default(), Settings::default());
    let timeline = Timeline::build(&corpus.calls[0], &languages, &settings, TurnRule::Floor);
    let found = event::find(&timeline.expect("a timeline"), &settings);
    let count = |kind| {
        found
            .iter()
            .filter(|e| e.kind == kind && e.role == USER)
            .count()
    };
    assert_eq!((count(Kind::Filler), count(Kind::Repeat)), (2, 4));
}
