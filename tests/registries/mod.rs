//! Each registry holds what its folder holds, and says what it should about each entry.

use std::collections::BTreeSet;
use std::fs;
use std::path::Path;
use std::process::{Command, Output};

use falter::audio::ACTIVITIES;
use falter::augment::{PRESETS, RULES};
use falter::event::DETECTORS;
use falter::format::FORMATS;
use falter::health::HEALTH;
use falter::measure::MEASURES;
use falter::report::RENDERERS;
use falter::settings::{SETTINGS, Settings};

/// A registry, where it stands, and the files beside its entries that are none.
struct Registry {
    list: &'static str,
    /// The file with the list.
    file: &'static str,
    entries: usize,
    helpers: &'static [&'static str],
}

const REGISTRIES: &[Registry] = &[
    Registry {
        list: "MEASURES",
        file: "src/measure/mod.rs",
        entries: MEASURES.len(),
        helpers: &[
            "mod", "column", "estimate", "layout", "pool", "stat", "tally",
        ],
    },
    Registry {
        list: "RULES",
        file: "src/augment/rule/mod.rs",
        entries: RULES.len(),
        helpers: &["mod"],
    },
    Registry {
        list: "DETECTORS",
        file: "src/event/mod.rs",
        entries: DETECTORS.len(),
        helpers: &["mod", "disfluency"],
    },
    Registry {
        list: "HEALTH",
        file: "src/health/mod.rs",
        entries: HEALTH.len(),
        helpers: &["mod", "effect", "exam", "finding", "seen"],
    },
    Registry {
        list: "FORMATS",
        file: "src/format/mod.rs",
        entries: FORMATS.len(),
        helpers: &["mod", "activity", "corpus", "parties", "text"],
    },
    Registry {
        list: "RENDERERS",
        file: "src/report/mod.rs",
        entries: RENDERERS.len(),
        helpers: &[
            "mod",
            "asked",
            "detectors",
            "findings",
            "health",
            "limits",
            "number",
            "of_audit",
            "of_compare",
            "of_stress",
            "sensitivity",
            "strip",
        ],
    },
    Registry {
        list: "ACTIVITIES",
        file: "src/audio/activity.rs",
        entries: ACTIVITIES.len(),
        helpers: &[
            "mod", "activity", "codec", "corpus", "decode", "frames", "g711", "hear", "level",
            "render", "resample", "riff", "smooth", "sound", "tone",
        ],
    },
];

fn root() -> &'static Path {
    Path::new(env!("CARGO_MANIFEST_DIR"))
}

/// Modules of a folder: the stems of its files, the names of its folders.
fn modules(folder: &Path) -> BTreeSet<String> {
    fs::read_dir(folder)
        .expect("a folder")
        .map(|entry| entry.expect("an entry").path())
        .map(|path| path.file_stem().expect("a name").to_string_lossy().into())
        .collect()
}

/// The modules that a list names: `x` of each `&x::X`.
fn listed(source: &str, list: &str) -> Vec<String> {
    let (_, after) = source
        .split_once(&format!("pub const {list}:"))
        .expect("the list");
    let (_, after) = after.split_once("= &[").expect("its entries");
    let (entries, _) = after.split_once("];").expect("its end");
    let entries = entries.split(',').map(str::trim).filter(|e| !e.is_empty());
    let module = |entry: &str| entry.rsplit("::").nth(1).map(|m| m.replace('&', ""));
    entries
        .map(|e| module(e).unwrap_or_else(|| panic!("{list}: {e}")))
        .collect()
}

#[test]
fn folders_and_registries_hold_the_same() {
    for registry in REGISTRIES {
        let file = root().join(registry.file);
        let source = fs::read_to_string(&file).expect("a source file");
        let listed = listed(&source, registry.list);
        assert_eq!(listed.len(), registry.entries, "{}", registry.list);
        let mut known: BTreeSet<String> = listed.into_iter().collect();
        assert_eq!(known.len(), registry.entries, "{}", registry.list);
        for helper in registry.helpers {
            let new = known.insert(String::from(*helper));
            assert!(new, "{}: {helper} is listed", registry.list);
        }
        let folder = file.parent().expect("a folder");
        assert_eq!(modules(folder), known, "{}", registry.list);
    }
}

#[test]
fn every_verb_has_its_file() {
    let mut files = modules(&root().join("src/cli"));
    for helper in ["mod", "gate", "input", "progress"] {
        assert!(files.remove(helper), "{helper}");
    }
    let help = text(run(&["--help"]).stdout);
    let (_, commands) = help.split_once("Commands:\n").expect("commands");
    let (commands, _) = commands.split_once("\n\n").expect("their end");
    let verbs: BTreeSet<String> = commands
        .lines()
        .filter(|l| l.starts_with("  ") && !l.starts_with("   "))
        .filter_map(|l| l.split_whitespace().next())
        .filter(|verb| *verb != "help")
        .map(String::from)
        .collect();
    assert_eq!(files, verbs);
}

#[test]
fn every_lexicon_is_a_language() {
    let languages: BTreeSet<String> = falter::lang::languages().map(String::from).collect();
    assert_eq!(modules(&root().join("lexicons")), languages);
}

fn unique<'a>(what: &str, names: impl Iterator<Item = &'a str>) {
    let mut seen = BTreeSet::new();
    for name in names {
        assert!(!name.is_empty() && name.is_ascii(), "{what}: {name:?}");
        assert!(seen.insert(name), "{what}: {name} twice");
    }
    assert!(!seen.is_empty(), "{what}");
}

#[test]
fn names_are_unique() {
    unique("measures", MEASURES.iter().map(|m| m.name()));
    unique("rules", RULES.iter().map(|r| r.name()));
    unique("presets", PRESETS.iter().map(|p| p.name));
    unique("detectors", DETECTORS.iter().map(|d| d.name()));
    unique("health", HEALTH.iter().map(|c| c.name()));
    unique("formats", FORMATS.iter().map(|f| f.name()));
    unique("renderers", RENDERERS.iter().map(|r| r.name()));
    unique("vads", ACTIVITIES.iter().map(|a| a.name()));
    unique("settings", SETTINGS.iter().map(|s| s.key));
    let kinds = DETECTORS.iter().flat_map(|d| d.kinds());
    unique("kinds", kinds.map(|k| k.name()));
}

#[test]
fn figures_are_unique_and_called_after_their_measure() {
    let settings = Settings::default();
    let mut seen = BTreeSet::new();
    for measure in MEASURES {
        let figures = measure.figures(&settings);
        assert!(!figures.is_empty(), "{}", measure.name());
        for figure in figures {
            let rest = figure.name.strip_prefix(measure.name());
            let rest = rest.unwrap_or_else(|| panic!("{}", figure.name));
            assert!(rest.is_empty() || rest.starts_with('.'), "{}", figure.name);
            assert!(!figure.unit.is_empty(), "{}", figure.name);
            assert!(seen.insert(figure.name.clone()), "{} twice", figure.name);
        }
    }
}

#[test]
fn definitions_end_with_their_source() {
    for measure in MEASURES {
        let definition = measure.definition();
        let (text, source) = definition
            .rsplit_once(" Source: ")
            .unwrap_or_else(|| panic!("{} has no source", measure.name()));
        assert!(text.len() > 20, "{}", measure.name());
        let source = source.strip_suffix('.');
        assert!(source.is_some_and(|s| s.len() > 3), "{}", measure.name());
    }
    for check in HEALTH {
        let (text, source) = check
            .about()
            .rsplit_once(" Source: ")
            .unwrap_or_else(|| panic!("{}", check.name()));
        assert!(text.len() > 20 && source.ends_with('.'), "{}", check.name());
        assert!(check.needs().len() > 3, "{}", check.name());
    }
    for setting in SETTINGS {
        assert!(!setting.about.is_empty() && !setting.source.is_empty());
        assert!(setting.about.ends_with('.'), "{}", setting.key);
    }
}

#[test]
fn every_entry_says_what_it_is() {
    let rules = RULES.iter().map(|r| (r.name(), r.about()));
    let presets = PRESETS.iter().map(|p| (p.name, p.about));
    let detectors = DETECTORS.iter().map(|d| (d.name(), d.about()));
    let formats = FORMATS.iter().map(|f| (f.name(), f.about()));
    let vads = ACTIVITIES.iter().map(|a| (a.name(), a.about()));
    let all = rules.chain(presets).chain(detectors);
    for (name, about) in all.chain(formats).chain(vads) {
        assert!(about.len() > 20, "{name}: {about:?}");
    }
}

#[test]
fn shares_of_presets_are_rules() {
    for preset in PRESETS {
        let total: u64 = preset.shares.iter().map(|(_, share)| share).sum();
        assert!(total <= 1000, "{}", preset.name);
        for (rule, _) in preset.shares {
            assert!(RULES.iter().any(|r| r.name() == *rule), "{rule}");
        }
    }
}

fn run(args: &[&str]) -> Output {
    Command::new(env!("CARGO_BIN_EXE_falter"))
        .args(args)
        .output()
        .expect("falter runs")
}

fn text(bytes: Vec<u8>) -> String {
    String::from_utf8(bytes).expect("UTF-8")
}

#[test]
fn every_list_works() {
    let refused = run(&["list", "nothing"]);
    assert_eq!(refused.status.code(), Some(2));
    let said = text(refused.stderr);
    let (_, values) = said.split_once("[possible values: ").expect("the lists");
    let (values, _) = values.split_once(']').expect("their end");
    let lists: Vec<&str> = values.split(", ").collect();
    assert!(lists.len() >= 9, "{lists:?}");
    for list in lists {
        let plain = run(&["list", list]);
        assert_eq!(plain.status.code(), Some(0), "{list}");
        assert!(!plain.stdout.is_empty(), "{list}");
        let json = run(&["list", list, "--json"]);
        assert_eq!(json.status.code(), Some(0), "{list}");
        let entries: Vec<serde_json::Value> =
            serde_json::from_slice(&json.stdout).expect("an array");
        assert!(!entries.is_empty(), "{list}");
        assert!(entries.iter().all(|e| e["name"].is_string()), "{list}");
    }
}
