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

/// The parts of `spans` that no span of `out` covers; both sorted and disjoint.
pub fn less(spans: &[Span], out: &[Span]) -> Vec<Span> {
    let mut left = Vec::with_capacity(spans.len());
    for span in spans {
        let first = out.partition_point(|o| o.end <= span.start);
        let mut from = span.start;
        for cut in out[first..].iter().take_while(|o| o.start < span.end) {
            if from < cut.start {
                left.push(Span::new(from, cut.start));
            }
            from = cut.end;
        }
        if from < span.end {
            left.push(Span::new(from, span.end));
        }
    }
    left
}

/// No time is later, ms: whole numbers of this size are still exact as floats.
pub const LONGEST: Ms = 9_000_000_000_000_000;

/// Seconds of a foreign file as the nearest whole millisecond; `None` when not a finite number.
pub fn from_seconds(seconds: f64) -> Option<Ms> {
    let ms = (seconds * 1000.0).round();
    (ms.is_finite() && ms.abs() <= LONGEST as f64).then_some(ms as Ms)
}

/// The calendar day (UTC, `2026-08-04`) of milliseconds since 1970, where they lie between 2000 and 2100: a
/// time on the clock of a recording never does.
pub fn calendar_day(ms: Ms) -> Option<String> {
    const DAY: Ms = 86_400_000;
    const YEAR_2000: Ms = 946_684_800_000;
    const YEAR_2100: Ms = 4_102_444_800_000;
    if !(YEAR_2000..YEAR_2100).contains(&ms) {
        return None;
    }
    let leap = |year: Ms| year % 4 == 0 && (year % 100 != 0 || year % 400 == 0);
    let (mut days, mut year) = ((ms - YEAR_2000) / DAY, 2000);
    while days >= 365 + Ms::from(leap(year)) {
        days -= 365 + Ms::from(leap(year));
        year += 1;
    }
    let february = 28 + Ms::from(leap(year));
    let mut month = 1;
    for length in [31, february, 31, 30, 31, 30, 31, 31, 30, 31, 30, 31] {
        if days < length {
            break;
        }
        days -= length;
        month += 1;
    }
    Some(format!("{year}-{month:02}-{:02}", days + 1))
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
    fn what_is_taken_out_leaves_both_sides() {
        let spans = [Span::new(0, 100), Span::new(200, 300), Span::new(400, 500)];
        let out = [Span::new(20, 40), Span::new(60, 250), Span::new(400, 500)];
        let left = [Span::new(0, 20), Span::new(40, 60), Span::new(250, 300)];
        assert_eq!(less(&spans, &out), left);
    }

    /// `date -u -d @N +%F` for each.
    #[test]
    fn days_of_the_calendar() {
        for (seconds, day) in [
            (1_785_835_933, "2026-08-04"),
            (951_782_400, "2000-02-29"),
            (1_735_689_599, "2024-12-31"),
            (1_735_689_600, "2025-01-01"),
        ] {
            assert_eq!(calendar_day(seconds * 1000).as_deref(), Some(day));
        }
        assert_eq!(calendar_day(36_000_000), None);
    }

    #[test]
    fn seconds_round_to_the_nearest_millisecond() {
        assert_eq!(from_seconds(0.977625), Some(978));
        assert_eq!(from_seconds(f64::NAN), None);
    }
}
