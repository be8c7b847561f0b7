//! Distributions of lengths that are seen only from a threshold on, such as pauses.

mod family;
mod ks;

use family::Sample;
pub use family::{FAMILIES, Family};
pub use ks::{Ks, ks, statistic};

/// A fitted distribution.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct Fit {
    /// The distribution.
    pub family: Family,
    /// Its parameters, in the order of [`Family::parameters`]; the second of an exponential is 0.
    pub parameters: [f64; 2],
    /// Values are seen only from here on.
    pub truncation: f64,
    /// How many values it rests on.
    pub n: usize,
    /// Logarithm of the likelihood.
    pub log_likelihood: f64,
}

/// Fewer values than this are not fitted.
pub const LEAST: usize = 10;

impl Fit {
    /// Akaike's criterion, the lower the better: 2 · parameters − 2 · log-likelihood.
    pub fn aic(&self) -> f64 {
        2.0 * self.family.parameters().len() as f64 - 2.0 * self.log_likelihood
    }

    /// Share of values longer than `x`, of those from the truncation point on.
    pub fn longer(&self, x: f64) -> f64 {
        let log = |x| self.family.log_longer(self.parameters, x);
        (log(x) - log(self.truncation)).exp().min(1.0)
    }

    /// The length that a share `longer` (0–1) of values from the truncation point on exceeds.
    pub fn exceeded_by(&self, longer: f64) -> f64 {
        let whole = self.family.log_longer(self.parameters, self.truncation);
        let length = self.family.length(self.parameters, longer.ln() + whole);
        length.max(self.truncation)
    }
}

/// Maximum-likelihood fits of every family to the `values` from `truncation` on (0 when nothing is cut off; same
/// unit as the values), best by AIC first. A family whose likelihood has no peak is left out: the sample then looks like
/// the tail of something that starts far below the threshold. Empty for fewer than [`LEAST`] values.
///
/// The likelihood is that of the values given that they exceed the truncation point: A. C. Cohen, Truncated and
/// Censored Samples (1991).
pub fn fits(values: &[f64], truncation: f64) -> Vec<Fit> {
    let sample = Sample::of(values, truncation);
    let mut fits: Vec<Fit> = FAMILIES.iter().filter_map(|f| fit(*f, &sample)).collect();
    fits.sort_by(|a, b| a.aic().total_cmp(&b.aic()));
    fits
}

fn fit(family: Family, sample: &Sample) -> Option<Fit> {
    if sample.n() < LEAST {
        return None;
    }
    let parameters = family.fit(sample)?;
    let log_likelihood = family.log_likelihood(parameters, sample);
    log_likelihood.is_finite().then_some(Fit {
        family,
        parameters,
        truncation: sample.truncation,
        n: sample.n(),
        log_likelihood,
    })
}

#[cfg(test)]
mod tests {
    use super::*;

    const X: [f64; 22] = [
        0.21, 0.24, 0.25, 0.28, 0.3, 0.33, 0.36, 0.4, 0.42, 0.47, 0.52, 0.55, 0.6, 0.68, 0.75,
        0.83, 0.9, 1.05, 1.3, 1.62, 2.1, 3.4,
    ];

    // For d in lognorm(s=σ, scale=e^μ), gamma(shape, scale=1/rate), weibull_min(shape, scale=scale), expon(scale=1/rate) of
    // scipy.stats: scipy.optimize.minimize(lambda p: -(d(p).logpdf(X).sum() - 22 * d(p).logsf(t)), …,
    // method="Nelder-Mead", options=dict(xatol=1e-12, fatol=1e-13)), t = 0.2 and 0; parameters, −minimum
    const WANT: [(f64, Family, [f64; 2], f64); 8] = [
        (
            0.2,
            Family::LogNormal,
            [-0.9476522595, 0.9943394214],
            -10.058103626353375,
        ),
        (
            0.2,
            Family::Gamma,
            [0.1745549150, 0.8769987430],
            -10.034663403156152,
        ),
        (
            0.2,
            Family::Weibull,
            [0.6651735041, 0.3108754869],
            -10.02531503412763,
        ),
        (
            0.2,
            Family::Exponential,
            [1.6717325093, 0.0],
            -10.695068395854813,
        ),
        (
            0.0,
            Family::LogNormal,
            [-0.5222025049, 0.7253598306],
            -12.664269149672737,
        ),
        (
            0.0,
            Family::Gamma,
            [1.8338011004, 2.2974728982],
            -15.02175948657699,
        ),
        (
            0.0,
            Family::Weibull,
            [1.2703436158, 0.8700754837],
            -15.951896773687597,
        ),
        (
            0.0,
            Family::Exponential,
            [1.2528473661, 0.0],
            -17.040784966670405,
        ),
    ];

    #[test]
    fn agrees_with_scipy() {
        for (truncation, family, parameters, log_likelihood) in WANT {
            let fits = fits(&X, truncation);
            let got = fits.iter().find(|f| f.family == family).unwrap();
            assert!(
                (got.log_likelihood - log_likelihood).abs() < 1e-8,
                "{got:?}"
            );
            for (got, want) in got.parameters.iter().zip(parameters) {
                assert!(
                    (got - want).abs() < 1e-5,
                    "{family:?} {truncation}: {got} {want}"
                );
            }
        }
    }

    #[test]
    fn the_best_stands_first_and_a_parameter_costs_two() {
        let fits = fits(&X, 0.2);
        assert_eq!(fits[0].family, Family::Exponential);
        assert!((fits[0].aic() - 2.0 * (1.0 + 10.695068395854813)).abs() < 1e-9);
    }

    // d = scipy.stats.lognorm(s=.667, scale=numpy.exp(-.723)), gamma(1.8, scale=1/2.3), weibull_min(1.27, scale=.87):
    // d.isf(q * d.sf(.2)), d.sf(1) / d.sf(.2)
    const LENGTHS: [f64; 3] = [0.5241468809279684, 1.622060628799425, 1.7658188462194118];
    const LONGER: [f64; 3] = [0.15328221051602423, 0.31250818532474206, 0.3538438005741668];

    #[test]
    fn tails_agree_with_scipy() {
        for (family, parameters, q, length, longer) in [
            (
                Family::LogNormal,
                [-0.723, 0.667],
                0.5,
                LENGTHS[0],
                LONGER[0],
            ),
            (Family::Gamma, [1.8, 2.3], 0.1, LENGTHS[1], LONGER[1]),
            (Family::Weibull, [1.27, 0.87], 0.1, LENGTHS[2], LONGER[2]),
        ] {
            let fit = Fit {
                family,
                parameters,
                truncation: 0.2,
                n: 0,
                log_likelihood: 0.0,
            };
            assert!(
                (fit.exceeded_by(q) - length).abs() < 1e-8,
                "{}",
                fit.exceeded_by(q)
            );
            assert!(
                (fit.longer(1.0) - longer).abs() < 1e-10,
                "{}",
                fit.longer(1.0)
            );
        }
    }

    #[test]
    fn what_cannot_be_fitted_is_left_out() {
        assert!(fits(&X[..9], 0.2).is_empty());
        // All values alike: only the exponential has a peak.
        let alike: Vec<Family> = fits(&[1.0; 30], 0.2).iter().map(|f| f.family).collect();
        assert_eq!(alike, [Family::Exponential]);
    }
}
