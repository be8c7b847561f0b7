//! Which stretches of time a side speaks in, and which tokens belong to which unit.

use std::ops::Range;

use super::{Ipu, Row, Source, Timed};
use crate::call::{Call, Role};
use crate::settings::{CONTIGUOUS_PAIRS, CONTIGUOUS_SHARE, Settings};
use crate::time::{Ms, Span, join, less};

/// Word times are used when at least this share of the tokens has one, and they are not end to start
/// throughout, which only an invented clock does.
const TIMED_SHARE: f64 = 0.5;

/// The best source at hand for one side: healthy word times, else activity, else rows.
pub(super) fn source(call: &Call, role: Role, tokens: &[Timed<'_>], settings: &Settings) -> Source {
    if call.untimed {
        return Source::Nothing;
    }
    let mut times: Vec<Span> = tokens.iter().filter_map(Timed::spoken).collect();
    let enough = times.len() as f64 >= TIMED_SHARE * tokens.len() as f64;
    times.dedup();
    if !times.is_empty() && enough && !contiguous(&times, settings) {
        Source::Words
    } else if call.speech[role.index()].is_some() {
        Source::Activity
    } else if call.rows(role).next().is_some() {
        Source::Rows
    } else {
        Source::Nothing
    }
}

fn contiguous(times: &[Span], settings: &Settings) -> bool {
    let pairs = times.len().saturating_sub(1);
    let most = settings.get(&CONTIGUOUS_SHARE) * pairs as f64;
    pairs >= settings.count(&CONTIGUOUS_PAIRS) && touching(times) as f64 > most
}

/// How many of the spans end where the next one starts.
pub(crate) fn touching(times: &[Span]) -> usize {
    times.windows(2).filter(|w| w[0].end == w[1].start).count()
}

/// Runs of speech, sorted, apart from each other.
pub(super) fn runs(
    call: &Call,
    role: Role,
    source: Source,
    rows: &[Row<'_>],
    tokens: &[Timed<'_>],
    out: &[Span],
) -> Vec<Span> {
    let mut spans: Vec<Span> = match source {
        Source::Nothing => Vec::new(),
        Source::Rows => rows.iter().map(|r| r.segment.span).collect(),
        Source::Words => {
            let timed = tokens.iter().filter_map(Timed::spoken);
            let untimed = rows
                .iter()
                .filter(|r| {
                    tokens[r.tokens.clone()]
                        .iter()
                        .all(|t| t.spoken().is_none())
                })
                .filter(|r| !r.tokens.is_empty())
                .map(|r| r.segment.span);
            timed.chain(untimed).collect()
        }
        Source::Activity => {
            let mut heard = call.speech[role.index()].clone().unwrap_or_default();
            heard.sort_unstable();
            let apart = less(&join(&heard, 1), out);
            // A row in which the detector heard nothing was still said: the turn must not be lost.
            let missed = rows.iter().map(|r| r.segment.span).filter(|row| {
                let next = apart.partition_point(|h| h.end <= row.start);
                apart.get(next).is_none_or(|h| h.start >= row.end)
            });
            apart.iter().copied().chain(missed).collect()
        }
    };
    spans.sort();
    join(&spans, 1)
}

/// Units over `spans`, each with its tokens. Tokens keep their order: a token never falls behind the
/// unit of the one before it.
pub(super) fn units(spans: &[Span], rows: &[Row<'_>], tokens: &[Timed<'_>]) -> Vec<Ipu> {
    let mut ends = vec![0; spans.len()];
    let mut unit = 0;
    for row in rows {
        let home = nearest(spans, row.segment.span);
        for k in row.tokens.clone() {
            let wanted = match tokens[k].spoken() {
                Some(time) => containing(spans, time.start).unwrap_or(home),
                // An untimed token is said with the one before it in its row.
                None if k > row.tokens.start => unit,
                None => first_timed(&tokens[row.tokens.clone()])
                    .and_then(|at| containing(spans, at))
                    .unwrap_or(home),
            };
            unit = wanted.max(unit);
            if let Some(end) = ends.get_mut(unit) {
                *end = k + 1;
            }
        }
    }
    let mut from = 0;
    spans
        .iter()
        .zip(ends)
        .map(|(span, end)| {
            let tokens: Range<usize> = from..end.max(from);
            from = tokens.end;
            Ipu {
                span: *span,
                tokens,
                backchannel: false,
                answer: false,
            }
        })
        .collect()
}

/// Of a call without times, each row is a unit; its span keeps the order and is no time.
pub(super) fn one_a_row(rows: &[Row<'_>]) -> Vec<Ipu> {
    let unit = |row: &Row<'_>| Ipu {
        span: row.segment.span,
        tokens: row.tokens.clone(),
        backchannel: false,
        answer: false,
    };
    rows.iter().map(unit).collect()
}

fn first_timed(tokens: &[Timed<'_>]) -> Option<Ms> {
    tokens.iter().find_map(Timed::spoken).map(|t| t.start)
}

fn containing(spans: &[Span], at: Ms) -> Option<usize> {
    let k = spans.partition_point(|s| s.start <= at).checked_sub(1)?;
    spans[k].contains(at).then_some(k)
}

/// The unit that shares most time with `span`, else the one that starts next, else the last.
fn nearest(spans: &[Span], span: Span) -> usize {
    let shared = |s: &Span| s.end.min(span.end) - s.start.max(span.start);
    let first = spans.partition_point(|s| s.end <= span.start);
    let overlapping = spans[first..].iter().take_while(|s| s.start < span.end);
    let best = overlapping
        .enumerate()
        .max_by_key(|(k, s)| (shared(s), std::cmp::Reverse(*k)))
        .map(|(k, _)| first + k);
    best.unwrap_or(first.min(spans.len().saturating_sub(1)))
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_row_belongs_to_the_unit_it_shares_most_with() {
        let spans = [
            Span::new(0, 100),
            Span::new(300, 900),
            Span::new(2000, 2100),
        ];
        assert_eq!(nearest(&spans, Span::new(50, 600)), 1);
        assert_eq!(nearest(&spans, Span::new(950, 1000)), 2);
        assert_eq!(nearest(&spans, Span::new(5000, 6000)), 2);
    }
}
