//! Counts under the column names of FluCalc (CLAN), for clinicians whose sheets expect them.
//!
//! What a transcript without CHAT codes cannot tell (prolongations, blocks, broken words, syllables) and
//! what is made of it (SLD and its totals) is left empty, never 0.

use rayon::prelude::*;

use crate::audit::Options;
use crate::call::{Call, Role};
use crate::error::Result;
use crate::event::{self, Detail, Event, Kind};
use crate::format::Corpus;
use crate::output::csv;
use crate::timeline::{Side, Timeline};

/// Columns before the counts.
const ABOUT: [&str; 16] = [
    "File",
    "Language",
    "Corpus",
    "Code",
    "Age(Month)",
    "Sex",
    "Group",
    "SES",
    "Role",
    "Education",
    "Custom_field",
    "mor_Utts",
    "mor_Words",
    "mor_syllables",
    "words_min",
    "syllables_min",
];

/// Kinds that are counted (`#_`) and given per 100 words (`%_`), in the order of the columns.
const COUNTED: [&str; 9] = [
    "Prolongation",
    "Broken_word",
    "Block",
    "PWR",
    "PWR-RU",
    "WWR",
    "mono-WWR",
    "WWR-RU",
    "mono-WWR-RU",
];

/// As [`COUNTED`], after `Mean_RU`.
const TYPICAL: [&str; 9] = [
    "Phonological_fragment",
    "Phrase_repetitions",
    "Word_revisions",
    "Phrase_revisions",
    "Pauses",
    "Filled_pauses",
    "TD",
    "SLD",
    "Total_(SLD+TD)",
];

/// Columns after the counts.
const LAST: [&str; 4] = [
    "SLD_Ratio",
    "Content_words_ratio",
    "Function_words_ratio",
    "Weighted_SLD",
];

/// What is counted on one side of a call.
#[derive(Clone, Copy, Debug, Default, PartialEq)]
struct Counts {
    utterances: usize,
    words: usize,
    minutes: f64,
    part_word: usize,
    whole_word: usize,
    fragments: usize,
    phrases: usize,
    word_revisions: usize,
    phrase_revisions: usize,
    pauses: usize,
    fillers: usize,
}

/// `flucalc.csv`: a row a call and side.
pub fn table(corpus: &Corpus, options: &Options) -> Result<Vec<u8>> {
    let rows: Vec<Vec<Vec<String>>> = corpus
        .calls
        .par_iter()
        .map(|call| rows(call, options))
        .collect::<Result<_>>()?;
    let header = header();
    let header: Vec<&str> = header.iter().map(String::as_str).collect();
    Ok(csv(&header, rows.into_iter().flatten()))
}

fn header() -> Vec<String> {
    let pair = |name: &&str| [format!("#_{name}"), format!("%_{name}")];
    ABOUT
        .map(String::from)
        .into_iter()
        .chain(COUNTED.iter().flat_map(pair))
        .chain([String::from("Mean_RU")])
        .chain(TYPICAL.iter().flat_map(pair))
        .chain(LAST.map(String::from))
        .collect()
}

fn rows(call: &Call, options: &Options) -> Result<Vec<Vec<String>>> {
    let timeline = Timeline::build(call, &options.languages, &options.settings, options.rule)?;
    let events = event::find(&timeline, &options.settings);
    let of = |role: &Role| {
        let side = timeline.side(*role);
        let mine = events.iter().filter(|e| e.role == *role);
        row(&call.id, *role, side, &count(side, mine))
    };
    Ok(options.sides.iter().map(of).collect())
}

fn count<'e>(side: &Side<'_>, events: impl Iterator<Item = &'e Event>) -> Counts {
    let speech: i64 = side.speech.iter().map(|s| s.duration()).sum();
    let mut counts = Counts {
        utterances: side.rows.len(),
        minutes: speech as f64 / 60_000.0,
        ..Counts::default()
    };
    // Words that a listener would keep: no fillers, fragments or what was said again.
    let mut kept = vec![true; side.tokens.len()];
    let mut drop = |tokens: std::ops::Range<usize>| kept[tokens].fill(false);
    for event in events.filter(|e| e.counts()) {
        let parts = match &event.detail {
            Detail::Disfluency { parts, .. } => parts.as_ref(),
            _ => None,
        };
        let again = parts.map_or(0, |p| p.reparandum.len());
        match event.kind {
            Kind::Filler => counts.fillers += 1,
            Kind::Fragment if is_part_word(side, event) => counts.part_word += 1,
            Kind::Fragment => counts.fragments += 1,
            Kind::Repeat if again == 1 => counts.whole_word += 1,
            Kind::Repeat => counts.phrases += 1,
            Kind::Repair | Kind::Restart if again == 1 => counts.word_revisions += 1,
            Kind::Repair | Kind::Restart => counts.phrase_revisions += 1,
            Kind::Pause => counts.pauses += 1,
            _ => {}
        }
        match (event.kind, parts) {
            (Kind::Fragment, _) if is_part_word(side, event) => {}
            (Kind::Filler | Kind::Fragment, _) => drop(event.tokens.clone()),
            (_, Some(parts)) => drop(parts.reparandum.clone()),
            _ => {}
        }
    }
    counts.words = kept.into_iter().filter(|k| *k).count();
    counts
}

/// `a-a-actually` repeats a part of a word that is then said; `th-` stops.
fn is_part_word(side: &Side<'_>, event: &Event) -> bool {
    let mut tokens = side.tokens[event.tokens.clone()].iter();
    tokens.any(|t| !t.token.norm.ends_with('-'))
}

fn row(call: &str, role: Role, side: &Side<'_>, counts: &Counts) -> Vec<String> {
    let language = side.rows.first().map_or("", |r| r.lexicon.code());
    let empty = String::new;
    let mut row = vec![String::from(call), String::from(language)];
    row.extend(std::iter::repeat_with(empty).take(6));
    row.push(String::from(role.name()));
    row.extend([empty(), empty()]);
    row.extend([
        counts.utterances.to_string(),
        counts.words.to_string(),
        empty(),
    ]);
    row.extend([per_minute(counts), empty()]);
    let pair = |name: &&str| pair(counts.of(name), counts.words);
    row.extend(COUNTED.iter().flat_map(pair));
    row.push(empty());
    row.extend(TYPICAL.iter().flat_map(pair));
    row.extend(LAST.iter().map(|_| empty()));
    row
}

fn per_minute(counts: &Counts) -> String {
    match counts.minutes > 0.0 {
        true => format!("{:.3}", counts.words as f64 / counts.minutes),
        false => String::new(),
    }
}

/// A count and its share of the words, %; both empty for what cannot be counted.
fn pair(count: Option<usize>, words: usize) -> [String; 2] {
    let Some(count) = count else {
        return [String::new(), String::new()];
    };
    let share = match words {
        0 => String::new(),
        n => format!("{:.3}", 100.0 * count as f64 / n as f64),
    };
    [count.to_string(), share]
}

impl Counts {
    /// The count under FluCalc's name; none for what falter cannot know. Each further copy of a word is a
    /// repetition and an iteration (RU), as in CLAN since August 2022.
    fn of(&self, name: &str) -> Option<usize> {
        match name {
            "PWR" | "PWR-RU" => Some(self.part_word),
            "WWR" | "WWR-RU" => Some(self.whole_word),
            "Phonological_fragment" => Some(self.fragments),
            "Phrase_repetitions" => Some(self.phrases),
            "Word_revisions" => Some(self.word_revisions),
            "Phrase_revisions" => Some(self.phrase_revisions),
            "Pauses" => Some(self.pauses),
            "Filled_pauses" => Some(self.fillers),
            "TD" => Some(
                self.fragments
                    + self.phrases
                    + self.word_revisions
                    + self.phrase_revisions
                    + self.pauses
                    + self.fillers,
            ),
            _ => None,
        }
    }
}
