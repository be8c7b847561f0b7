//! How much room a text takes in a drawing, and how numbers on it are written.

use std::fmt::{Display, Formatter, Result};

use super::super::text::width as columns;

/// Size of the text in drawings.
pub const SIZE: f64 = 12.0;

/// Estimated width of `text` at [`SIZE`]; no font is at hand, so a little is added.
pub fn width(text: &str) -> f64 {
    columns(text) as f64 * SIZE * 0.56
}

/// `text` cut to about `room`, with an ellipsis; nothing is cut when it fits.
pub fn shorten(text: &str, room: f64) -> String {
    if width(text) <= room {
        return String::from(text);
    }
    let mut short = String::new();
    let mut used = width("…");
    for c in text.chars() {
        used += width(c.encode_utf8(&mut [0; 4]));
        if used > room {
            break;
        }
        short.push(c);
    }
    format!("{}…", short.trim_end())
}

/// A coordinate, to a tenth.
pub struct Px(pub f64);

impl Display for Px {
    fn fmt(&self, f: &mut Formatter<'_>) -> Result {
        let tenth = (self.0 * 10.0).round() / 10.0;
        // Adding zero takes the sign from a negative one.
        match tenth.is_finite() {
            true => write!(f, "{}", tenth + 0.0),
            false => f.write_str("0"),
        }
    }
}

/// `x` with at most so many decimals: no trailing zeros, a real minus, thousands apart.
pub fn plain(x: f64, decimals: usize) -> String {
    let text = format!("{:.decimals$}", x.abs());
    let (whole, part) = text.split_once('.').unwrap_or((&text, ""));
    let part = part.trim_end_matches('0');
    let mut out = String::new();
    if x < 0.0 && (part, whole) != ("", "0") {
        out.push('−');
    }
    for (k, digit) in whole.chars().enumerate() {
        if k > 0 && whole.len() > 4 && (whole.len() - k) % 3 == 0 {
            out.push('\u{202f}');
        }
        out.push(digit);
    }
    if !part.is_empty() {
        out.push('.');
        out.push_str(part);
    }
    out
}

/// `x` with about four digits that matter; a dash for what is no number.
pub fn short(x: f64) -> String {
    if !x.is_finite() {
        return String::from("–");
    }
    let decimals = match x.abs() {
        a if a >= 1000.0 || a == 0.0 => 0,
        a => (3.0 - a.log10().floor()).clamp(0.0, 12.0) as usize,
    };
    plain(x, decimals)
}

/// Milliseconds as they are said: `200 ms`, `1.5 s`.
pub fn duration(ms: f64) -> String {
    match ms.abs() {
        a if a < 1e-9 => String::from("0"),
        a if a < 1000.0 => format!("{} ms", plain(ms, 3)),
        _ => format!("{} s", plain(ms / 1000.0, 3)),
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn numbers_read_well() {
        assert_eq!(plain(20_000.0, 2), "20\u{202f}000");
        assert_eq!(plain(-0.250, 3), "−0.25");
        assert_eq!(plain(-0.001, 1), "0");
        assert_eq!(short(0.012_345), "0.01235");
        assert_eq!(short(f64::NAN), "–");
        assert_eq!(duration(200.0), "200 ms");
        assert_eq!(duration(1500.0), "1.5 s");
        assert_eq!(Px(-0.01).to_string(), "0");
        assert_eq!(Px(f64::INFINITY).to_string(), "0");
    }

    #[test]
    fn long_text_is_cut_and_short_text_is_not() {
        assert_eq!(shorten("user", 60.0), "user");
        assert_eq!(shorten("a very long name indeed", 60.0), "a very…");
        assert!(width(&shorten("一个很长很长的名字", 60.0)) <= 60.0);
    }
}
