//! Silence without end, made from a channel's room tone, and the curve of a cross-fade.

/// An endless source of silence for one channel.
pub(super) enum Silence {
    /// A stretch of the channel, looped.
    Loop {
        /// The stretch.
        samples: Vec<f32>,
        /// Samples over which its end fades into its start.
        fade: usize,
        /// Samples given so far. Not set back between inserts, so that they do not all sound alike.
        given: usize,
    },
    /// Noise, the same in every run.
    Noise {
        /// Half the range of each of the two uniform draws that are added up.
        size: f32,
        /// State of the generator.
        state: u64,
    },
}

impl Silence {
    /// Loops `samples`.
    pub(super) fn looped(samples: Vec<f32>) -> Self {
        let fade = samples.len() / 4;
        Self::Loop {
            samples,
            fade,
            given: 0,
        }
    }

    /// Noise of this mean square; `seed` keeps channels apart.
    pub(super) fn noise(mean_square: f64, seed: u64) -> Self {
        // The sum of two uniform draws from ±size has the mean square 2/3 size².
        Self::Noise {
            size: (mean_square * 1.5).sqrt() as f32,
            state: seed,
        }
    }

    /// The next sample.
    pub(super) fn next(&mut self) -> f32 {
        match self {
            Self::Loop {
                samples,
                fade,
                given,
            } => {
                let sample = looped(samples, *fade, *given);
                *given += 1;
                sample
            }
            Self::Noise { size, state } => *size * (uniform(state) + uniform(state)),
        }
    }
}

/// Sample `k` of the endless loop. The two ends are unlike each other, so they are faded by power;
/// square roots are exact on every platform.
fn looped(samples: &[f32], fade: usize, k: usize) -> f32 {
    let period = samples.len() - fade;
    if period == 0 {
        return 0.0;
    }
    let at = k % period;
    let sample = |at: usize| samples.get(at).copied().unwrap_or_default();
    if k < period || at >= fade {
        return sample(at);
    }
    let new = (at + 1) as f32 / (fade + 1) as f32;
    (1.0 - new).sqrt() * sample(period + at) + new.sqrt() * sample(at)
}

/// A uniform draw from [-1, 1): the top bits of a linear congruential generator.
fn uniform(state: &mut u64) -> f32 {
    *state = state
        .wrapping_mul(6_364_136_223_846_793_005)
        .wrapping_add(1_442_695_040_888_963_407);
    (*state >> 40) as f32 / (1 << 23) as f32 - 1.0
}

/// Share of the new sound at sample `k` of a cross-fade over `fade` samples: it rises from almost 0 to
/// almost 1 with level ends, so that neither end has a step.
pub(super) fn rise(k: u64, fade: u64) -> f32 {
    let t = (k + 1) as f32 / (fade + 1) as f32;
    t * t * (3.0 - 2.0 * t)
}

/// `old` fading into `new`; between the two, so it never clips.
pub(super) fn mix(old: f32, new: f32, share: f32) -> f32 {
    old + (new - old) * share
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_loop_has_no_step_where_it_closes() {
        let ramp: Vec<f32> = (0..400).map(|k| (k as f32 * 0.01).sin() * 0.1).collect();
        let mut silence = Silence::looped(ramp);
        let samples: Vec<f32> = (0..2000).map(|_| silence.next()).collect();
        let step = samples.windows(2).map(|w| (w[1] - w[0]).abs());
        assert!(step.fold(0.0, f32::max) < 0.012);
    }

    #[test]
    fn noise_has_the_level_asked_for_and_repeats() {
        let run = || {
            let mut silence = Silence::noise(1e-6, 3);
            (0..20_000).map(|_| silence.next()).collect::<Vec<f32>>()
        };
        let energy = run().iter().map(|s| f64::from(s * s)).sum::<f64>() / 20_000.0;
        assert!((energy / 1e-6 - 1.0).abs() < 0.05);
        assert_eq!(run(), run());
    }

    #[test]
    fn a_fade_starts_old_and_ends_new() {
        assert!(rise(0, 40) < 0.002 && rise(39, 40) > 0.998);
        assert_eq!(mix(0.2, 0.2, 0.7), 0.2);
    }
}
