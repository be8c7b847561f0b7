//! The reference figures of every corpus, reproduced: the script's definitions on what falter reads, and
//! falter's own figures beside them. `reports/2026-12-01-audit/reference.md` is the table of what is
//! printed here.

mod activity;
pub mod script;
mod text;
mod words;

use serde_json::Value;

use crate::shared::shared;
use script::Figures;

/// The figures of a corpus.
fn reference(corpus: &str) -> Option<Value> {
    let path = shared("data/reference_figures.json")?;
    let text = std::fs::read_to_string(path).expect("the figures");
    let all: Value = serde_json::from_str(&text).expect("JSON");
    Some(all[corpus].clone())
}

/// Numbers by their path.
fn flat(value: &Value, at: &str, out: &mut Figures) {
    match value {
        Value::Object(fields) => {
            for (name, value) in fields {
                let dot = if at.is_empty() { "" } else { "." };
                flat(value, &format!("{at}{dot}{name}"), out);
            }
        }
        Value::Number(n) => {
            out.insert(String::from(at), n.as_f64().expect("a number"));
        }
        _ => {}
    }
}

/// How far a figure may be off: a part of it, and what the rounding of the file leaves.
struct Near {
    part: f64,
    least: f64,
}

/// Every number of the reference that `ours` has by the same name must be near; how many were compared?
#[track_caller]
fn agree(corpus: &str, reference: &Value, ours: &Figures, near: Near) -> usize {
    let mut theirs = Figures::new();
    flat(reference, "", &mut theirs);
    let mut compared = 0;
    let mut off = Vec::new();
    for (name, theirs) in theirs {
        let Some(ours) = ours.get(&name) else {
            println!("| {corpus} | {name} | {theirs} | – |");
            continue;
        };
        println!("| {corpus} | {name} | {theirs} | {ours:.4} |");
        compared += 1;
        if (ours - theirs).abs() > (near.part * theirs.abs()).max(near.least) {
            off.push(format!("{name}: {ours} against {theirs}"));
        }
    }
    assert!(off.is_empty(), "{corpus}: {off:#?}");
    compared
}

/// Prints both without a judgement.
fn show(corpus: &str, reference: &Value, ours: &Figures) {
    let any = Near {
        part: f64::INFINITY,
        least: f64::INFINITY,
    };
    agree(corpus, reference, ours, any);
}

/// The script's own functions on whole milliseconds (`oracles/whole_ms.py`) must agree in every figure.
#[track_caller]
fn exact(corpus: &str, ours: &Figures) -> usize {
    let oracle: Value =
        serde_json::from_str(include_str!("../oracles/whole_ms.json")).expect("JSON");
    // Times there are ms, here seconds.
    let of_time = |name: &str| name.contains("_offset_s.") || name.contains("turn_seconds.");
    let scaled = ours.iter().map(|(name, value)| {
        let ms = of_time(name) && !name.ends_with(".n");
        (name.clone(), if ms { 1000.0 * value } else { *value })
    });
    let printed = Near {
        part: 0.0,
        least: 0.000_51,
    };
    agree(
        &format!("{corpus}, whole ms"),
        &oracle[corpus],
        &scaled.collect(),
        printed,
    )
}
