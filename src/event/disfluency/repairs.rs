//! Repairs and restarts: rough copies, and words of one class one after the other.
//!
//! Looked for in what is left without fillers, markers and the first copies of repeats. No rule knows a
//! word, only its closed class; none reaches over a full stop or 2 s of silence.
//!
//! - *retrace*: the speaker goes back and says the beginning again, with another last word
//!   (`I give them a — I give them an`), or after it has hardly begun (`if you're — if there`).
//! - *parallel*: two of three words come again after a hesitation (我想订 呃 我要订).
//! - *exchange*: a word gives way to one of its class: another form of the pronoun (`it — it's`), another
//!   article (`a — the`), coordinator (`and — but`) or, after a hesitation, preposition.
//! - *correction*: a number, `I mean` or an editing term, another number.
//! - *restart*: an article after which no noun can come any more (`the — I really feel`). When the
//!   article comes again at once it was a repair (`the — on the`).

use std::ops::Range;

use super::line::Line;
use super::listed::Listed;
use super::{Disfluency, Kind, Parts, Search};
use crate::lang::WordClass::{
    Auxiliary, Contracted, Coordinator, Determiner, Linker, Preposition, Subject, Subordinator,
};
use crate::lang::{Tier, Word};
use crate::time::Ms;

/// Longest reparandum that is looked for, in tokens: longer ones are rare (6 % of those tagged in
/// Switchboard) and chance copies common.
const LONGEST: usize = 5;
/// Silence between two parallel pieces, ms: what follows a short one is more often a new clause.
const PARALLEL_SILENCE: Ms = 200;
/// Within how many tokens an abandoned article must come again to be a repair.
const ARTICLE_WITHIN: usize = 3;

/// What was found at a token: sort, length of the reparandum and of the repair.
type Hit = (Kind, usize, usize);

impl Search<'_> {
    /// Repairs and restarts in the tokens outside listed forms and first copies of repeats.
    pub(super) fn repairs(&self, listed: &Listed, repeats: &[Disfluency]) -> Vec<Disfluency> {
        let kept = self.kept(listed, repeats);
        let words = kept.iter().map(|k| self.lexicon.word(self.norm(*k)));
        let mut line = Line {
            search: self,
            listed,
            kept: &kept,
            words: words.collect(),
            at: 0,
        };
        let mut found = Vec::new();
        while line.at + 1 < kept.len() {
            match line.hit() {
                Some((kind, reparandum, repair)) => {
                    found.push(line.event(kind, reparandum, repair));
                    line.at += reparandum;
                }
                None => line.at += 1,
            }
        }
        found
    }

    fn kept(&self, listed: &Listed, repeats: &[Disfluency]) -> Vec<usize> {
        let mut out = listed.is.clone();
        for parts in repeats.iter().filter_map(|r| r.parts.as_ref()) {
            out[parts.reparandum.clone()].fill(true);
        }
        (0..out.len()).filter(|k| !out[*k]).collect()
    }
}

impl Line<'_, '_> {
    fn hit(&self) -> Option<Hit> {
        let reach = (1..=2 * LONGEST)
            .take_while(|j| self.at + j < self.kept.len() && !self.barrier(*j))
            .count();
        if reach == 0 {
            return None;
        }
        self.correction(reach)
            .or_else(|| self.retrace(reach))
            .or_else(|| self.parallel(reach))
            .or_else(|| self.pair(reach))
            .or_else(|| self.exchange())
            .or_else(|| self.abandoned(reach))
    }

    /// The speaker goes back to the word at the cursor, which comes again `k` tokens on.
    fn retrace(&self, reach: usize) -> Option<Hit> {
        if self.is_number(0) {
            return None;
        }
        let k = (2..=LONGEST.min(reach)).find(|k| self.same(0, *k))?;
        let copied = (1..k)
            .take_while(|j| k + j <= reach && self.same(*j, k + j))
            .count()
            + 1;
        if copied >= k || self.word(0).is(Coordinator) {
            return None;
        }
        let (first, last) = (self.word(0), self.word(k - 1));
        let found = match (copied, k) {
            _ if self.cut_off(k - 1) => first.leads_on(),
            (2.., _) if k == copied + 1 => self.replaces_last(k, copied),
            (_, 2) => self.barely_begun(last) || self.inserts(reach),
            (_, 3) => {
                (first.is(Subordinator) && last.leads_on() && self.hesitates(3))
                    || (first.is(Preposition) && last.is(Determiner))
            }
            _ => false,
        };
        found.then_some((Kind::Repair, k, (copied + 1).min(reach + 1 - k)))
    }

    /// All but the last word came again. After a pronoun that is often just the next clause (`I think
    /// so I think`), so the first try must have broken off and the speaker hesitated.
    fn replaces_last(&self, k: usize, copied: usize) -> bool {
        let (first, last) = (self.word(0), self.word(k - 1));
        let broke_off = last.leads_on();
        if first.is_pronoun() || first.is(Auxiliary) {
            return broke_off && self.hesitates(k);
        }
        broke_off || self.hesitates(k) || first.is_determiner() || copied > 2
    }

    /// Two words, and back: `if you're — if there`, `in the — in what`, `they're at — they're`, `I could
    /// — I couldn't`.
    fn barely_begun(&self, last: Word) -> bool {
        let (first, next) = (self.word(0), self.word(3));
        let before = self.word_before();
        (first.is(Subordinator) && last.leads_on())
            || (first.is(Preposition) && last.determines())
            || (first.is(Contracted) && last.leads_on())
            || (first.is(Subject)
                && last.is(Auxiliary)
                && next.is(Auxiliary)
                && !before.is(Subordinator)
                && !before.is(Linker))
    }

    /// `the jap — the little jap`: the same, with something put in.
    fn inserts(&self, reach: usize) -> bool {
        self.word(0).is_determiner() && !self.word(1).leads_on() && reach >= 4 && self.same(1, 4)
    }

    /// Two of three words come again in their places; the first may give way to one of its class.
    fn parallel(&self, reach: usize) -> Option<Hit> {
        const LENGTH: usize = 3;
        if reach < 2 * LENGTH - 1
            || self.word(0).is(Coordinator)
            || self.is_number(0)
            || !(self.same(0, LENGTH)
                || self.word(0).is_pronoun() && self.word(LENGTH).is_pronoun())
        {
            return None;
        }
        let alike = (0..LENGTH).filter(|j| self.same(*j, LENGTH + j)).count();
        let hesitates = self.interrupted(LENGTH) || self.silence(LENGTH) >= PARALLEL_SILENCE;
        (alike == 2 && hesitates).then_some((Kind::Repair, LENGTH, LENGTH))
    }

    /// `I just — we just`: another first word of the same class, the same second.
    fn pair(&self, reach: usize) -> Option<Hit> {
        let (first, other) = (self.word(0), self.word(2));
        let slot = (first.is_pronoun() && other.is_pronoun())
            || (first.is(Preposition) && other.is(Preposition));
        let found = reach >= 3
            && slot
            && !first.is(Subordinator)
            && !first.is(Linker)
            && !self.same(0, 2)
            && self.same(1, 3)
            && self.hesitates(2);
        found.then_some((Kind::Repair, 2, 2))
    }

    /// A word, and another of its class in its place.
    fn exchange(&self) -> Option<Hit> {
        let (first, second) = (self.word(0), self.word(1));
        if self.same(0, 1) || self.spelled(1) {
            return None;
        }
        let ordinary = || {
            let (first, second) = (self.norm(0), self.norm(1));
            self.search.lexicon.is_ordinary_pair(first, second)
        };
        let found = first.is_form_of(second)
            || (first.is(Determiner) && second.determines())
            || (first.is(Coordinator) && second.is(Coordinator) && !ordinary())
            || (first.is(Preposition) && second.is(Preposition) && self.hesitates(1));
        found.then_some((Kind::Repair, 1, 1))
    }

    /// An article before a word that no noun can follow.
    fn abandoned(&self, reach: usize) -> Option<Hit> {
        let (first, second) = (self.word(0), self.word(1));
        let broken = second.is(Preposition)
            || second.is_pronoun()
            || (second.is(Auxiliary) && self.hesitates(1));
        if !first.is(Determiner) || !broken || self.spelled(1) {
            return None;
        }
        let again = (2..=ARTICLE_WITHIN.min(reach)).find(|j| self.word(*j).is(Determiner));
        Some(match again.filter(|_| second.is(Preposition)) {
            Some(j) => (Kind::Repair, 1, j),
            None => (Kind::Restart, 1, 1),
        })
    }

    /// Numbers, a word that announces a correction, numbers.
    fn correction(&self, reach: usize) -> Option<Hit> {
        let first = (1..=LONGEST.min(reach)).find(|j| self.announced(*j))?;
        let numbers =
            |from: usize, to: usize| (from..to).take_while(|j| self.is_number(*j)).count();
        // `five`, or `five dollars` with the same unit in its place.
        let unit = first - numbers(0, first);
        let second = numbers(first, reach + 1);
        let last = first + second;
        let fits = match unit {
            0 => true,
            1 => first > 1 && last <= reach && self.same(first - 1, last),
            _ => false,
        };
        (fits && second > 0).then_some((Kind::Repair, first, second + unit))
    }

    /// Is a correction announced before the token?
    fn announced(&self, j: usize) -> bool {
        let (from, to) = (self.kept[self.at + j - 1] + 1, self.kept[self.at + j]);
        (from..=to).any(|k| self.listed.corrects[k])
    }

    fn event(&self, kind: Kind, reparandum: usize, repair: usize) -> Disfluency {
        let token = |j: usize| self.kept[self.at + j];
        let first = token(0)..token(reparandum - 1) + 1;
        let next = token(reparandum);
        // First copies of a repeat belong to the repair, not to what stands between.
        let resumes = (first.end..next)
            .find(|k| !self.listed.is[*k])
            .unwrap_or(next);
        let second = resumes..token(reparandum + repair - 1) + 1;
        disfluency(kind, first, second)
    }
}

fn disfluency(kind: Kind, reparandum: Range<usize>, repair: Range<usize>) -> Disfluency {
    Disfluency {
        kind,
        tier: Tier::B,
        tokens: reparandum.start..repair.end,
        parts: Some(Parts {
            interregnum: reparandum.end..repair.start,
            reparandum,
            repair,
        }),
    }
}
