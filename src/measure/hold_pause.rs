//! Pauses of the user in an unfinished turn.

use super::{Figure, FitPart, Measure, NO_TEXT, Stat, SurvivalPart, Tally, View, per};
use crate::event::{Detail, Event, Kind};
use crate::settings::{self, Settings};
use crate::stats::fit::FAMILIES;
use crate::time::Ms;

mod cut;
mod inside;

/// The measure.
pub struct HoldPause;

/// Borders of the two bands that the literature counts, ms.
const BANDS: (Ms, Ms) = (200, 500);

/// Most draws behind the p of the fit: each fits the family anew.
const FIT_DRAWS: usize = 99;

impl Measure for HoldPause {
    fn name(&self) -> &'static str {
        "hold_pause"
    }

    fn definition(&self) -> &'static str {
        "Own silences of at least hold_min_ms inside an own turn, the other party silent all through: per turn, per minute of own speech, share of turns with one, lengths (quantiles, ms), and the share that follows a filler (which ends at most filler_pause_window_ms before). `.in_number`, `.in_address`, `.in_name` are the shares of holds with a number, date or spelled letters, an e-mail or web address, a name on both sides of them, by the spans that augment protects. Bands: 200 ≤ length < 500 ms and ≥ 500 ms. `.overlapped_*` are the bands of own pauses in which the other party does speak. `.cut_short`: silences that the other party's interruption cut short, of these and the holds; `.km_p50` and `.km_mean` (up to score_max_ms) count them as lasting longer (Kaplan–Meier). `.fit_*`: log-normal, gamma, Weibull and exponential (mu and sigma of the natural logarithm of ms) by maximum likelihood to the holds from score_min_ms on, left-truncated there; the least AIC fits best; `.fit_ks`, `.fit_p`: distance of the best and its p by parametric bootstrap. Source: measures.md, seed 000."
    }

    fn figures(&self, settings: &Settings) -> Vec<Figure> {
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
        figures.extend(self.survival(settings));
        figures.extend(self.fits(settings));
        figures
    }

    fn count(&self, view: &View<'_>, tally: &mut Tally) {
        if let Some(reason) = view.no_pauses() {
            let here = [
                "holds",
                "turns",
                "minutes",
                "turns_with",
                "length",
                "cut_short",
            ];
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
        let cut = cut::lengths(view);
        tally.add("cut_short", cut.len() as f64);
        tally.add("all", (holds.len() + cut.len()) as f64);
        cut.iter().for_each(|l| tally.sample("cut", *l as f64));
        after_filler(view, tally);
        inside::count(view, &holds, tally);
    }
}

impl HoldPause {
    /// Lengths where the other party's barge-ins cut some short.
    fn survival(&self, settings: &Settings) -> [Figure; 3] {
        let f = |part, unit, stat| Figure::new(self.name(), part, unit, stat);
        let curve = |part| Stat::Survival {
            ended: "length",
            cut: "cut",
            part,
        };
        let limit = settings.get(&settings::SCORE_MAX);
        [
            f(
                "cut_short",
                "share of holds and those cut short",
                per("cut_short", "all"),
            ),
            f("km_p50", "ms", curve(SurvivalPart::Median)),
            f("km_mean", "ms", curve(SurvivalPart::MeanTo(limit))),
        ]
    }

    /// Distributions of the holds that are scored.
    fn fits(&self, settings: &Settings) -> Vec<Figure> {
        let f = |part: String, unit, part_of| {
            let stat = Stat::Fit {
                sample: "length",
                truncation: settings.get(&settings::SCORE_MIN),
                part: part_of,
            };
            Figure::new(self.name(), &part, unit, stat)
        };
        let mut figures = Vec::new();
        for family in FAMILIES {
            let name = family.name().to_lowercase().replace('-', "");
            for (k, parameter) in family.parameters().iter().enumerate() {
                let unit = match *parameter {
                    "rate" => "per ms",
                    "scale" => "ms",
                    _ => "parameter",
                };
                let part = FitPart::Parameter(family, k);
                figures.push(f(format!("fit_{name}_{parameter}"), unit, part));
            }
            figures.push(f(format!("fit_{name}_aic"), "AIC", FitPart::Aic(family)));
        }
        let draws = settings.count(&settings::BOOTSTRAP_DRAWS).min(FIT_DRAWS);
        let seed = settings.get(&settings::RANDOM_SEED) as u64;
        figures.push(f(String::from("fit_ks"), "distance", FitPart::Statistic));
        figures.push(f(String::from("fit_p"), "p", FitPart::P { draws, seed }));
        figures
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
