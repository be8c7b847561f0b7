//! One number a call, or the values of all calls: what figures are summed from.

use super::Tally;
use crate::stats::quantile;
use crate::stats::survival::Survival;

/// A count, one a call; 0 where a call lacks it.
pub(super) struct Column {
    values: Vec<f64>,
    known: bool,
}

impl Column {
    pub(super) fn of(tallies: &[Tally], key: &str) -> Self {
        let counts = tallies.iter().map(|t| t.count(key));
        Self {
            known: counts.clone().any(|n| n.is_some()),
            values: counts.map(Option::unwrap_or_default).collect(),
        }
    }

    pub(super) fn sum(&self) -> Option<f64> {
        self.known.then(|| self.values.iter().sum())
    }
}

/// Hits over chances, both of the calls that have both, so that numerator and denominator agree.
pub(super) struct Ratio {
    /// Hits and chances of each call.
    calls: Vec<(f64, f64)>,
    /// Calls that have both.
    known: usize,
    scale: f64,
}

impl Ratio {
    pub(super) fn of_counts(tallies: &[Tally], hits: &str, chances: &str, scale: f64) -> Self {
        let both = tallies.iter().map(|t| t.count(hits).zip(t.count(chances)));
        Self {
            known: both.clone().flatten().count(),
            calls: both.map(Option::unwrap_or_default).collect(),
            scale,
        }
    }

    /// `hits` of the values of a sample over their number.
    pub(super) fn of_sample(tallies: &[Tally], sample: &str, hits: impl Fn(&[f64]) -> f64) -> Self {
        let values = tallies.iter().map(|t| t.values(sample));
        Self {
            known: values.clone().filter(|v| !v.is_empty()).count(),
            calls: values.map(|v| (hits(v), v.len() as f64)).collect(),
            scale: 1.0,
        }
    }

    pub(super) fn value(&self, weights: &[f64]) -> Option<f64> {
        let (mut hits, mut chances) = (0.0, 0.0);
        for ((h, c), weight) in self.calls.iter().zip(weights) {
            hits += weight * h;
            chances += weight * c;
        }
        (chances > 0.0).then(|| self.scale * hits / chances)
    }

    pub(super) fn counts(&self) -> Option<(f64, f64)> {
        let add = |a: (f64, f64), b: &(f64, f64)| (a.0 + b.0, a.1 + b.1);
        (self.known > 0).then(|| self.calls.iter().fold((0.0, 0.0), add))
    }

    /// Between-call variance by linearisation, n/(n−1)·sum((h − r·c)²)/C², over r/C (Poisson) or r(1−r)/C.
    pub(super) fn design_effect(&self, share: bool) -> Option<f64> {
        let (hits, chances) = self.counts()?;
        if self.known < 2 || hits <= 0.0 || chances <= 0.0 {
            return None;
        }
        let (rate, n) = (hits / chances, self.known as f64);
        let squares: f64 = self.calls.iter().map(|(h, c)| (h - rate * c).powi(2)).sum();
        let between = n / (n - 1.0) * squares / (chances * chances);
        let within = if share { rate * (1.0 - rate) } else { rate } / chances;
        (within > 0.0).then(|| between / within)
    }
}

/// All values of a sample, ascending, each with its call.
pub(super) struct Sample {
    values: Vec<(f64, u32)>,
    /// How many there are of each call.
    counts: Vec<f64>,
}

impl Sample {
    pub(super) fn of(tallies: &[Tally], name: &str) -> Self {
        let calls = tallies.iter().enumerate();
        let of = |(k, t): (usize, &'_ Tally)| {
            let call = k as u32;
            t.values(name)
                .iter()
                .map(|v| (*v, call))
                .collect::<Vec<_>>()
        };
        let mut values: Vec<(f64, u32)> = calls.flat_map(of).collect();
        values.sort_by(|a, b| a.0.total_cmp(&b.0).then(a.1.cmp(&b.1)));
        Self {
            values,
            counts: tallies
                .iter()
                .map(|t| t.values(name).len() as f64)
                .collect(),
        }
    }

    pub(super) fn len(&self) -> usize {
        self.values.len()
    }

    pub(super) fn range(&self) -> Option<(f64, f64)> {
        Some((self.values.first()?.0, self.values.last()?.0))
    }

    pub(super) fn plain(&self) -> Vec<f64> {
        self.values.iter().map(|(v, _)| *v).collect()
    }

    pub(super) fn quantiles(&self, ps: &[f64], weights: &[f64]) -> Vec<Option<f64>> {
        let both = self.counts.iter().zip(weights);
        let total = both.map(|(n, w)| n * w).sum();
        let each = self.values.iter();
        quantile::within(
            each.map(|(v, call)| (*v, weights[*call as usize])),
            total,
            ps,
        )
    }
}

/// Lengths of which some were cut short, ascending, each with its call.
pub(super) struct Lengths {
    lengths: Vec<(f64, bool, u32)>,
    /// How many there are of each call.
    counts: Vec<f64>,
}

impl Lengths {
    pub(super) fn of(tallies: &[Tally], ended: &str, cut: &str) -> Self {
        let mut lengths = Vec::new();
        for (key, by_itself) in [(ended, true), (cut, false)] {
            let values = Sample::of(tallies, key).values;
            lengths.extend(values.into_iter().map(|(v, call)| (v, by_itself, call)));
        }
        lengths.sort_by(|a, b| a.0.total_cmp(&b.0).then(a.2.cmp(&b.2)));
        let of = |t: &Tally| (t.values(ended).len() + t.values(cut).len()) as f64;
        Self {
            lengths,
            counts: tallies.iter().map(of).collect(),
        }
    }

    pub(super) fn len(&self) -> usize {
        self.lengths.len()
    }

    pub(super) fn curve(&self, weights: &[f64]) -> Option<Survival> {
        let both = self.counts.iter().zip(weights);
        let at_risk = both.map(|(n, w)| n * w).sum();
        let each = self.lengths.iter();
        let weighted = each.map(|(v, ended, call)| (*v, *ended, weights[*call as usize]));
        Survival::weighted(weighted, at_risk)
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    // Linearised variance of a ratio, as R's survey package has it:
    // h=c(3,0,5,9); c=c(100,80,120,150); d=svydesign(~1,data=data.frame(h,c)); svyratio(~h,~c,d)
    // gives SE^2 = n/(n-1)*sum((h-r*c)^2)/sum(c)^2; numpy: r=17/450; (4/3*((h-r*c)**2).sum()/450**2)/(r/450)
    #[test]
    fn the_design_effect_is_the_linearised_variance_over_the_poisson_one() {
        let tallies: Vec<Tally> = [(3.0, 100.0), (0.0, 80.0), (5.0, 120.0), (9.0, 150.0)]
            .iter()
            .map(|(h, c)| {
                let mut t = Tally::default();
                t.add("h", *h);
                t.add("c", *c);
                t
            })
            .collect();
        let ratio = Ratio::of_counts(&tallies, "h", "c", 1000.0);
        let poisson = ratio.design_effect(false).unwrap();
        assert!((poisson - POISSON).abs() < 1e-9, "{poisson}");
        let share = ratio.design_effect(true).unwrap();
        assert!((share - SHARE).abs() < 1e-9, "{share}");
    }

    const POISSON: f64 = 1.6523650447833451;
    const SHARE: f64 = 1.717238499197472;
}
