//! Embeds every `lexicons/<code>.toml`, so that adding a language is dropping a file.
use std::{env, fmt::Write, fs, io, path::Path};

fn main() -> io::Result<()> {
    println!("cargo:rerun-if-changed=lexicons");
    let root = env::var("CARGO_MANIFEST_DIR").map_err(io::Error::other)?;
    let out = env::var("OUT_DIR").map_err(io::Error::other)?;
    let mut files: Vec<_> = fs::read_dir(Path::new(&root).join("lexicons"))?
        .collect::<Result<Vec<_>, _>>()?
        .into_iter()
        .map(|entry| entry.path())
        .filter(|path| path.extension().is_some_and(|ext| ext == "toml"))
        .collect();
    files.sort();
    let mut code = String::from("&[\n");
    for path in files {
        let name = path
            .file_stem()
            .and_then(|s| s.to_str())
            .unwrap_or_default();
        let _ = writeln!(code, "    ({name:?}, include_str!({path:?})),");
    }
    code.push_str("]\n");
    fs::write(Path::new(&out).join("lexicons.rs"), code)
}
