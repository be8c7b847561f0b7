//! Telephone tones: keys (DTMF), ringing, dialling and busy tones.
//!
//! Frames of 25 ms; the power at thirteen frequencies by Goertzel's recurrence, all at once. A frame has a tone
//! where its one or two frequencies hold nearly all of its power, which no speech does for long.

use crate::time::{Ms, Span, join};

/// A telephone tone.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord)]
pub struct Tone {
    /// When.
    pub span: Span,
    /// Which, an index into the list of tones.
    kind: usize,
}

impl Tone {
    /// What it is: `key 5`, `ringing`, `dialling`, `busy`.
    pub fn name(&self) -> &'static str {
        TONES.get(self.kind).map_or("", |t| t.name)
    }
}

/// Frequencies that are measured, Hz (ITU-T Q.23 for the keys, E.180 for the rest); three lanes are idle.
const FREQUENCIES: [f32; LANES] = [
    697.0, 770.0, 852.0, 941.0, 1209.0, 1336.0, 1477.0, 1633.0, 350.0, 425.0, 440.0, 480.0, 620.0,
    0.0, 0.0, 0.0,
];

/// Lanes of the recurrence; a power of two, so that the compiler can use vectors.
const LANES: usize = 16;

/// Frames a second.
const FRAMES: u32 = 40;

/// Share of the power that the frequencies of a tone hold together, and the least of each of two.
const SHARE: (f32, f32) = (0.8, 0.1);

/// Mean square below which a frame is too quiet to be a tone (-45 dBFS).
const QUIET: f32 = 3.2e-5;

struct Kind {
    name: &'static str,
    /// Its frequencies, indices into [`FREQUENCIES`].
    of: &'static [usize],
    /// Shortest that is one, ms.
    shortest: Ms,
}

const fn key(name: &'static str, of: &'static [usize]) -> Kind {
    Kind {
        name,
        of,
        shortest: 75,
    }
}

const fn signal(name: &'static str, of: &'static [usize]) -> Kind {
    Kind {
        name,
        of,
        shortest: 300,
    }
}

const TONES: &[Kind] = &[
    key("key 1", &[0, 4]),
    key("key 2", &[0, 5]),
    key("key 3", &[0, 6]),
    key("key A", &[0, 7]),
    key("key 4", &[1, 4]),
    key("key 5", &[1, 5]),
    key("key 6", &[1, 6]),
    key("key B", &[1, 7]),
    key("key 7", &[2, 4]),
    key("key 8", &[2, 5]),
    key("key 9", &[2, 6]),
    key("key C", &[2, 7]),
    key("key *", &[3, 4]),
    key("key 0", &[3, 5]),
    key("key #", &[3, 6]),
    key("key D", &[3, 7]),
    signal("dialling", &[8, 10]),
    signal("ringing", &[10, 11]),
    signal("busy", &[11, 12]),
    signal("ringing", &[9]),
];

/// Finds the tones of one channel.
pub(super) struct Tones {
    rate: u32,
    frame: usize,
    factors: [f32; LANES],
    one: [f32; LANES],
    two: [f32; LANES],
    energy: f32,
    taken: usize,
    frames: u64,
    found: Vec<Tone>,
}

impl Tones {
    pub(super) fn new(rate: u32) -> Self {
        let omega = |hz: f32| 2.0 * std::f32::consts::PI * hz / rate as f32;
        Self {
            rate,
            frame: (rate / FRAMES).max(1) as usize,
            factors: FREQUENCIES.map(|hz| 2.0 * omega(hz).cos()),
            one: [0.0; LANES],
            two: [0.0; LANES],
            energy: 0.0,
            taken: 0,
            frames: 0,
            found: Vec::new(),
        }
    }

    pub(super) fn push(&mut self, samples: &[f32]) {
        for sample in samples {
            for k in 0..LANES {
                let next = sample + self.factors[k] * self.one[k] - self.two[k];
                self.two[k] = self.one[k];
                self.one[k] = next;
            }
            self.energy += sample * sample;
            self.taken += 1;
            if self.taken == self.frame {
                self.close();
            }
        }
    }

    fn close(&mut self) {
        let n = self.frame as f32;
        let mean = self.energy / n;
        if mean > QUIET {
            let mut shares = [0.0; LANES];
            for (k, share) in shares.iter_mut().enumerate() {
                let (a, b) = (self.one[k], self.two[k]);
                let power = a * a + b * b - self.factors[k] * a * b;
                *share = 2.0 * power / (n * n * mean);
            }
            if let Some(kind) = TONES.iter().position(|tone| is(tone, &shares)) {
                let ms =
                    |frame: u64| (frame * self.frame as u64 * 1000 / u64::from(self.rate)) as Ms;
                let span = Span::new(ms(self.frames), ms(self.frames + 1));
                match self.found.last_mut() {
                    Some(last) if last.kind == kind && last.span.end == span.start => {
                        last.span.end = span.end;
                    }
                    _ => self.found.push(Tone { span, kind }),
                }
            }
        }
        (self.one, self.two) = ([0.0; LANES], [0.0; LANES]);
        (self.energy, self.taken) = (0.0, 0);
        self.frames += 1;
    }

    pub(super) fn finish(self) -> Vec<Tone> {
        let long = |t: &Tone| {
            TONES
                .get(t.kind)
                .is_some_and(|k| t.span.duration() >= k.shortest)
        };
        self.found.into_iter().filter(long).collect()
    }
}

fn is(tone: &Kind, shares: &[f32; LANES]) -> bool {
    let mut held = tone.of.iter().map(|k| shares[*k]);
    let all: f32 = held.clone().sum();
    all >= SHARE.0 && held.all(|share| share >= SHARE.1)
}

/// `speech` without the tones in it.
pub(super) fn without(speech: &[Span], tones: &[Tone]) -> Vec<Span> {
    let tones: Vec<Span> = tones.iter().map(|t| t.span).collect();
    crate::time::less(speech, &join(&tones, 1))
}

#[cfg(test)]
mod tests {
    use super::*;

    /// Sines of these frequencies, equally loud, over `ms`.
    fn sines(rate: u32, ms: u32, hz: &[f32]) -> Vec<f32> {
        let n = rate * ms / 1000;
        let at = |k: u32, hz: f32| (2.0 * std::f32::consts::PI * hz * k as f32 / rate as f32).sin();
        (0..n)
            .map(|k| 0.2 * hz.iter().map(|hz| at(k, *hz)).sum::<f32>())
            .collect()
    }

    fn found(rate: u32, samples: &[f32]) -> Vec<(&'static str, Span)> {
        let mut tones = Tones::new(rate);
        samples.chunks(777).for_each(|piece| tones.push(piece));
        tones.finish().iter().map(|t| (t.name(), t.span)).collect()
    }

    #[test]
    fn keys_and_signals_are_named_and_timed() {
        for rate in [8000, 16_000, 44_100] {
            let mut samples = vec![0.0; rate as usize / 2];
            samples.extend(sines(rate, 100, &[770.0, 1336.0]));
            samples.extend(vec![0.0; rate as usize / 2]);
            let [(name, span)] = found(rate, &samples)[..] else {
                panic!("{rate}: {:?}", found(rate, &samples));
            };
            assert_eq!(name, "key 5");
            assert!((span.start - 500).abs() <= 25 && (span.end - 600).abs() <= 25);
        }
        assert_eq!(found(8000, &sines(8000, 1000, &[425.0]))[0].0, "ringing");
        assert_eq!(
            found(8000, &sines(8000, 1000, &[440.0, 480.0]))[0].0,
            "ringing"
        );
        assert_eq!(found(8000, &sines(8000, 500, &[480.0, 620.0]))[0].0, "busy");
    }

    #[test]
    fn other_sounds_are_no_tones() {
        for hz in [
            &[300.0][..],
            &[440.0],
            &[200.0, 400.0, 600.0],
            &[770.0],
            &[770.0, 1000.0],
        ] {
            assert_eq!(found(8000, &sines(8000, 1000, hz)), [], "{hz:?}");
        }
        assert_eq!(found(8000, &sines(8000, 50, &[770.0, 1336.0])), []);
        assert_eq!(found(8000, &[0.0; 8000]), []);
    }

    #[test]
    fn speech_is_cut_where_a_tone_is() {
        let tone = Tone {
            span: Span::new(200, 300),
            kind: 5,
        };
        let speech = [Span::new(0, 250), Span::new(280, 500)];
        let want = [Span::new(0, 200), Span::new(300, 500)];
        assert_eq!(without(&speech, &[tone]), want);
    }
}
