//! Paired calls: one value a call under each condition.

use super::{HEADLINES, Joint, PerCall};
use crate::measure::{Figure, MEASURES, Pool, Tally};
use crate::settings::{BOOTSTRAP_DRAWS, RANDOM_SEED, Settings};
use crate::stats::{shift, signed_rank};

pub(super) fn per_call(joint: &Joint, settings: &Settings) -> Vec<PerCall> {
    let (draws, seed) = (
        settings.count(&BOOTSTRAP_DRAWS),
        settings.get(&RANDOM_SEED) as u64,
    );
    let of_measure = MEASURES.iter().zip(&joint.tallies);
    let headlines = of_measure.flat_map(|(measure, tallies)| {
        let figures = measure.figures(settings).into_iter();
        let kept = figures.filter(|f| HEADLINES.contains(&f.name.as_str()));
        kept.map(move |f| (f, tallies))
    });
    let one = |(figure, tallies): (Figure, &Vec<Tally>)| {
        let value = |k: usize| {
            let pool = Pool::new(std::slice::from_ref(&tallies[k]), vec![figure.clone()]);
            pool.values()[0]
        };
        let pair = |k: usize| Some(value(joint.a + k)? - value(k)?);
        let differences: Vec<f64> = (0..joint.a).filter_map(pair).collect();
        Some(PerCall {
            calls: differences.len(),
            shift: shift::of(&differences)?,
            test: signed_rank::test(&differences, draws, seed),
            unit: figure.unit,
            name: figure.name,
        })
    };
    headlines.filter_map(one).collect()
}
