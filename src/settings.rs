//! Every threshold, with its unit, default and source. Unknown keys are errors.

use std::collections::BTreeMap;
use std::path::Path;

use crate::error::{Error, Errors, Result};
use crate::time::Ms;

/// A threshold that can be changed with `--set key=value` or `settings.toml`.
#[derive(Debug, PartialEq)]
pub struct Setting {
    /// Key, as the user writes it.
    pub key: &'static str,
    /// Unit of the value.
    pub unit: &'static str,
    /// Value when nobody says otherwise.
    pub default: f64,
    /// Smallest legal value.
    pub min: f64,
    /// Largest legal value.
    pub max: f64,
    /// What it does.
    pub about: &'static str,
    /// Where the default comes from.
    pub source: &'static str,
}

macro_rules! settings {
    ($($(#[$doc:meta])* $name:ident: $key:literal, $unit:literal, $default:expr, $min:expr, $max:expr, $about:literal, $source:literal;)*) => {
        $(#[doc = $about] pub const $name: Setting = Setting {
            key: $key, unit: $unit, default: $default, min: $min, max: $max, about: $about, source: $source,
        };)*
        /// Every setting, in the order of `falter list settings`.
        pub const SETTINGS: &[&Setting] = &[$(&$name,)*];
    };
}

settings! {
    IPU_SILENCE: "ipu_silence_ms", "ms", 200.0, 10.0, 2000.0, "Own silence that ends an inter-pausal unit.", "measures.md";
    HOLD_MIN: "hold_min_ms", "ms", 100.0, 10.0, 5000.0, "Shortest own silence inside a turn that is a pause; of a user, a hold.", "seed 000";
    SCORE_MIN: "score_min_ms", "ms", 200.0, 0.0, 10000.0, "Shortest hold that is scored.", "seed 000, LiveKit eot-bench";
    SCORE_MAX: "score_max_ms", "ms", 5000.0, 100.0, 600000.0, "Longest hold that is scored.", "seed 000, LiveKit eot-bench";
    OPPORTUNITY_OPENS: "opportunity_opens_ms", "ms", 200.0, 10.0, 5000.0, "Silence of the other party that opens an opportunity (inclusive).", "seed 002";
    OPPORTUNITY_CLOSES: "opportunity_closes_ms", "ms", 500.0, 20.0, 10000.0, "Silence that counts as a turn end and closes the opportunity (exclusive).", "seed 002";
    BACKCHANNEL_WORDS: "backchannel_words", "words", 3.0, 1.0, 10.0, "Longest backchannel in words; a listed phrase may be longer.", "turns.md";
    BACKCHANNEL_LENGTH: "backchannel_max_ms", "ms", 1000.0, 100.0, 5000.0, "Longest backchannel in time.", "turns.md";
    BACKCHANNEL_RESUME: "backchannel_resume_ms", "ms", 2000.0, 100.0, 10000.0, "The other has kept the floor if, after a short response, it is the next to speak within this time.", "own choice: 90 % of changes of speaker in Switchboard take less than 1.2 s, so the floor stayed open longer only for who had it";
    QUESTION_WITHIN: "question_within_words", "words", 15.0, 1.0, 1000.0, "How far back from the end of a unit a question or request is looked for: a short response to it is an answer.", "own choice: what was asked a sentence ago is not what is responded to";
    RESUME_WITHIN: "resume_within_ms", "ms", 1000.0, 100.0, 10000.0, "The party that was spoken into still held the floor if it resumes within this time.", "measures.md";
    YIELD_WITHIN: "yield_within_ms", "ms", 1000.0, 100.0, 10000.0, "A party that stops within this time of being spoken into has yielded.", "turns.md";
    TERMINAL_OVERLAP: "terminal_overlap_ms", "ms", 200.0, 0.0, 5000.0, "An overlap that leaves the other less than this to say is an early start, not an interruption.", "own choice: a short overlap at a turn end is how most turns change";
    REPEAT_LENGTH: "repeat_max_tokens", "tokens", 5.0, 1.0, 10.0, "Longest adjacent repeat.", "measures.md";
    BOOTSTRAP_DRAWS: "bootstrap_draws", "draws", 2000.0, 0.0, 100000.0, "Resamples of calls behind an interval (with 2 to 14 calls a jackknife is used instead), and throws of the Monte-Carlo p; under 100 there are no intervals, 0 = neither.", "statistics.md";
    RANDOM_SEED: "random_seed", "integer", 1.0, 0.0, 9007199254740991.0, "Seed of every resampling procedure.", "statistics.md";
    MONTE_CARLO_TURNS: "monte_carlo_below_turns", "turns", 150.0, 0.0, 10000.0, "Below this many units (turns or utterances) p of the dispersion test is by Monte-Carlo.", "statistics.md";
    VAD_THRESHOLD_WIDE: "vad_threshold_16k", "probability", 0.55, 0.01, 0.99, "earshot: speech above this score, 16 kHz and wider.", "audio.md";
    VAD_SPEECH_WIDE: "vad_min_speech_16k_ms", "ms", 100.0, 0.0, 2000.0, "earshot: shortest speech run kept, 16 kHz and wider.", "audio.md";
    VAD_SILENCE_WIDE: "vad_min_silence_16k_ms", "ms", 120.0, 0.0, 2000.0, "earshot: shortest silence kept, 16 kHz and wider.", "audio.md";
    VAD_THRESHOLD_PHONE: "vad_threshold_8k", "probability", 0.6, 0.01, 0.99, "earshot: speech above this score, 8 kHz linear PCM.", "audio.md";
    VAD_THRESHOLD_G711: "vad_threshold_g711", "probability", 0.55, 0.01, 0.99, "earshot: speech above this score, 8 kHz mu-law or A-law.", "audio.md";
    VAD_SPEECH_PHONE: "vad_min_speech_8k_ms", "ms", 50.0, 0.0, 2000.0, "Shortest speech run kept: earshot at 8 kHz, webrtc at every rate.", "audio.md";
    VAD_SILENCE_PHONE: "vad_min_silence_8k_ms", "ms", 150.0, 0.0, 2000.0, "Shortest silence kept: earshot at 8 kHz, webrtc at every rate.", "audio.md";
    EARSHOT_HANGOVER: "earshot_hangover_8k_ms", "ms", 60.0, 0.0, 500.0, "earshot: how much earlier its speech ends are put, below 16 kHz.", "measured on 15 labelled clips brought to 8 kHz (tests/render/clips.rs): ends 71 -> 11 ms late in mu-law, 55 -> -12 in PCM; of 47 pauses missed 11 -> 10 and 7 -> 6, made up 3 -> 6 and 5 -> 12";
    WEBRTC_MODE: "webrtc_mode", "mode", 2.0, 0.0, 3.0, "webrtc: aggressiveness.", "audio.md";
    WEBRTC_HANGOVER: "webrtc_hangover_ms", "ms", 90.0, 0.0, 500.0, "webrtc: how much earlier its speech ends are put.", "audio.md";
    NOISE_FLOOR: "noise_floor_dbfs", "dBFS", -36.0, -100.0, 0.0, "A channel whose quietest tenth is louder than this gets a notice: its noise passes for speech.", "audio.md: steady noise at -30 dBFS does";
    FILLER_AFTER_WINDOW: "filler_pause_window_ms", "ms", 1000.0, 0.0, 5000.0, "A hold follows a filler when the filler ends within this time before it.", "measures.md";
    DECISION_AFTER: "decision_after_ms", "ms", 200.0, 10.0, 5000.0, "Silence after which a voice activity detector asks for a decision; where augment puts its decision points.", "augment.md";
    CONTIGUOUS_SHARE: "contiguous_share", "share", 0.95, 0.5, 1.0, "Word times of which more than this share touch end to start show no pauses.", "measured: at most 0.905 on the 178 sides of Switchboard ms98";
    CONTIGUOUS_PAIRS: "contiguous_min_pairs", "pairs", 20.0, 2.0, 10000.0, "Fewest neighbours from which contiguous word times are concluded.", "own choice";
    UNIFORM_SHARE: "uniform_share", "share", 0.9, 0.5, 1.0, "Rows cut evenly into words, from which on word times are taken for invented.", "own choice";
    BACKWARDS_SHARE: "backwards_share", "share", 0.05, 0.0, 1.0, "Words that step backwards in time, above which their pauses are not measured.", "own choice";
    UNTIMED_SHARE: "untimed_share", "share", 0.05, 0.0, 1.0, "Words without a length, above which a warning is given.", "own choice";
    TOKENS_A_SECOND: "tokens_a_second", "tokens/s", 12.0, 5.0, 1000.0, "A call spoken faster than this has its times in another unit than milliseconds.", "own choice: speech has 3 to 5, nobody keeps up 10";
    LAG_MAX: "lag_max_ms", "ms", 300.0, 50.0, 10000.0, "Largest lag between transcript and audio that passes.", "own choice: edges of rows are off by 100 to 300 ms";
    DRIFT_MAX: "drift_max_ms", "ms", 500.0, 100.0, 20000.0, "Largest difference of that lag between the first and the last third of a call that passes.", "own choice";
    PAST_END: "past_end_ms", "ms", 200.0, 0.0, 60000.0, "How far a transcript may exceed its recording before its clock is doubted.", "own choice: a row's end is rounded and padded";
    SWAPPED_AGREEMENT: "swapped_agreement", "share", 0.3, 0.0, 0.5, "Rows that are louder on the channel of their own party; at this share or less the channels are swapped.", "own choice: 1 when right, 0 when wrong";
    BLEED_WITHIN: "bleed_within_ms", "ms", 1000.0, 0.0, 5000.0, "Latest start of a copy of the other party's words.", "measures.md";
    BLEED_TOKENS: "bleed_min_tokens", "tokens", 3.0, 1.0, 100.0, "Shortest copy: people do say yes or bye together.", "own choice";
    BLEED_SAME: "bleed_same_share", "share", 0.8, 0.5, 1.0, "Share of the tokens that a copy has in common, in order.", "own choice: recognisers hear bleed less well";
    REPEATED_ROWS: "repeated_rows", "rows", 3.0, 2.0, 100.0, "Consecutive rows with the same text that may be a recogniser's invention.", "own choice: people say yes twice";
    SILENCE_LEVEL: "silence_dbfs", "dBFS", -60.0, -127.0, 0.0, "A stretch that never is louder holds no speech, whatever the detector says of the rest.", "own choice";
    UNHEARD_SHARE: "unheard_share", "share", 0.1, 0.0, 1.0, "Rows without detected speech, above which a warning is given.", "own choice";
    UNTRANSCRIBED: "untranscribed_ms", "ms", 200.0, 50.0, 10000.0, "Shortest stretch of speech outside all rows that counts as left out.", "own choice: a filler lasts 200 to 500 ms";
    ROW_EDGE: "row_edge_ms", "ms", 200.0, 0.0, 2000.0, "How far speech may reach beyond its row.", "own choice: edges of rows and of detectors are off by so much";
    UNTRANSCRIBED_SHARE: "untranscribed_share", "share", 0.03, 0.0, 1.0, "Share of a party's speech left out of the transcript, above which rates are lower bounds.", "own choice";
    VERBATIM_RATE: "verbatim_rate", "per 1000", 3.0, 0.0, 100.0, "Filler rate below which a transcript is taken for cleaned.", "lowest published rate of unscripted speech: 3.5 (NCCU Mandarin)";
    ROW_EDGE_PAIRS: "row_edge_pairs", "rows", 30.0, 2.0, 100000.0, "Fewest rows followed by the other party's that say how row edges were made.", "own choice";
    ROW_EDGE_SHARE: "row_edge_share", "probability", 0.3, 0.01, 1.0, "Row edges were set, not heard, when this share of the changes of speaker takes 0 ms.", "CABNC .51, CallFriend .16, CallHome under .01";
    KEEP_EXCLUDED: "keep_excluded", "0 or 1", 0.0, 0.0, 1.0, "1 counts the rows that the health pass would leave out (bleed, invented text, rows past the end of the audio).", "measures.md";
    ROOM_TONE: "room_tone_ms", "ms", 400.0, 20.0, 5000.0, "Longest stretch of room tone that is looped into inserted silence.", "augment.md";
    CROSSFADE: "crossfade_ms", "ms", 5.0, 1.0, 50.0, "Cross-fade at every joint of rendered audio.", "augment.md";
}

/// Units whose values need not be whole.
const FRACTIONS: [&str; 2] = ["probability", "share"];

/// The values in force: the defaults and whatever the user changed.
#[derive(Clone, Debug, Default, PartialEq)]
pub struct Settings {
    changed: BTreeMap<&'static str, f64>,
}

impl Settings {
    /// The value of `setting`.
    pub fn get(&self, setting: &Setting) -> f64 {
        self.changed
            .get(setting.key)
            .copied()
            .unwrap_or(setting.default)
    }

    /// The value of a setting in milliseconds (or any other whole unit).
    pub fn ms(&self, setting: &Setting) -> Ms {
        self.get(setting) as Ms
    }

    /// The value of a setting that counts something.
    pub fn count(&self, setting: &Setting) -> usize {
        self.get(setting) as usize
    }

    /// These settings with one of them at `value`, which must be legal.
    pub(crate) fn with(&self, setting: &Setting, value: f64) -> Self {
        let mut settings = self.clone();
        settings.changed.insert(setting.key, value);
        settings
    }

    /// Takes one `key=value`.
    pub fn set(&mut self, assignment: &str) -> Result<()> {
        let (key, value) = assignment.split_once('=').ok_or_else(|| {
            Error::usage("a setting is written key=value")
                .value(assignment)
                .advice("see falter list settings")
        })?;
        self.put(key.trim(), value.trim())
    }

    /// Takes the keys of a TOML file.
    pub fn load(&mut self, toml: &str) -> Result<()> {
        let table: toml::Table = toml.parse().map_err(|e: toml::de::Error| {
            let before = e.span().and_then(|span| toml.get(..span.start));
            let line = 1 + before.unwrap_or_default().matches('\n').count() as u64;
            Error::usage(e.message()).line(line)
        })?;
        for (key, value) in &table {
            self.put(key, &value.to_string())?;
        }
        Ok(())
    }

    /// Takes the keys of a TOML file at `path`.
    pub fn load_file(&mut self, path: &Path) -> Result<()> {
        let toml = crate::format::text::read(path)?.text;
        self.load(&toml).map_err(|errors| {
            let placed = errors.0.into_iter().map(|e| e.at(path));
            Errors(placed.collect())
        })
    }

    /// Refuses settings that contradict each other.
    pub fn consistent(&self) -> Result<()> {
        for (low, high) in [
            (&SCORE_MIN, &SCORE_MAX),
            (&OPPORTUNITY_OPENS, &OPPORTUNITY_CLOSES),
        ] {
            if self.get(low) >= self.get(high) {
                return Err(
                    Error::usage(format!("{} must be less than {}", low.key, high.key))
                        .value(format!("{} and {}", self.get(low), self.get(high)))
                        .into(),
                );
            }
        }
        Ok(())
    }

    fn put(&mut self, key: &str, value: &str) -> Result<()> {
        let setting = SETTINGS
            .iter()
            .find(|s| s.key == key)
            .ok_or_else(|| Error::unknown("setting", key, SETTINGS.iter().map(|s| s.key)))?;
        let number = value
            .parse::<f64>()
            .ok()
            .filter(|n| (setting.min..=setting.max).contains(n))
            .filter(|n| FRACTIONS.contains(&setting.unit) || n.fract() == 0.0)
            .ok_or_else(|| {
                Error::usage(format!(
                    "{key} takes a number of {} from {} to {}",
                    setting.unit, setting.min, setting.max
                ))
                .value(value)
            })?;
        self.changed.insert(setting.key, number);
        Ok(())
    }

    /// What differs from the defaults, by key.
    pub fn changed(&self) -> impl Iterator<Item = (&'static str, f64)> + '_ {
        self.changed
            .iter()
            .filter(|(key, value)| {
                SETTINGS
                    .iter()
                    .any(|s| s.key == **key && s.default != **value)
            })
            .map(|(key, value)| (*key, *value))
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn unknown_keys_and_values_out_of_range_are_refused() {
        let mut settings = Settings::default();
        assert!(settings.set("hold_min_ms=150").is_ok());
        assert_eq!(settings.ms(&HOLD_MIN), 150);
        assert!(settings.set("holdmin=150").is_err());
        assert!(settings.set("hold_min_ms=-1").is_err());
        assert!(settings.set("hold_min_ms=NaN").is_err());
        assert!(settings.load("hold_min_ms = 120\n").is_ok());
        assert!(settings.load("nonsense = 1\n").is_err());
    }

    #[test]
    fn a_value_put_back_to_its_default_is_not_a_change() {
        let mut settings = Settings::default();
        assert!(settings.set("hold_min_ms=100").is_ok());
        assert_eq!(settings.changed().count(), 0);
    }

    #[test]
    fn defaults_are_legal_and_keys_unique() {
        for s in SETTINGS {
            assert!((s.min..=s.max).contains(&s.default), "{}", s.key);
            assert_eq!(SETTINGS.iter().filter(|o| o.key == s.key).count(), 1);
        }
    }
}
