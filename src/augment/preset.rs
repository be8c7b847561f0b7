//! Presets: shares, probabilities and lengths. Each has its own version, so that one can move alone.

use crate::time::Ms;

/// Dose and probability are counted in millionths.
pub const MILLION: u64 = 1_000_000;

/// A preset.
#[derive(Debug, PartialEq, Eq)]
pub struct Preset {
    /// Name.
    pub name: &'static str,
    /// Version; part of every draw's key.
    pub version: u32,
    /// Probability of an edit at an open boundary at dose 1, millionths.
    pub probability: u64,
    /// Share of each rule in the draws, per mille, by the rule's name.
    pub shares: &'static [(&'static str, u64)],
    /// Lengths of filled pauses: equally spaced quantiles, ms.
    pub filler_ms: &'static [Ms],
    /// Lengths of silences: equally spaced quantiles, ms.
    pub pause_ms: &'static [Ms],
    /// Where it comes from.
    pub about: &'static str,
}

/// Every preset.
pub const PRESETS: &[&Preset] = &[&PAPER];

/// Seed 002, as far as it is public.
pub static PAPER: Preset = Preset {
    name: "paper",
    version: 1,
    probability: 200_000,
    shares: &[("filler", 500), ("repeat", 300), ("pause", 200)],
    // Durations of uh and um in Switchboard ms98 (89 calls), quantiles 1 % … 99 %, to 10 ms.
    filler_ms: &[
        40, 140, 180, 210, 230, 250, 270, 290, 310, 340, 360, 380, 410, 440, 490, 540, 760,
    ],
    // Within-turn pauses of Switchboard: log-normal, mu -0.723, sigma 0.667 (seconds), cut below 0.2 s;
    // quantiles 0 … 99 %, to 10 ms.
    pause_ms: &[
        200, 230, 250, 280, 300, 330, 350, 380, 400, 430, 460, 490, 520, 550, 590, 630, 680, 730,
        790, 860, 940, 1060, 1220, 1490, 2350,
    ],
    about: "at each open boundary an edit with probability 0.2 x dose: filler .5, repeat .3, pause .2 of the draws, uniform over positions; lengths from Switchboard",
};

impl Preset {
    /// Share of a rule, per mille.
    pub fn share(&self, rule: &str) -> u64 {
        self.shares
            .iter()
            .find(|(name, _)| *name == rule)
            .map_or(0, |(_, share)| *share)
    }
}
