//! The report of the main job: how users pause, what was injected, what a timer cuts before and after.

use std::collections::BTreeMap;

use super::number::{fixed, interval, percent};
use super::of_audit::of_audit;
use super::strip::strip;
use super::{Block, Cell, Plot, Report, Section, Series, Table};
use crate::audit::Audit;
use crate::augment::{Augmented, Case, Options, Truth};
use crate::call::Label;
use crate::event::Event;
use crate::format::{Corpus, plural};
use crate::score::{Row, WAITS};
use crate::time::Ms;

/// Everything the report is made of.
pub struct Stress<'a> {
    /// Heading.
    pub title: String,
    /// The input.
    pub corpus: &'a Corpus,
    /// Events of the calls that are drawn, by call, on the input clock.
    pub events: &'a BTreeMap<String, Vec<Event>>,
    /// Audit of the input.
    pub before: &'a Audit,
    /// Audit of the augmented calls.
    pub after: &'a Audit,
    /// What was asked of the rule engine.
    pub options: &'a Options,
    /// What it did.
    pub augmented: &'a Augmented,
    /// Cases of the input as it is.
    pub cases: &'a [Case],
    /// Timers on both.
    pub timers: &'a [Row],
    /// What the reader must know.
    pub notices: Vec<String>,
}

/// Waits that the sentences and the first table name, ms.
const NAMED_WAITS: [Ms; 4] = [300, 500, 700, 1000];
/// Calls that are drawn: only their events are needed.
pub const DRAWN: usize = 3;

/// Composes the report.
pub fn of_stress(stress: Stress<'_>) -> Report {
    let mut notices = stress.notices.clone();
    notices.extend(truth_notice(&stress));
    let mut report = of_audit(stress.before, &stress.title, notices);
    report.findings.extend(edits_finding(&stress));
    report.findings.extend(timer_finding(&stress));
    let mut sections = vec![
        Section {
            title: String::from("What a silence timer cuts, before and after"),
            blocks: vec![
                Block::Table(timers_beside(&stress)),
                Block::Plot(timers_plot(&stress)),
                Block::Table(timers_table(&stress)),
            ],
        },
        Section {
            title: String::from("What was asked and what was realised"),
            blocks: vec![
                Block::Table(asked_table(&stress)),
                Block::Table(unplaced_table(&stress)),
                Block::Table(rates_table(&stress)),
            ],
        },
        Section {
            title: String::from("Holds, before and after"),
            blocks: vec![Block::Plot(holds_plot(&stress))],
        },
    ];
    sections.append(&mut report.sections);
    let calls = stress.corpus.calls.iter().zip(&stress.augmented.maps);
    let strips: Vec<Block> = calls
        .take(DRAWN)
        .map(|(call, map)| Block::Strip(strip(&stress, call, map)))
        .collect();
    sections.push(Section {
        title: String::from("Calls on their time axis"),
        blocks: strips,
    });
    report.sections = sections;
    report
}

/// Whose truth the labels are.
fn truth_notice(stress: &Stress<'_>) -> Option<String> {
    let holds = stress.cases.iter().filter(|c| c.label == Label::Hold);
    let (mut derived, mut all) = (0, 0);
    for case in holds {
        all += 1;
        derived += usize::from(case.truth == Truth::Derived);
    }
    (derived > 0).then(|| {
        format!(
            "{derived} of {all} original holds are derived truth: the program made the turns from words, rows or voice activity (rule floor); nobody annotated them."
        )
    })
}

fn edits_finding(stress: &Stress<'_>) -> Option<String> {
    let placed = |rule: &str| {
        let edits = stress.augmented.edits.iter();
        edits
            .filter(|e| e.rule.name() == rule && e.is_placed())
            .count()
    };
    let drawn = stress.augmented.draws.all(stress.options).drawn;
    (drawn > 0).then(|| {
        format!(
            "At dose {} the rule engine drew {} at {} open boundaries and placed {}, {} and {}.",
            crate::augment::dose(stress.options),
            plural(drawn, "edit"),
            stress.augmented.draws.open(),
            plural(placed("filler"), "filler"),
            plural(placed("repeat"), "repeat"),
            plural(placed("pause"), "pause"),
        )
    })
}

fn timer_finding(stress: &Stress<'_>) -> Option<String> {
    let at = |wait: Ms| stress.timers.iter().filter(move |r| r.wait == wait);
    let sentence: Vec<String> = at(700)
        .filter(|r| r.outcome.holds > 0)
        .map(|r| {
            let places = 1;
            let (low, high) = (r.cutoff.map(|c| 100.0 * c.0), r.cutoff.map(|c| 100.0 * c.1));
            format!(
                "{} {} of {}",
                percent(r.outcome.cutoff_rate()),
                interval(low, high, places),
                r.group.split(": ").last().unwrap_or_default()
            )
        })
        .collect();
    (!sentence.is_empty()).then(|| {
        format!(
            "A silence timer of 700 ms cuts {}.",
            sentence.join("; ").replace("  ", " ")
        )
    })
}

/// Names of the scored sets, in their order.
fn groups<'s>(stress: &'s Stress<'_>) -> Vec<&'s str> {
    let mut groups: Vec<&str> = Vec::new();
    for row in stress.timers {
        if !groups.contains(&row.group.as_str()) {
            groups.push(&row.group);
        }
    }
    groups
}

/// A row a timer, a column a set of cases.
fn timers_beside(stress: &Stress<'_>) -> Table {
    let groups = groups(stress);
    let of = |group: &str, wait: Ms| {
        let mut rows = stress.timers.iter();
        rows.find(|r| r.group == group && r.wait == wait)
    };
    let cell = |r: &Row| {
        let (low, high) = (r.cutoff.map(|c| 100.0 * c.0), r.cutoff.map(|c| 100.0 * c.1));
        let rate = percent(r.outcome.cutoff_rate());
        Cell::text(format!("{rate} {}", interval(low, high, 0)).trim_end())
    };
    let mut columns = vec![String::from("timer ms")];
    columns.extend(groups.iter().map(|group| {
        let holds = of(group, WAITS[0]).map_or(0, |r| r.outcome.holds);
        format!("{group} (n = {holds})")
    }));
    columns.push(String::from("mean wait after an end, ms"));
    let rows = WAITS.iter().map(|wait| {
        let mut row = vec![Cell::count(*wait as usize)];
        row.extend(
            groups
                .iter()
                .map(|g| of(g, *wait).map_or(Cell::text("–"), cell)),
        );
        let first = groups.first().and_then(|g| of(g, *wait));
        row.push(Cell::Number(first.and_then(|r| r.outcome.mean_wait()), 0));
        row
    });
    Table {
        name: String::from("timers_beside"),
        caption: String::from(
            "False-cutoff rate: share of holds of 200 ms to 5 s that outlast a silence timer, per span, 95 % interval by calls. The sets are scored apart, never pooled.",
        ),
        columns,
        rows: rows.collect(),
        detail: false,
    }
}

fn timers_table(stress: &Stress<'_>) -> Table {
    let columns = [
        "cases",
        "truth",
        "timer ms",
        "holds",
        "cut",
        "false-cutoff rate",
        "95 % interval",
        "turns cut",
        "ends",
        "detected",
        "mean wait ms",
    ];
    let rows = stress.timers.iter().map(|r| {
        let (low, high) = (r.cutoff.map(|c| c.0), r.cutoff.map(|c| c.1));
        vec![
            Cell::text(r.group.clone()),
            Cell::text(r.truth.clone()),
            Cell::count(r.wait as usize),
            Cell::count(r.outcome.holds),
            Cell::count(r.outcome.cut),
            Cell::Number(r.outcome.cutoff_rate(), 3),
            Cell::text(interval(low, high, 3)),
            Cell::Number(r.turns_cut, 3),
            Cell::count(r.outcome.eots),
            Cell::Number(r.outcome.detect_rate(), 3),
            Cell::Number(r.outcome.mean_wait(), 0),
        ]
    });
    Table {
        name: String::from("timers"),
        caption: String::from(
            "Share of holds (200 ms to 5 s) that outlast a silence timer, per span; `turns cut` is per turn. Families are scored apart, never pooled.",
        ),
        columns: columns.map(String::from).to_vec(),
        rows: rows.collect(),
        detail: true,
    }
}

fn timers_plot(stress: &Stress<'_>) -> Plot {
    let series = groups(stress).into_iter().filter_map(|group| {
        let rows = stress.timers.iter().filter(|r| r.group == group);
        let mut points = Vec::new();
        let mut band = Vec::new();
        for row in rows {
            points.push((row.wait as f64, row.outcome.cutoff_rate()?));
            band.extend(row.cutoff);
        }
        if band.len() != points.len() {
            band.clear();
        }
        Some(Series {
            name: String::from(group),
            bars: false,
            points,
            band,
        })
    });
    Plot {
        title: String::from("Holds cut by a silence timer"),
        x: String::from("timer, ms"),
        y: String::from("false-cutoff rate"),
        log_x: true,
        series: series.collect(),
        marks: NAMED_WAITS
            .iter()
            .map(|w| (*w as f64, format!("{w} ms")))
            .collect(),
    }
}

fn asked_table(stress: &Stress<'_>) -> Table {
    let (draws, options) = (&stress.augmented.draws, stress.options);
    let all = draws.all(options);
    let placed = |rule: Option<&str>| {
        let edits = stress.augmented.edits.iter().filter(|e| e.is_placed());
        edits
            .filter(|e| rule.is_none_or(|r| e.rule.name() == r))
            .count()
    };
    let row = |what: &str, asked: f64, a: crate::augment::Against, placed: usize| {
        vec![
            Cell::text(what),
            Cell::Number(Some(asked), 3),
            Cell::Number(Some(a.expected), 1),
            Cell::count(a.drawn),
            Cell::Number(a.z, 2),
            Cell::count(placed),
        ]
    };
    let p = crate::augment::dose(options) * options.preset.probability as f64 / 1e6;
    let mut rows = vec![row("edits per open boundary", p, all, placed(None))];
    for (rule, share) in options.preset.shares {
        let share = *share as f64 / 1000.0;
        rows.push(row(
            &format!("{rule}, share of the draws"),
            share,
            draws.of_rule(rule, options),
            placed(Some(rule)),
        ));
    }
    Table {
        name: String::from("asked_realised"),
        caption: format!(
            "Preset {}: {}. {} of {} boundaries are open. z allows for equal texts being drawn alike.",
            options.preset.name,
            options.preset.about,
            draws.open(),
            draws.boundaries()
        ),
        columns: ["what", "asked", "expected", "drawn", "z", "placed"]
            .map(String::from)
            .to_vec(),
        rows,
        detail: false,
    }
}

fn unplaced_table(stress: &Stress<'_>) -> Table {
    let mut counts: BTreeMap<(&str, &str), usize> = BTreeMap::new();
    for edit in &stress.augmented.edits {
        if let Some(reason) = &edit.unplaced {
            *counts.entry((edit.rule.name(), reason)).or_default() += 1;
        }
    }
    let rows = counts
        .into_iter()
        .map(|((rule, reason), n)| vec![Cell::text(rule), Cell::text(reason), Cell::count(n)]);
    let left_out = stress.augmented.left_out.iter().map(|(reason, n)| {
        vec![
            Cell::text("case"),
            Cell::text(reason.clone()),
            Cell::count(*n),
        ]
    });
    Table {
        name: String::from("unplaced"),
        caption: String::from(
            "Drawn but not placed, and silences that are no case, with the reason.",
        ),
        columns: ["what", "why", "count"].map(String::from).to_vec(),
        rows: rows.chain(left_out).collect(),
        detail: false,
    }
}

fn rates_table(stress: &Stress<'_>) -> Table {
    let names = [
        "filler_rate",
        "repeat_rate",
        "hold_pause.per_turn",
        "hold_pause.p50",
        "cut_if_waiting.holds_500",
        "dispersion.turn.both.adjusted",
    ];
    let rows = names.iter().filter_map(|name| {
        let (b, a) = (stress.before.all(name)?, stress.after.all(name)?);
        let places = super::number::decimals(b);
        Some(vec![
            Cell::text(*name),
            Cell::Number(b.value, places),
            Cell::text(interval(b.low, b.high, places)),
            Cell::Number(a.value, places),
            Cell::text(interval(a.low, a.high, places)),
            Cell::text(b.unit),
        ])
    });
    Table {
        name: String::from("before_after"),
        caption: String::from("The same audit on the input and on the augmented calls."),
        columns: ["figure", "before", "interval", "after", "interval", "unit"]
            .map(String::from)
            .to_vec(),
        rows: rows.collect(),
        detail: false,
    }
}

/// Borders of the histogram of hold lengths, ms.
const BINS: [f64; 14] = [
    100.0, 150.0, 200.0, 300.0, 400.0, 500.0, 700.0, 1000.0, 1400.0, 2000.0, 2800.0, 4000.0,
    5000.0, 7000.0,
];

fn holds_plot(stress: &Stress<'_>) -> Plot {
    let series = |name: &str, cases: &[Case]| {
        let lengths: Vec<f64> = cases
            .iter()
            .filter(|c| c.label == Label::Hold)
            .map(|c| c.span.duration() as f64)
            .collect();
        let mut points: Vec<(f64, f64)> = BINS
            .windows(2)
            .map(|b| {
                let n = lengths.iter().filter(|x| (b[0]..b[1]).contains(*x)).count();
                (b[0], n as f64)
            })
            .collect();
        points.push((BINS[BINS.len() - 1], 0.0));
        Series {
            name: String::from(name),
            bars: true,
            points,
            band: Vec::new(),
        }
    };
    Plot {
        title: String::from("Length of holds"),
        x: String::from("length, ms"),
        y: String::from("holds"),
        log_x: true,
        series: vec![
            series("after, with injected pauses", &stress.augmented.cases),
            series("before", stress.cases),
        ],
        marks: [200.0, 500.0, 5000.0]
            .map(|ms: f64| (ms, format!("{} ms", fixed(Some(ms), 0))))
            .to_vec(),
    }
}
