//! Are counts per turn more (or less) clustered than chance, once turn length is allowed for?

use statrs::distribution::{ContinuousCDF, Normal};

use crate::random::Draw;

/// One turn: events and exposure (tokens, more than 0).
pub type Turn = (f64, f64);

/// The dispersion block of one kind of event.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct Dispersion {
    /// Variance / mean of the counts (1 for a Poisson count on turns of equal length).
    pub raw: f64,
    /// The same for independent insertion on turns of these lengths: (1 − q) + q·Var(n)/E(n).
    pub expected: f64,
    /// Pearson chi-square / df given exposure: 1 when length explains everything.
    pub adjusted: f64,
    /// NB2 alpha by moments: Var = mu + alpha·mu².
    pub alpha: f64,
    /// Dean's score statistic with exposure; positive = clustered, negative = too even.
    pub z: f64,
}

/// Sums over turns from which the whole block follows. They add up, so calls can be pooled and
/// resampled without looking at turns again.
#[derive(Clone, Copy, Debug, Default, PartialEq)]
pub struct Sums {
    turns: f64,
    events: f64,
    tokens: f64,
    events_squared: f64,
    tokens_squared: f64,
    events_tokens: f64,
    /// Sum of events² / tokens.
    per_token: f64,
}

impl Sums {
    /// The sums of some turns; turns without tokens are left out.
    pub fn of<'t>(turns: impl IntoIterator<Item = &'t Turn>) -> Self {
        let mut sums = Self::default();
        for (y, n) in turns.into_iter().filter(|(_, n)| *n > 0.0) {
            sums.turns += 1.0;
            sums.events += y;
            sums.tokens += n;
            sums.events_squared += y * y;
            sums.tokens_squared += n * n;
            sums.events_tokens += y * n;
            sums.per_token += y * y / n;
        }
        sums
    }

    /// Adds other sums so many times.
    pub fn add(&mut self, other: &Self, weight: f64) {
        self.turns += weight * other.turns;
        self.events += weight * other.events;
        self.tokens += weight * other.tokens;
        self.events_squared += weight * other.events_squared;
        self.tokens_squared += weight * other.tokens_squared;
        self.events_tokens += weight * other.events_tokens;
        self.per_token += weight * other.per_token;
    }

    /// The block; `None` with fewer than two turns or no event at all.
    pub fn dispersion(&self) -> Option<Dispersion> {
        if self.turns < 2.0 || self.events <= 0.0 || self.tokens <= 0.0 {
            return None;
        }
        let rate = self.events / self.tokens;
        let df = self.turns - 1.0;
        let (mean_events, mean_tokens) = (self.events / self.turns, self.tokens / self.turns);
        let var_events = (self.events_squared - self.events * mean_events) / df;
        let var_tokens = (self.tokens_squared - self.tokens * mean_tokens) / df;
        // With mu = rate · n: sum (y-mu)²/mu, sum ((y-mu)² - y), and sum mu², multiplied out.
        let pearson = self.per_token / rate - 2.0 * self.events + rate * self.tokens;
        let squares = rate * rate * self.tokens_squared;
        let excess = self.events_squared - 2.0 * rate * self.events_tokens + squares - self.events;
        Some(Dispersion {
            raw: var_events / mean_events,
            expected: (1.0 - rate) + rate * var_tokens / mean_tokens,
            adjusted: pearson / df,
            alpha: excess / squares,
            z: excess / (2.0 * squares).sqrt(),
        })
    }
}

/// Two-sided p of the score statistic by its normal approximation.
pub fn normal_p(z: f64) -> f64 {
    2.0 * Normal::standard().sf(z.abs())
}

/// Two-sided Monte-Carlo p: the events thrown again over the turns in proportion to their tokens, `draws`
/// times (the multinomial distribution given their number, so the rate need not be known). `None` when there is
/// nothing to throw. For few turns, where the normal approximation is poor. Tokens are whole numbers.
pub fn monte_carlo_p(turns: &[Turn], draws: usize, seed: u64) -> Option<f64> {
    Sums::of(turns).dispersion()?;
    let total = turns.iter().map(|t| t.0).sum::<f64>() as u64;
    // Which turn each token stands in: a throw is one look-up.
    let of_token: Vec<u32> = (0..)
        .zip(turns)
        .flat_map(|(k, (_, n))| std::iter::repeat_n(k, *n as usize))
        .collect();
    let tokens: Vec<u64> = turns.iter().map(|t| t.1 as u64).collect();
    let all = of_token.len() as u64;
    // Only sum y² − 2·rate·sum y·n differs between throws; times `all` it is a whole number.
    let part =
        |squares: u64, with_tokens: u64| (all * squares) as i64 - (2 * total * with_tokens) as i64;
    let fixed = fixed_part(&tokens, total, all);
    let observed = {
        let squares = turns.iter().map(|t| (t.0 * t.0) as u64).sum();
        let with_tokens = turns.iter().map(|t| (t.0 * t.1) as u64).sum();
        (part(squares, with_tokens) as f64 + fixed).abs()
    };
    let mut stream = Draw::keyed(&[b"dispersion", &seed.to_le_bytes()]);
    let mut thrown = vec![0u64; turns.len()];
    let mut extreme = 0;
    for _ in 0..draws {
        thrown.fill(0);
        let (mut squares, mut with_tokens) = (0, 0);
        let mut throw = |half: u64| {
            let k = of_token[((half * all) >> 32) as usize] as usize;
            squares += 2 * thrown[k] + 1;
            with_tokens += tokens[k];
            thrown[k] += 1;
        };
        // A number of the stream serves two throws, 32 bits each.
        for _ in 0..total / 2 {
            let both = stream.draw();
            throw(both >> 32);
            throw(both & 0xffff_ffff);
        }
        if total % 2 == 1 {
            throw(stream.draw() >> 32);
        }
        let excess = part(squares, with_tokens) as f64 + fixed;
        extreme += usize::from(excess.abs() >= observed - 1e-9 * all as f64);
    }
    Some((extreme + 1) as f64 / (draws + 1) as f64)
}

/// What every throw has in common of sum ((y − mu)² − y), times all tokens.
fn fixed_part(tokens: &[u64], total: u64, all: u64) -> f64 {
    let squares: u64 = tokens.iter().map(|n| n * n).sum();
    let (total, all) = (total as f64, all as f64);
    total * total * squares as f64 / all - total * all
}

#[cfg(test)]
mod tests {
    use super::*;

    fn turns() -> Vec<Turn> {
        EVENTS.into_iter().zip(TOKENS).collect()
    }

    // n, y as below; q = y.sum()/n.sum(); mu = n*q; numpy 2.x:
    // raw var(y,ddof=1)/mean(y), expected (1-q)+q*var(n,ddof=1)/mean(n), adjusted ((y-mu)**2/mu).sum()/59,
    // alpha e/(mu**2).sum(), z e/sqrt(2*(mu**2).sum()) with e=((y-mu)**2-y).sum(), p 2*scipy.stats.norm.sf(abs(z))
    const RAW: f64 = 1.3438755897256685;
    const EXPECTED: f64 = 1.5602127716964849;
    const ADJUSTED: f64 = 1.7877513545330384;
    const ALPHA: f64 = 0.03206869083533188;
    const Z: f64 = 0.33502423720344;
    const P: f64 = 0.7376068030492546;
    const TOKENS: [f64; 60] = [
        27.0, 32.0, 1.0, 32.0, 19.0, 21.0, 25.0, 12.0, 39.0, 3.0, 11.0, 15.0, 23.0, 16.0, 6.0, 2.0,
        1.0, 2.0, 6.0, 39.0, 8.0, 26.0, 30.0, 10.0, 12.0, 17.0, 11.0, 38.0, 7.0, 36.0, 32.0, 33.0,
        5.0, 16.0, 25.0, 20.0, 26.0, 27.0, 26.0, 3.0, 38.0, 22.0, 36.0, 11.0, 15.0, 35.0, 8.0, 3.0,
        15.0, 27.0, 5.0, 34.0, 14.0, 9.0, 22.0, 35.0, 35.0, 35.0, 12.0, 1.0,
    ];
    const EVENTS: [f64; 60] = [
        2.0, 0.0, 0.0, 2.0, 0.0, 3.0, 2.0, 2.0, 1.0, 2.0, 0.0, 2.0, 2.0, 0.0, 1.0, 0.0, 0.0, 2.0,
        0.0, 5.0, 0.0, 5.0, 3.0, 4.0, 0.0, 3.0, 1.0, 1.0, 1.0, 3.0, 2.0, 2.0, 0.0, 1.0, 0.0, 2.0,
        2.0, 1.0, 3.0, 2.0, 4.0, 4.0, 2.0, 1.0, 3.0, 4.0, 3.0, 0.0, 2.0, 0.0, 0.0, 3.0, 0.0, 0.0,
        1.0, 5.0, 1.0, 2.0, 0.0, 0.0,
    ];

    #[test]
    fn agrees_with_numpy() {
        let d = Sums::of(&turns()).dispersion().unwrap();
        for (got, want) in [
            (d.raw, RAW),
            (d.expected, EXPECTED),
            (d.adjusted, ADJUSTED),
            (d.alpha, ALPHA),
            (d.z, Z),
            (normal_p(d.z), P),
        ] {
            assert!((got - want).abs() < 1e-9, "{got} {want}");
        }
    }

    #[test]
    fn the_monte_carlo_p_is_near_the_normal_one_for_many_turns() {
        let p = monte_carlo_p(&turns(), 2000, 1).unwrap();
        assert!((p - P).abs() < 0.06, "{p}");
    }

    // The multinomial distribution of 5 events over n = [5,12,3,20,8], listed in Python with math.factorial:
    // chance of abs(sum((y − n·5/48)² − y)) ≥ that of y = [2,0,1,0,2]
    #[test]
    fn the_monte_carlo_p_is_near_the_exact_one() {
        let turns = [(2.0, 5.0), (0.0, 12.0), (1.0, 3.0), (0.0, 20.0), (2.0, 8.0)];
        let p = monte_carlo_p(&turns, 50_000, 1).unwrap();
        assert!((p - 0.036317833166554146).abs() < 0.004, "{p}");
    }

    #[test]
    fn sums_of_parts_are_the_sums_of_the_whole() {
        let turns = turns();
        let mut parts = Sums::of(&turns[..20]);
        parts.add(&Sums::of(&turns[20..]), 1.0);
        let (a, b) = (
            parts.dispersion().unwrap(),
            Sums::of(&turns).dispersion().unwrap(),
        );
        assert!((a.z - b.z).abs() < 1e-9);
    }

    #[test]
    fn nothing_to_count_is_none() {
        let empty: Vec<Turn> = turns().into_iter().map(|(_, n)| (0.0, n)).collect();
        assert_eq!(Sums::of(&empty).dispersion(), None);
        assert_eq!(Sums::default().dispersion(), None);
    }
}
