use super::*;

fn dir() -> tempfile::TempDir {
    tempfile::tempdir().expect("a temporary folder")
}

fn names(dir: &Path) -> Vec<String> {
    let entries = fs::read_dir(dir).expect("the folder");
    let names = entries.map(|e| e.expect("an entry").file_name());
    let mut names: Vec<String> = names.map(|n| n.to_string_lossy().into_owned()).collect();
    names.sort();
    names
}

fn write(out: &Path, force: bool, text: &str) -> Result<()> {
    let mut output = Output::create(out, force)?;
    output.write(MANIFEST, text.as_bytes())?;
    output.write("audio/a.wav", b"")?;
    output.finish()
}

#[test]
fn an_output_appears_whole_or_not_at_all() {
    let base = dir();
    let out = base.path().join("deep").join("out");
    let mut output = Output::create(&out, false).expect("a free place");
    output.write("a.csv", b"a").expect("a file");
    assert!(!out.exists());
    drop(output);
    assert!(names(&base.path().join("deep")).is_empty());
    write(&out, false, "1").expect("an output");
    assert_eq!(names(&out), ["audio", MANIFEST]);
    assert_eq!(names(&base.path().join("deep")), ["out"]);
}

#[test]
fn only_force_replaces_and_only_what_is_ours() {
    const OURS: &str = r#"{"falter": "0.1.0"}"#;
    let base = dir();
    let out = base.path().join("out");
    write(&out, false, OURS).expect("an output");
    let error = write(&out, false, "2").expect_err("taken");
    assert!(error.to_string().contains("--force"), "{error}");
    write(&out, true, "2").expect("replaced");
    assert_eq!(fs::read(out.join(MANIFEST)).ok(), Some(Vec::from("2")));
    // Somebody else's manifest.json makes no folder ours.
    assert!(write(&out, true, OURS).is_err());
    assert_eq!(names(base.path()), ["out"]);
    let home = base.path().join("home");
    fs::create_dir(&home).expect("a folder");
    fs::write(home.join("thesis.tex"), "x").expect("a file");
    assert!(write(&home, true, "3").is_err());
    assert!(home.join("thesis.tex").exists());
}

#[test]
fn names_cannot_leave_the_folder() {
    let base = dir();
    let mut output = Output::create(&base.path().join("out"), false).expect("a free place");
    for name in ["", "../x", "a/../../x", "/etc/x", ".", "a\\b", "a\0"] {
        assert!(output.write(name, b"").is_err(), "{name:?}");
    }
    output.write("x", b"").expect("a file");
    assert!(output.write("x", b"").is_err(), "a name is written once");
}
