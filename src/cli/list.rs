//! `falter list`: what there is, from the registries.

use clap::ValueEnum;
use serde_json::{Value, json};

use super::{Exit, print};
use crate::audio::ACTIVITIES;
use crate::augment::{PRESETS, RULES};
use crate::error::Result;
use crate::event::DETECTORS;
use crate::format::FORMATS;
use crate::health::HEALTH;
use crate::lang;
use crate::measure::MEASURES;
use crate::report::RENDERERS;
use crate::settings::SETTINGS;

/// What can be read, measured, set, inserted, detected.
#[derive(clap::Args)]
pub(super) struct Args {
    /// Which list.
    #[arg(value_enum)]
    what: What,
    /// As JSON.
    #[arg(long)]
    json: bool,
}

#[derive(Clone, Copy, ValueEnum)]
enum What {
    Formats,
    Measures,
    Rules,
    Presets,
    Detectors,
    Health,
    Vads,
    Languages,
    Renderers,
    Settings,
}

pub(super) fn run(args: Args) -> Result<Exit> {
    let entries = entries(args.what)?;
    let text = match args.json {
        true => serde_json::to_string_pretty(&Value::Array(entries)).unwrap_or_default() + "\n",
        false => entries.iter().map(line).collect(),
    };
    print(text.as_bytes())?;
    Ok(Exit::Fine)
}

fn line(entry: &Value) -> String {
    let cell = |key: &str| match &entry[key] {
        Value::String(text) => text.clone(),
        Value::Null => String::new(),
        other => other.to_string(),
    };
    let mut line = cell("name");
    if !entry["default"].is_null() {
        line.push_str(&format!(" = {} {}", cell("default"), cell("unit")));
    }
    line.push_str(&format!("\n    {}\n", cell("about")));
    if !entry["source"].is_null() {
        line.push_str(&format!("    source: {}\n", cell("source")));
    }
    line
}

fn named(name: &str, about: &str) -> Value {
    json!({ "name": name, "about": about })
}

fn entries(what: What) -> Result<Vec<Value>> {
    Ok(match what {
        What::Formats => FORMATS.iter().map(|f| named(f.name(), f.about())).collect(),
        What::Measures => MEASURES
            .iter()
            .map(|m| named(m.name(), m.definition()))
            .collect(),
        What::Rules => RULES.iter().map(|r| named(r.name(), r.about())).collect(),
        What::Presets => PRESETS.iter().map(|p| named(p.name, p.about)).collect(),
        What::Detectors => DETECTORS
            .iter()
            .map(|d| {
                let kinds: Vec<&str> = d.kinds().iter().map(|k| k.name()).collect();
                json!({ "name": d.name(), "about": d.about(), "kinds": kinds })
            })
            .collect(),
        What::Health => HEALTH
            .iter()
            .map(|c| json!({ "name": c.name(), "about": c.about(), "needs": c.needs() }))
            .collect(),
        What::Vads => ACTIVITIES
            .iter()
            .map(|a| named(a.name(), a.about()))
            .collect(),
        What::Languages => lang::languages()
            .map(|code| Ok(named(code, lang::lexicon(code)?.name())))
            .collect::<Result<_>>()?,
        What::Renderers => RENDERERS.iter().map(|r| named(r.name(), "")).collect(),
        What::Settings => SETTINGS
            .iter()
            .map(|s| {
                json!({
                    "name": s.key, "unit": s.unit, "default": s.default, "min": s.min,
                    "max": s.max, "about": s.about, "source": s.source,
                })
            })
            .collect(),
    })
}
