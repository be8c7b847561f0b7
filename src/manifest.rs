//! Manifests: what was run on what. No time, thread count, output or absolute path stands in one, so the
//! same work gives the same bytes.

use serde_json::{Map, Value, json};

use crate::format::Corpus;
use crate::settings::Settings;
use crate::signature::{Signature, VERSION};

/// The manifest of a run of `verb` on `corpus`; `more` is added to it.
pub fn manifest(
    verb: &str,
    corpus: &Corpus,
    settings: &Settings,
    signature: &Signature,
    more: Value,
) -> Value {
    let changed: Map<String, Value> = settings
        .changed()
        .map(|(key, value)| (String::from(key), json!(value)))
        .collect();
    let inputs: Vec<Value> = corpus
        .inputs
        .iter()
        .map(|i| json!({ "name": i.name, "sha256": i.sha256 }))
        .collect();
    let mut manifest = json!({
        "falter": VERSION,
        "command": verb,
        "signature": signature.to_string(),
        "settings": changed,
        "formats": corpus.formats,
        "inputs": inputs,
        "calls": corpus.calls.len(),
        "notices": corpus.notices,
    });
    if let (Some(map), Value::Object(more)) = (manifest.as_object_mut(), more) {
        map.extend(more);
    }
    manifest
}

/// A manifest as the bytes of its file.
pub fn bytes(manifest: &Value) -> Vec<u8> {
    let mut text = serde_json::to_string_pretty(manifest).unwrap_or_default();
    text.push('\n');
    text.into_bytes()
}
