//! Two corpora side by side, or one under two conditions: differences with intervals and tests.

mod figures;
mod known;
mod per_call;
mod samples;

use std::collections::BTreeMap;

use crate::audit::{Counted, Counts};
use crate::error::{Error, Result};
use crate::measure::{MEASURES, Tally};
use crate::settings::{self, Settings};
use crate::stats::permutation;

pub use known::{Known, of_reports};

/// Figures that are claims of their own; Holm's adjustment is over these.
pub const HEADLINES: [&str; 10] = [
    "filler_rate",
    "marker_rate",
    "repeat_rate",
    "hold_pause.per_turn",
    "hold_pause.p50",
    "transfer_offset.p50",
    "opportunity.to_backchannel",
    "backchannel_rate",
    "interruption_rate",
    "speech_rate",
];

/// One figure in both.
#[derive(Clone, Debug, Default, PartialEq)]
pub struct Compared {
    /// Figure.
    pub name: String,
    /// Unit of the values and the difference.
    pub unit: String,
    /// Value in A.
    pub a: Option<f64>,
    /// Value in B.
    pub b: Option<f64>,
    /// B − A.
    pub difference: Option<f64>,
    /// Its 95 % interval.
    pub interval: Option<(f64, f64)>,
    /// B / A.
    pub ratio: Option<f64>,
    /// Its 95 % interval.
    pub ratio_interval: Option<(f64, f64)>,
    /// Two-sided permutation p by calls.
    pub p: Option<f64>,
    /// Holm's adjusted p over the headline figures; none for others.
    pub holm: Option<f64>,
    /// Benjamini and Hochberg's adjusted p over all figures.
    pub bh: Option<f64>,
    /// Why something is missing.
    pub reason: Option<String>,
}

/// A distribution in both.
#[derive(Clone, Debug, PartialEq)]
pub struct Distribution {
    /// What.
    pub name: &'static str,
    /// Unit of the values.
    pub unit: &'static str,
    /// Values in A and B.
    pub n: (usize, usize),
    /// How far apart.
    pub distance: crate::stats::distance::Distance,
    /// Permutation p by calls of the Wasserstein distance.
    pub p_wasserstein: Option<f64>,
    /// The same of the Kolmogorov–Smirnov statistic.
    pub p_ks: Option<f64>,
}

/// A figure in each call under both conditions.
#[derive(Clone, Debug, PartialEq)]
pub struct PerCall {
    /// Figure.
    pub name: String,
    /// Unit.
    pub unit: &'static str,
    /// Calls that have it under both.
    pub calls: usize,
    /// Hodges and Lehmann's shift, B − A.
    pub shift: crate::stats::shift::Shift,
    /// Wilcoxon's test; none when no call differs.
    pub test: Option<crate::stats::signed_rank::SignedRank>,
}

/// The outcome.
#[derive(Clone, Debug, Default)]
pub struct Comparison {
    /// Every figure that both could have.
    pub figures: Vec<Compared>,
    /// Distributions; empty when only reports are at hand.
    pub distributions: Vec<Distribution>,
    /// Calls under both conditions; empty unless paired.
    pub per_call: Vec<PerCall>,
    /// Calls in A and B.
    pub calls: (usize, usize),
    /// Signatures of A and B.
    pub signatures: (String, String),
    /// What must be known before believing.
    pub notices: Vec<String>,
    /// Were calls matched?
    pub paired: bool,
    /// The smallest p that so few calls can give; none where nothing is tested.
    pub smallest_p: Option<f64>,
}

impl Comparison {
    /// One figure.
    pub fn of(&self, name: &str) -> Option<&Compared> {
        self.figures.iter().find(|f| f.name == name)
    }
}

/// Compares the calls of `a` with those of `b`, over all sides that were asked for (the same in both). With `paired`
/// calls with the same id belong together, and the others are left out. Draws and seed are those of the settings.
pub fn compare(a: &Counts, b: &Counts, settings: &Settings, paired: bool) -> Result<Comparison> {
    let mut notices = Vec::new();
    let matched = match paired {
        true => Some(matched(a, b, &mut notices)?),
        false => None,
    };
    let (a_calls, b_calls) = match &matched {
        Some((a, b)) => (a.as_slice(), b.as_slice()),
        None => (a.calls.as_slice(), b.calls.as_slice()),
    };
    let joint = Joint::of(a_calls, b_calls, a.sides.len(), paired);
    let figures = figures::figures(&joint, settings);
    let signatures = (a.signature.to_string(), b.signature.to_string());
    notices.splice(0..0, unlike(&signatures.0, &signatures.1));
    notices.extend(transcripts(&figures));
    let draws = settings.count(&settings::BOOTSTRAP_DRAWS);
    let smallest = match paired {
        true => permutation::smallest_of_pairs(a_calls.len(), draws),
        false => permutation::smallest_of_two_groups(a_calls.len(), b_calls.len(), draws),
    };
    Ok(Comparison {
        smallest_p: (draws > 0).then_some(smallest),
        distributions: samples::distributions(&joint, settings),
        per_call: match paired {
            true => per_call::per_call(&joint, settings),
            false => Vec::new(),
        },
        figures,
        calls: (a_calls.len(), b_calls.len()),
        signatures,
        notices,
        paired,
    })
}

/// The calls of both, A's first, as tallies: a row a measure, a column a call.
struct Joint {
    tallies: Vec<Vec<Tally>>,
    a: usize,
    b: usize,
    paired: bool,
}

impl Joint {
    fn of(a: &[Counted], b: &[Counted], sides: usize, paired: bool) -> Self {
        let of_call = |m: usize, call: &Counted| {
            let mut all = Tally::default();
            (0..sides).for_each(|side| all.merge(&call.tallies[side][m]));
            all
        };
        let of_measure = |m| a.iter().chain(b).map(|call| of_call(m, call)).collect();
        Self {
            tallies: (0..MEASURES.len()).map(of_measure).collect(),
            a: a.len(),
            b: b.len(),
            paired,
        }
    }

    /// The tallies of a measure.
    fn of_measure(&self, name: &str) -> &[Tally] {
        let at = MEASURES.iter().position(|m| m.name() == name);
        at.map_or(&[], |m| self.tallies[m].as_slice())
    }

    /// p of statistics that compare the calls marked true with the others.
    fn permuted<F>(&self, settings: &Settings, statistics: F) -> Vec<Option<f64>>
    where
        F: Fn(&[bool]) -> Vec<Option<f64>> + Sync,
    {
        use crate::settings::{BOOTSTRAP_DRAWS, RANDOM_SEED};
        use crate::stats::permutation;
        let (draws, seed) = (
            settings.count(&BOOTSTRAP_DRAWS),
            settings.get(&RANDOM_SEED) as u64,
        );
        match self.paired {
            true => permutation::pairs(self.a, draws, seed, statistics),
            false => permutation::two_groups(self.a, self.b, draws, seed, statistics),
        }
    }
}

/// The calls that are in both, in the order of their ids.
fn matched(
    a: &Counts,
    b: &Counts,
    notices: &mut Vec<String>,
) -> Result<(Vec<Counted>, Vec<Counted>)> {
    let by_id: BTreeMap<&str, &Counted> = b.calls.iter().map(|c| (c.id.as_str(), c)).collect();
    let mine: BTreeMap<&str, &Counted> = a.calls.iter().map(|c| (c.id.as_str(), c)).collect();
    let both = mine
        .iter()
        .filter_map(|(id, call)| Some(((*call).clone(), (*by_id.get(id)?).clone())));
    let both: (Vec<Counted>, Vec<Counted>) = both.unzip();
    let pairs = both.0.len();
    if pairs == 0 {
        let rule = "no call of A has the id of a call of B";
        return Err(Error::usage(rule)
            .advice("leave --paired out to compare independent calls")
            .into());
    }
    let alone = a.calls.len() + b.calls.len() - 2 * pairs;
    if alone > 0 {
        notices.push(format!(
            "{pairs} pairs of calls; {alone} calls without a partner are left out"
        ));
    }
    Ok(both)
}

/// A warning when the two were not made alike.
fn unlike(a: &str, b: &str) -> Option<String> {
    let parts = |signature: &str| -> BTreeMap<String, String> {
        let named = signature.split('|').filter_map(|p| p.split_once(':'));
        named
            .filter(|(k, _)| *k != "ci")
            .map(|(k, v)| (k.into(), v.into()))
            .collect()
    };
    let (a, b) = (parts(a), parts(b));
    // A detector that ran but gave no speech times changes no figure.
    let heard = |side: &BTreeMap<String, String>| {
        side.get("speech")
            .is_some_and(|s| s.split('+').any(|s| s == "vad"))
    };
    let heard = heard(&a) || heard(&b);
    let keys = a.keys().chain(b.keys()).filter(|k| *k != "vad" || heard);
    let keys: std::collections::BTreeSet<&String> = keys.collect();
    let none = String::from("none");
    let differ = keys
        .into_iter()
        .filter(|k| a.get(*k) != b.get(*k))
        .map(|k| {
            let of = |side: &BTreeMap<String, String>| side.get(k).unwrap_or(&none).clone();
            format!("{k} {} against {}", of(&a), of(&b))
        });
    let differ: Vec<String> = differ.collect();
    (!differ.is_empty()).then(|| {
        format!(
            "A and B were NOT measured alike, so differences may come from that: {}",
            differ.join("; ")
        )
    })
}

/// A transcript without any cut-off word beside one with some is another sort of transcript.
fn transcripts(figures: &[Compared]) -> Option<String> {
    let fragments = figures.iter().find(|f| f.name == "fragment_rate")?;
    let (a, b) = (fragments.a?, fragments.b?);
    ((a == 0.0) != (b == 0.0)).then(|| {
        let without = if a == 0.0 { "A" } else { "B" };
        format!(
            "{without} has no cut-off word at all: speech recognisers drop them, and fillers and repeats with them. Compare like transcripts with like"
        )
    })
}
