//! The data that is shared between checkouts and not part of the repository.

use std::path::{Path, PathBuf};

/// `path` below `../shared` (or `FALTER_SHARED`), or `None` where it is not; on CI that is a failure.
pub fn shared(path: &str) -> Option<PathBuf> {
    let root = match std::env::var_os("FALTER_SHARED") {
        Some(root) => PathBuf::from(root),
        None => Path::new(env!("CARGO_MANIFEST_DIR")).join("../shared"),
    };
    let path = root.join(path);
    if path.exists() {
        return Some(path);
    }
    assert!(std::env::var_os("CI").is_none(), "../shared is not here");
    println!("not run: ../shared is not here");
    None
}
