//! Clustering of counts by maximum likelihood: NB2, Var = mu + alpha·mu², mu = rate · tokens.

use super::dispersion::Turn;
use super::optimise::root;

/// A fit.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct NegativeBinomial {
    /// Events per token.
    pub rate: f64,
    /// Clustering; 0 where the counts are no more uneven than chance (the border of the model).
    pub alpha: f64,
}

/// Turns with the same events and tokens, together: the likelihood looks at each sort of turn once.
#[derive(Clone, Debug, Default, PartialEq)]
pub struct Table {
    /// Events, tokens, how many such turns; ascending.
    cells: Vec<(f64, f64, f64)>,
}

/// The tables of several calls, laid out so that calls can be weighed again and again.
pub struct Calls {
    sorts: Vec<(f64, f64)>,
    /// Of each call: which sorts of turns, how many.
    calls: Vec<Vec<(usize, f64)>>,
}

/// Largest alpha that is looked for.
const HIGHEST: f64 = 1e4;

impl Calls {
    /// Lays out the turns of each call; turns without tokens are left out.
    pub fn of(calls: &[&[Turn]]) -> Self {
        let tables: Vec<Table> = calls.iter().map(|turns| Table::of(*turns)).collect();
        let all = Table::of(calls.iter().copied().flatten());
        let sorts: Vec<(f64, f64)> = all.cells.iter().map(|c| (c.0, c.1)).collect();
        let at = |c: &(f64, f64, f64)| (sorts.partition_point(|s| less(s, &(c.0, c.1))), c.2);
        let calls = tables
            .iter()
            .map(|t| t.cells.iter().map(at).collect())
            .collect();
        Self { sorts, calls }
    }

    /// The fit under one weight a call.
    pub fn fit(&self, weights: &[f64]) -> Option<NegativeBinomial> {
        let mut counts = vec![0.0; self.sorts.len()];
        for (call, weight) in self.calls.iter().zip(weights).filter(|(_, w)| **w > 0.0) {
            call.iter()
                .for_each(|(sort, n)| counts[*sort] += weight * n);
        }
        let seen = self.sorts.iter().zip(counts).filter(|(_, n)| *n > 0.0);
        let cells = seen.map(|(s, n)| (s.0, s.1, n)).collect();
        Table { cells }.fit()
    }
}

fn less(a: &(f64, f64), b: &(f64, f64)) -> bool {
    a.0.total_cmp(&b.0).then(a.1.total_cmp(&b.1)).is_lt()
}

impl Table {
    /// The table of some turns; turns without tokens are left out.
    pub fn of<'t>(turns: impl IntoIterator<Item = &'t Turn>) -> Self {
        let mut turns: Vec<Turn> = turns.into_iter().filter(|t| t.1 > 0.0).copied().collect();
        turns.sort_by(|a, b| a.0.total_cmp(&b.0).then(a.1.total_cmp(&b.1)));
        let runs = turns.chunk_by(|a, b| a == b);
        Self {
            cells: runs
                .map(|run| (run[0].0, run[0].1, run.len() as f64))
                .collect(),
        }
    }

    /// Rate and alpha of the highest likelihood; `None` without two turns or without events. J. F. Lawless, Canadian
    /// Journal of Statistics 15 (1987). Same as R's `MASS::glm.nb(y ~ 1 + offset(log(n)))`, alpha = 1/theta.
    pub fn fit(&self) -> Option<NegativeBinomial> {
        let total = |f: fn(&(f64, f64, f64)) -> f64| self.cells.iter().map(f).sum::<f64>();
        let (turns, events, tokens) = (total(|c| c.2), total(|c| c.0 * c.2), total(|c| c.1 * c.2));
        if turns < 2.0 || events <= 0.0 {
            return None;
        }
        let poisson = events / tokens;
        // Uphill from alpha = 0 exactly when the counts spread more than chance.
        if self.slope(poisson, 0.0) <= 0.0 {
            return Some(NegativeBinomial {
                rate: poisson,
                alpha: 0.0,
            });
        }
        let profile = |alpha: f64| self.slope(self.rate(alpha, poisson), alpha);
        let mut high = 0.1;
        while profile(high) > 0.0 {
            high *= 4.0;
            if high > HIGHEST {
                return None;
            }
        }
        let alpha = root(profile, 0.0, high)?;
        Some(NegativeBinomial {
            rate: self.rate(alpha, poisson),
            alpha,
        })
    }

    /// The best rate for an alpha, by Newton's steps on the logarithm of the rate.
    fn rate(&self, alpha: f64, start: f64) -> f64 {
        let mut rate = start;
        for _ in 0..50 {
            let (mut slope, mut bend) = (0.0, 0.0);
            for (y, n, w) in &self.cells {
                let wide = 1.0 + alpha * rate * n;
                slope += w * (y - rate * n) / wide;
                bend += w * rate * n * (1.0 + alpha * y) / (wide * wide);
            }
            let step = (slope / bend).clamp(-1.0, 1.0);
            rate *= step.exp();
            if step.abs() < 1e-12 {
                break;
            }
        }
        rate
    }

    /// Slope of the log-likelihood along alpha.
    fn slope(&self, rate: f64, alpha: f64) -> f64 {
        let one = |(y, n, w): &(f64, f64, f64)| {
            let mu = rate * n;
            let x = alpha * mu;
            let drawn: f64 = (0..*y as u64)
                .map(|j| j as f64 / (1.0 + alpha * j as f64))
                .sum();
            w * (drawn + mu * mu * curve(x) - y * mu / (1.0 + x))
        };
        self.cells.iter().map(one).sum()
    }
}

/// (ln(1+x) − x/(1+x)) / x², by its series where that would cancel.
fn curve(x: f64) -> f64 {
    if x < 1e-3 {
        return 0.5 - x * (2.0 / 3.0 - x * (0.75 - x * 0.8));
    }
    (x.ln_1p() - x / (1.0 + x)) / (x * x)
}

#[cfg(test)]
mod tests {
    use super::*;

    // n as below, y2 <- {set.seed(1); rnbinom(60, size=2, mu=0.09*n)}, R 4.2, MASS 7.3:
    // m <- glm.nb(y2 ~ 1 + offset(log(n)), control=glm.control(epsilon=1e-14, maxit=200)); exp(coef(m)), 1/m$theta
    const RATE: f64 = 0.061_321_050_181_554_38;
    const ALPHA: f64 = 0.097_034_476_134_234_31;
    const TOKENS: [f64; 60] = [
        27.0, 32.0, 1.0, 32.0, 19.0, 21.0, 25.0, 12.0, 39.0, 3.0, 11.0, 15.0, 23.0, 16.0, 6.0, 2.0,
        1.0, 2.0, 6.0, 39.0, 8.0, 26.0, 30.0, 10.0, 12.0, 17.0, 11.0, 38.0, 7.0, 36.0, 32.0, 33.0,
        5.0, 16.0, 25.0, 20.0, 26.0, 27.0, 26.0, 3.0, 38.0, 22.0, 36.0, 11.0, 15.0, 35.0, 8.0, 3.0,
        15.0, 27.0, 5.0, 34.0, 14.0, 9.0, 22.0, 35.0, 35.0, 35.0, 12.0, 1.0,
    ];
    const EVENTS: [f64; 60] = [
        2.0, 1.0, 0.0, 1.0, 1.0, 1.0, 1.0, 2.0, 2.0, 0.0, 0.0, 1.0, 0.0, 1.0, 0.0, 0.0, 0.0, 1.0,
        0.0, 2.0, 1.0, 2.0, 4.0, 0.0, 0.0, 2.0, 2.0, 2.0, 1.0, 4.0, 0.0, 3.0, 0.0, 1.0, 1.0, 0.0,
        0.0, 6.0, 2.0, 0.0, 2.0, 1.0, 2.0, 0.0, 1.0, 4.0, 1.0, 0.0, 1.0, 2.0, 0.0, 0.0, 0.0, 0.0,
        0.0, 0.0, 6.0, 4.0, 0.0, 0.0,
    ];

    fn turns() -> Vec<Turn> {
        EVENTS.into_iter().zip(TOKENS).collect()
    }

    #[test]
    fn agrees_with_r() {
        let fit = Table::of(&turns()).fit().unwrap();
        assert!((fit.rate - RATE).abs() < 1e-8, "{fit:?}");
        assert!((fit.alpha - ALPHA).abs() < 1e-6, "{fit:?}");
    }

    #[test]
    fn calls_that_weigh_two_count_twice() {
        let turns = turns();
        let (a, b) = (&turns[..20], &turns[20..]);
        let calls = Calls::of(&[a, b]);
        assert_eq!(calls.fit(&[1.0, 1.0]), Table::of(&turns).fit());
        assert_eq!(calls.fit(&[0.0, 1.0]), Table::of(b).fit());
        assert_eq!(
            calls.fit(&[2.0, 1.0]),
            Table::of([a, a, b].concat().iter()).fit()
        );
    }

    #[test]
    fn even_counts_are_at_the_border() {
        let even = [(1.0, 10.0); 40];
        let fit = Table::of(&even).fit().unwrap();
        assert_eq!((fit.rate, fit.alpha), (0.1, 0.0));
        assert_eq!(Table::of(&[(0.0, 10.0); 4]).fit(), None);
    }
}
