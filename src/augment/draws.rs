//! Statistics of the draws: did chance do what was asked?

use std::collections::BTreeMap;

use super::Options;
use super::preset::MILLION;

/// What was drawn on one text.
#[derive(Clone, Debug, Default, PartialEq)]
pub struct Drawn {
    boundaries: usize,
    open: usize,
    by_rule: BTreeMap<&'static str, usize>,
}

impl Drawn {
    pub(super) fn new(options: &Options, boundaries: usize, open: usize) -> Self {
        let by_rule = options.preset.shares.iter().map(|(r, _)| (*r, 0)).collect();
        Self {
            boundaries,
            open,
            by_rule,
        }
    }

    pub(super) fn count(&mut self, rule: Option<&'static str>) {
        if let Some(rule) = rule {
            *self.by_rule.entry(rule).or_default() += 1;
        }
    }

    fn hits(&self) -> usize {
        self.by_rule.values().sum()
    }
}

/// Draws of a corpus, by distinct text: equal texts draw alike in text scope, so they are one cluster.
#[derive(Clone, Debug, Default, PartialEq)]
pub struct Draws {
    /// In one order, since sums of floats depend on it.
    texts: BTreeMap<u64, (Drawn, usize)>,
    alone: Vec<Drawn>,
}

/// A drawn count against what was asked.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct Against {
    /// Drawn.
    pub drawn: usize,
    /// Expected.
    pub expected: f64,
    /// Standard score; none where nothing can vary.
    pub z: Option<f64>,
}

impl Draws {
    pub(super) fn add(&mut self, text: &str, language: &str, drawn: Drawn) {
        let key = super::plan::fingerprint(text, language);
        match self.texts.get_mut(&key) {
            // Rows of one text that are protected unlike, by another lexicon.
            Some((known, _)) if *known != drawn => self.alone.push(drawn),
            Some((_, times)) => *times += 1,
            None => {
                self.texts.insert(key, (drawn, 1));
            }
        }
    }

    /// Adds the draws of a row that no other row shares.
    pub(super) fn add_alone(&mut self, drawn: Drawn) {
        self.alone.push(drawn);
    }

    /// Adds the draws of another call.
    pub fn merge(&mut self, other: Self) {
        for (key, (drawn, times)) in other.texts {
            match self.texts.get_mut(&key) {
                Some((known, n)) if *known == drawn => *n += times,
                Some(_) => self.alone.extend(std::iter::repeat_n(drawn, times)),
                None => {
                    self.texts.insert(key, (drawn, times));
                }
            }
        }
        self.alone.extend(other.alone);
    }

    fn clusters(&self) -> impl Iterator<Item = (&Drawn, f64)> {
        let alone = self.alone.iter().map(|d| (d, 1.0));
        self.texts
            .values()
            .map(|(d, n)| (d, *n as f64))
            .chain(alone)
    }

    fn total(&self, of: impl Fn(&Drawn) -> usize) -> usize {
        self.clusters().map(|(d, n)| of(d) * n as usize).sum()
    }

    /// All boundaries.
    pub fn boundaries(&self) -> usize {
        self.total(|d| d.boundaries)
    }

    /// Boundaries at which something may be inserted.
    pub fn open(&self) -> usize {
        self.total(|d| d.open)
    }

    /// Distinct texts.
    pub fn distinct(&self) -> usize {
        self.texts.len() + self.alone.len()
    }

    /// All draws against dose × probability.
    pub fn all(&self, options: &Options) -> Against {
        let unit = MILLION as f64;
        let p = options.dose as f64 / unit * options.preset.probability as f64 / unit;
        against(self.clusters().map(|(d, n)| (d.hits(), d.open, n)), p)
    }

    /// Draws of one rule against its share of all draws.
    pub fn of_rule(&self, rule: &str, options: &Options) -> Against {
        let share = options.preset.share(rule) as f64 / 1000.0;
        let of = |d: &Drawn| d.by_rule.get(rule).copied().unwrap_or(0);
        against(self.clusters().map(|(d, n)| (of(d), d.hits(), n)), share)
    }
}

/// Clusters of (hits, trials, copies): the copies of a cluster move together, so its variance counts
/// copies squared.
fn against(clusters: impl Iterator<Item = (usize, usize, f64)>, p: f64) -> Against {
    let (mut drawn, mut expected, mut variance) = (0.0, 0.0, 0.0);
    for (hits, trials, copies) in clusters {
        drawn += copies * hits as f64;
        expected += copies * p * trials as f64;
        variance += copies * copies * trials as f64 * p * (1.0 - p);
    }
    Against {
        drawn: drawn as usize,
        expected,
        z: (variance > 0.0).then(|| (drawn - expected) / variance.sqrt()),
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn copies_of_a_text_move_together() {
        // 4 copies of a text with 1 of 10 drawn at p = .2: expected 8, variance 16 · 10 · .16 = 25.6
        let a = against([(1, 10, 4.0)].into_iter(), 0.2);
        assert_eq!(a.drawn, 4);
        assert!((a.expected - 8.0).abs() < 1e-12);
        assert!((a.z.unwrap() + 4.0 / 25.6_f64.sqrt()).abs() < 1e-12);
    }
}
