//! The program as it is called: exit codes, messages, and nothing left behind.

mod compare;
mod errors;
mod output;

use std::path::{Path, PathBuf};
use std::process::{Command, Output};

/// A run of the program.
pub struct Ran {
    /// Exit code.
    pub code: i32,
    /// Standard output.
    pub stdout: String,
    /// Standard error.
    pub stderr: String,
}

/// Runs `falter` with these arguments.
pub fn falter(arguments: &[&str]) -> Ran {
    let output = Command::new(env!("CARGO_BIN_EXE_falter"))
        .args(arguments)
        .output()
        .expect("falter runs");
    ran(&output)
}

fn ran(output: &Output) -> Ran {
    Ran {
        code: output.status.code().expect("no signal"),
        stdout: String::from_utf8(output.stdout.clone()).expect("UTF-8"),
        stderr: String::from_utf8(output.stderr.clone()).expect("UTF-8"),
    }
}

/// A path as an argument.
pub fn arg(path: &Path) -> &str {
    path.to_str().expect("UTF-8")
}

/// Everything in a folder, hidden or not.
pub fn names(folder: &Path) -> Vec<String> {
    let entries = std::fs::read_dir(folder).expect("a folder");
    let mut names: Vec<String> = entries
        .map(|e| {
            e.expect("an entry")
                .file_name()
                .to_string_lossy()
                .into_owned()
        })
        .collect();
    names.sort();
    names
}

/// Files of a folder and below, with their bytes.
pub fn tree(folder: &Path) -> Vec<(PathBuf, Vec<u8>)> {
    let mut found = Vec::new();
    let mut open = vec![folder.to_path_buf()];
    while let Some(next) = open.pop() {
        for entry in std::fs::read_dir(&next).expect("a folder") {
            let path = entry.expect("an entry").path();
            if path.is_dir() {
                open.push(path);
            } else {
                let name = path.strip_prefix(folder).expect("below").to_path_buf();
                found.push((name, std::fs::read(&path).expect("a file")));
            }
        }
    }
    found.sort();
    found
}
