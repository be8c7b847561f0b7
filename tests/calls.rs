//! Small calls written down in a test, and what falter makes of them.

use std::fmt::Write as _;
use std::fs;
use std::path::{Path, PathBuf};

use falter::audit::{Audit, Options, audit};
use falter::call::Role;
use falter::format::{self, Corpus, ReadOptions};
use falter::measure::Estimate;
use falter::timeline::TurnRule;

/// The demo calls of the repository.
pub fn demo() -> PathBuf {
    Path::new(env!("CARGO_MANIFEST_DIR")).join("examples/demo")
}

/// Reads a path with the default options.
pub fn read(path: &Path) -> Corpus {
    match format::open(&[PathBuf::from(path)], &ReadOptions::default()) {
        Ok(corpus) => corpus,
        Err(errors) => panic!("{}: {errors}", path.display()),
    }
}

/// Writes tables into a folder.
pub fn write(folder: &Path, tables: &[(&str, &str)]) {
    for (name, text) in tables {
        fs::write(folder.join(name), text).expect("a table");
    }
}

/// Tables as a corpus.
pub fn tables(tables: &[(&str, &str)]) -> Corpus {
    let folder = tempfile::tempdir().expect("a folder");
    write(folder.path(), tables);
    read(folder.path())
}

/// The two tables of calls written as `call role word@start-end word@start-end …`, one row a line.
///
/// The transcript of a row is its words with spaces between, or without for a line that begins with
/// `zh` (`zh call role …`).
pub fn spoken_tables(lines: &str) -> [(&'static str, String); 2] {
    let mut rows = String::from("call_id,role,start_ms,end_ms,transcript\n");
    let mut words = String::from("call_id,role,start_ms,end_ms,word,confidence\n");
    for line in lines.lines().map(str::trim).filter(|l| !l.is_empty()) {
        let mut parts = line.split_whitespace().peekable();
        let chinese = parts.next_if(|p| *p == "zh").is_some();
        let call = parts.next().expect("a call");
        let role = parts.next().expect("a role");
        let said: Vec<(&str, &str, &str)> = parts
            .map(|p| {
                let (word, time) = p.rsplit_once('@').expect("word@start-end");
                let (start, end) = time.split_once('-').expect("start-end");
                (word, start, end)
            })
            .collect();
        let text: Vec<&str> = said.iter().map(|w| w.0).collect();
        let text = text.join(if chinese { "" } else { " " });
        let (start, end) = (said[0].1, said[said.len() - 1].2);
        writeln!(rows, "{call},{role},{start},{end},\"{text}\"").expect("memory");
        for (word, start, end) in said {
            writeln!(words, "{call},{role},{start},{end},\"{word}\",").expect("memory");
        }
    }
    [("asr_history.csv", rows), ("words.csv", words)]
}

/// Calls with word times; see [`spoken_tables`].
pub fn spoken(lines: &str) -> Corpus {
    let [rows, words] = spoken_tables(lines);
    tables(&[(rows.0, &rows.1), (words.0, &words.1)])
}

/// The audit of one side under one turn rule.
pub fn audited(corpus: &Corpus, side: Role, rule: TurnRule) -> Audit {
    let options = Options {
        rule,
        sides: vec![side],
        ..Options::default()
    };
    audit(corpus, &options).expect("an audit")
}

/// Figures of one side by the floor rule.
pub struct Figures(pub Audit);

impl Figures {
    /// Of the user.
    pub fn user(corpus: &Corpus) -> Self {
        Self(audited(corpus, Role::User, TurnRule::Floor))
    }

    /// Of the agent.
    pub fn agent(corpus: &Corpus) -> Self {
        Self(audited(corpus, Role::Agent, TurnRule::Floor))
    }

    /// An estimate over everything.
    pub fn get(&self, name: &str) -> &Estimate {
        match self.0.all(name) {
            Some(estimate) => estimate,
            None => panic!("no figure {name}"),
        }
    }

    /// Its value.
    pub fn value(&self, name: &str) -> Option<f64> {
        self.get(name).value
    }

    /// Numerator and denominator.
    pub fn counts(&self, name: &str) -> (Option<f64>, Option<f64>) {
        let estimate = self.get(name);
        (estimate.hits, estimate.chances)
    }

    /// Is the value `want`, up to rounding?
    #[track_caller]
    pub fn is(&self, name: &str, want: f64) {
        let value = self.value(name);
        let near = |v: f64| (v - want).abs() < 1e-9 * want.abs().max(1.0);
        assert!(value.is_some_and(near), "{name}: {value:?}, not {want}");
    }
}
