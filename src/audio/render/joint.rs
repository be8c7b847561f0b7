//! Both ends of an insert, faded from and into the input's own sound.

use super::fill::{mix, rise};

/// The input around a joint.
pub(super) struct Joint {
    samples: Vec<f32>,
    frames: u64,
    channels: usize,
    /// The joint, counted from the first frame in `samples`.
    at: u64,
    /// Frames over which the insert fades.
    fade: u64,
}

impl Joint {
    /// The interleaved `samples` around frame `at` of them.
    pub(super) fn new(samples: Vec<f32>, channels: usize, at: u64, fade: u64) -> Self {
        Self {
            frames: (samples.len() / channels) as u64,
            samples,
            channels,
            at,
            fade,
        }
    }

    /// Fades `block`, which starts `done` frames into an insert of `length`, at both ends of the insert.
    pub(super) fn fade(&self, block: &mut [f32], done: u64, length: u64) {
        for (k, frame) in block.chunks_mut(self.channels).enumerate() {
            let k = done + k as u64;
            // From the end: 0 is the last frame before the input goes on.
            let back = length - 1 - k;
            let (old, share) = if k < self.fade {
                (self.at as i64 + k as i64, rise(k, self.fade))
            } else if back < self.fade {
                (self.at as i64 - 1 - back as i64, rise(back, self.fade))
            } else {
                continue;
            };
            for (new, old) in frame.iter_mut().zip(self.frame(old)) {
                *new = mix(*old, *new, share);
            }
        }
    }

    /// A frame of the input; before its start and after its end the input is mirrored.
    fn frame(&self, k: i64) -> &[f32] {
        let frames = self.frames as i64;
        let mirrored = match k {
            k if k < 0 => -1 - k,
            k if k >= frames => 2 * frames - 1 - k,
            k => k,
        };
        let k = mirrored.clamp(0, (frames - 1).max(0)) as usize;
        self.samples
            .get(k * self.channels..(k + 1) * self.channels)
            .unwrap_or_default()
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn an_insert_starts_and_ends_as_the_input_does() {
        let input: Vec<f32> = (0..20).map(|k| k as f32 / 100.0).collect();
        let joint = Joint::new(input, 1, 10, 10);
        let mut insert = [0.0; 40];
        let (first, last) = insert.split_at_mut(20);
        joint.fade(first, 0, 40);
        joint.fade(last, 20, 40);
        assert!((insert[0] - 0.10).abs() < 0.01 && (insert[39] - 0.09).abs() < 0.01);
        assert_eq!(insert[10..30], [0.0; 20]);
    }

    #[test]
    fn the_input_is_mirrored_at_its_ends() {
        let joint = Joint::new(vec![0.1, 0.2, 0.3], 1, 0, 3);
        assert_eq!(joint.frame(-1), [0.1]);
        assert_eq!(joint.frame(4), [0.2]);
        let empty: [f32; 0] = [];
        assert_eq!(Joint::new(Vec::new(), 1, 0, 3).frame(2), empty);
    }
}
