//! Lengths that are known only to exceed some value: pauses that the other party cut short.

use statrs::distribution::{ContinuousCDF, Normal};

/// A step of the curve: what it is from this time on.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct Step {
    /// Time of the ends.
    pub time: f64,
    /// How many lasted at least so long.
    pub at_risk: f64,
    /// How many ended then.
    pub ended: f64,
    /// Share that lasts longer.
    pub survival: f64,
    /// Greenwood's sum: ended / (at risk · (at risk − ended)), so far.
    greenwood: f64,
}

/// The product-limit curve. E. L. Kaplan and P. Meier, JASA 53 (1958).
#[derive(Clone, Debug, PartialEq)]
pub struct Survival {
    steps: Vec<Step>,
    longest: f64,
}

/// A value with its 95 % interval; an end that the data do not reach is none.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct Limits {
    /// The value.
    pub value: Option<f64>,
    /// Lower end.
    pub low: Option<f64>,
    /// Upper end.
    pub high: Option<f64>,
}

impl Survival {
    /// The curve of lengths with "did it end by itself" (false: cut short, it would have lasted longer). Lengths all
    /// start under observation at the same threshold, so left truncation changes nothing. `None` without lengths.
    /// Intervals take lengths as independent: where calls matter, resample calls.
    pub fn of(lengths: &[(f64, bool)]) -> Option<Self> {
        let mut sorted: Vec<(f64, bool, f64)> = lengths.iter().map(|l| (l.0, l.1, 1.0)).collect();
        sorted.sort_by(|a, b| a.0.total_cmp(&b.0));
        let n = sorted.len() as f64;
        Self::weighted(sorted.into_iter(), n)
    }

    /// The same of lengths that ascend, each with how often it counts; all together count `at_risk` times.
    /// Resampling calls is done with these.
    pub fn weighted(
        sorted: impl Iterator<Item = (f64, bool, f64)>,
        mut at_risk: f64,
    ) -> Option<Self> {
        let mut curve = Self {
            steps: Vec::new(),
            longest: f64::NEG_INFINITY,
        };
        let (mut ended, mut gone) = (0.0, 0.0);
        for (time, by_itself, weight) in sorted.filter(|l| l.2 > 0.0) {
            if time > curve.longest {
                curve.step(at_risk, ended);
                at_risk -= gone;
                (ended, gone) = (0.0, 0.0);
                curve.longest = time;
            }
            ended += if by_itself { weight } else { 0.0 };
            gone += weight;
        }
        curve.step(at_risk, ended);
        curve.longest.is_finite().then_some(curve)
    }

    /// Adds the step at the longest length so far.
    fn step(&mut self, at_risk: f64, ended: f64) {
        if ended <= 0.0 {
            return;
        }
        let (survival, greenwood) = self
            .steps
            .last()
            .map_or((1.0, 0.0), |s| (s.survival, s.greenwood));
        self.steps.push(Step {
            time: self.longest,
            at_risk,
            ended,
            survival: survival * (1.0 - ended / at_risk),
            greenwood: greenwood + ended / (at_risk * (at_risk - ended)),
        });
    }

    /// Its steps, ascending.
    pub fn steps(&self) -> &[Step] {
        &self.steps
    }

    /// Share that lasts longer than `time`, with Greenwood's interval on the log-log scale.
    pub fn at(&self, time: f64) -> Limits {
        let seen = self.steps.partition_point(|s| s.time <= time);
        match self.steps[..seen].last() {
            None => Limits {
                value: Some(1.0),
                low: None,
                high: None,
            },
            Some(step) => {
                let ends = step.interval();
                Limits {
                    value: Some(step.survival),
                    low: ends.map(|e| e.0),
                    high: ends.map(|e| e.1),
                }
            }
        }
    }

    /// The median: the first time at which at most half last longer; its interval holds the times whose own
    /// interval holds one half (R. Brookmeyer and J. Crowley, Biometrics 38, 1982).
    pub fn median(&self) -> Limits {
        let first = |share: &dyn Fn(&Step) -> f64| {
            // The tolerance keeps a product of rounded factors from missing one half.
            self.steps
                .iter()
                .find(|s| share(s) <= 0.5 + 1e-12)
                .map(|s| s.time)
        };
        Limits {
            value: first(&|s| s.survival),
            low: first(&|s| s.interval().map_or(s.survival, |e| e.0)),
            high: first(&|s| s.interval().map_or(s.survival, |e| e.1)),
        }
    }

    /// Mean length with everything beyond `limit` counted as `limit`, and its standard error; `None` when the
    /// curve is not known up to there.
    pub fn restricted_mean(&self, limit: f64) -> Option<(f64, f64)> {
        if limit > self.longest && self.steps.last().is_none_or(|s| s.survival > 0.0) {
            return None;
        }
        let inside = &self.steps[..self.steps.partition_point(|s| s.time < limit)];
        let ends = inside.iter().skip(1).map(|s| s.time).chain([limit]);
        let first = inside.first().map_or(limit, |s| s.time);
        let areas: Vec<f64> = inside
            .iter()
            .zip(ends)
            .map(|(s, end)| s.survival * (end - s.time))
            .collect();
        let mut ahead: f64 = areas.iter().sum();
        let mean = first + ahead;
        let mut variance = 0.0;
        for (step, area) in inside.iter().zip(areas) {
            if step.at_risk > step.ended {
                variance +=
                    ahead * ahead * step.ended / (step.at_risk * (step.at_risk - step.ended));
            }
            ahead -= area;
        }
        Some((mean, variance.sqrt()))
    }
}

impl Step {
    /// Greenwood's interval on the log-log scale, which stays inside 0–1 and holds at small numbers; none where the
    /// curve is at 0.
    fn interval(&self) -> Option<(f64, f64)> {
        if self.survival <= 0.0 {
            return None;
        }
        let log = self.survival.ln();
        let half = Normal::standard().inverse_cdf(0.975) * self.greenwood.sqrt() / log.abs();
        Some((
            self.survival.powf(half.exp()),
            self.survival.powf((-half).exp()),
        ))
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    // Freireich's 6-MP arm: T = c(6,6,6,6,7,9,10,10,11,13,16,17,19,20,22,23,25,32,32,34,35),
    // E = c(1,1,1,0,1,0,1,0,0,1,1,0,0,0,1,1,0,0,0,0,0); R 4.2, survival 3.5:
    // f <- survfit(Surv(T,E)~1, conf.type="log-log"); summary(f); summary(f, rmean=30)$table
    const T: [f64; 21] = [
        6.0, 6.0, 6.0, 6.0, 7.0, 9.0, 10.0, 10.0, 11.0, 13.0, 16.0, 17.0, 19.0, 20.0, 22.0, 23.0,
        25.0, 32.0, 32.0, 34.0, 35.0,
    ];
    const E: [u8; 21] = [
        1, 1, 1, 0, 1, 0, 1, 0, 0, 1, 1, 0, 0, 0, 1, 1, 0, 0, 0, 0, 0,
    ];
    const WANT: [(f64, f64, f64, f64); 7] = [
        (
            6.0,
            0.8571428571428571,
            0.619717955265984,
            0.951551747646997,
        ),
        (
            7.0,
            0.8067226890756302,
            0.5631465646222333,
            0.9228090192030788,
        ),
        (
            10.0,
            0.7529411764705879,
            0.5031995107999508,
            0.8893618351692654,
        ),
        (
            13.0,
            0.6901960784313724,
            0.4316102224861841,
            0.8490659633494506,
        ),
        (
            16.0,
            0.6274509803921567,
            0.367510855987502,
            0.8049121894718412,
        ),
        (
            22.0,
            0.53781512605042,
            0.267778936767135,
            0.7467907176353944,
        ),
        (
            23.0,
            0.4481792717086834,
            0.1880520059592324,
            0.6801426284952413,
        ),
    ];

    fn curve() -> Survival {
        let both = T.into_iter().zip(E.map(|e| e == 1));
        Survival::of(&both.collect::<Vec<_>>()).unwrap()
    }

    #[test]
    fn steps_agree_with_r() {
        let curve = curve();
        assert_eq!(curve.steps().len(), WANT.len());
        for (time, survival, low, high) in WANT {
            let got = curve.at(time + 0.5);
            let got = [got.value, got.low, got.high].map(Option::unwrap);
            for (got, want) in got.iter().zip([survival, low, high]) {
                assert!((got - want).abs() < 1e-9, "{time}: {got} {want}");
            }
        }
        assert_eq!(curve.at(1.0).value, Some(1.0));
    }

    #[test]
    fn median_and_restricted_mean_agree_with_r() {
        let curve = curve();
        let median = Limits {
            value: Some(23.0),
            low: Some(13.0),
            high: None,
        };
        assert_eq!(curve.median(), median);
        let (mean, error) = curve.restricted_mean(30.0).unwrap();
        assert!((mean - 21.046498599439772).abs() < 1e-9, "{mean}");
        assert!((error - 2.243801951559456).abs() < 1e-9, "{error}");
        // The last length is cut short: nothing is known beyond it.
        assert_eq!(curve.restricted_mean(36.0), None);
        assert_eq!(Survival::of(&[]), None);
    }

    // Nothing cut short, up to the end: the plain mean. f <- survfit(Surv(1:8, rep(1,8))~1, conf.type="log-log");
    // summary(f, rmean=8)$table: 4.5, 0.8100925873009825, median interval 1 … 7
    #[test]
    fn without_cuts_the_mean_is_the_mean() {
        let curve =
            Survival::of(&(1..=8).map(|k| (f64::from(k), true)).collect::<Vec<_>>()).unwrap();
        let (mean, error) = curve.restricted_mean(8.0).unwrap();
        assert!(
            (mean - 4.5).abs() < 1e-12 && (error - 0.8100925873009825).abs() < 1e-9,
            "{error}"
        );
        let median = curve.median();
        assert_eq!((median.low, median.high), (Some(1.0), Some(7.0)));
    }
}
