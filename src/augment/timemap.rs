//! The time map: from the clock of the input to the clock of the augmented call.

use crate::time::Ms;

/// A monotone map made of insertions. At an insertion's instant the ends of things stay, the starts of
/// things move: adjacent words share the instant.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct TimeMap {
    /// Instant on the input clock, and everything inserted up to and with it; both ascend.
    steps: Vec<(Ms, Ms)>,
}

impl TimeMap {
    /// The map of these insertions (instant, length); lengths of 0 or less are nothing.
    pub fn new(insertions: impl IntoIterator<Item = (Ms, Ms)>) -> Self {
        let mut sorted: Vec<(Ms, Ms)> = insertions.into_iter().filter(|(_, d)| *d > 0).collect();
        sorted.sort_unstable();
        let mut steps: Vec<(Ms, Ms)> = Vec::with_capacity(sorted.len());
        let mut total = 0;
        for (at, length) in sorted {
            total += length;
            match steps.last_mut() {
                Some(last) if last.0 == at => last.1 = total,
                _ => steps.push((at, total)),
            }
        }
        Self { steps }
    }

    /// Where the end of something (or a decision point) at `at` goes.
    pub fn left(&self, at: Ms) -> Ms {
        at + self.before(self.steps.partition_point(|s| s.0 < at))
    }

    /// Where the start of something at `at` goes.
    pub fn right(&self, at: Ms) -> Ms {
        at + self.before(self.steps.partition_point(|s| s.0 <= at))
    }

    fn before(&self, steps: usize) -> Ms {
        match steps {
            0 => 0,
            n => self.steps[n - 1].1,
        }
    }

    /// The input end that [`Self::left`] sent to `at`, or `None` when none does.
    pub fn undo_left(&self, at: Ms) -> Option<Ms> {
        let k = self.steps.partition_point(|s| self.right(s.0) < at);
        let input = at - self.before(k);
        (self.left(input) == at).then_some(input)
    }

    /// The input start that [`Self::right`] sent to `at`, or `None` when none does.
    pub fn undo_right(&self, at: Ms) -> Option<Ms> {
        let k = self.steps.partition_point(|s| self.right(s.0) <= at);
        let input = at - self.before(k);
        (self.right(input) == at).then_some(input)
    }

    /// Everything that was inserted, ms.
    pub fn inserted(&self) -> Ms {
        self.before(self.steps.len())
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use proptest::prelude::*;

    #[test]
    fn ends_stay_and_starts_move_at_the_instant() {
        let map = TimeMap::new([(100, 50), (100, 10), (300, 5)]);
        assert_eq!((map.left(100), map.right(100)), (100, 160));
        assert_eq!((map.left(99), map.right(301)), (99, 366));
        assert_eq!(map.inserted(), 65);
    }

    proptest! {
        #[test]
        fn monotone_and_undone(
            steps in prop::collection::vec((0..5000i64, 0..800i64), 0..20),
            a in 0..6000i64,
            b in 0..6000i64,
        ) {
            let map = TimeMap::new(steps);
            let (a, b) = (a.min(b), a.max(b));
            prop_assert!(map.left(a) <= map.left(b) && map.right(a) <= map.right(b));
            prop_assert!(map.left(a) <= map.right(a));
            prop_assert_eq!(map.undo_left(map.left(a)), Some(a));
            prop_assert_eq!(map.undo_right(map.right(a)), Some(a));
        }

        #[test]
        fn nothing_maps_into_an_insertion(at in 0..1000i64, length in 1..500i64, into in 1..500i64) {
            let map = TimeMap::new([(at, length)]);
            prop_assume!(into < length);
            prop_assert_eq!(map.undo_left(at + into), None);
            prop_assert_eq!(map.undo_right(at + into), None);
        }
    }
}
