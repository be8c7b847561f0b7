//! `DEFINITIONS.md`: what every name in a report means, written from the registries.

use std::fmt::Write as _;

use crate::audio::ACTIVITIES;
use crate::augment::{PRESETS, RULES};
use crate::event::DETECTORS;
use crate::format::FORMATS;
use crate::format::tables::Table;
use crate::health::HEALTH;
use crate::measure::{Figure, MEASURES};
use crate::settings::{SETTINGS, Setting, Settings};

const HEAD: &str = "# Definitions

Written from the registries of the program by `FALTER_BLESS=1 cargo test definitions`; a test fails when this page is stale.
Do not edit it: change the text beside the code.

Sources called `measures.md`, `statistics.md`, `turns.md`, `augment.md`, `audio.md`, `seed 000` and `seed 002` are the specification
that the project was written from. It is not part of the repository; what it says is repeated here as far as the program does it.

";

const WORDS: &str = "## Words

- **token**: what the tokeniser of the lexicon yields: a word; in Chinese a word of the segmenter; a run of Latin letters or a number is one token. Punctuation and tags are none. Fillers and fragments are tokens.
- **utterance**: a row of `asr_history.csv`; of a format that has words only, an inter-pausal unit.
- **inter-pausal unit**: a run of speech of one party with inner silences shorter than `ipu_silence_ms`.
- **turn**: by the turn rule, which every signature names. `floor` (default): units of one party until the other takes the floor; a backchannel does not take it. `raw`: consecutive units with no unit of the other starting between. `gap:MS`: as raw, also split at own silences of that length. `annotated`: user turns as in `user_turns.csv`, the agent's by floor.
- **pause**: own silence of at least `hold_min_ms` inside an own turn. **hold**: a user's pause in which the agent is silent all through; the caller has not finished.
- **opportunity**: a silence of the other party in which one could have spoken; see the detector of that name.
- **case**: a silence of a user turn, labelled `hold` or `eot` (end of turn). Its **truth** is `annotated` (a person labelled it), `constructed` (the rule engine made the silence) or `derived` (the program derived the turn from rows, words or voice activity). Its **family** is `original`, `pause`, `filler_pause` or `repeat_pause`: what the rule engine put there. Families are scored apart, never pooled.
- **interval**: 95 %, the call being the independent unit: percentiles over resampled calls; with 2 to 14 calls a jackknife with Student's t, whose ends may lie outside the possible range of a figure; none for one call.
- **nothing to count** is an empty value with a reason, never 0.

";

/// The page, as Markdown.
pub fn markdown() -> String {
    let mut page = String::from(HEAD);
    page.push_str(WORDS);
    measures(&mut page);
    page.push_str("## Event detectors\n\n");
    for d in DETECTORS {
        let kinds: Vec<String> = d.kinds().iter().map(|k| code(k.name())).collect();
        let about = format!("{} Kinds: {}.", d.about(), kinds.join(", "));
        item(&mut page, d.name(), &about);
    }
    page.push_str("\n## Health checks\n\nRun before any number is made: each may take measures of a call away (null with the reason), make them lower bounds, or leave rows out. `falter check` prints them all.\n\n");
    for c in HEALTH {
        let about = format!("{} Needs {}.", c.about(), c.needs());
        item(&mut page, c.name(), &about);
    }
    page.push_str("\n## Rules of the rule engine\n\n");
    RULES
        .iter()
        .for_each(|r| item(&mut page, r.name(), r.about()));
    page.push_str("\n## Presets\n\n");
    for p in PRESETS {
        item(&mut page, &format!("{}/{}", p.name, p.version), p.about);
    }
    page.push_str("\n## Formats\n\n");
    FORMATS
        .iter()
        .for_each(|f| item(&mut page, f.name(), f.about()));
    page.push_str("\nHeaders of the tables; only `call_id` of `calls.csv` is required there, and more columns are allowed:\n\n");
    for table in Table::ALL {
        item(
            &mut page,
            table.file_name(),
            &code(&table.header().join(",")),
        );
    }
    page.push_str("\n## Speech detectors\n\n");
    for a in ACTIVITIES {
        item(
            &mut page,
            &format!("{}@{}", a.name(), a.version()),
            a.about(),
        );
    }
    settings(&mut page);
    page
}

fn code(text: &str) -> String {
    format!("`{text}`")
}

fn item(page: &mut String, name: &str, about: &str) {
    line(page, &format!("- {}: {about}", code(name)));
}

fn line(page: &mut String, text: &str) {
    // Writing to a string cannot fail.
    let _ = writeln!(page, "{text}");
}

fn measures(page: &mut String) {
    page.push_str("## Measures\n\n");
    let defaults = Settings::default();
    for measure in MEASURES {
        line(page, &format!("### {}\n", code(measure.name())));
        line(page, &format!("{}\n", measure.definition()));
        let figures = measure.figures(&defaults);
        let figures: Vec<String> = figures.iter().map(figure).collect();
        line(page, &format!("Figures: {}.\n", figures.join("; ")));
    }
}

fn figure(figure: &Figure) -> String {
    format!("{} ({})", code(&figure.name), figure.unit)
}

fn settings(page: &mut String) {
    page.push_str("\n## Settings\n\nChanged with `--set key=value` or `--settings file.toml`.\n\n");
    page.push_str("| key | unit | default | range | what | source |\n|---|---|---|---|---|---|\n");
    SETTINGS.iter().for_each(|s| line(page, &row(s)));
}

fn row(s: &Setting) -> String {
    format!(
        "| {} | {} | {} | {}–{} | {} | {} |",
        code(s.key),
        s.unit,
        s.default,
        s.min,
        s.max,
        s.about,
        s.source
    )
}
