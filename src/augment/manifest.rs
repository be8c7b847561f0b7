//! The manifest of an augmentation: what was asked, expected and realised, and what undoing needs.

use std::collections::BTreeMap;
use std::path::Path;

use serde::{Deserialize, Serialize};
use serde_json::{Value, json};
use sha2::{Digest, Sha256};

use super::draws::Against;
use super::preset::MILLION;
use super::{Augmented, Options};
use crate::error::{Error, Result};
use crate::format::Corpus;
use crate::format::tables::{Styles, render};
use crate::format::text::hex;
use crate::lang::Languages;

/// What `falter strip` needs beside the edits.
#[derive(Clone, Debug, Deserialize, Serialize)]
pub struct Kept {
    /// Tables of the input, by file name, with the SHA-256 of their bytes as falter writes them.
    pub had: BTreeMap<String, String>,
    /// How they were written.
    pub styles: Styles,
    /// Who signed the rows that the program added.
    pub annotator: String,
    /// The language every row was read in, when one was forced.
    pub language: Option<String>,
    /// Digest of its lexicon.
    pub lexicon: Option<String>,
}

/// SHA-256 of a table's bytes.
pub(super) fn digest(bytes: &[u8]) -> String {
    hex(&Sha256::digest(bytes))
}

impl Kept {
    /// What is to be kept of `input`.
    pub fn of(input: &Corpus, annotator: &str, languages: &Languages) -> Self {
        let tables = render(input);
        Self {
            had: tables
                .into_iter()
                .map(|(name, bytes)| (String::from(name), digest(&bytes)))
                .collect(),
            styles: input.style.clone(),
            annotator: String::from(annotator),
            language: languages.code().map(String::from),
            lexicon: languages.digest().map(String::from),
        }
    }

    /// Reads it from a manifest.
    pub fn read(path: &Path) -> Result<Self> {
        let text = std::fs::read_to_string(path).map_err(|e| {
            Error::io(path, &e).advice("falter strip takes a folder that falter augment wrote")
        })?;
        let broken = |e: serde_json::Error| {
            Error::input(format!("not a manifest of falter augment: {e}")).at(path)
        };
        let mut manifest: Value = serde_json::from_str(&text).map_err(broken)?;
        let kept = manifest
            .get_mut("strip")
            .map(Value::take)
            .unwrap_or_default();
        Ok(serde_json::from_value(kept).map_err(broken)?)
    }
}

/// Asked, expected and realised, with the reasons for what was not placed.
pub fn manifest(augmented: &Augmented, options: &Options) -> Value {
    let rules: Vec<Value> = options
        .preset
        .shares
        .iter()
        .map(|(rule, share)| rule_row(augmented, options, rule, *share))
        .collect();
    let draws = &augmented.draws;
    json!({
        "preset": format!("{}/{}", options.preset.name, options.preset.version),
        "dose": dose(options),
        "rules": options.rules.iter().map(|r| r.name()).collect::<Vec<_>>(),
        "seed": options.seed,
        "variant": options.variant,
        "seed_scope": options.scope.name(),
        "sides": options.sides.iter().map(|s| s.name()).collect::<Vec<_>>(),
        "text_only": options.text_only.map(|m| m.name()),
        "render": options.render,
        "boundaries": draws.boundaries(),
        "open_boundaries": draws.open(),
        "distinct_texts": draws.distinct(),
        "draws": against(draws.all(options)),
        "by_rule": rules,
        "cases": case_counts(augmented),
        "left_out": augmented.left_out,
    })
}

/// The dose as a number.
pub fn dose(options: &Options) -> f64 {
    options.dose as f64 / MILLION as f64
}

fn against(a: Against) -> Value {
    json!({ "drawn": a.drawn, "expected": round(a.expected), "z": a.z.map(round) })
}

fn round(x: f64) -> f64 {
    (x * 1e6).round() / 1e6
}

fn rule_row(augmented: &Augmented, options: &Options, rule: &str, share: u64) -> Value {
    let a = augmented.draws.of_rule(rule, options);
    let mut unplaced: BTreeMap<&str, usize> = BTreeMap::new();
    let mut placed = 0;
    let mut inserted = 0;
    for edit in augmented.edits.iter().filter(|e| e.rule.name() == rule) {
        match &edit.unplaced {
            Some(reason) => *unplaced.entry(reason.as_str()).or_default() += 1,
            None => {
                placed += 1;
                inserted += edit.duration;
            }
        }
    }
    json!({
        "rule": rule,
        "asked_share": share as f64 / 1000.0,
        "drawn": a.drawn,
        "expected": round(a.expected),
        "z": a.z.map(round),
        "placed": placed,
        "placed_ms": inserted,
        "unplaceable": unplaced,
    })
}

fn case_counts(augmented: &Augmented) -> Value {
    let mut counts: BTreeMap<String, usize> = BTreeMap::new();
    for case in &augmented.cases {
        let key = format!(
            "{}/{}/{}",
            case.label.name(),
            case.family.name(),
            case.truth.name()
        );
        *counts.entry(key).or_default() += 1;
    }
    json!(counts)
}
