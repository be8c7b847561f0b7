//! Numbers as people read them.

use crate::measure::Estimate;

/// `x` with so many decimals, without a negative zero; a dash for nothing.
pub fn fixed(x: Option<f64>, decimals: usize) -> String {
    let Some(x) = x.filter(|x| x.is_finite()) else {
        return String::from("–");
    };
    let text = format!("{x:.decimals$}");
    let zero = text
        .trim_start_matches('-')
        .chars()
        .all(|c| matches!(c, '0' | '.'));
    match zero {
        true => String::from(text.trim_start_matches('-')),
        false => text,
    }
}

/// A share as a percentage.
pub fn percent(x: Option<f64>) -> String {
    match x {
        Some(_) => format!("{} %", fixed(x.map(|x| 100.0 * x), 1)),
        None => String::from("–"),
    }
}

/// Decimals that suit an estimate.
pub fn decimals(estimate: &Estimate) -> usize {
    places(estimate.unit)
}

/// Decimals that suit a unit.
pub fn places(unit: &str) -> usize {
    match unit {
        "ms" | "tokens" | "turns" | "rows" => 0,
        "per 1000 tokens" | "tokens per minute" | "tokens per turn" => 1,
        unit if unit.starts_with("share") => 3,
        "p" => 4,
        _ => 3,
    }
}

/// `(low–high)`, or nothing.
pub fn interval(low: Option<f64>, high: Option<f64>, decimals: usize) -> String {
    match (low, high) {
        (Some(l), Some(h)) => {
            // A dash beside a minus sign cannot be read.
            let to = if l < 0.0 || h < 0.0 { " to " } else { "–" };
            format!("({}{to}{})", fixed(low, decimals), fixed(high, decimals))
        }
        _ => String::new(),
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn nothing_is_a_dash_and_zero_has_no_sign() {
        assert_eq!(fixed(None, 2), "–");
        assert_eq!(fixed(Some(-0.001), 2), "0.00");
        assert_eq!(percent(Some(0.4567)), "45.7 %");
    }
}
