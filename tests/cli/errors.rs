//! What goes wrong: exit code 2, a message on stderr, nothing on stdout, no half output.

use std::fs;
use std::path::Path;

use super::{arg, falter, names};
use crate::calls::{demo, write};

const ROWS: &str = "call_id,role,start_ms,end_ms,transcript\nc,user,0,900,um hello there\nc,agent,1200,2000,yes please\n";

/// Fails with all of `wanted` in the message, and leaves nothing beside the input.
#[track_caller]
fn fails(arguments: &[&str], wanted: &[&str]) {
    let ran = falter(arguments);
    assert_eq!(ran.code, 2, "{arguments:?}: {}", ran.stderr);
    assert_eq!(ran.stdout, "", "{arguments:?}");
    for part in wanted {
        assert!(
            ran.stderr.contains(part),
            "{arguments:?}: no {part} in {}",
            ran.stderr
        );
    }
}

/// Every verb that reads calls and writes a folder, on a bad input.
#[track_caller]
fn every_verb_fails(input: &Path, wanted: &[&str]) {
    let outside = tempfile::tempdir().expect("a folder");
    let out = outside.path().join("out");
    for verb in [
        &["audit"][..],
        &["audit", "-o", arg(&out)],
        &["augment", "-o", arg(&out)],
        &["stress", "-o", arg(&out)],
        &["import", "-o", arg(&out)],
        &["events"],
    ] {
        let mut arguments = verb.to_vec();
        arguments.push(arg(input));
        fails(&arguments, wanted);
        assert_eq!(
            names(outside.path()),
            Vec::<String>::new(),
            "{verb:?} left something"
        );
    }
}

fn folder(tables: &[(&str, &str)]) -> tempfile::TempDir {
    let folder = tempfile::tempdir().expect("a folder");
    write(folder.path(), tables);
    folder
}

#[test]
fn an_empty_file() {
    let input = folder(&[("asr_history.csv", "")]);
    every_verb_fails(input.path(), &["asr_history.csv"]);
}

#[test]
fn a_folder_without_tables_and_a_path_that_is_not_there() {
    let input = tempfile::tempdir().expect("a folder");
    every_verb_fails(input.path(), &["asr_history.csv", "tables"]);
    every_verb_fails(&input.path().join("nowhere"), &["nowhere"]);
    let input = folder(&[("notes.txt", "call me back\n")]);
    every_verb_fails(input.path(), &["notes.txt"]);
}

#[test]
fn an_unknown_column() {
    let input = folder(&[(
        "asr_history.csv",
        "call_id,role,start_ms,end_ms,text\nc,user,0,9,hi\n",
    )]);
    every_verb_fails(
        input.path(),
        &["asr_history.csv", "call_id,role,start_ms,end_ms,transcript"],
    );
}

#[test]
fn every_bad_cell_is_named_at_once() {
    let rows = "call_id,role,start_ms,end_ms,transcript\nc,user,0,9,hi\nc,guest,10,20,hi\nc,user,abc,40,hi\nc,user,60,50,hi\n";
    let input = folder(&[("asr_history.csv", rows)]);
    every_verb_fails(
        input.path(),
        &[
            "row 2, column role",
            "\"guest\"",
            "row 3, column start_ms",
            "\"abc\"",
            "row 4, column end_ms",
            "\"50\"",
        ],
    );
    // For check they are what it was asked for: findings, on stdout.
    let ran = falter(&["check", arg(input.path())]);
    assert_eq!(ran.code, 1);
    assert!(ran.stdout.contains("row 3, column start_ms") && ran.stdout.contains("3 broken rules"));
    let ran = falter(&["check", "--lenient", arg(input.path())]);
    assert!(ran.stdout.contains("1 row"), "{}", ran.stdout);
}

/// A RIFF header with a codec that is not read.
fn wav(tag: u16, channels: u16, data: usize) -> Vec<u8> {
    let mut bytes = b"RIFF\0\0\0\0WAVEfmt \x10\0\0\0".to_vec();
    bytes.extend(tag.to_le_bytes());
    bytes.extend(channels.to_le_bytes());
    bytes.extend(8000u32.to_le_bytes());
    bytes.extend((16_000 * u32::from(channels)).to_le_bytes());
    bytes.extend((2 * channels).to_le_bytes());
    bytes.extend(16u16.to_le_bytes());
    bytes.extend(b"data");
    bytes.extend((data as u32).to_le_bytes());
    bytes.resize(bytes.len() + data, 0);
    bytes
}

#[test]
fn another_codec_is_named() {
    let input = tempfile::tempdir().expect("a folder");
    fs::write(input.path().join("c.wav"), wav(0x0055, 2, 400)).expect("a file");
    every_verb_fails(input.path(), &["c.wav", "MPEG layer 3 (0x0055)"]);
}

#[test]
fn two_channels_are_never_guessed() {
    let input = folder(&[("asr_history.csv", ROWS)]);
    fs::create_dir(input.path().join("audio")).expect("a folder");
    // 3 s of two channels.
    fs::write(input.path().join("audio/c.wav"), wav(1, 2, 96_000)).expect("a file");
    every_verb_fails(input.path(), &["c.wav", "--channels", "call c"]);
    let ran = falter(&[
        "audit",
        "--channels",
        "agent=0,user=1",
        "--vad",
        "none",
        arg(input.path()),
    ]);
    assert_eq!(ran.code, 0, "{}", ran.stderr);
    for wrong in ["agent=0", "agent=0,user=0", "agent=0,user=7", "left"] {
        fails(
            &["audit", "--channels", wrong, arg(input.path())],
            &["channel"],
        );
    }
}

#[test]
fn a_transcript_longer_than_its_recording() {
    let input = folder(&[("asr_history.csv", ROWS)]);
    fs::create_dir(input.path().join("audio")).expect("a folder");
    // 1 s; the rows go on to 2 s.
    fs::write(input.path().join("audio/c.wav"), wav(1, 2, 32_000)).expect("a file");
    let ran = falter(&[
        "check",
        "--channels",
        "agent=0,user=1",
        "--vad",
        "none",
        arg(input.path()),
    ]);
    assert_eq!(ran.code, 1, "{}{}", ran.stdout, ran.stderr);
    assert!(
        ran.stdout.contains("1000 ms") || ran.stdout.contains("past the end"),
        "{}",
        ran.stdout
    );
}

#[test]
fn unknown_names_list_the_known_ones() {
    let input = folder(&[("asr_history.csv", ROWS)]);
    let path = arg(input.path());
    let outside = tempfile::tempdir().expect("a folder");
    let out = outside.path().join("out");
    let out = arg(&out);
    for (arguments, wanted) in [
        (
            &["audit", "--set", "hold_min=3", path][..],
            &["hold_min", "hold_min_ms"][..],
        ),
        (
            &["audit", "--set", "hold_min_ms=x", path],
            &["hold_min_ms", "\"x\"", "10"],
        ),
        (&["audit", "--set", "hold_min_ms", path], &["key=value"]),
        (
            &["audit", "--format", "docx", path],
            &["docx", "tables", "rttm"],
        ),
        (&["audit", "--lang", "tlh", path], &["tlh", "en", "zh"]),
        (
            &["audit", "--side", "caller", path],
            &["caller", "user", "agent", "both"],
        ),
        (
            &["audit", "--turn-rule", "gap:x", path],
            &["gap:x", "floor", "raw"],
        ),
        (
            &["audit", "--vad", "silero", path],
            &["silero", "earshot", "webrtc"],
        ),
        (&["audit", "--by", "city", path], &["city"]),
        (
            &["audit", "--roles", "A=guest", path],
            &["guest", "user", "agent"],
        ),
        (
            &["augment", "--rules", "cough", "-o", out, path],
            &["cough", "filler", "repeat", "pause"],
        ),
        (
            &["augment", "--preset", "shy", "-o", out, path],
            &["shy", "paper"],
        ),
        (
            &["augment", "--dose", "5.1", "-o", out, path],
            &["5.1", "5"],
        ),
        (&["augment", "--dose=-1", "-o", out, path], &["dose"]),
        (&["augment", "--dose", "NaN", "-o", out, path], &["NaN"]),
        (&["augment", "--render", "-o", out, path], &["recording"]),
        (&["audit", "--threads", "0", path], &["--threads"]),
        (&["list", "colours"], &["colours", "measures"]),
        (&["frob"], &["frob"]),
        (&["augment", path], &["-o"]),
        (&["score", "policy"], &["--predictions", "--spans"]),
    ] {
        fails(arguments, wanted);
        assert_eq!(names(outside.path()), Vec::<String>::new(), "{arguments:?}");
    }
}

#[test]
fn outputs_are_not_overwritten() {
    let outside = tempfile::tempdir().expect("a folder");
    let out = outside.path().join("out");
    fs::create_dir(&out).expect("a folder");
    fs::write(out.join("thesis.txt"), "mine").expect("a file");
    let demo = demo();
    for force in [&[][..], &["--force"]] {
        let mut arguments = vec!["augment", arg(&demo), "-o", arg(&out)];
        arguments.extend(force);
        fails(&arguments, &["out"]);
        assert_eq!(names(&out), ["thesis.txt"]);
        assert_eq!(names(outside.path()), ["out"]);
    }
    let out = outside.path().join("new");
    assert_eq!(falter(&["augment", arg(&demo), "-o", arg(&out)]).code, 0);
    fails(
        &["augment", arg(&demo), "-o", arg(&out)],
        &["exists", "--force"],
    );
    assert_eq!(
        falter(&[
            "augment",
            arg(&demo),
            "--seed",
            "2",
            "-o",
            arg(&out),
            "--force"
        ])
        .code,
        0
    );
    assert_eq!(names(outside.path()), ["new", "out"]);
}

/// The output in place of the input, above it or below it: refused, and the input is whole.
#[test]
fn an_output_never_takes_the_place_of_an_input() {
    let outside = tempfile::tempdir().expect("a folder");
    let demo = demo();
    let first = outside.path().join("first");
    assert_eq!(falter(&["augment", arg(&demo), "-o", arg(&first)]).code, 0);
    let before = super::tree(&first);
    let dotted = outside.path().join("first/../first");
    for (verb, input, out) in [
        ("augment", &first, &first),
        ("audit", &first, &first),
        ("stress", &first, &first),
        ("import", &first, &first),
        ("strip", &first, &first),
        ("augment", &first, &dotted),
        ("augment", &first.join("asr_history.csv"), &first),
    ] {
        fails(&[verb, arg(input), "-o", arg(out), "--force"], &["input"]);
        assert!(
            super::tree(&first) == before,
            "{verb}: the input was changed"
        );
        assert_eq!(names(outside.path()), ["first"], "{verb}");
    }
}

#[test]
fn a_place_that_cannot_be_written() {
    let outside = tempfile::tempdir().expect("a folder");
    let file = outside.path().join("file");
    fs::write(&file, "mine").expect("a file");
    let demo = demo();
    // Nobody, root included, makes a folder below a file.
    let out = file.join("out");
    for verb in ["audit", "augment", "stress", "import"] {
        fails(&[verb, arg(&demo), "-o", arg(&out)], &["file"]);
    }
    assert_eq!(fs::read_to_string(&file).expect("there"), "mine");
    assert_eq!(names(outside.path()), ["file"]);
}

#[test]
fn strip_takes_only_what_augment_wrote() {
    let outside = tempfile::tempdir().expect("a folder");
    let out = outside.path().join("out");
    fails(
        &["strip", arg(&demo()), "-o", arg(&out)],
        &["manifest.json", "falter augment"],
    );
    assert_eq!(names(outside.path()), Vec::<String>::new());
}

#[test]
fn contradictory_settings() {
    let demo = demo();
    for (set, wanted) in [
        (
            "score_max_ms=100",
            "score_min_ms must be less than score_max_ms",
        ),
        (
            "opportunity_opens_ms=600",
            "opportunity_opens_ms must be less than opportunity_closes_ms",
        ),
    ] {
        fails(&["audit", arg(&demo), "--set", set], &[wanted]);
    }
}

#[test]
fn what_a_comparison_cannot_do() {
    let demo = demo();
    let two = ["compare", arg(&demo), arg(&demo)];
    let with = |more: &[&'static str]| [&two[..], more].concat();
    fails(&with(&["--by", "topic"]), &["not split by columns"]);
    let scoped = with(&["--side", "both", "--fail-if", "side:agent:filler_rate>1"]);
    fails(&scoped, &["no scopes", "side:agent"]);
}

#[test]
fn times_of_whisper_cpp_beyond_any_clock() {
    let folder = tempfile::tempdir().expect("a folder");
    let path = folder.path().join("c.user.json");
    let item = format!(
        r#"{{"timestamps":{{"from":"00:00:00,000","to":"00:00:01,000"}},"offsets":{{"from":0,"to":{}}},"text":" hello"}}"#,
        i64::MAX
    );
    fs::write(&path, format!(r#"{{"transcription":[{item}]}}"#)).expect("a file");
    let wanted = ["c.user.json", "row 1", "offsets", "9223372036854775807"];
    fails(&["audit", arg(folder.path())], &wanted);
}

#[test]
fn half_a_file_of_a_recogniser_is_not_passed_over() {
    let folder = tempfile::tempdir().expect("a folder");
    let cut = r#"{"results": [{"alternatives": [{"transcript": "hello", "timest"#;
    fs::write(folder.path().join("c_l.json.txt"), cut).expect("a file");
    fails(&["audit", arg(folder.path())], &["c_l.json.txt"]);
}
