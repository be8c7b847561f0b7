//! The silences that are scored.

use crate::augment::Case;
use crate::call::{Label, Status, UserTurn};
use crate::format::Corpus;
use crate::settings::{self, Settings};
use crate::time::Ms;

/// A labelled silence with whatever scores a model gave inside it.
#[derive(Clone, Debug, PartialEq)]
pub struct ScoredSpan {
    /// The call: the independent unit of every interval.
    pub call_id: String,
    /// The turn.
    pub turn_id: String,
    /// Rank in the turn.
    pub index: u32,
    /// Hold or end of turn.
    pub label: Label,
    /// Length, ms.
    pub duration: Ms,
    /// (silence so far in ms, probability that the turn has ended), by time. Empty: no model.
    pub scores: Vec<(Ms, f64)>,
}

/// Is the span scored? Every end of turn is; a hold when its length is in the scored range.
pub(super) fn is_scored(label: Label, duration: Ms, settings: &Settings) -> bool {
    let range = settings.ms(&settings::SCORE_MIN)..=settings.ms(&settings::SCORE_MAX);
    label == Label::Eot || range.contains(&duration)
}

/// Scored spans of cases.
pub fn of_cases<'c>(
    cases: impl IntoIterator<Item = &'c Case>,
    settings: &Settings,
) -> Vec<ScoredSpan> {
    cases
        .into_iter()
        .filter(|c| is_scored(c.label, c.span.duration(), settings))
        .map(|c| ScoredSpan {
            call_id: c.call_id.clone(),
            turn_id: c.turn_id.clone(),
            index: c.index,
            label: c.label,
            duration: c.span.duration(),
            scores: Vec::new(),
        })
        .collect()
}

/// Scored spans of annotated tables, and why others were left out (reason, count).
///
/// Only silences of `complete` turns count; drafts that nobody confirmed and empty labels are left out.
pub fn of_corpus(corpus: &Corpus, settings: &Settings) -> (Vec<ScoredSpan>, Vec<(String, usize)>) {
    let mut spans = Vec::new();
    let mut left_out = std::collections::BTreeMap::new();
    let mut leave = |reason: &str| *left_out.entry(String::from(reason)).or_insert(0) += 1;
    for call in &corpus.calls {
        // Of turns that share an id the first counts.
        let turns = call.turns.iter().rev();
        let turns: std::collections::HashMap<&str, &UserTurn> =
            turns.map(|t| (t.id.as_str(), t)).collect();
        for silence in &call.silences {
            let turn = turns.get(silence.turn_id.as_str());
            let derived = silence.annotator.starts_with("falter:");
            match (turn.map(|t| t.status), silence.label) {
                (_, None) => leave("empty label"),
                _ if silence.annotator == "xlsx_draft" => leave("draft that nobody confirmed"),
                (Some(Status::Complete), _) if derived => {
                    leave("derived or constructed, not annotated")
                }
                (Some(Status::Complete), Some(label)) => {
                    let duration = silence.span.duration();
                    if !is_scored(label, duration, settings) {
                        leave("hold outside the scored lengths");
                        continue;
                    }
                    spans.push(ScoredSpan {
                        call_id: call.id.clone(),
                        turn_id: silence.turn_id.clone(),
                        index: silence.index,
                        label,
                        duration,
                        scores: Vec::new(),
                    });
                }
                (Some(_), _) => leave("turn not complete"),
                (None, _) => leave("no such turn"),
            }
        }
    }
    (spans, left_out.into_iter().collect())
}
