//! From values to places on a drawing, and where the ticks go.

use super::label::{duration, plain};

/// Can `v` be placed at all? Beyond these bounds a drawing says nothing.
pub fn drawable(v: f64, log: bool) -> bool {
    v.is_finite() && v.abs() < 1e15 && (!log || v > 1e-9)
}

/// An axis: a range of values on a range of pixels.
#[derive(Clone, Copy, Debug)]
pub struct Scale {
    low: f64,
    high: f64,
    log: bool,
    pixels: (f64, f64),
}

impl Scale {
    /// The axis over `values` (all drawable); an empty or single-valued range is widened.
    pub fn new(values: impl IntoIterator<Item = f64>, log: bool, pixels: (f64, f64)) -> Self {
        let start = (f64::INFINITY, f64::NEG_INFINITY);
        let range = values.into_iter().filter(|v| drawable(*v, log));
        let (low, high) = range.fold(start, |(a, b), v| (a.min(v), b.max(v)));
        let wide = high - low > 1e-12 && high - low > 1e-9 * high.abs().max(low.abs());
        let (low, high) = match (low <= high, wide, log) {
            (false, _, _) => (1.0, 2.0),
            (_, true, _) => (low, high),
            (_, _, true) => (low / 2.0, high * 2.0),
            (_, _, false) => (low - pad(low), high + pad(high)),
        };
        Self {
            low,
            high,
            log,
            pixels,
        }
    }

    /// The same axis, both ends moved out to a tick; a logarithmic one stays as it is.
    pub fn rounded(self, about: usize) -> Self {
        if self.log {
            return self;
        }
        let step = self.step(about);
        Self {
            low: (self.low / step + 1e-9).floor() * step,
            high: (self.high / step - 1e-9).ceil() * step,
            ..self
        }
    }

    /// The same axis on other pixels.
    pub fn on(self, pixels: (f64, f64)) -> Self {
        Self { pixels, ..self }
    }

    /// Where `v` goes; what lies outside is put on the border.
    pub fn at(&self, v: f64) -> f64 {
        let share = match self.log {
            true => (v.max(self.low) / self.low).ln() / (self.high / self.low).ln(),
            false => (v - self.low) / (self.high - self.low),
        };
        self.pixels.0 + share.clamp(0.0, 1.0) * (self.pixels.1 - self.pixels.0)
    }

    /// Ticks, about so many.
    pub fn ticks(&self, about: usize) -> Vec<f64> {
        if self.log {
            let ticks = self.log_ticks(about);
            if ticks.len() >= 3 {
                return ticks;
            }
        }
        let step = self.step(about);
        let first = (self.low / step - 1e-9).ceil();
        let last = (self.high / step + 1e-9).floor();
        let count = (last - first).clamp(0.0, 100.0) as usize;
        (0..=count).map(|k| (first + k as f64) * step).collect()
    }

    /// 1, 2, 5 of every decade; when those are too many, 1 of every decade, then of every second one.
    fn log_ticks(&self, about: usize) -> Vec<f64> {
        let decades = self.low.log10().floor() as i32..=self.high.log10().ceil() as i32;
        let inside = |v: &f64| *v >= self.low * (1.0 - 1e-9) && *v <= self.high * (1.0 + 1e-9);
        let all = decades
            .clone()
            .flat_map(|d| [1.0, 2.0, 5.0].map(|m| m * ten(d)));
        let all: Vec<f64> = all.filter(inside).collect();
        if all.len() <= about + 2 {
            return all;
        }
        let every = (all.len() / 3 / about.max(1) + 1) as i32;
        let some = decades.filter(|d| d.rem_euclid(every) == 0).map(ten);
        some.filter(inside).collect()
    }

    /// The distance of linear ticks: 1, 2 or 5 times a power of ten.
    fn step(&self, about: usize) -> f64 {
        let raw = (self.high - self.low) / about.max(1) as f64;
        let unit = ten(raw.log10().floor() as i32);
        let wanted = [1.0, 2.0, 5.0]
            .into_iter()
            .find(|m| m * unit >= raw * 0.999);
        wanted.unwrap_or(10.0) * unit
    }
}

fn ten(power: i32) -> f64 {
    10f64.powi(power)
}

fn pad(v: f64) -> f64 {
    match v.abs() < 1e-9 {
        true => 0.5,
        false => v.abs() * 0.1,
    }
}

/// The name of an axis, and whether its values are milliseconds (then ticks say `200 ms`, `1 s`).
pub fn unit(label: &str) -> (&str, bool) {
    let name = [" (ms)", ", ms", " [ms]", "（ms）", "（毫秒）"]
        .iter()
        .find_map(|unit| label.strip_suffix(unit));
    (name.unwrap_or(label), name.is_some())
}

/// A tick as it is written.
pub fn tick(v: f64, ms: bool) -> String {
    match ms {
        true => duration(v),
        false => plain(v, 9),
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn labels(scale: &Scale, about: usize, ms: bool) -> Vec<String> {
        scale
            .ticks(about)
            .into_iter()
            .map(|v| tick(v, ms))
            .collect()
    }

    #[test]
    fn a_logarithmic_axis_counts_one_two_five() {
        let scale = Scale::new([100.0, 8000.0], true, (0.0, 100.0));
        let wanted = ["100 ms", "200 ms", "500 ms", "1 s", "2 s", "5 s"];
        assert_eq!(labels(&scale, 8, true), wanted);
        let wide = Scale::new([1e-8, 1e14], true, (0.0, 100.0));
        assert!(
            (3..=10).contains(&wide.ticks(8).len()),
            "{:?}",
            wide.ticks(8)
        );
        let narrow = Scale::new([210.0, 290.0], true, (0.0, 100.0));
        assert_eq!(labels(&narrow, 4, false), ["220", "240", "260", "280"]);
    }

    #[test]
    fn a_linear_axis_has_round_ticks() {
        let scale = Scale::new([0.0, 0.93], false, (0.0, 100.0)).rounded(5);
        assert_eq!(
            labels(&scale, 5, false),
            ["0", "0.2", "0.4", "0.6", "0.8", "1"]
        );
        assert_eq!(scale.at(0.5), 50.0);
    }

    #[test]
    fn any_range_gives_finite_places_and_few_ticks() {
        let odd = [
            vec![],
            vec![f64::NAN, f64::INFINITY],
            vec![0.0],
            vec![-7.0],
            vec![0.0, 1e-320],
            vec![1e14, 1e14 + 1.0],
            vec![-9e14, 9e14],
        ];
        for values in odd {
            for log in [false, true] {
                let scale = Scale::new(values.clone(), log, (0.0, 100.0));
                assert!(scale.at(3.0).is_finite() && scale.ticks(6).len() < 20);
                let scale = scale.rounded(6);
                assert!(scale.at(0.0).is_finite(), "{values:?}");
            }
        }
    }

    #[test]
    fn milliseconds_are_known_by_the_label() {
        assert_eq!(unit("hold duration (ms)"), ("hold duration", true));
        assert_eq!(unit("停顿（ms）"), ("停顿", true));
        assert_eq!(unit("false cut-offs"), ("false cut-offs", false));
    }
}
