//! What a simulator was asked for, to be held beside what it did.

use std::path::{Path, PathBuf};

use serde_json::Value;

use crate::error::{Error, Result};
use crate::format::text;
use crate::gate;
use crate::measure::MEASURES;
use crate::settings::Settings;

/// Figures and the values that were asked of them, in the order of the file.
#[derive(Clone, Debug, PartialEq)]
pub struct Asked {
    /// Name of the file.
    pub file: String,
    /// Figure and value, in the figure's unit.
    pub values: Vec<(String, f64)>,
}

/// Names such a file has when it lies beside the logs of a simulator.
const FILES: [&str; 2] = ["asked.toml", "asked.json"];

impl Asked {
    /// Reads a TOML or JSON file (by its ending) of `figure = value`; tables join their names with dots.
    pub fn read(path: &Path, settings: &Settings) -> Result<Self> {
        let text = text::read(path)?.text;
        let wrong = |e: String| Error::input(format!("cannot be read: {e}")).at(path);
        let json = path
            .extension()
            .is_some_and(|e| e.eq_ignore_ascii_case("json"));
        let value: Value = match json {
            true => serde_json::from_str(&text).map_err(|e| wrong(e.to_string()))?,
            false => toml::from_str(&text).map_err(|e| wrong(e.to_string()))?,
        };
        let mut values = Vec::new();
        flatten("", &value, path, &mut values)?;
        let figures = figures(settings);
        for (name, _) in &values {
            if !figures.contains(name) {
                return Err(gate::unknown(name, &figures).at(path).into());
            }
        }
        let file = path.file_name().unwrap_or_default();
        Ok(Self {
            file: file.to_string_lossy().into_owned(),
            values,
        })
    }
}

/// Every figure of every measure.
pub fn figures(settings: &Settings) -> Vec<String> {
    let each = MEASURES.iter().flat_map(|m| m.figures(settings));
    each.map(|f| f.name).collect()
}

fn flatten(name: &str, value: &Value, path: &Path, out: &mut Vec<(String, f64)>) -> Result<()> {
    if let Value::Object(map) = value {
        for (key, value) in map {
            let name = if name.is_empty() {
                key.clone()
            } else {
                format!("{name}.{key}")
            };
            flatten(&name, value, path, out)?;
        }
        return Ok(());
    }
    let number = value.as_f64().filter(|x| x.is_finite());
    let number = number.ok_or_else(|| {
        Error::input("a figure is asked for with a number")
            .at(path)
            .column(name)
            .value(value.to_string())
            .advice("for example filler_rate = 30")
    })?;
    out.push((String::from(name), number));
    Ok(())
}

/// A notice when such a file lies beside the logs and was not used.
pub fn left(input: &Path) -> Option<String> {
    let folder: PathBuf = match input.is_dir() {
        true => input.to_path_buf(),
        false => input.parent()?.to_path_buf(),
    };
    let file = FILES.into_iter().find(|f| folder.join(f).is_file())?;
    Some(format!(
        "{file} lies beside the calls and was not used: --asked {file} holds it beside what was realised"
    ))
}

#[cfg(test)]
mod tests {
    use super::*;

    fn read(name: &str, text: &str) -> Result<Asked> {
        let folder = tempfile::tempdir().unwrap();
        let path = folder.path().join(name);
        std::fs::write(&path, text).unwrap();
        Asked::read(&path, &Settings::default())
    }

    #[test]
    fn tables_join_their_names() {
        let want = vec![
            (String::from("filler_rate"), 30.0),
            (String::from("hold_pause.p50"), 520.0),
        ];
        let toml = read(
            "asked.toml",
            "filler_rate = 30\n[hold_pause]\np50 = 520.0\n",
        )
        .unwrap();
        let json = read(
            "asked.json",
            r#"{"filler_rate": 30, "hold_pause.p50": 520}"#,
        )
        .unwrap();
        assert_eq!((toml.values, json.values), (want.clone(), want));
    }

    #[test]
    fn unknown_figures_and_values_are_errors() {
        let errors = read("a.toml", "filer_rate = 1").unwrap_err().to_string();
        assert!(errors.contains("near: filler_rate"), "{errors}");
        let errors = read("a.toml", "filler_rate = \"high\"")
            .unwrap_err()
            .to_string();
        assert!(errors.contains("number"), "{errors}");
    }
}
