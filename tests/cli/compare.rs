//! `falter compare`, `--asked`, `--fail-if`.

use std::fs;
use std::path::{Path, PathBuf};

use serde_json::Value;

use super::{Ran, arg, falter};

/// Fillers and tokens of each call.
type Calls = [(usize, usize)];

const A: [(usize, usize); 5] = [(3, 100), (5, 120), (2, 80), (6, 150), (4, 90)];
const B: [(usize, usize); 5] = [(8, 110), (7, 90), (10, 140), (4, 100), (9, 130)];

/// A folder with a call a pair, one row each, in which nothing is said twice in a row.
fn folder(parent: &Path, name: &str, calls: &Calls) -> PathBuf {
    let folder = parent.join(name);
    fs::create_dir(&folder).unwrap();
    let mut table = String::from("call_id,role,start_ms,end_ms,transcript\n");
    for (k, (fillers, tokens)) in calls.iter().enumerate() {
        let word = |i: usize| match i % 5 == 2 && i / 5 < *fillers {
            true => "uh",
            false => [
                "garden", "river", "window", "table", "paper", "bottle", "mountain",
            ][i % 7],
        };
        let words: Vec<&str> = (0..*tokens).map(word).collect();
        table += &format!("c{k},user,0,30000,{}\n", words.join(" "));
    }
    fs::write(folder.join("asr_history.csv"), table).unwrap();
    folder
}

fn row(ran: &Ran, table: &str, figure: &str) -> Value {
    let report: Value = serde_json::from_str(&ran.stdout).unwrap();
    let rows = report["tables"][table].as_array().unwrap();
    rows.iter().find(|r| r["figure"] == figure).unwrap().clone()
}

fn near(row: &Value, wanted: &[(&str, f64)]) {
    for (key, want) in wanted {
        let got = row[key].as_f64().unwrap_or(f64::NAN);
        assert!((got - want).abs() < 1e-9, "{key}: {got} {want}");
    }
}

// Python: rate(c) = 1000 * sum(h) / sum(n); leave-one-call-out variances of rate (and of its logarithm), Welch's degrees
// of freedom, scipy.stats.t.ppf(.975, df); p: of all 126 divisions of the 9 calls (itertools.combinations) 2 have a
// difference as large in standard errors of the ratio estimator
#[test]
fn two_corpora_agree_with_python() {
    let dir = tempfile::tempdir().unwrap();
    let (a, b) = (
        folder(dir.path(), "real", &A[..4]),
        folder(dir.path(), "made", &B),
    );
    let ran = falter(&["compare", arg(&a), arg(&b), "--json", "--quiet"]);
    assert_eq!(ran.code, 0, "{}", ran.stderr);
    let row = row(&ran, "compared_all", "filler_rate");
    near(
        &row,
        &[
            ("a", 35.55555555555556),
            ("b", 66.66666666666667),
            ("difference", 31.111111111111114),
            ("low", 14.712832070224895),
            ("high", 47.50939015199734),
            ("ratio", 1.875),
            ("ratio_low", 1.3604660240593784),
            ("ratio_high", 2.5841328911030255),
            ("p", 2.0 / 126.0),
        ],
    );
    let again = falter(&[
        "compare",
        arg(&a),
        arg(&b),
        "--json",
        "--quiet",
        "--threads",
        "1",
    ]);
    assert_eq!(ran.stdout, again.stdout);
}

// Python: leave-one-pair-out variance of the difference, t with 4 degrees of freedom; 2 of 32 exchanges as far;
// per call: sorted means of two of 1000 * (b - a), the 8th of 15; scipy.stats.wilcoxon of the 4 that are not 0, exact
#[test]
fn paired_calls_agree_with_python() {
    let dir = tempfile::tempdir().unwrap();
    let (a, b) = (
        folder(dir.path(), "before", &A),
        folder(dir.path(), "after", &B),
    );
    let ran = falter(&["compare", arg(&a), arg(&b), "--paired", "--json", "--quiet"]);
    assert_eq!(ran.code, 0, "{}", ran.stderr);
    let figure = row(&ran, "compared_all", "filler_rate");
    near(
        &figure,
        &[
            ("difference", 29.629629629629633),
            ("low", 8.838653053086809),
            ("high", 50.42060620617246),
            ("p", 0.0625),
        ],
    );
    let call = row(&ran, "per_call", "filler_rate");
    near(
        &call,
        &[
            ("shift", 33.75679875679876),
            ("p_wilcoxon", 0.125),
            ("rank_biserial", 1.0),
        ],
    );
    let none = falter(&[
        "compare",
        arg(&a),
        arg(&folder(dir.path(), "more", &B[..1])),
        "--paired",
        "--quiet",
    ]);
    assert_eq!(none.code, 0, "one pair is left: {}", none.stderr);
}

#[test]
fn reports_are_compared_by_their_intervals() {
    let dir = tempfile::tempdir().unwrap();
    let (a, b) = (
        folder(dir.path(), "real", &A),
        folder(dir.path(), "made", &B),
    );
    let out = dir.path().join("audit");
    assert_eq!(
        falter(&["audit", arg(&a), "-o", arg(&out), "--quiet"]).code,
        0
    );
    let ran = falter(&["compare", arg(&out), arg(&b), "--json", "--quiet"]);
    assert_eq!(ran.code, 0, "{}", ran.stderr);
    let figure = row(&ran, "compared_all", "filler_rate");
    near(
        &figure,
        &[
            ("a", 1000.0 * 20.0 / 540.0),
            ("difference", 29.629629629629633),
        ],
    );
    assert!(
        figure["p"].is_null() && figure["low"].is_number(),
        "{figure}"
    );
    let ran = falter(&["compare", arg(&out), arg(&b), "--paired", "--quiet"]);
    assert_eq!(ran.code, 2);
    assert!(ran.stderr.contains("needs the calls"), "{}", ran.stderr);
}

#[test]
fn what_was_measured_otherwise_is_said_loudly() {
    let dir = tempfile::tempdir().unwrap();
    let a = folder(dir.path(), "real", &A);
    let out = dir.path().join("audit");
    assert_eq!(
        falter(&[
            "audit",
            arg(&a),
            "-o",
            arg(&out),
            "--quiet",
            "--turn-rule",
            "raw"
        ])
        .code,
        0
    );
    let ran = falter(&["compare", arg(&out), arg(&a), "--quiet"]);
    assert!(ran.stdout.contains("NOT measured alike"), "{}", ran.stdout);
    assert!(
        ran.stdout.contains("turns raw against floor"),
        "{}",
        ran.stdout
    );
    let same = falter(&["compare", arg(&a), arg(&a), "--quiet"]);
    assert!(
        !same.stdout.contains("NOT measured alike"),
        "{}",
        same.stdout
    );
    assert!(
        same.stdout.contains("differs beyond chance"),
        "{}",
        same.stdout
    );
}

#[test]
fn gates_fail_pass_and_refuse() {
    let dir = tempfile::tempdir().unwrap();
    let (a, b) = (
        folder(dir.path(), "real", &A),
        folder(dir.path(), "made", &B),
    );
    let audit = |gate: &str| falter(&["audit", arg(&a), "--quiet", "--fail-if", gate]);
    assert_eq!(audit("filler_rate<37").code, 0);
    let failed = audit("filler_rate>37");
    assert_eq!(failed.code, 1);
    assert!(
        failed
            .stderr
            .contains("failed: filler_rate>37: it is 37.037"),
        "{}",
        failed.stderr
    );
    assert_eq!(audit("side:user:filler_rate:high>1000").code, 0);
    assert_eq!(audit("call:c0:filler_rate<=30").code, 1);
    let unknown = audit("filer_rate<5");
    assert_eq!(unknown.code, 2);
    assert!(
        unknown.stderr.contains("near: filler_rate"),
        "{}",
        unknown.stderr
    );
    // Nobody answers: there is no transfer, so nothing can be checked and the gate does not pass.
    let empty = audit("transfer_offset.p50>0");
    assert_eq!(empty.code, 1);
    assert!(
        empty.stderr.contains("cannot be checked"),
        "{}",
        empty.stderr
    );
    let compare = |gate: &str| falter(&["compare", arg(&a), arg(&b), "--quiet", "--fail-if", gate]);
    assert_eq!(compare("filler_rate:difference>29").code, 1);
    assert_eq!(compare("filler_rate:ratio>2").code, 0);
    assert_eq!(compare("filler_rate:p<0.05").code, 1);
}

#[test]
fn what_was_asked_stands_beside_what_was_realised() {
    let dir = tempfile::tempdir().unwrap();
    let a = folder(dir.path(), "logs", &A);
    let file = a.join("asked.toml");
    fs::write(&file, "filler_rate = 60\n").unwrap();
    let left = falter(&["audit", arg(&a), "--quiet"]);
    assert!(
        left.stdout
            .contains("asked.toml lies beside the calls and was not used"),
        "{}",
        left.stdout
    );
    let ran = falter(&["audit", arg(&a), "--quiet", "--json", "--asked", arg(&file)]);
    let figure = row(&ran, "asked", "filler_rate");
    near(
        &figure,
        &[("asked", 60.0), ("realised", 1000.0 * 20.0 / 540.0)],
    );
    assert_eq!(figure["asked_inside"], "no");
    fs::write(&file, "filler_rates = 60\n").unwrap();
    assert_eq!(
        falter(&["audit", arg(&a), "--quiet", "--asked", arg(&file)]).code,
        2
    );
}
