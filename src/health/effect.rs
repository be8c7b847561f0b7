//! What a finding does to the figures, and which measures it can reach.

use std::fmt;

use crate::call::Role;

/// Measures that look into the silences of a turn: own pauses, and the opportunities in the other's.
pub const PAUSES: &[&str] = &["hold_pause", "cut_if_waiting", "opportunity"];

/// Measures of one party's times against the other's.
pub const BETWEEN: &[&str] = &[
    "opportunity",
    "backchannel_rate",
    "interruption_rate",
    "transfer_offset",
];

/// Every measure that a clock which is too coarse for pauses cannot give.
pub const SILENCES: &[&str] = &[
    "hold_pause",
    "cut_if_waiting",
    "opportunity",
    "backchannel_rate",
    "interruption_rate",
    "transfer_offset",
];

/// Every measure that needs times, or turns, which are made of times.
pub const TIMES: &[&str] = &[
    "initial_share",
    "hold_pause",
    "cut_if_waiting",
    "opportunity",
    "backchannel_rate",
    "interruption_rate",
    "transfer_offset",
    "dispersion",
    "speech_rate",
    "turn_length",
    "talk_share",
];

/// Rates that grow when what was cleaned away is put back.
pub const DISFLUENCIES: &[&str] = &[
    "filler_rate",
    "marker_rate",
    "repeat_rate",
    "repair_rate",
    "fragment_rate",
];

/// What a finding does.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Effect {
    /// Nothing: it is told.
    Note,
    /// These measures are given as lower bounds.
    LowerBound(&'static [&'static str]),
    /// The rows of the finding are not counted, unless `keep_excluded` is set.
    Exclude,
    /// These measures are not given for the call.
    Void(&'static [&'static str]),
}

impl Effect {
    /// The word used in output.
    pub const fn name(&self) -> &'static str {
        match self {
            Self::Note => "note",
            Self::LowerBound(_) => "lower_bound",
            Self::Exclude => "exclude",
            Self::Void(_) => "void",
        }
    }

    /// The measures it reaches; none for excluded rows, which all measures miss.
    pub const fn measures(&self) -> &'static [&'static str] {
        match self {
            Self::LowerBound(measures) | Self::Void(measures) => measures,
            Self::Note | Self::Exclude => &[],
        }
    }
}

impl fmt::Display for Effect {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Self::Note => Ok(()),
            Self::LowerBound(measures) => write!(f, "lower bound: {}", measures.join(", ")),
            Self::Exclude => f.write_str("not counted (keep_excluded=1 counts them)"),
            Self::Void(measures) => write!(f, "not given: {}", measures.join(", ")),
        }
    }
}

/// Does what is wrong with the times or words of `bad` (none: of both) reach `measure` of `side`?
/// Opportunities of a side are pauses of the other; what is counted between the two needs both.
pub(super) fn reaches(measure: &str, side: Role, bad: Option<Role>) -> bool {
    match (measure, bad) {
        (_, None) | ("backchannel_rate" | "interruption_rate" | "transfer_offset", _) => true,
        ("opportunity", Some(bad)) => bad != side,
        (_, Some(bad)) => bad == side,
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::measure::MEASURES;

    #[test]
    fn every_measure_that_is_named_exists() {
        for name in [PAUSES, BETWEEN, SILENCES, TIMES, DISFLUENCIES].concat() {
            assert!(MEASURES.iter().any(|m| m.name() == name), "{name}");
        }
    }

    #[test]
    fn what_is_measured_without_times_is_never_voided_for_times() {
        let without = MEASURES
            .iter()
            .map(|m| m.name())
            .filter(|n| !TIMES.contains(n));
        let want = ["tokens"].into_iter().chain(DISFLUENCIES.iter().copied());
        assert!(want.eq(without));
    }

    #[test]
    fn pauses_of_one_party_are_opportunities_of_the_other() {
        assert!(reaches("hold_pause", Role::User, Some(Role::User)));
        assert!(!reaches("hold_pause", Role::User, Some(Role::Agent)));
        assert!(reaches("opportunity", Role::User, Some(Role::Agent)));
        assert!(!reaches("opportunity", Role::User, Some(Role::User)));
        assert!(reaches("transfer_offset", Role::User, Some(Role::Agent)));
    }
}
