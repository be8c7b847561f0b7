//! Count first, divide last: what one measure counted in one call. Tallies add up.

use std::collections::BTreeMap;

/// What one measure counted in one call. The tally of a pool is the pool of tallies.
#[derive(Clone, Debug, Default, PartialEq)]
pub struct Tally {
    counts: BTreeMap<&'static str, f64>,
    samples: BTreeMap<&'static str, Vec<f64>>,
    turns: BTreeMap<&'static str, Vec<(f64, f64)>>,
    lacking: BTreeMap<&'static str, String>,
    void: Option<String>,
}

impl Tally {
    /// Nothing of this call counts, and why: what the health pass found wrong with it.
    pub fn void(reason: impl Into<String>) -> Self {
        Self {
            void: Some(reason.into()),
            ..Self::default()
        }
    }

    /// Adds `n` to a count, which exists from then on (also with 0).
    pub fn add(&mut self, count: &'static str, n: f64) {
        *self.counts.entry(count).or_default() += n;
    }

    /// Adds one value to a sample.
    pub fn sample(&mut self, sample: &'static str, value: f64) {
        self.samples.entry(sample).or_default().push(value);
    }

    /// Adds one turn with its events and tokens to a table for dispersion.
    pub fn turn(&mut self, table: &'static str, events: f64, tokens: f64) {
        self.turns.entry(table).or_default().push((events, tokens));
    }

    /// Says why a count or sample is missing from this call.
    pub fn lacks(&mut self, key: &'static str, reason: impl Into<String>) {
        self.lacking.entry(key).or_insert_with(|| reason.into());
    }

    /// A count, or `None` when this call does not have it.
    pub fn count(&self, key: &str) -> Option<f64> {
        self.counts.get(key).copied()
    }

    /// The values of a sample.
    pub fn values(&self, sample: &str) -> &[f64] {
        self.samples.get(sample).map_or(&[], Vec::as_slice)
    }

    /// Events and tokens of each turn of a table.
    pub fn turns(&self, table: &str) -> &[(f64, f64)] {
        self.turns.get(table).map_or(&[], Vec::as_slice)
    }

    /// Why `key` is missing from this call.
    pub fn reason(&self, key: &str) -> Option<&str> {
        // One side may lack what the other has; what the health pass voided is told all the same.
        let lacking = self.lacking.get(key).filter(|_| !self.has(key));
        lacking.or(self.void.as_ref()).map(String::as_str)
    }

    /// Is anything known under this key?
    fn has(&self, key: &str) -> bool {
        self.counts.contains_key(key)
            || self.samples.contains_key(key)
            || self.turns.contains_key(key)
    }

    /// Adds another tally.
    pub fn merge(&mut self, other: &Self) {
        for (key, n) in &other.counts {
            *self.counts.entry(key).or_default() += n;
        }
        for (key, values) in &other.samples {
            self.samples.entry(key).or_default().extend(values);
        }
        for (key, turns) in &other.turns {
            self.turns.entry(key).or_default().extend(turns);
        }
        for (key, reason) in &other.lacking {
            self.lacking.entry(key).or_insert_with(|| reason.clone());
        }
        if self.void.is_none() {
            self.void.clone_from(&other.void);
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_voided_call_lacks_everything_and_says_why() {
        let void = Tally::void("whole seconds");
        assert_eq!(
            (void.count("h"), void.reason("h")),
            (None, Some("whole seconds"))
        );
        let mut both = Tally::default();
        both.add("h", 1.0);
        both.merge(&void);
        assert_eq!(
            (both.count("h"), both.reason("h")),
            (Some(1.0), Some("whole seconds"))
        );
    }
}
