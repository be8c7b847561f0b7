//! What an audit found, in sentences. Nothing is said about what could not be measured.

use super::number::{fixed, interval, percent};
use crate::audit::Audit;
use crate::measure::Estimate;

/// The sentences, the most important first.
pub(super) fn findings(audit: &Audit) -> Vec<String> {
    let sentences = [
        pauses(audit),
        timers(audit),
        fillers(audit),
        clustering(audit),
        transfers(audit),
        responses(audit),
    ];
    sentences.into_iter().flatten().collect()
}

/// Who was asked about.
fn who(audit: &Audit) -> &'static str {
    match audit.signature.sides() {
        ["user"] => "Callers",
        ["agent"] => "Agents",
        _ => "Speakers",
    }
}

/// A figure that has a value.
fn known<'a>(audit: &'a Audit, name: &str) -> Option<&'a Estimate> {
    audit.all(name).filter(|e| e.value.is_some())
}

fn ci(e: &Estimate, scale: f64, places: usize) -> String {
    let bounds = interval(e.low.map(|x| scale * x), e.high.map(|x| scale * x), places);
    match bounds.is_empty() {
        true => bounds,
        false => format!(" {bounds}"),
    }
}

/// A length in ms as people say it: to a hundredth of a second, rounded up, so that who waits so long has waited
/// long enough.
fn length(ms: Option<f64>) -> String {
    match ms {
        Some(ms) if ms >= 1000.0 => {
            let hundredths = (ms / 10.0 - 1e-9).ceil();
            let text = fixed(Some(hundredths / 100.0), 2);
            format!("{} s", text.trim_end_matches('0').trim_end_matches('.'))
        }
        _ => format!("{} ms", fixed(ms, 0)),
    }
}

fn pauses(audit: &Audit) -> Option<String> {
    let per_turn = known(audit, "hold_pause.per_turn")?;
    let (p50, p95) = (audit.all("hold_pause.p50")?, audit.all("hold_pause.p95")?);
    let rows = audit.signature.saw_rows_only();
    if p50.value.is_none() {
        return Some(String::from(match rows {
            true => {
                "The rows show no pause inside an unfinished turn; silences inside a row cannot be seen."
            }
            false => "Nobody pauses inside an unfinished turn for as long as hold_min_ms.",
        }));
    }
    let least = if rows { "at least " } else { "" };
    Some(format!(
        "{} pause inside an unfinished turn {least}{} times a turn{}; half of these holds last over {}, one in twenty over {}.",
        who(audit),
        fixed(per_turn.value, 2),
        ci(per_turn, 1.0, 2),
        length(p50.value),
        length(p95.value),
    ))
}

fn timers(audit: &Audit) -> Option<String> {
    let cut = known(audit, "cut_if_waiting.holds_500")?;
    let turns = audit.all("cut_if_waiting.turns_500")?;
    let delay = known(audit, "cut_if_waiting.delay_5")?;
    Some(format!(
        "A silence timer of 500 ms would cut {}{} of the holds of 200 ms to 5 s, and {} of the turns at least once; to cut at most 5 % of the holds it would have to wait {}.",
        percent(cut.value),
        ci(cut, 100.0, 1),
        percent(turns.value),
        length(delay.value),
    ))
}

fn fillers(audit: &Audit) -> Option<String> {
    known(audit, "filler_rate")?;
    let words = [
        ("filler_rate", "fillers"),
        ("repeat_rate", "repeats"),
        ("repair_rate", "repairs"),
    ];
    let each = words.iter().filter_map(|(name, word)| {
        let e = known(audit, name)?;
        Some(format!("{} {word}{}", fixed(e.value, 1), ci(e, 1.0, 1)))
    });
    let mut said = format!(
        "Per 1000 tokens there are {}.",
        list(&each.collect::<Vec<_>>())
    );
    if let Some(share) = known(audit, "initial_share.turn") {
        said.push_str(&format!(
            " {} of the fillers open a turn.",
            percent(share.value)
        ));
    }
    Some(said)
}

/// `a, b and c`.
fn list(items: &[String]) -> String {
    match items {
        [] => String::new(),
        [one] => one.clone(),
        [before @ .., last] => format!("{} and {last}", before.join(", ")),
    }
}

/// Fewest turns whose clustering is spoken of.
const TURNS: f64 = 20.0;

/// Counts per turn against chance, once turn length is allowed for.
fn clustering(audit: &Audit) -> Option<String> {
    let of = |part: &str| known(audit, &format!("dispersion.turn.both.{part}"));
    let (raw, expected, adjusted) = (of("raw")?, of("expected")?, of("adjusted")?);
    // A handful of turns says nothing either way.
    raw.chances.filter(|turns| *turns >= TURNS)?;
    let p = of("p")?.value?;
    let verdict = match (p < 0.05, of("z")?.value? > 0.0) {
        (true, true) => "Fillers and repeats come in clusters",
        (true, false) => "Fillers and repeats are spread more evenly than chance would",
        (false, _) => {
            "Fillers and repeats are not more clustered than chance once turn length is allowed for"
        }
    };
    let p = match p < 0.001 {
        true => String::from("p < 0.001"),
        false => format!("p = {}", fixed(Some(p), 3)),
    };
    Some(format!(
        "{verdict}: variance/mean a turn is {}, unequal turn lengths alone would make it {}, and what is left is {} (1 = chance; {p}).",
        fixed(raw.value, 2),
        fixed(expected.value, 2),
        fixed(adjusted.value, 2),
    ))
}

fn transfers(audit: &Audit) -> Option<String> {
    let offset = known(audit, "transfer_offset.p50")?;
    let overlapped = audit.all("transfer_offset.overlapped")?;
    Some(format!(
        "When they take the floor, the median offset is {} ms{}; {} of their turns begin in overlap.",
        fixed(offset.value, 0),
        ci(offset, 1.0, 0),
        percent(overlapped.value),
    ))
}

fn responses(audit: &Audit) -> Option<String> {
    let interruptions = known(audit, "interruption_rate")?;
    let mut said = format!(
        "For each turn of the other party there are {} interruptions{}",
        fixed(interruptions.value, 2),
        ci(interruptions, 1.0, 2),
    );
    if let Some(e) = known(audit, "backchannel_rate") {
        said.push_str(&format!(
            " and {} backchannels{}",
            fixed(e.value, 2),
            ci(e, 1.0, 2)
        ));
    }
    said.push('.');
    Some(said)
}
