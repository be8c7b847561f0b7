//! Speech that the transcript left out.

use super::Check;
use super::effect::{DISFLUENCIES, Effect};
use super::exam::{Exam, shared, total};
use super::finding::{Finding, Severity};
use crate::call::Role;
use crate::event::Kind;
use crate::settings;
use crate::time::{Ms, Span, join};

/// The check.
pub struct Untranscribed;

impl Check for Untranscribed {
    fn name(&self) -> &'static str {
        "untranscribed"
    }

    fn about(&self) -> &'static str {
        "Stretches of detected speech of at least `untranscribed_ms` outside every row of their party (rows widened by `row_edge_ms`), less those during which the other party is heard or has a row, which may be bleed. Where there are two or more and they make up more than `untranscribed_share` of the party's speech, rates of disfluencies are lower bounds: recognisers leave out just these. Source: measures.md; SYSTRAN/faster-whisper#901."
    }

    fn needs(&self) -> &'static str {
        "rows and audio"
    }

    fn look(&self, exam: &Exam<'_>) -> Vec<Finding> {
        let of = |role| self.of(exam, role);
        Role::ALL.into_iter().filter_map(of).collect()
    }
}

/// Fewest stretches that say something about the transcript.
const STRETCHES: usize = 2;

impl Untranscribed {
    fn of(&self, exam: &Exam<'_>, role: Role) -> Option<Finding> {
        let heard = exam.heard(role)?;
        let side = exam.timeline.side(role);
        if side.rows.is_empty() {
            return None;
        }
        let edge = exam.settings.ms(&settings::ROW_EDGE);
        let written = spans(exam, role, edge);
        let mut other = spans(exam, role.other(), 0);
        other.extend(exam.heard(role.other()).into_iter().flatten());
        other.sort_unstable();
        let other = join(&other, 1);
        let least = exam.settings.ms(&settings::UNTRANSCRIBED);
        let outside = |span: &&Span| {
            let one = [**span];
            shared(&one, &written, 0) == 0 && shared(&one, &other, 0) == 0
        };
        let long = heard.iter().filter(|span| span.duration() >= least);
        let left_out: Vec<Span> = long.filter(outside).copied().collect();
        let ms = total(&left_out);
        let most = exam.settings.get(&settings::UNTRANSCRIBED_SHARE) * total(heard) as f64;
        if left_out.len() < STRETCHES || ms as f64 <= most {
            return None;
        }
        let fillers = exam.events.iter();
        let fillers = fillers.filter(|e| e.role == role && e.kind == Kind::Filler);
        let sentence = format!(
            "filler rate {} is a lower bound: {} untranscribed voiced stretches, {ms} ms",
            rate(fillers.count(), side.tokens.len()),
            left_out.len()
        );
        let finding = Finding::new(self.name(), Severity::Warning, sentence);
        Some(
            finding
                .of(role)
                .advice("what is not transcribed is not counted; transcribe verbatim")
                .does(Effect::LowerBound(DISFLUENCIES)),
        )
    }
}

/// Rows of a party as disjoint spans, each widened.
fn spans(exam: &Exam<'_>, role: Role, edge: Ms) -> Vec<Span> {
    let rows = exam.rows(role);
    let wide = rows
        .iter()
        .map(|r| Span::new(r.span.start - edge, r.span.end + edge));
    join(&wide.collect::<Vec<_>>(), 1)
}

/// Fillers per 1000 tokens, 0 without a decimal.
fn rate(fillers: usize, tokens: usize) -> String {
    match fillers {
        0 => String::from("0"),
        _ => format!("{:.1}", fillers as f64 * 1000.0 / tokens.max(1) as f64),
    }
}
