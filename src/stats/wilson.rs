//! Wilson's interval for a share where nothing is clustered, and what can be said of nothing seen.

/// The 95 % interval of `hits` of `n`; `None` for n = 0. E. B. Wilson, JASA 22 (1927).
pub fn interval(hits: f64, n: f64) -> Option<(f64, f64)> {
    const Z: f64 = 1.959963984540054;
    if n <= 0.0 {
        return None;
    }
    let p = hits / n;
    let denominator = 1.0 + Z * Z / n;
    let centre = (p + Z * Z / (2.0 * n)) / denominator;
    let half = Z * (p * (1.0 - p) / n + Z * Z / (4.0 * n * n)).sqrt() / denominator;
    Some(((centre - half).max(0.0), (centre + half).min(1.0)))
}

/// Upper end of the exact 95 % interval of a Poisson count of nothing: −ln(0.025).
pub const POISSON_ZERO: f64 = 3.688879454113936;

#[cfg(test)]
mod tests {
    use super::*;

    // scipy.stats.binomtest(k, n).proportion_ci(method="wilson")
    #[test]
    fn agrees_with_scipy() {
        for (k, n, low, high) in WANT {
            let (l, h) = interval(k, n).unwrap();
            assert!(
                (l - low).abs() < 1e-12 && (h - high).abs() < 1e-12,
                "{k}/{n}: {l} {h}"
            );
        }
        assert_eq!(interval(0.0, 0.0), None);
    }

    // scipy.stats.chi2.ppf(.975, 2) / 2
    #[test]
    fn nothing_seen_agrees_with_scipy() {
        assert!((POISSON_ZERO - 3.6888794541139354).abs() < 1e-12);
    }

    const WANT: [(f64, f64, f64, f64); 3] = [
        (34.0, 44.0, 0.6300764193536366, 0.8715805240508285),
        (0.0, 10.0, 0.0, 0.27753279986288926),
        (10.0, 10.0, 0.7224672001371109, 1.0),
    ];
}
