//! Are counts per turn more (or less) clustered than chance, once turn length is allowed for?

use statrs::distribution::{ContinuousCDF, Normal};

use crate::random::{Draw, unit};

/// One turn: events, exposure (tokens), and how often the turn counts (bootstrap weight).
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct Turn {
    /// Events in the turn.
    pub events: f64,
    /// Tokens in the turn, more than 0.
    pub tokens: f64,
    /// Weight, 1 outside a resample.
    pub weight: f64,
}

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

struct Sums {
    weight: f64,
    events: f64,
    tokens: f64,
}

fn sums(turns: impl Iterator<Item = Turn>) -> Sums {
    turns.fold(
        Sums {
            weight: 0.0,
            events: 0.0,
            tokens: 0.0,
        },
        |s, t| Sums {
            weight: s.weight + t.weight,
            events: s.events + t.weight * t.events,
            tokens: s.tokens + t.weight * t.tokens,
        },
    )
}

/// The block; `None` with fewer than two turns or no event at all.
pub fn dispersion(turns: impl Iterator<Item = Turn> + Clone) -> Option<Dispersion> {
    let s = sums(turns.clone());
    if s.weight < 2.0 || s.events <= 0.0 || s.tokens <= 0.0 {
        return None;
    }
    let rate = s.events / s.tokens;
    let (mean_events, mean_tokens) = (s.events / s.weight, s.tokens / s.weight);
    let (mut var_events, mut var_tokens, mut pearson, mut excess, mut squares) =
        (0.0, 0.0, 0.0, 0.0, 0.0);
    for t in turns {
        let mu = t.tokens * rate;
        let residual = (t.events - mu) * (t.events - mu);
        var_events += t.weight * (t.events - mean_events) * (t.events - mean_events);
        var_tokens += t.weight * (t.tokens - mean_tokens) * (t.tokens - mean_tokens);
        pearson += t.weight * residual / mu;
        excess += t.weight * (residual - t.events);
        squares += t.weight * mu * mu;
    }
    let df = s.weight - 1.0;
    Some(Dispersion {
        raw: var_events / df / mean_events,
        expected: (1.0 - rate) + rate * var_tokens / df / mean_tokens,
        adjusted: pearson / df,
        alpha: excess / squares,
        z: excess / (2.0 * squares).sqrt(),
    })
}

/// Two-sided p of the score statistic by its normal approximation.
pub fn normal_p(z: f64) -> f64 {
    2.0 * Normal::standard().sf(z.abs())
}

/// Two-sided Monte-Carlo p: the events thrown again over the turns in proportion to their tokens.
/// `None` when there is nothing to throw. For few turns, where the normal approximation is poor.
pub fn monte_carlo_p(turns: &[Turn], draws: usize, seed: u64) -> Option<f64> {
    let observed = dispersion(turns.iter().copied())?.z;
    let total = turns.iter().map(|t| t.events).sum::<f64>() as usize;
    let mut borders = Vec::with_capacity(turns.len());
    let mut tokens = 0.0;
    for turn in turns {
        tokens += turn.tokens;
        borders.push(tokens);
    }
    let mut stream = Draw::keyed(&[b"dispersion", &seed.to_le_bytes()]);
    let mut thrown = turns.to_vec();
    let mut extreme = 0;
    for _ in 0..draws {
        thrown.iter_mut().for_each(|t| t.events = 0.0);
        for _ in 0..total {
            let at = unit(stream.next()) * tokens;
            let k = borders.partition_point(|b| *b <= at).min(turns.len() - 1);
            thrown[k].events += 1.0;
        }
        let z = dispersion(thrown.iter().copied()).map_or(0.0, |d| d.z);
        extreme += usize::from(z.abs() >= observed.abs() - 1e-12);
    }
    Some((extreme + 1) as f64 / (draws + 1) as f64)
}

#[cfg(test)]
mod tests {
    use super::*;

    fn turns() -> Vec<Turn> {
        TOKENS
            .iter()
            .zip(EVENTS)
            .map(|(tokens, events)| Turn {
                events,
                tokens: *tokens,
                weight: 1.0,
            })
            .collect()
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
    const TOKENS: [f64; 60] = [27.0, 32.0, 1.0, 32.0, 19.0, 21.0, 25.0, 12.0, 39.0, 3.0, 11.0, 15.0, 23.0, 16.0, 6.0, 2.0, 1.0, 2.0, 6.0, 39.0, 8.0, 26.0, 30.0, 10.0, 12.0, 17.0, 11.0, 38.0, 7.0, 36.0, 32.0, 33.0, 5.0, 16.0, 25.0, 20.0, 26.0, 27.0, 26.0, 3.0, 38.0, 22.0, 36.0, 11.0, 15.0, 35.0, 8.0, 3.0, 15.0, 27.0, 5.0, 34.0, 14.0, 9.0, 22.0, 35.0, 35.0, 35.0, 12.0, 1.0];
    const EVENTS: [f64; 60] = [2.0, 0.0, 0.0, 2.0, 0.0, 3.0, 2.0, 2.0, 1.0, 2.0, 0.0, 2.0, 2.0, 0.0, 1.0, 0.0, 0.0, 2.0, 0.0, 5.0, 0.0, 5.0, 3.0, 4.0, 0.0, 3.0, 1.0, 1.0, 1.0, 3.0, 2.0, 2.0, 0.0, 1.0, 0.0, 2.0, 2.0, 1.0, 3.0, 2.0, 4.0, 4.0, 2.0, 1.0, 3.0, 4.0, 3.0, 0.0, 2.0, 0.0, 0.0, 3.0, 0.0, 0.0, 1.0, 5.0, 1.0, 2.0, 0.0, 0.0];

    #[test]
    fn agrees_with_numpy() {
        let d = dispersion(turns().into_iter()).unwrap();
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

    #[test]
    fn nothing_to_count_is_none() {
        let empty = |t: Turn| Turn { events: 0.0, ..t };
        assert_eq!(dispersion(turns().into_iter().map(empty)), None);
        assert_eq!(dispersion(std::iter::empty()), None);
    }
}
