//! Pauses of the user in an unfinished turn.

use super::{Figure, Measure, NO_TEXT, Stat, Tally, View, per};
use crate::event::{Detail, Event, Kind};
use crate::settings::{self, Settings};
use crate::time::Ms;

mod inside;

/// The measure.
pub struct HoldPause;

/// Borders of the two bands that the literature counts, ms.
const BANDS: (Ms, Ms) = (200, 500);

impl Measure for HoldPause {
    fn name(&self) -> &'static str {
        "hold_pause"
    }

    fn definition(&self) -> &'static str {
        "Own silences of at least hold_min_ms inside an own turn, the other party silent all through: per turn, per minute of own speech, share of turns with one, lengths (quantiles, ms), and the share that follows a filler (which ends at most filler_pause_window_ms before). `.in_number`, `.in_address`, `.in_name` are the shares of holds with a number, date or spelled letters, an e-mail or web address, a name on both sides of them, by the spans that augment protects. Bands: 200 ≤ length < 500 ms and ≥ 500 ms. `.overlapped_*` are the bands of own pauses in which the other party does speak. Source: measures.md, seed 000."
    }

    fn figures(&self, _: &Settings) -> Vec<Figure> {
        let f = |part, unit, stat| Figure::new("hold_pause", part, unit, stat);
        let mut figures = vec![
            f("per_turn", "per turn", per("holds", "turns")),
            f(
                "per_minute",
                "per minute of own speech",
                per("holds", "minutes"),
            ),
            f("turns_with", "share of turns", per("turns_with", "turns")),
            f("per_turn_200_500", "per turn", per("short", "turns")),
            f("per_turn_500", "per turn", per("long", "turns")),
            f(
                "overlapped_per_turn_200_500",
                "per turn",
                per("short_overlapped", "turns"),
            ),
            f(
                "overlapped_per_turn_500",
                "per turn",
                per("long_overlapped", "turns"),
            ),
            f(
                "after_filler",
                "share of holds",
                per("after_filler", "holds"),
            ),
        ];
        for (key, _) in inside::INSIDE {
            figures.push(f(key, "share of holds", per(key, "holds")));
        }
        for (part, p) in [
            ("p5", 0.05),
            ("p10", 0.1),
            ("p25", 0.25),
            ("p50", 0.5),
            ("p75", 0.75),
            ("p90", 0.9),
            ("p95", 0.95),
            ("p99", 0.99),
        ] {
            let sample = "length";
            figures.push(f(part, "ms", Stat::Quantile { sample, p }));
        }
        figures
    }

    fn count(&self, view: &View<'_>, tally: &mut Tally) {
        if let Some(reason) = view.no_pauses() {
            let here = ["holds", "turns", "minutes", "turns_with", "length"];
            let inside = inside::INSIDE.map(|(key, _)| key);
            for key in here.into_iter().chain(inside) {
                tally.lacks(key, reason);
            }
            return;
        }
        let side = view.timeline.side(view.side);
        let speech: Ms = side.speech.iter().map(|s| s.duration()).sum();
        for key in ["holds", "turns_with", "short", "long"] {
            tally.add(key, 0.0);
        }
        tally.add("short_overlapped", 0.0);
        tally.add("long_overlapped", 0.0);
        tally.add("turns", view.turns().count() as f64);
        tally.add("minutes", speech as f64 / 60_000.0);
        let mut last_turn = None;
        let mut holds = Vec::new();
        for (pause, alone) in pauses(view) {
            let Some(span) = pause.span else { continue };
            band(span.duration(), alone, tally);
            if !alone {
                continue;
            }
            tally.add("holds", 1.0);
            tally.sample("length", span.duration() as f64);
            holds.push((span, pause.turn));
            if last_turn != pause.turn {
                last_turn = pause.turn;
                tally.add("turns_with", 1.0);
            }
        }
        after_filler(view, tally);
        inside::count(view, &holds, tally);
    }
}

/// Pauses of the side with: was the other silent?
pub(super) fn pauses<'a>(view: &'a View<'_>) -> impl Iterator<Item = (&'a Event, bool)> {
    view.events_of(Kind::Pause).filter_map(|e| match e.detail {
        Detail::Pause { other_silent } => Some((e, other_silent)),
        _ => None,
    })
}

fn band(length: Ms, alone: bool, tally: &mut Tally) {
    let key = match (length, alone) {
        (n, _) if n < BANDS.0 => return,
        (n, true) if n < BANDS.1 => "short",
        (_, true) => "long",
        (n, false) if n < BANDS.1 => "short_overlapped",
        (_, false) => "long_overlapped",
    };
    tally.add(key, 1.0);
}

fn after_filler(view: &View<'_>, tally: &mut Tally) {
    if view.token_count().is_none() {
        tally.lacks("after_filler", NO_TEXT);
        return;
    }
    let side = view.timeline.side(view.side);
    if side.tokens.iter().all(|t| t.time.is_none()) {
        tally.lacks("after_filler", "no word times");
        return;
    }
    let window = view.settings.ms(&settings::FILLER_AFTER_WINDOW);
    let mut ends: Vec<Ms> = view
        .events_of(Kind::Filler)
        .filter(|e| super::counts(e))
        .filter_map(|e| e.span)
        .map(|s| s.end)
        .collect();
    ends.sort_unstable();
    tally.add("after_filler", 0.0);
    for (pause, alone) in pauses(view) {
        let Some(span) = pause.span.filter(|_| alone) else {
            continue;
        };
        // Nothing may have been said between the filler and the pause.
        let last_end = side
            .speech
            .get(
                side.speech
                    .partition_point(|s| s.start < span.start)
                    .wrapping_sub(1),
            )
            .map_or(span.start, |s| s.end);
        let k = ends.partition_point(|e| *e <= span.start);
        let after = k > 0 && ends[k - 1] >= last_end && span.start - ends[k - 1] <= window;
        tally.add("after_filler", f64::from(u8::from(after)));
    }
}
