//! Distributions: how far apart, and is that more than calls differ anyway?

use super::{Distribution, Joint};
use crate::settings::Settings;
use crate::stats::distance::grouped;

/// What is compared: name, unit, measure and sample.
const SAMPLES: [(&str, &str, &str, &str); 2] = [
    ("length of holds", "ms", "hold_pause", "length"),
    ("floor transfer offset", "ms", "transfer_offset", "offset"),
];

pub(super) fn distributions(joint: &Joint, settings: &Settings) -> Vec<Distribution> {
    let one = |(name, unit, measure, sample): &(&'static str, &'static str, &str, &str)| {
        let tallies = joint.of_measure(measure).iter().enumerate();
        let of_call = |(k, t): (usize, &'_ crate::measure::Tally)| -> Vec<(f64, usize)> {
            t.values(sample).iter().map(|v| (*v, k)).collect()
        };
        let mut sorted: Vec<(f64, usize)> = tallies.flat_map(of_call).collect();
        sorted.sort_by(|a, b| a.0.total_cmp(&b.0).then(a.1.cmp(&b.1)));
        let in_a: Vec<bool> = (0..joint.a + joint.b).map(|k| k < joint.a).collect();
        let distance = grouped(&sorted, &in_a)?;
        let p = joint.permuted(settings, |first| {
            let found = grouped(&sorted, first);
            vec![found.map(|d| d.wasserstein), found.map(|d| d.ks)]
        });
        let n = sorted.iter().filter(|(_, call)| in_a[*call]).count();
        Some(Distribution {
            name,
            unit,
            n: (n, sorted.len() - n),
            distance,
            p_wasserstein: p[0],
            p_ks: p[1],
        })
    };
    SAMPLES.iter().filter_map(one).collect()
}
