//! Are the tests and intervals as good as they claim? Prints the tables of `reports/2026-12-01-audit/statistics.md`.
//!
//! ```text
//! cargo run --release --example calibration [REPEATS]
//! ```
//!
//! Nothing is read: turns are made from the quantiles of turn lengths in telephone talk and from a Poisson or a
//! negative binomial process, calls from a rate of their own each.

use std::time::Instant;

use falter::random::{Draw, from_quantiles, unit};
use falter::stats::dispersion::{Sums, Turn, monte_carlo_p, normal_p};
use falter::stats::negative_binomial::{Calls, Table};
use falter::stats::{bootstrap, fit, quantile};
use rayon::prelude::*;
use statrs::distribution::{ContinuousCDF, Gamma, Normal};

/// Tokens a turn: every fortieth of the distribution of Switchboard's raw turns. The last knot (the longest turn
/// has 382) is the one that gives about the same mean, 13.4, and variance/mean, 22.9.
const LENGTHS: [i64; 41] = [
    1, 1, 1, 1, 1, 1, 1, 1, 1, 1, 2, 2, 2, 3, 3, 4, 4, 5, 6, 7, 7, 8, 9, 10, 11, 12, 13, 14, 16,
    17, 19, 20, 23, 25, 27, 30, 34, 39, 47, 58, 120,
];
/// Fillers a token.
const RATE: f64 = 0.03;

fn main() {
    let repeats = std::env::args()
        .nth(1)
        .and_then(|n| n.parse().ok())
        .unwrap_or(1000);
    dispersion(repeats);
    coverage(repeats.min(1000));
    truncated(repeats / 10);
    speed();
}

/// A stream of its own for each repeat, so that threads change nothing.
struct Dice(Draw);

impl Dice {
    fn new(what: &str, repeat: usize) -> Self {
        Self(Draw::keyed(&[
            b"calibration",
            what.as_bytes(),
            &repeat.to_le_bytes(),
        ]))
    }

    fn unit(&mut self) -> f64 {
        unit(self.0.draw())
    }

    fn tokens(&mut self) -> f64 {
        from_quantiles(self.0.draw(), &LENGTHS) as f64
    }

    fn normal(&mut self) -> f64 {
        Normal::standard().inverse_cdf(self.unit().max(1e-12))
    }

    /// Mean 1, variance `alpha`.
    fn frailty(&mut self, alpha: f64) -> f64 {
        match alpha > 0.0 {
            true => Gamma::new(1.0 / alpha, 1.0 / alpha)
                .map_or(1.0, |gamma| gamma.inverse_cdf(self.unit())),
            false => 1.0,
        }
    }

    fn poisson(&mut self, mean: f64) -> f64 {
        let (mut events, mut waited) = (0.0, 0.0);
        loop {
            waited -= (1.0 - self.unit()).ln();
            if waited > mean {
                return events;
            }
            events += 1.0;
        }
    }

    fn turns(&mut self, turns: usize, rate: f64, alpha: f64) -> Vec<Turn> {
        let turn = |dice: &mut Self| {
            let n = dice.tokens();
            let mean = rate * n * dice.frailty(alpha);
            (dice.poisson(mean), n)
        };
        (0..turns).map(|_| turn(self)).collect()
    }
}

fn share(flags: &[bool]) -> f64 {
    flags.iter().filter(|f| **f).count() as f64 / flags.len() as f64
}

/// Naive test: (n − 1)·variance/mean of the counts as chi-square, turn length forgotten.
fn naive(turns: &[Turn]) -> Option<bool> {
    let df = turns.len() as f64 - 1.0;
    let chi = statrs::distribution::ChiSquared::new(df).ok()?;
    let p = chi.sf(Sums::of(turns).dispersion()?.raw * df);
    Some(2.0 * p.min(1.0 - p) < 0.05)
}

fn dispersion(repeats: usize) {
    println!("## Dispersion test at 5 %, {repeats} repeats\n");
    println!(
        "| turns | alpha | rejects, normal | rejects, Monte-Carlo | rejects, naive | median alpha, moments | median alpha, ML |"
    );
    println!("|---|---|---|---|---|---|---|");
    for alpha in [0.0, 0.35] {
        for turns in [50, 150, 300, 1000] {
            let each: Vec<_> = (0..repeats)
                .into_par_iter()
                .filter_map(|k| {
                    let made = Dice::new(&format!("{alpha} {turns}"), k).turns(turns, RATE, alpha);
                    let block = Sums::of(&made).dispersion()?;
                    let random = monte_carlo_p(&made, 999, k as u64)? < 0.05;
                    let ml = Table::of(&made).fit()?.alpha;
                    Some((
                        normal_p(block.z) < 0.05,
                        random,
                        naive(&made)?,
                        block.alpha,
                        ml,
                    ))
                })
                .collect();
            let flag = |f: fn(&(bool, bool, bool, f64, f64)) -> bool| {
                share(&each.iter().map(f).collect::<Vec<_>>())
            };
            let middle = |f: fn(&(bool, bool, bool, f64, f64)) -> f64| {
                quantile::of(&each.iter().map(f).collect::<Vec<_>>(), 0.5).unwrap_or(f64::NAN)
            };
            println!(
                "| {turns} | {alpha} | {:.3} | {:.3} | {:.2} | {:.2} | {:.2} |",
                flag(|e| e.0),
                flag(|e| e.1),
                flag(|e| e.2),
                middle(|e| e.3),
                middle(|e| e.4),
            );
        }
    }
    println!();
}

/// A call: its turns and its pauses (log-normal from 0.2 s on, its own median).
struct Made {
    sums: Sums,
    turns: Vec<Turn>,
    events: f64,
    tokens: f64,
    pauses: Vec<f64>,
}

fn call(dice: &mut Dice) -> Made {
    // Rates of calls differ by a factor of about 3 between the tenths, as in Switchboard (14.0 to 49.9).
    let rate = RATE * (0.5 * dice.normal() - 0.125).exp();
    let how_many = 20 + (dice.unit() * 80.0) as usize;
    let turns = dice.turns(how_many, rate, 0.35);
    let centre = -0.723 + 0.2 * dice.normal();
    let pauses = (0..how_many / 2).map(|_| {
        loop {
            let pause = (centre + 0.667 * dice.normal()).exp();
            if pause >= 0.2 {
                break pause;
            }
        }
    });
    Made {
        pauses: pauses.collect(),
        sums: Sums::of(&turns),
        events: turns.iter().map(|t| t.0).sum(),
        tokens: turns.iter().map(|t| t.1).sum(),
        turns,
    }
}

/// Calls laid out for weighing.
struct Pool<'c> {
    calls: &'c [Made],
    pauses: Vec<(f64, usize)>,
    turns: Calls,
}

impl<'c> Pool<'c> {
    fn of(calls: &'c [Made]) -> Self {
        let each = calls.iter().enumerate();
        let mut pauses: Vec<(f64, usize)> = each
            .flat_map(|(k, c)| c.pauses.iter().map(move |p| (*p, k)))
            .collect();
        pauses.sort_by(|a, b| a.0.total_cmp(&b.0));
        let turns: Vec<&[Turn]> = calls.iter().map(|c| c.turns.as_slice()).collect();
        Self {
            calls,
            pauses,
            turns: Calls::of(&turns),
        }
    }

    /// Rate, median pause, alpha by moments and by maximum likelihood, under one weight a call.
    fn figures(&self, weights: &[f64]) -> Vec<Option<f64>> {
        let both = || self.calls.iter().zip(weights);
        let sum = |f: fn(&Made) -> f64| both().map(|(c, w)| w * f(c)).sum::<f64>();
        let mut sums = Sums::default();
        both().for_each(|(c, w)| sums.add(&c.sums, *w));
        let pauses = self.pauses.iter().map(|(p, k)| (*p, weights[*k]));
        vec![
            Some(1000.0 * sum(|c| c.events) / sum(|c| c.tokens)),
            quantile::weighted(pauses, 0.5),
            sums.dispersion().map(|d| d.alpha),
            self.turns.fit(weights).map(|f| f.alpha),
        ]
    }
}

/// Resamples behind an interval.
const DRAWS: usize = 500;

const NAMES: [&str; 4] = ["rate", "median pause", "alpha, moments", "alpha, ML"];

fn coverage(repeats: usize) {
    let many: Vec<Made> = {
        let one = |k| call(&mut Dice::new("truth", k));
        (0..20_000).into_par_iter().map(one).collect()
    };
    let truth = Pool::of(&many).figures(&vec![1.0; many.len()]);
    println!("## Coverage of 95 % intervals by call, {repeats} repeats, {DRAWS} resamples\n");
    println!("| calls | interval | {} |", NAMES.join(" | "));
    println!("|---|---{}|", "|---".repeat(NAMES.len()));
    for calls in [5, 10, 20, 40, 100] {
        let each: Vec<Vec<[Option<bool>; 3]>> = (0..repeats)
            .into_par_iter()
            .map(|k| {
                let mut dice = Dice::new(&format!("coverage {calls}"), k);
                let made: Vec<Made> = (0..calls).map(|_| call(&mut dice)).collect();
                covered(&Pool::of(&made), calls, k as u64, &truth)
            })
            .collect();
        for (m, method) in ["BCa", "percentile", "jackknife-t"].iter().enumerate() {
            let column = |k: usize| {
                let known: Vec<bool> = each.iter().filter_map(|e| e[k][m]).collect();
                format!("{:.3}", share(&known))
            };
            let cells: Vec<String> = (0..NAMES.len()).map(column).collect();
            println!("| {calls} | {method} | {} |", cells.join(" | "));
        }
    }
    let truth: Vec<String> = truth
        .iter()
        .map(|t| format!("{:.3}", t.unwrap_or(f64::NAN)))
        .collect();
    println!("| truth | {} |\n", truth.join(" | "));
}

/// Does each interval of each figure hold its truth?
fn covered(
    pool: &Pool<'_>,
    calls: usize,
    seed: u64,
    truth: &[Option<f64>],
) -> Vec<[Option<bool>; 3]> {
    let figures = |w: &[f64]| pool.figures(w);
    let drawn = bootstrap::bootstrap(calls, DRAWS, seed, &figures);
    let jackknife = bootstrap::jackknife(calls, &figures);
    let holds = |ends: Option<bootstrap::Ends>, truth: f64| {
        ends.map(|(low, high)| low <= truth && truth <= high)
    };
    let each = drawn.into_iter().zip(jackknife).zip(truth);
    each.map(|((drawn, jackknife), truth)| {
        let truth = truth.unwrap_or(f64::NAN);
        let (bca, percentile) = match drawn {
            Some(bootstrap::Interval::Bootstrap { bca, percentile }) => {
                (Some(bca), Some(percentile))
            }
            _ => (None, None),
        };
        let jackknife = jackknife.map(bootstrap::Interval::ends);
        [
            holds(bca, truth),
            holds(percentile, truth),
            holds(jackknife, truth),
        ]
    })
    .collect()
}

fn truncated(repeats: usize) {
    println!("## Truncated fits: log-normal μ −0.723 σ 0.667 from 0.2 on, {repeats} repeats\n");
    println!("| n | median μ | median σ | log-normal best | KS p < .05, bootstrap | plain |");
    println!("|---|---|---|---|---|---|");
    for n in [100, 1000] {
        let each: Vec<_> = (0..repeats)
            .into_par_iter()
            .filter_map(|k| {
                let mut dice = Dice::new(&format!("pauses {n}"), k);
                let pauses: Vec<f64> =
                    std::iter::repeat_with(|| (-0.723 + 0.667 * dice.normal()).exp())
                        .filter(|p| *p >= 0.2)
                        .take(n)
                        .collect();
                let fits = fit::fits(&pauses, 0.2);
                let log_normal = fits.iter().find(|f| f.family == fit::Family::LogNormal)?;
                let ks = fit::ks(log_normal, &pauses, 199, k as u64)?;
                // Kolmogorov's limit at 5 %, as if nothing had been fitted.
                let plain = ks.statistic * (n as f64).sqrt() > 1.358;
                let best = fits[0].family == fit::Family::LogNormal;
                Some((log_normal.parameters, best, ks.p < 0.05, plain))
            })
            .collect();
        let middle = |k: usize| {
            let values: Vec<f64> = each.iter().map(|e| e.0[k]).collect();
            quantile::of(&values, 0.5).unwrap_or(f64::NAN)
        };
        let (mu, sigma) = (middle(0), middle(1));
        let best = share(&each.iter().map(|e| e.1).collect::<Vec<_>>());
        let refused = share(&each.iter().map(|e| e.2).collect::<Vec<_>>());
        let plain = share(&each.iter().map(|e| e.3).collect::<Vec<_>>());
        println!("| {n} | {mu:.3} | {sigma:.3} | {best:.2} | {refused:.3} | {plain:.3} |");
    }
    println!();
}

fn speed() {
    let mut dice = Dice::new("speed", 0);
    let turns = dice.turns(60, RATE, 0.35);
    let many = dice.turns(100_000, RATE, 0.35);
    let pauses: Vec<f64> = std::iter::repeat_with(|| (-0.723 + 0.667 * dice.normal()).exp())
        .filter(|p| *p >= 0.2)
        .take(10_000)
        .collect();
    println!("## Speed\n\n| what | time |\n|---|---|");
    let time = |what: &str, times: u32, work: &mut dyn FnMut()| {
        let start = Instant::now();
        (0..times).for_each(|_| work());
        println!(
            "| {what} | {:.3} ms |",
            start.elapsed().as_secs_f64() * 1e3 / f64::from(times)
        );
    };
    let events: f64 = turns.iter().map(|t| t.0).sum();
    time(
        &format!("Monte-Carlo p, 60 turns, {events} events, 2,000 draws"),
        50,
        &mut || {
            std::hint::black_box(monte_carlo_p(&turns, 2000, 1));
        },
    );
    let table = Table::of(&many);
    time(
        "NB2 by maximum likelihood, 100,000 turns, gathered",
        20,
        &mut || {
            std::hint::black_box(table.fit());
        },
    );
    time("four truncated fits, 10,000 pauses", 5, &mut || {
        std::hint::black_box(fit::fits(&pauses, 0.2));
    });
    let fits = fit::fits(&pauses, 0.2);
    for fit in &fits {
        time(
            &format!("KS by 100 draws, 10,000 pauses, {}", fit.family.name()),
            1,
            &mut || {
                std::hint::black_box(fit::ks(fit, &pauses, 100, 1));
            },
        );
    }
}
