//! Reports of audits, when the calls are not at hand: intervals only.

use std::collections::BTreeMap;
use std::path::Path;

use serde_json::Value;

use super::figures::may_be_negative;
use super::{Compared, Comparison, unlike};
use crate::error::{Error, Result};
use crate::measure::{Estimate, Scope};

/// What a report says of everything: value, ends, unit, reason.
#[derive(Clone, Debug, Default, PartialEq)]
struct Figure {
    value: Option<f64>,
    ends: Option<(f64, f64)>,
    unit: String,
    reason: Option<String>,
}

/// The figures of an audit.
#[derive(Clone, Debug, Default)]
pub struct Known {
    figures: BTreeMap<String, Figure>,
    signature: String,
    calls: usize,
}

/// Half the width of a 95 % interval in standard errors.
const Z: f64 = 1.959963984540054;

impl Known {
    /// The figures of a `report.json`.
    pub fn read(path: &Path) -> Result<Self> {
        let text = crate::format::text::read(path)?.text;
        let wrong = || {
            Error::input("this is no report of an audit")
                .at(path)
                .advice("give report.json of falter audit -o, or the calls")
        };
        let report: Value = serde_json::from_str(&text).map_err(|_| wrong())?;
        let measures = report["measures"]
            .as_array()
            .filter(|m| !m.is_empty())
            .ok_or_else(wrong)?;
        let mut known = Self {
            signature: report["signature"].as_str().ok_or_else(wrong)?.into(),
            ..Self::default()
        };
        for m in measures.iter().filter(|m| m["scope"] == "all") {
            let name = m["name"].as_str().ok_or_else(wrong)?;
            let text = |key: &str| m[key].as_str().map(String::from);
            known.calls = m["calls"].as_u64().unwrap_or_default() as usize;
            let figure = Figure {
                value: m["value"].as_f64(),
                ends: m["low"].as_f64().zip(m["high"].as_f64()),
                unit: text("unit").unwrap_or_default(),
                reason: text("reason"),
            };
            known.figures.insert(name.into(), figure);
        }
        Ok(known)
    }

    /// The figures of an audit that was just made.
    pub fn of(estimates: &[Estimate], signature: String) -> Self {
        let all = estimates.iter().filter(|e| e.scope == Scope::All);
        let figure = |e: &Estimate| Figure {
            value: e.value,
            ends: e.low.zip(e.high),
            unit: e.unit.into(),
            reason: e.reason.clone(),
        };
        Self {
            calls: all.clone().map(|e| e.calls).max().unwrap_or_default(),
            figures: all.map(|e| (e.name.clone(), figure(e))).collect(),
            signature,
        }
    }
}

/// Compares figures by their intervals: B − A with an interval as of two independent normal figures. There are no
/// tests and no ratios' intervals; these need the calls.
pub fn of_reports(a: &Known, b: &Known) -> Comparison {
    let one = |(name, x): (&String, &Figure)| {
        let y = b.figures.get(name)?;
        let both = x.value.zip(y.value);
        let error = |f: &Figure| f.ends.map(|(low, high)| (high - low) / (2.0 * Z));
        let half = error(x).zip(error(y)).map(|(a, b)| Z * a.hypot(b));
        let difference = both.map(|(a, b)| b - a);
        // A figure that was never given an interval is a total or a p value.
        half?;
        Some(Compared {
            name: name.clone(),
            unit: x.unit.clone(),
            a: x.value,
            b: y.value,
            difference,
            interval: difference.zip(half).map(|(d, h)| (d - h, d + h)),
            ratio: both
                .filter(|(a, _)| *a > 0.0 && !may_be_negative(name))
                .map(|(a, b)| b / a),
            reason: match both {
                Some(_) => Some(String::from("from reports: tests need the calls")),
                None => x.reason.clone().or_else(|| y.reason.clone()),
            },
            ..Compared::default()
        })
    };
    let mut notices: Vec<String> = unlike(&a.signature, &b.signature).into_iter().collect();
    notices.push(String::from(
        "Compared by the intervals of two reports, as independent normal figures; tests, and anything paired, need the calls: give the inputs of the audits",
    ));
    Comparison {
        smallest_p: None,
        figures: a.figures.iter().filter_map(one).collect(),
        calls: (a.calls, b.calls),
        signatures: (a.signature.clone(), b.signature.clone()),
        notices,
        ..Comparison::default()
    }
}
