//! Cochran and Armitage's test: a share over ordered levels.

use super::Trend;
use super::jonckheere::shuffle;
use crate::random::Draw;

/// Hits of `n` at one level, which is a number (a dose).
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct Level {
    /// The dose.
    pub dose: f64,
    /// Hits.
    pub hits: f64,
    /// Of how many.
    pub n: f64,
}

/// Trend of the share over independent cases, normal approximation; the statistic is sum dose · (hits − n · share).
/// `None` when nothing or everything is hit, or all stands at one dose. W. G. Cochran, Biometrics 10 (1954);
/// P. Armitage, Biometrics 11 (1955).
pub fn test(levels: &[Level]) -> Option<Trend> {
    let n: f64 = levels.iter().map(|l| l.n).sum();
    let share = levels.iter().map(|l| l.hits).sum::<f64>() / n;
    let mean = levels.iter().map(|l| l.n * l.dose).sum::<f64>() / n;
    let spread: f64 = levels.iter().map(|l| l.n * (l.dose - mean).powi(2)).sum();
    let variance = share * (1.0 - share) * spread;
    if variance.is_nan() || variance <= 0.0 {
        return None;
    }
    let statistic: f64 = levels.iter().map(|l| l.dose * (l.hits - l.n * share)).sum();
    Some(Trend::normal(statistic, statistic / variance.sqrt()))
}

/// The same when the cases of a call hang together: each call stands at one level, and whole calls exchange their
/// doses, `draws` times.
pub fn by_call(calls: &[Level], draws: usize, seed: u64) -> Option<Trend> {
    let blocks = vec![(0..calls.len()).collect()];
    permuted(calls, &blocks, draws, seed)
}

/// The same when each call (a block of levels) was run at every dose: doses are exchanged within calls.
pub fn within_calls(calls: &[Vec<Level>], draws: usize, seed: u64) -> Option<Trend> {
    let all: Vec<Level> = calls.iter().flatten().copied().collect();
    let mut start = 0;
    let blocks: Vec<Vec<usize>> = calls
        .iter()
        .map(|call| {
            start += call.len();
            (start - call.len()..start).collect()
        })
        .collect();
    permuted(&all, &blocks, draws, seed)
}

fn permuted(levels: &[Level], blocks: &[Vec<usize>], draws: usize, seed: u64) -> Option<Trend> {
    let plain = test(levels)?;
    let n: f64 = levels.iter().map(|l| l.n).sum();
    let share = levels.iter().map(|l| l.hits).sum::<f64>() / n;
    let excess: Vec<f64> = levels.iter().map(|l| l.hits - l.n * share).collect();
    let mut doses: Vec<f64> = levels.iter().map(|l| l.dose).collect();
    let weigh = |doses: &[f64]| doses.iter().zip(&excess).map(|(d, e)| d * e).sum::<f64>();
    let observed = weigh(&doses);
    let slack = 1e-9
        * doses
            .iter()
            .zip(&excess)
            .map(|(d, e)| (d * e).abs())
            .sum::<f64>();
    let mut stream = Draw::keyed(&[b"armitage", &seed.to_le_bytes()]);
    let (mut upper, mut lower) = (1.0, 1.0);
    for _ in 0..draws {
        for block in blocks {
            // A block is a run of neighbours.
            if let (Some(first), Some(last)) = (block.first(), block.last()) {
                shuffle(&mut stream, &mut doses[*first..=*last]);
            }
        }
        let drawn = weigh(&doses);
        upper += f64::from(u8::from(drawn >= observed - slack));
        lower += f64::from(u8::from(drawn <= observed + slack));
    }
    let all = draws as f64 + 1.0;
    Some(Trend::with_tails(
        plain.statistic,
        plain.z,
        upper / all,
        lower / all,
        false,
    ))
}

#[cfg(test)]
mod tests {
    use super::*;

    fn level((dose, hits, n): (f64, f64, f64)) -> Level {
        Level { dose, hits, n }
    }

    // R 4.2: prop.trend.test(c(2,5,4,9), c(20,22,18,21), c(0,.25,.5,1)): X-squared, its root here
    const CHI_SQUARE: f64 = 5.77033984033552;
    const P: f64 = 0.016298882320741;

    #[test]
    fn agrees_with_r() {
        let rows = [
            (0.0, 2.0, 20.0),
            (0.25, 5.0, 22.0),
            (0.5, 4.0, 18.0),
            (1.0, 9.0, 21.0),
        ];
        let got = test(&rows.map(level)).unwrap();
        assert!((got.z * got.z - CHI_SQUARE).abs() < 1e-9, "{got:?}");
        assert!((got.p - P).abs() < 1e-9, "{got:?}");
        assert_eq!(
            test(&[level((0.0, 0.0, 5.0)), level((1.0, 0.0, 5.0))]),
            None
        );
    }

    // itertools.permutations over all 8 calls: share of sum dose · (hits − n · 16/44) ≥ 6.727…
    #[test]
    fn calls_agree_with_listing_all_exchanges() {
        let calls = [
            (0.0, 1.0, 6.0),
            (0.0, 0.0, 5.0),
            (0.0, 2.0, 7.0),
            (1.0, 1.0, 4.0),
            (1.0, 3.0, 6.0),
            (2.0, 2.0, 5.0),
            (2.0, 4.0, 6.0),
            (2.0, 3.0, 5.0),
        ];
        let got = by_call(&calls.map(level), 20_000, 1).unwrap();
        assert!((got.statistic - 6.727272727272727).abs() < 1e-9, "{got:?}");
        assert!(
            (got.upward - 0.005357142857142857).abs() < 0.0025,
            "{got:?}"
        );
    }

    // itertools.product of the 6 orders of each of 4 calls
    #[test]
    fn exchanges_within_calls_agree_with_listing_all() {
        let calls = [
            [(0.0, 1.0, 6.0), (1.0, 1.0, 5.0), (2.0, 3.0, 6.0)],
            [(0.0, 0.0, 4.0), (1.0, 2.0, 5.0), (2.0, 2.0, 4.0)],
            [(0.0, 2.0, 6.0), (1.0, 1.0, 6.0), (2.0, 4.0, 7.0)],
            [(0.0, 0.0, 3.0), (1.0, 1.0, 4.0), (2.0, 1.0, 3.0)],
        ];
        let calls: Vec<Vec<Level>> = calls.iter().map(|c| c.map(level).to_vec()).collect();
        let got = within_calls(&calls, 20_000, 1).unwrap();
        assert!((got.statistic - 6.694915254237287).abs() < 1e-9, "{got:?}");
        assert!((got.upward - 0.009259259259259259).abs() < 0.003, "{got:?}");
    }
}
