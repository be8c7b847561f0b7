//! What the numbers of an audit support, and what they don't.

use super::number::fixed;
use super::{Block, Section};
use crate::audit::Audit;
use crate::measure::{Estimate, Method, Scope};
use crate::sensitivity::Axis;

/// What rows alone cannot tell.
const ROWS: &str = "Speech of some calls is known from rows alone: silences inside a row cannot be seen, so holds and opportunities there are a lower bound. Word times (words.csv) or audio show them.";

/// A section of sentences.
pub(super) fn limits(audit: &Audit) -> Option<Section> {
    let sentences = [
        intervals(audit),
        design(audit),
        definitions(audit),
        rows(audit),
        undecided(audit),
    ];
    let blocks: Vec<Block> = sentences.into_iter().flatten().map(Block::Text).collect();
    (!blocks.is_empty()).then(|| Section {
        title: String::from("What these numbers support"),
        blocks,
    })
}

fn all(audit: &Audit) -> impl Iterator<Item = &Estimate> {
    audit.estimates.iter().filter(|e| e.scope == Scope::All)
}

fn intervals(audit: &Audit) -> Option<String> {
    let calls = all(audit).next()?.calls;
    let made = |method| all(audit).filter(|e| e.method == Some(method)).count();
    let drawn = made(Method::Bca) + made(Method::Percentile);
    Some(match (drawn, made(Method::JackknifeT)) {
        (0, 0) if calls == 1 => String::from(
            "One call: every number describes this call alone. There is no interval, and nothing is said about other calls.",
        ),
        (0, 0) => format!("{calls} calls, no interval: resampling was turned off or impossible."),
        (0, n) => format!(
            "{calls} calls: the intervals (leave one call out, Student's t) are wide because so few calls are the only independent units. {}",
            chance(n)
        ),
        (n, _) => format!(
            "{calls} calls: the intervals say how far a figure would move with other calls of the same kind (bootstrap over calls). They say nothing about other kinds of calls, other transcribers or other detectors. {}",
            chance(n)
        ),
    })
}

/// What many intervals at once mean.
fn chance(n: usize) -> String {
    format!(
        "Of the {n} intervals of the pooled figures about one in twenty misses its truth by chance."
    )
}

fn design(audit: &Audit) -> Option<String> {
    let effect = audit.all("filler_rate")?.design_effect?;
    (effect > 1.5).then(|| {
        format!(
            "Callers differ: an interval that took every filler for an independent event would be {} times too narrow (design effect {}).",
            fixed(Some(effect.sqrt()), 1),
            fixed(Some(effect), 1)
        )
    })
}

/// The figure that hangs most on the turn rule.
fn definitions(audit: &Audit) -> Option<String> {
    let name = "hold_pause.per_turn";
    let rules = audit
        .sensitivity
        .iter()
        .filter(|o| o.axis == Axis::TurnRule);
    let values = rules.filter_map(|o| {
        let (_, _, value) = o.figures.iter().find(|(n, _, _)| n == name)?;
        Some((value.filter(|v| *v > 0.0)?, o.value.as_str()))
    });
    let values: Vec<(f64, &str)> = values.collect();
    let least = values.iter().copied().min_by(|a, b| a.0.total_cmp(&b.0))?;
    let most = values.iter().copied().max_by(|a, b| a.0.total_cmp(&b.0))?;
    (most.0 > 1.1 * least.0).then(|| {
        format!(
            "Holds per turn are {} by turn rule {} and {} by {}: compare them only with figures of the same rule (see how much the definitions matter).",
            fixed(Some(least.0), 2),
            least.1,
            fixed(Some(most.0), 2),
            most.1
        )
    })
}

fn rows(audit: &Audit) -> Option<String> {
    audit.signature.saw_rows_only().then(|| String::from(ROWS))
}

fn undecided(audit: &Audit) -> Option<String> {
    let markers = audit.all("marker_rate")?;
    (markers.hits? > 0.0).then(|| {
        String::from(
            "Discourse markers are told from content words by rules whose precision differs from word to word (see the definition of marker_rate): they are no part of filler_rate, and what the rules leave undecided is counted nowhere.",
        )
    })
}
