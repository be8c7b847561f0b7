//! The folder of shared cases and data, which stands beside the repository and is no part of it.

use std::path::{Path, PathBuf};

/// `path` inside the shared folder: `../shared`, or what `FALTER_SHARED` names.
///
/// `None`, and a line that says so, where the folder is absent; under `CI` that is a failure.
pub fn shared(path: &str) -> Option<PathBuf> {
    let beside = || Path::new(env!("CARGO_MANIFEST_DIR")).join("../shared");
    let root = std::env::var_os("FALTER_SHARED").map_or_else(beside, PathBuf::from);
    if root.is_dir() {
        return Some(root.join(path));
    }
    assert!(
        std::env::var_os("CI").is_none(),
        "../shared is not here, and CI is set"
    );
    println!("not run: ../shared is not here");
    None
}
