//! The highest point and the root of smooth functions, without derivatives.

/// A point of two parameters.
pub type Point = [f64; 2];

/// Where `f` is highest between `low` and `high`, if it has one peak there: golden section, to `1e-9` of the range.
pub fn peak(f: impl Fn(f64) -> f64, mut low: f64, mut high: f64) -> f64 {
    const GOLDEN: f64 = 0.618_033_988_749_894_9;
    let precision = 1e-9 * (high - low);
    let (mut a, mut b) = (high - GOLDEN * (high - low), low + GOLDEN * (high - low));
    let (mut fa, mut fb) = (f(a), f(b));
    while high - low > precision {
        if fa < fb {
            (low, a, fa) = (a, b, fb);
            b = low + GOLDEN * (high - low);
            fb = f(b);
        } else {
            (high, b, fb) = (b, a, fa);
            a = high - GOLDEN * (high - low);
            fa = f(a);
        }
    }
    (low + high) / 2.0
}

/// A root of `f` between `low` and `high`, where it has different signs: regula falsi in the Illinois variant.
/// `None` when the signs are alike.
pub fn root(f: impl Fn(f64) -> f64, mut low: f64, mut high: f64) -> Option<f64> {
    let (mut f_low, mut f_high) = (f(low), f(high));
    if f_low == 0.0 {
        return Some(low);
    }
    if f_low * f_high > 0.0 || f_low.is_nan() || f_high.is_nan() {
        return None;
    }
    let mut kept = 0;
    for _ in 0..200 {
        let at = (low * f_high - high * f_low) / (f_high - f_low);
        let value = f(at);
        if value == 0.0 || (high - low).abs() <= 1e-12 * at.abs().max(1e-300) {
            return Some(at);
        }
        // An end that stays twice loses half its value, so that the other end moves too.
        if value * f_high < 0.0 {
            (low, f_low, kept) = (high, f_high, 0);
        } else {
            kept += 1;
            f_low /= if kept > 0 { 2.0 } else { 1.0 };
        }
        if (at - high).abs() <= 1e-13 * at.abs() {
            return Some(at);
        }
        (high, f_high) = (at, value);
    }
    Some(high)
}

/// Where `f` is highest near `start`: Nelder and Mead's simplex, Computer Journal 7 (1965), begun once more from
/// where it stopped. `None` when it does not settle.
pub fn climb(f: impl Fn(Point) -> f64, start: Point) -> Option<Point> {
    let once = settle(&f, start, 0.5)?;
    settle(&f, once, 0.05)
}

fn settle(f: &impl Fn(Point) -> f64, start: Point, step: f64) -> Option<Point> {
    let [x, y] = start;
    let mut corners = [start, [x + step, y], [x, y + step]].map(|p| (f(p), p));
    for _ in 0..2000 {
        // Best first; what is not a number is worst.
        corners.sort_by(|a, b| no_nan(b.0).total_cmp(&no_nan(a.0)));
        let [best, middle, worst] = corners;
        if size(&corners) < 1e-9 {
            return best.0.is_finite().then_some(best.1);
        }
        let along = |t: f64| {
            let at = |k: usize| {
                let centre = (best.1[k] + middle.1[k]) / 2.0;
                centre + t * (worst.1[k] - centre)
            };
            let point = [at(0), at(1)];
            (f(point), point)
        };
        let mirrored = along(-1.0);
        if mirrored.0 > best.0 {
            let farther = along(-2.0);
            corners[2] = if farther.0 > mirrored.0 {
                farther
            } else {
                mirrored
            };
        } else if mirrored.0 > middle.0 {
            corners[2] = mirrored;
        } else {
            let nearer = along(if mirrored.0 > worst.0 { -0.5 } else { 0.5 });
            if nearer.0 > worst.0.max(mirrored.0) {
                corners[2] = nearer;
            } else {
                for corner in &mut corners[1..] {
                    let half = |k: usize| (corner.1[k] + best.1[k]) / 2.0;
                    let point = [half(0), half(1)];
                    *corner = (f(point), point);
                }
            }
        }
    }
    None
}

fn no_nan(value: f64) -> f64 {
    if value.is_nan() {
        f64::NEG_INFINITY
    } else {
        value
    }
}

fn size(corners: &[(f64, Point); 3]) -> f64 {
    let far = |p: &Point| {
        (0..2)
            .map(|k| (p[k] - corners[0].1[k]).abs())
            .fold(0.0, f64::max)
    };
    corners.iter().map(|(_, p)| far(p)).fold(0.0, f64::max)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn known_peaks_and_roots_are_found() {
        // x·e^(−x) is highest at 1; cos is 0 at π/2; Rosenbrock's valley ends at (1, 1).
        assert!((peak(|x| x * (-x).exp(), 0.0, 10.0) - 1.0).abs() < 1e-6);
        let zero = root(f64::cos, 0.0, 3.0).unwrap();
        assert!((zero - std::f64::consts::FRAC_PI_2).abs() < 1e-9, "{zero}");
        assert_eq!(root(|x| x * x + 1.0, -1.0, 1.0), None);
        let valley = |[x, y]: Point| -(1.0 - x).powi(2) - 100.0 * (y - x * x).powi(2);
        let [x, y] = climb(valley, [-1.2, 1.0]).unwrap();
        assert!((x - 1.0).abs() < 1e-6 && (y - 1.0).abs() < 1e-6, "{x} {y}");
        assert_eq!(climb(|_| f64::NAN, [0.0, 0.0]), None);
    }
}
