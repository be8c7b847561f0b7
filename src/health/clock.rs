//! A transcript and a recording whose clocks disagree.

use super::Check;
use super::effect::{BETWEEN, Effect};
use super::exam::{Exam, shared, total};
use super::finding::{Finding, Severity};
use crate::call::Role;
use crate::settings;
use crate::time::{Ms, Span, join};

/// The check.
pub struct Clock;

/// Lags that are tried: up to this far either way, in steps, ms.
const FARTHEST: Ms = 10_000;
const STEP: Ms = 50;

/// Least text that a lag is concluded from, ms and rows.
const TEXT: (Ms, usize) = (5_000, 5);

/// The lag must bring so much of the text onto speech, and so much more than no lag does.
const FITS: f64 = 0.6;
const BETTER: f64 = 0.1;

impl Check for Clock {
    fn name(&self) -> &'static str {
        "clock"
    }

    fn about(&self) -> &'static str {
        "The lag between the times of the text and speech in the audio: the shift, up to 10 s, that brings most of the text onto speech of its own party (at least 60 % of it, and a tenth more than without). A finding where it is more than `lag_max_ms`, or where the first and the last third of the call differ by more than `drift_max_ms`. Voids what is counted between the parties where one's times come from the text and the other's from the audio. Source: measures.md; pipecat-ai/pipecat#2851."
    }

    fn needs(&self) -> &'static str {
        "rows or words, and audio"
    }

    fn look(&self, exam: &Exam<'_>) -> Vec<Finding> {
        let sides = Role::ALL.map(|role| Side::of(exam, role));
        let sides: Vec<Side<'_>> = sides.into_iter().flatten().collect();
        let said = drift(&sides, exam.settings.ms(&settings::DRIFT_MAX))
            .or_else(|| constant(&sides, exam.settings.ms(&settings::LAG_MAX)));
        let finding = said.map(|sentence| {
            let finding = Finding::new(self.name(), Severity::Warning, sentence)
                .advice("times of text and audio cannot be mixed; shift the one or the other");
            match exam.mixes_clocks() {
                true => Finding {
                    severity: Severity::Error,
                    ..finding.does(Effect::Void(BETWEEN))
                },
                false => finding,
            }
        });
        finding.into_iter().collect()
    }
}

/// The text of a party and the speech heard of it.
struct Side<'a> {
    text: Vec<Span>,
    heard: &'a [Span],
}

impl<'a> Side<'a> {
    fn of(exam: &Exam<'a>, role: Role) -> Option<Self> {
        let heard = exam.heard(role).filter(|spans| !spans.is_empty())?;
        let words = exam.words(role);
        let mut text: Vec<Span> = words.iter().filter_map(|w| w.span()).collect();
        if text.is_empty() {
            text = exam.rows(role).iter().map(|r| r.span).collect();
        }
        text.sort_unstable();
        let text = join(&text, exam.settings.ms(&settings::IPU_SILENCE));
        (!text.is_empty()).then_some(Self { text, heard })
    }

    /// The part of the text between two times.
    fn between(&self, span: Span) -> Self {
        let inside = self.text.iter().filter(|s| span.contains(s.start));
        Self {
            text: inside.copied().collect(),
            heard: self.heard,
        }
    }
}

/// The shift of the text that fits speech best, where it fits well and clearly better than none.
fn lag(sides: &[Side<'_>]) -> Option<Ms> {
    let length: Ms = sides.iter().map(|s| total(&s.text)).sum();
    let rows: usize = sides.iter().map(|s| s.text.len()).sum();
    if length < TEXT.0 || rows < TEXT.1 {
        return None;
    }
    let fit = |lag: Ms| -> Ms {
        let each = sides.iter().map(|s| shared(&s.text, s.heard, lag));
        each.sum()
    };
    let now = fit(0);
    let lags = (-FARTHEST / STEP..=FARTHEST / STEP).map(|k| k * STEP);
    // Of shifts that fit alike the smallest is right.
    let best = lags.max_by_key(|lag| (fit(*lag), -lag.abs()))?;
    let (most, all) = (fit(best) as f64, length as f64);
    let fits = most >= FITS * all;
    match fits && most - now as f64 >= BETTER * all {
        true => Some(best),
        false => fits.then_some(0),
    }
}

fn constant(sides: &[Side<'_>], most: Ms) -> Option<String> {
    let lag = lag(sides).filter(|lag| lag.abs() > most)?;
    Some(match lag > 0 {
        true => format!("the text is {lag} ms ahead of the audio"),
        false => format!("the text is {} ms behind the audio", -lag),
    })
}

fn drift(sides: &[Side<'_>], most: Ms) -> Option<String> {
    let starts = || sides.iter().flat_map(|s| &s.text);
    let first = starts().map(|s| s.start).min()?;
    let last = starts().map(|s| s.start).max()? + 1;
    let third = (last - first) / 3;
    let part = |from: Ms, until: Ms| {
        let each = sides.iter().map(|s| s.between(Span::new(from, until)));
        lag(&each.collect::<Vec<_>>())
    };
    let (early, late) = (part(first, first + third)?, part(last - third, last)?);
    ((late - early).abs() > most).then(|| {
        format!(
            "text and audio drift apart: the text must move by {early} ms in the first third of the call, by {late} ms in the last"
        )
    })
}
