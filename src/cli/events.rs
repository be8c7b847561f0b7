//! `falter events`: what happened, one JSON object a line.

use serde_json::{Value, json};

use super::input::{Asking, Input};
use super::{Context, Exit, print};
use crate::call::Role;
use crate::error::Result;
use crate::event::{self, Detail, Event, Outcome};
use crate::health;
use crate::lang::Tier;
use crate::report::health_notices;
use crate::timeline::{Side, Timeline};

/// List disfluencies and turn-taking events, one JSON object a line.
#[derive(clap::Args)]
#[command(mut_arg("side", |side| side.default_value("both")))]
pub(super) struct Args {
    #[command(flatten)]
    input: Input,
    #[command(flatten)]
    asking: Asking,
    /// JSON lines (the only form; accepted for clarity).
    #[arg(long)]
    json: bool,
    /// Also forms that the lexicon leaves undecided (tier C), which nothing counts.
    #[arg(long)]
    undecided: bool,
}

pub(super) fn run(args: Args, context: Context) -> Result<Exit> {
    let _ = args.json;
    let read = args.input.read(context)?;
    let options = args.asking.options(&read)?;
    let mut findings = Vec::new();
    for call in &read.corpus.calls {
        // What the health pass does not count is no event either.
        let examined = health::examine(call, &read.languages, &read.settings, options.rule)?;
        findings.extend(examined.findings);
        let mut lines = String::new();
        let timeline = &examined.timeline;
        let mut events = examined.events;
        if args.undecided {
            events.extend(event::undecided(timeline));
            event::sort(&mut events);
        }
        for event in events {
            if options.sides.contains(&event.role) && !is_outgrown(&event) {
                lines.push_str(&object(timeline, &event).to_string());
                lines.push('\n');
            }
        }
        print(lines.as_bytes())?;
    }
    for doubt in health_notices(&findings) {
        context.notice(&doubt);
    }
    Ok(Exit::Fine)
}

/// A silence that grew to a turn end is no opportunity.
fn is_outgrown(event: &Event) -> bool {
    let grown = Outcome::Outgrown { resumed: true };
    let left = Outcome::Outgrown { resumed: false };
    matches!(event.detail, Detail::Opportunity { outcome, .. } if outcome == grown || outcome == left)
}

fn object(timeline: &Timeline<'_>, event: &Event) -> Value {
    let side = timeline.side(event.role);
    let first = side.tokens.get(event.tokens.start);
    let first = first.filter(|_| !event.tokens.is_empty());
    let row = first.map(|t| &side.rows[t.row]);
    let offset = row.map_or(0, |r| r.tokens.start);
    let token = |k: usize| row.map(|_| k - offset);
    let mut object = json!({
        "call_id": timeline.call.id,
        "role": event.role.name(),
        "kind": event.kind.name(),
        "start_ms": event.span.map(|s| s.start),
        "end_ms": event.span.map(|s| s.end),
        "row": row.map(|r| r.segment.row),
        "token_start": token(event.tokens.start),
        "token_end": token(event.tokens.end),
        "text": row.map(|_| text(side, event)),
    });
    if let (Some(map), Value::Object(more)) =
        (object.as_object_mut(), detail(timeline, event, offset))
    {
        map.extend(more);
    }
    object
}

fn text(side: &Side<'_>, event: &Event) -> String {
    let words = side.tokens[event.tokens.clone()].iter().map(|t| {
        let transcript = &side.rows[t.row].segment.transcript;
        transcript
            .get(t.token.start..t.token.end)
            .unwrap_or_default()
    });
    words.collect::<Vec<_>>().join(" ")
}

fn detail(timeline: &Timeline<'_>, event: &Event, offset: usize) -> Value {
    match &event.detail {
        Detail::Plain => json!({}),
        Detail::Disfluency { tier, parts } => {
            let mut object =
                json!({ "tier": match tier { Tier::A => "A", Tier::B => "B", Tier::C => "C" } });
            if let (Some(parts), Some(map)) = (parts, object.as_object_mut()) {
                let named = [
                    ("reparandum", &parts.reparandum),
                    ("interregnum", &parts.interregnum),
                    ("repair", &parts.repair),
                ];
                for (name, range) in named {
                    let span = event::span_of(timeline.side(event.role), range);
                    map.insert(
                        String::from(name),
                        json!({
                            "token_start": range.start.saturating_sub(offset),
                            "token_end": range.end.saturating_sub(offset),
                            "start_ms": span.map(|s| s.start),
                            "end_ms": span.map(|s| s.end),
                        }),
                    );
                }
            }
            object
        }
        Detail::Pause { other_silent } => json!({
            "other_silent": other_silent,
            "hold": *other_silent && event.role == Role::User,
        }),
        Detail::Interruption { successful } => json!({ "successful": successful }),
        Detail::Transition { offset } => json!({ "offset_ms": offset }),
        Detail::Opportunity { outcome, rank, .. } => json!({
            "outcome": match outcome {
                Outcome::NotTaken => "not_taken",
                Outcome::Backchannel => "backchannel",
                Outcome::Turn => "turn",
                Outcome::Outgrown { .. } => "outgrown",
            },
            "rank": rank,
        }),
    }
}
