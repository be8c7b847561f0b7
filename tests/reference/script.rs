//! The definitions of `reference_figures.py`, on falter's own tokens and times.
//!
//! Where a figure of falter is defined otherwise, the same figure by the script's definition shows that
//! the reading is right and that the definition is what differs.

use std::collections::{BTreeMap, BTreeSet};

use falter::call::{Call, Role};
use falter::lang::Languages;
use falter::settings::Settings;
use falter::time::Ms;
use falter::timeline::{Timeline, TurnRule};

use crate::shared::shared;

/// Figures by their path in the JSON, for example `turns_raw.turns`.
pub type Figures = BTreeMap<String, f64>;

/// A timed token.
#[derive(Clone)]
pub struct Said {
    pub start: Ms,
    pub end: Ms,
    pub word: String,
}

/// A turn: whose, and what.
pub struct Turn {
    pub speaker: usize,
    pub said: Vec<Said>,
}

/// Word lists of the script, read from it: nothing of them stands here.
pub struct Lists {
    licensed: BTreeSet<String>,
    backchannels: BTreeSet<String>,
}

impl Lists {
    /// Is the word in the script's list of backchannels?
    pub fn is_backchannel(&self, word: &str) -> bool {
        self.backchannels.contains(word)
    }

    /// The lists of the script.
    pub fn read() -> Option<Self> {
        let path = shared("data/reference_figures.py")?;
        let script = std::fs::read_to_string(path).expect("the script");
        let list = |name: &str| {
            let line = script
                .lines()
                .find(|l| l.starts_with(&format!("{name}={{")));
            let line = line.expect("the list").replace("\\'", "’");
            let words = line.split('\'').skip(1).step_by(2);
            words.map(|w| w.replace('’', "'")).collect()
        };
        Some(Self {
            licensed: list("LEXREP"),
            backchannels: list("BC"),
        })
    }
}

/// Timed tokens of both sides of a call.
pub fn sides(call: &Call, settings: &Settings) -> [Vec<Said>; 2] {
    let languages = Languages::forced(Some("en")).expect("English");
    let timeline = Timeline::build(call, &languages, settings, TurnRule::Raw).expect("a timeline");
    Role::ALL.map(|role| {
        let timed = timeline.side(role).tokens.iter();
        let said = timed.filter_map(|t| {
            let time = t.time?;
            Some(Said {
                start: time.start,
                end: time.end,
                word: t.token.norm.to_string(),
            })
        });
        said.collect()
    })
}

fn units(words: &[Said]) -> Vec<Vec<Said>> {
    let mut units: Vec<Vec<Said>> = Vec::new();
    for word in words {
        match units.last_mut() {
            Some(unit) if word.start - unit[unit.len() - 1].end < 200 => unit.push(word.clone()),
            _ => units.push(vec![word.clone()]),
        }
    }
    units
}

/// Runs of units of one speaker by start; with `lists`, short units of listed words are left out and counted.
fn turns(sides: &[Vec<Said>; 2], lists: Option<&Lists>) -> (Vec<Turn>, usize) {
    let mut all: Vec<(Ms, usize, Vec<Said>)> = Vec::new();
    for (speaker, words) in sides.iter().enumerate() {
        all.extend(units(words).into_iter().map(|u| (u[0].start, speaker, u)));
    }
    all.sort_by_key(|(start, speaker, _)| (*start, *speaker));
    let mut turns: Vec<Turn> = Vec::new();
    let mut skipped = 0;
    for (_, speaker, said) in all {
        let listed =
            |l: &Lists| said.len() <= 3 && said.iter().all(|w| l.backchannels.contains(&w.word));
        if lists.is_some_and(listed) {
            skipped += 1;
            continue;
        }
        match turns.last_mut() {
            Some(turn) if turn.speaker == speaker => turn.said.extend(said),
            _ => turns.push(Turn { speaker, said }),
        }
    }
    (turns, skipped)
}

/// Counts over the words of turns.
#[derive(Default)]
pub struct Counts {
    pub turns: f64,
    pub tokens: f64,
    fillers: f64,
    adjacent: f64,
    unlicensed: f64,
    across: f64,
    cut: f64,
    /// Fillers and unlicensed repeats, and tokens, of each turn.
    load: Vec<(f64, f64)>,
    /// Per dialogue: fillers, adjacent repeats, tokens.
    dialogues: Vec<[f64; 3]>,
}

impl Counts {
    /// A dialogue as the words of its turns.
    pub fn dialogue(&mut self, turns: &[Vec<&str>], fillers: &[&str], lists: &Lists) {
        let mut here = [0.0; 3];
        for words in turns {
            let filler = |w: &str| fillers.contains(&w);
            let f = words.iter().filter(|w| filler(w)).count() as f64;
            let core: Vec<&str> = words.iter().copied().filter(|w| !filler(w)).collect();
            let pairs = |words: &[&str], keep: &dyn Fn(&str) -> bool| {
                words
                    .windows(2)
                    .filter(|p| p[0] == p[1] && keep(p[0]))
                    .count() as f64
            };
            let adjacent = pairs(words, &|w| !filler(w));
            let unlicensed = pairs(words, &|w| !filler(w) && !lists.licensed.contains(w));
            self.turns += 1.0;
            self.tokens += words.len() as f64;
            self.fillers += f;
            self.adjacent += adjacent;
            self.unlicensed += unlicensed;
            self.across += pairs(&core, &|_| true);
            self.cut += words.iter().filter(|w| w.ends_with('-')).count() as f64;
            self.load.push((f + unlicensed, words.len() as f64));
            here = [
                here[0] + f,
                here[1] + adjacent,
                here[2] + words.len() as f64,
            ];
        }
        if here[2] > 0.0 {
            self.dialogues.push(here);
        }
    }

    /// The figures, under `at`.
    pub fn figures(&self, at: &str, out: &mut Figures) {
        let mut put = |name: &str, value: f64| out.insert(format!("{at}{name}"), value);
        put("turns", self.turns);
        put("tokens", self.tokens);
        put("tokens_per_turn", self.tokens / self.turns);
        for (name, hits) in [
            ("filler", self.fillers),
            ("adjacent_repeat", self.adjacent),
            ("adjacent_repeat_excl_lexical", self.unlicensed),
            ("adjacent_repeat_ignoring_fillers_between", self.across),
            ("cutoff_words", self.cut),
        ] {
            put(&format!("{name}_per_1000"), 1000.0 * hits / self.tokens);
        }
        let counts: Vec<f64> = self.load.iter().map(|l| l.0).collect();
        let mean = mean(&counts);
        let variance = variance(&counts);
        let share = counts.iter().sum::<f64>() / self.tokens;
        let pearson = self.load.iter().filter(|(_, n)| *n > 0.0);
        let pearson: f64 = pearson
            .map(|(d, n)| (d - share * n).powi(2) / (share * n))
            .sum();
        let of = "dispersion_filler_plus_repeat_per_turn";
        put(&format!("{of}.mean"), mean);
        put(&format!("{of}.var"), variance);
        put(&format!("{of}.var_over_mean"), variance / mean);
        put(
            &format!("{of}.pearson_dispersion_given_tokens"),
            pearson / (counts.len() as f64 - 1.0),
        );
        for (name, k) in [("filler", 0), ("repeat", 1)] {
            let rates = self.dialogues.iter().map(|d| 1000.0 * d[k] / d[2]);
            summary(
                &format!("{at}per_dialogue_{name}_per_1000"),
                rates.collect(),
                out,
            );
        }
    }
}

fn mean(values: &[f64]) -> f64 {
    values.iter().sum::<f64>() / values.len() as f64
}

fn variance(values: &[f64]) -> f64 {
    let mean = mean(values);
    values.iter().map(|v| (v - mean).powi(2)).sum::<f64>() / values.len() as f64
}

/// n, mean, sd and three quantiles, the script's way (the value at `int(p n)`).
pub fn summary(at: &str, mut values: Vec<f64>, out: &mut Figures) {
    values.sort_by(f64::total_cmp);
    let quantile = |p: f64| values[((p * values.len() as f64) as usize).min(values.len() - 1)];
    for (name, value) in [
        ("n", values.len() as f64),
        ("mean", mean(&values)),
        ("sd", variance(&values).sqrt()),
        ("p10", quantile(0.1)),
        ("median", quantile(0.5)),
        ("p90", quantile(0.9)),
    ] {
        out.insert(format!("{at}.{name}"), value);
    }
}

/// All figures of a corpus with word times, by both turn rules of the script.
pub fn timed(calls: &[[Vec<Said>; 2]], fillers: &[&str], lists: &Lists) -> Figures {
    let mut out = Figures::new();
    out.insert(String::from("dialogues"), calls.len() as f64);
    for (rule, skip) in [
        ("turns_raw", None),
        ("turns_backchannels_skipped", Some(lists)),
    ] {
        let mut counts = Counts::default();
        let mut pauses = Pauses::default();
        let mut skipped = 0;
        for sides in calls {
            let (turns, left_out) = turns(sides, skip);
            skipped += left_out;
            let words: Vec<Vec<&str>> = turns
                .iter()
                .map(|t| t.said.iter().map(|w| w.word.as_str()).collect())
                .collect();
            counts.dialogue(&words, fillers, lists);
            pauses.add(&turns, sides);
        }
        let at = format!("{rule}.");
        counts.figures(&at, &mut out);
        pauses.figures(&at, counts.turns, &mut out);
        out.insert(format!("{at}backchannel_ipus"), skipped as f64);
        out.insert(
            format!("{at}backchannels_per_turn"),
            skipped as f64 / counts.turns,
        );
    }
    out
}

/// Silences and transfers.
#[derive(Default)]
struct Pauses {
    /// 200 to 500 ms, from 500 ms; the same with the other silent.
    bands: [f64; 4],
    seconds: Vec<f64>,
    offsets: Vec<f64>,
}

impl Pauses {
    fn add(&mut self, turns: &[Turn], sides: &[Vec<Said>; 2]) {
        for (k, turn) in turns.iter().enumerate() {
            let (first, last) = (&turn.said[0], &turn.said[turn.said.len() - 1]);
            self.seconds.push((last.end - first.start) as f64 / 1000.0);
            let other = &sides[1 - turn.speaker];
            for pair in turn.said.windows(2) {
                let gap = pair[1].start - pair[0].end;
                if gap < 200 {
                    continue;
                }
                let free = !other
                    .iter()
                    .any(|o| o.start < pair[1].start && o.end > pair[0].end);
                let band = usize::from(gap >= 500);
                self.bands[band] += 1.0;
                self.bands[2 + band] += f64::from(u8::from(free));
            }
            if let Some(before) = k.checked_sub(1).map(|k| &turns[k]) {
                let end = before.said.iter().map(|w| w.end).max().expect("words");
                self.offsets.push((first.start - end) as f64 / 1000.0);
            }
        }
    }

    fn figures(self, at: &str, turns: f64, out: &mut Figures) {
        for (name, count) in [
            ("pauses_200_500ms_per_turn", self.bands[0]),
            ("pauses_ge_500ms_per_turn", self.bands[1]),
            ("pauses_200_500ms_other_silent_per_turn", self.bands[2]),
            ("pauses_ge_500ms_other_silent_per_turn", self.bands[3]),
        ] {
            out.insert(format!("{at}{name}"), count / turns);
        }
        transfers(at, self.offsets, out);
        summary(&format!("{at}turn_seconds"), self.seconds, out);
    }
}

/// Floor transfer offsets, in seconds.
pub fn transfers(at: &str, offsets: Vec<f64>, out: &mut Figures) {
    let overlapped = offsets.iter().filter(|o| **o < 0.0).count() as f64;
    out.insert(
        format!("{at}overlap_onsets_share"),
        overlapped / offsets.len() as f64,
    );
    summary(&format!("{at}floor_transfer_offset_s"), offsets, out);
}

/// Activity only: every segment counts, pauses are gaps between segments of one turn.
pub fn activity(dialogues: &[Vec<(Ms, Ms, usize)>]) -> Figures {
    let mut out = Figures::new();
    let (mut turns, mut segments) = (0.0, 0.0);
    let mut bands = [0.0; 2];
    let mut offsets = Vec::new();
    for dialogue in dialogues {
        segments += dialogue.len() as f64;
        let mut open: Option<(usize, Ms)> = None;
        for (start, end, speaker) in dialogue {
            let gap = open.map(|(_, until)| start - until);
            match open.as_mut().filter(|(who, _)| who == speaker) {
                Some((_, until)) => {
                    let gap = gap.unwrap_or(0);
                    if gap >= 200 {
                        bands[usize::from(gap >= 500)] += 1.0;
                    }
                    *until = (*until).max(*end);
                }
                None => {
                    turns += 1.0;
                    offsets.extend(gap.map(|g| g as f64 / 1000.0));
                    open = Some((*speaker, *end));
                }
            }
        }
    }
    out.insert(String::from("dialogues"), dialogues.len() as f64);
    out.insert(String::from("segments"), segments);
    out.insert(String::from("turns"), turns);
    out.insert(String::from("pauses_200_500ms_per_turn"), bands[0] / turns);
    out.insert(String::from("pauses_ge_500ms_per_turn"), bands[1] / turns);
    transfers("", offsets, &mut out);
    out
}
