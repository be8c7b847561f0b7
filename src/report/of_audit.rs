//! The report of an audit.

use super::findings::findings;
use super::limits::limits;
use super::number::{decimals, fixed, interval};
use super::sensitivity::sensitivity;
use super::{Block, Cell, Plot, Report, Section, Series, Table, health, health_notices};
use crate::audit::Audit;
use crate::measure::{Estimate, MEASURES, Scope};
use crate::stats::fit::{FAMILIES, Family};

/// Figures shown in the tables of the report; all are in the files.
const SHOWN: [(&str, &[&str]); 5] = [
    (
        "Hesitation in the words",
        &[
            "filler_rate",
            "filler_rate.by_context",
            "marker_rate",
            "repeat_rate",
            "repair_rate",
            "fragment_rate",
            "initial_share.turn",
            "initial_share.utterance",
        ],
    ),
    (
        "Pauses inside a turn",
        &[
            "hold_pause.per_turn",
            "hold_pause.per_minute",
            "hold_pause.turns_with",
            "hold_pause.per_turn_200_500",
            "hold_pause.per_turn_500",
            "hold_pause.after_filler",
            "hold_pause.p25",
            "hold_pause.p50",
            "hold_pause.p75",
            "hold_pause.p95",
            "cut_if_waiting.holds_300",
            "cut_if_waiting.holds_500",
            "cut_if_waiting.holds_700",
            "cut_if_waiting.holds_1000",
            "cut_if_waiting.delay_10",
            "cut_if_waiting.delay_5",
            "cut_if_waiting.delay_2",
        ],
    ),
    (
        "Between the parties",
        &[
            "transfer_offset.p10",
            "transfer_offset.p50",
            "transfer_offset.p90",
            "transfer_offset.overlapped",
            "opportunity.per_turn",
            "opportunity.first_at",
            "opportunity.to_backchannel",
            "opportunity.to_turn",
            "opportunity.first_share",
            "opportunity.outgrown",
            "backchannel_rate",
            "interruption_rate",
            "interruption_rate.successful",
            "interruption_rate.failed",
        ],
    ),
    (
        "Clustering",
        &[
            "dispersion.turn.both.raw",
            "dispersion.turn.both.expected",
            "dispersion.turn.both.adjusted",
            "dispersion.turn.both.alpha",
            "dispersion.turn.both.z",
            "dispersion.turn.both.p",
            "dispersion.utterance.fillers.adjusted",
            "dispersion.utterance.fillers.alpha",
            "dispersion.utterance.fillers.alpha_ml",
            "dispersion.utterance.repeats.adjusted",
            "dispersion.utterance.repeats.alpha",
        ],
    ),
    (
        "Amount",
        &[
            "tokens",
            "tokens.timed",
            "tokens.untimed",
            "tokens.turns",
            "tokens.utterances",
            "speech_rate",
            "turn_length.tokens_mean",
            "turn_length.seconds_mean",
            "turn_length.seconds_p50",
            "talk_share",
        ],
    ),
];

/// Composes the report.
pub fn of_audit(audit: &Audit, title: &str, notices: Vec<String>) -> Report {
    let mut notices = notices;
    notices.extend(health_notices(&audit.health));
    let mut sections = Vec::from_iter(limits(audit));
    sections.extend(health(audit));
    if let Some(plot) = hold_plot(audit) {
        sections.push(Section {
            title: String::from("How long the pauses last"),
            blocks: vec![Block::Plot(plot)]
                .into_iter()
                .chain(fit(audit).map(Block::Text))
                .collect(),
        });
    }
    for (heading, names) in SHOWN {
        let name = heading.to_lowercase().replace(' ', "_");
        sections.push(Section {
            title: String::from(heading),
            blocks: vec![Block::Table(table(audit, &name, names))],
        });
    }
    sections.extend(sensitivity(audit));
    Report {
        title: String::from(title),
        signature: audit.signature.to_string(),
        findings: findings(audit),
        notices,
        sections,
        measures: audit.estimates.clone(),
        definitions: definitions(),
    }
}

/// Names and definitions of all measures.
pub fn definitions() -> Vec<(String, String)> {
    let each = MEASURES.iter();
    each.map(|m| (String::from(m.name()), String::from(m.definition())))
        .collect()
}

fn table(audit: &Audit, name: &str, names: &[&str]) -> Table {
    let columns = [
        "figure",
        "value",
        "95 % interval",
        "of",
        "unit",
        "design effect",
        "note",
    ];
    let rows = names.iter().filter_map(|name| audit.all(name)).map(row);
    Table {
        name: String::from(name),
        caption: String::from(
            "Intervals take the call as the unit (bootstrap; jackknife-t under 15 calls and for alpha_ml); the design effect is the variance between calls over that of independent counts; every figure and scope is in measures.csv.",
        ),
        columns: columns.map(String::from).to_vec(),
        rows: rows.collect(),
        detail: false,
    }
}

fn row(e: &Estimate) -> Vec<Cell> {
    let places = decimals(e);
    vec![
        Cell::text(e.name.clone()),
        Cell::Number(e.value, places),
        Cell::text(interval(e.low, e.high, places)),
        Cell::Number(
            e.chances,
            if e.chances.is_some_and(|c| c.fract() != 0.0) {
                2
            } else {
                0
            },
        ),
        Cell::text(e.unit),
        Cell::Number(e.design_effect, 1),
        Cell::text(e.reason.clone().unwrap_or_default()),
    ]
}

/// Share of scored holds by length, from the cut-off curve.
fn hold_plot(audit: &Audit) -> Option<Plot> {
    let curve = cut_curve(audit, "holds that outlast the timer")?;
    Some(Plot {
        title: String::from("Share of holds that a silence timer cuts"),
        x: String::from("timer, ms"),
        y: String::from("share of holds"),
        log_x: true,
        series: vec![curve],
        marks: vec![
            (200.0, String::from("200 ms")),
            (500.0, String::from("500 ms")),
        ],
    })
}

/// Which distribution the holds follow.
fn fit(audit: &Audit) -> Option<String> {
    let aic = |family: &Family| {
        let name = family.name().to_lowercase().replace('-', "");
        let value = audit.all(&format!("hold_pause.fit_{name}_aic"))?.value?;
        Some((value, *family, name))
    };
    let fitted = FAMILIES.iter().filter_map(aic);
    let (_, family, name) = fitted.min_by(|a, b| a.0.total_cmp(&b.0))?;
    let parameters = family.parameters().iter().filter_map(|parameter| {
        let e = audit.all(&format!("hold_pause.fit_{name}_{parameter}"))?;
        let places = if *parameter == "rate" { 5 } else { 3 };
        Some(format!("{parameter} {}", fixed(e.value, places)))
    });
    let parameters: Vec<String> = parameters.collect();
    let distance = audit.all("hold_pause.fit_ks")?;
    let p = audit.all("hold_pause.fit_p").and_then(|e| e.value);
    let p = p.map_or_else(String::new, |p| format!(", p {}", fixed(Some(p), 3)));
    Some(format!(
        "From the shortest scored hold on, of log-normal, gamma, Weibull and exponential the {} fits best by AIC ({}, of ms; {} holds; largest distance of the distribution functions {}{p}).",
        family.name(),
        parameters.join(", "),
        fixed(distance.chances, 0),
        fixed(distance.value, 3),
    ))
}

/// The cut-if-waiting curve of an audit with its band.
pub(super) fn cut_curve(audit: &Audit, name: &str) -> Option<Series> {
    let prefix = "cut_if_waiting.holds_";
    let all = audit.estimates.iter().filter(|e| e.scope == Scope::All);
    let mut points = Vec::new();
    let mut band = Vec::new();
    for e in all {
        let wait = e.name.strip_prefix(prefix).and_then(|w| w.parse().ok());
        let (Some(wait), Some(value)) = (wait, e.value) else {
            continue;
        };
        points.push((wait, value));
        band.extend(e.low.zip(e.high));
    }
    if band.len() != points.len() {
        band.clear();
    }
    (!points.is_empty()).then(|| Series {
        name: String::from(name),
        bars: false,
        points,
        band,
    })
}
