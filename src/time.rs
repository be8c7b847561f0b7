//! Time: whole milliseconds on the media clock of one call, spans half-open.
//!
//! Seconds exist only at the borders (audio samples, LiveKit rows); nothing in between rounds.

/// Milliseconds from the start of the recording.
pub type Ms = i64;

/// A half-open stretch of time `[start, end)`, in milliseconds of the call's clock.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub struct Span {
    /// First millisecond inside the span.
    pub start: Ms,
    /// First millisecond after the span.
    pub end: Ms,
}

impl Span {
    /// The span `[start, end)`. Callers check `start < end` where it comes from input.
    pub const fn new(start: Ms, end: Ms) -> Self {
        Self { start, end }
    }

    /// Length in milliseconds.
    pub const fn duration(self) -> Ms {
        self.end - self.start
    }

    /// Do the two spans share at least a millisecond?
    pub const fn overlaps(self, other: Self) -> bool {
        self.start < other.end && other.start < self.end
    }

    /// Is `at` inside the span?
    pub const fn contains(self, at: Ms) -> bool {
        self.start <= at && at < self.end
    }

    /// Is `other` wholly inside the span?
    pub const fn covers(self, other: Self) -> bool {
        self.start <= other.start && other.end <= self.end
    }
}

/// Joins spans, sorted by start, whose gap is shorter than `gap` milliseconds.
pub fn join(spans: &[Span], gap: Ms) -> Vec<Span> {
    let mut joined: Vec<Span> = Vec::with_capacity(spans.len());
    for &span in spans {
        match joined.last_mut() {
            Some(last) if span.start - last.end < gap => last.end = last.end.max(span.end),
            _ => joined.push(span),
        }
    }
    joined
}

/// Seconds of a foreign file as the nearest whole millisecond; `None` when not a finite number.
pub fn from_seconds(seconds: f64) -> Option<Ms> {
    let ms = (seconds * 1000.0).round();
    (ms.is_finite() && ms.abs() < 9.0e15).then_some(ms as Ms)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn half_open_spans_touch_without_overlap() {
        let (a, b) = (Span::new(0, 100), Span::new(100, 200));
        assert!(!a.overlaps(b));
        assert!(!a.contains(100) && b.contains(100));
    }

    #[test]
    fn join_is_strict_at_the_gap() {
        let spans = [Span::new(0, 100), Span::new(299, 400), Span::new(600, 700)];
        assert_eq!(
            join(&spans, 200),
            vec![Span::new(0, 400), Span::new(600, 700)]
        );
    }

    #[test]
    fn seconds_round_to_the_nearest_millisecond() {
        assert_eq!(from_seconds(0.977625), Some(978));
        assert_eq!(from_seconds(f64::NAN), None);
    }
}
