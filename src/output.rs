//! The folder a run writes: under a hidden name beside its place, renamed when all of it is there.
//!
//! A run that fails or is killed leaves no half output, and what stood there before stays whole.

use std::fs;
use std::io::Write;
use std::path::{Component, Path, PathBuf};

use crate::error::{Error, Result};

mod name;

pub use name::{id_of, safe_name};

/// The file that tells a folder was written by falter; `--force` replaces only such folders.
pub const MANIFEST: &str = "manifest.json";

/// A folder being written. Dropped without [`Output::finish`], it leaves nothing.
#[derive(Debug)]
pub struct Output {
    place: PathBuf,
    temporary: PathBuf,
    force: bool,
}

impl Output {
    /// Opens the output before the long run: fails when `dir` is taken or cannot be written.
    ///
    /// With `force` a folder that is empty or was written by falter is replaced at the end.
    pub fn create(dir: &Path, force: bool) -> Result<Self> {
        free(dir, force)?;
        let name = dir
            .file_name()
            .ok_or_else(|| Error::usage("the output needs a name of its own").at(dir))?;
        let parent = match dir.parent() {
            Some(parent) if !parent.as_os_str().is_empty() => parent,
            _ => Path::new("."),
        };
        fs::create_dir_all(parent).map_err(|e| Error::io(parent, &e))?;
        let temporary = hidden(parent, &name.to_string_lossy(), "new")?;
        Ok(Self {
            place: dir.to_path_buf(),
            temporary,
            force,
        })
    }

    /// The same for a run that reads `inputs`: with `force`, an output that would take the place of one of
    /// them, or of a folder that holds one, is refused.
    pub fn apart(dir: &Path, force: bool, inputs: &[PathBuf]) -> Result<Self> {
        let parent = match dir.parent() {
            Some(parent) if !parent.as_os_str().is_empty() => parent,
            _ => Path::new("."),
        };
        let within = |input: &&PathBuf| {
            let real = fs::canonicalize(input).ok().filter(|p| p.is_dir());
            let parent = fs::canonicalize(parent).ok();
            real.zip(parent)
                .is_some_and(|(real, p)| p.starts_with(real))
        };
        if let Some(input) = inputs.iter().find(within) {
            return Err(Error::usage(
                "the output would lie inside the input, and be read as input next time",
            )
            .at(dir)
            .value(input.display().to_string())
            .advice("write beside it")
            .into());
        }
        // What does not exist yet replaces nothing.
        if let Ok(place) = fs::canonicalize(dir) {
            let real = inputs
                .iter()
                .filter_map(|i| Some((i, fs::canonicalize(i).ok()?)));
            for (input, real) in real {
                if real.starts_with(&place) {
                    return Err(Error::usage("the output would replace the input")
                        .at(dir)
                        .value(input.display().to_string())
                        .advice("write to another folder")
                        .into());
                }
            }
        }
        Self::create(dir, force)
    }

    /// Writes one file. `relative` may name folders below the output; a name can be written once.
    pub fn write(&mut self, relative: &str, bytes: &[u8]) -> Result<()> {
        let path = self.path(relative)?;
        let mut file = fs::File::create_new(&path).map_err(|e| self.refused(relative, &e))?;
        file.write_all(bytes)
            .map_err(|e| self.refused(relative, &e))?;
        Ok(())
    }

    /// Where something that writes itself should write `relative`; its folder exists afterwards.
    pub fn path(&self, relative: &str) -> Result<PathBuf> {
        let below = Path::new(relative);
        let plain = below
            .components()
            .all(|c| matches!(c, Component::Normal(_)));
        if relative.is_empty() || !plain || relative.contains(['\\', '\0']) {
            return Err(Error::usage("a name must stay inside the output folder")
                .value(relative)
                .into());
        }
        let path = self.temporary.join(below);
        if let Some(folder) = path.parent() {
            fs::create_dir_all(folder).map_err(|e| self.refused(relative, &e))?;
        }
        Ok(path)
    }

    /// Puts the folder in its place.
    pub fn finish(self) -> Result<()> {
        // What stands there may have changed during the run.
        free(&self.place, self.force)?;
        if fs::symlink_metadata(&self.place).is_err() {
            return self.rename(&self.temporary, &self.place);
        }
        let parent = self.temporary.parent().unwrap_or(Path::new("."));
        let name = self.place.file_name().unwrap_or_default();
        let old = hidden(parent, &name.to_string_lossy(), "old")?;
        // Only Unix renames onto an empty folder; the name is ours, so it may be given up for a moment.
        fs::remove_dir(&old).map_err(|e| Error::io(&old, &e))?;
        self.rename(&self.place, &old)?;
        if let Err(error) = self.rename(&self.temporary, &self.place) {
            self.rename(&old, &self.place)?;
            return Err(error);
        }
        // The new output stands; remains of the old one under a hidden name harm nobody.
        let _ = fs::remove_dir_all(&old);
        Ok(())
    }

    fn rename(&self, from: &Path, to: &Path) -> Result<()> {
        fs::rename(from, to).map_err(|e| Error::io(&self.place, &e).into())
    }

    fn refused(&self, relative: &str, error: &std::io::Error) -> Error {
        Error::io(&self.place.join(relative), error)
    }
}

impl Drop for Output {
    fn drop(&mut self) {
        // Gone already after `finish`; a failure here has no one to tell.
        let _ = fs::remove_dir_all(&self.temporary);
    }
}

/// May `dir` be written?
fn free(dir: &Path, force: bool) -> Result<()> {
    let Ok(meta) = fs::symlink_metadata(dir) else {
        return Ok(());
    };
    if !force {
        return Err(Error::usage("the output exists already")
            .at(dir)
            .advice("--force replaces it")
            .into());
    }
    let ours = meta.is_dir() && (is_ours(dir) || is_empty(dir));
    if !ours {
        let rule = "--force replaces only a folder that falter wrote, and this is not one";
        return Err(Error::usage(rule)
            .at(dir)
            .advice(format!(
                "it has no {MANIFEST} of falter's: remove it yourself, or write elsewhere"
            ))
            .into());
    }
    Ok(())
}

/// Does the folder hold a manifest that falter wrote?
fn is_ours(dir: &Path) -> bool {
    let manifest = fs::read(dir.join(MANIFEST)).ok();
    let manifest = manifest.and_then(|b| serde_json::from_slice::<serde_json::Value>(&b).ok());
    manifest.is_some_and(|m| m.get("falter").is_some_and(|v| v.is_string()))
}

fn is_empty(dir: &Path) -> bool {
    fs::read_dir(dir).is_ok_and(|mut entries| entries.next().is_none())
}

/// Makes a hidden folder in `parent` that nobody else has.
fn hidden(parent: &Path, name: &str, what: &str) -> Result<PathBuf> {
    const TRIES: u32 = 1000;
    let mut last = None;
    for k in 0..TRIES {
        let path = parent.join(format!(".{name}.falter-{what}-{}-{k}", std::process::id()));
        match fs::create_dir(&path) {
            Ok(()) => return Ok(path),
            Err(e) if e.kind() == std::io::ErrorKind::AlreadyExists => last = Some(e),
            Err(e) => {
                let advice = "the folder must be writable: choose another output";
                return Err(Error::io(parent, &e).advice(advice).into());
            }
        }
    }
    let error = last.unwrap_or_else(|| std::io::ErrorKind::AlreadyExists.into());
    Err(Error::io(parent, &error).into())
}

#[cfg(test)]
mod tests;

/// CSV bytes of a header and its records, LF, quoted where needed.
pub fn csv(header: &[&str], records: impl IntoIterator<Item = Vec<String>>) -> Vec<u8> {
    let mut writer = ::csv::Writer::from_writer(Vec::new());
    let header = header.iter().map(|c| String::from(*c)).collect();
    for record in std::iter::once(header).chain(records) {
        // Writing to memory fails only for a record of another length than the header.
        if writer.write_record(&record).is_err() {
            debug_assert!(false, "a record of another length than its header");
        }
    }
    writer.into_inner().unwrap_or_default()
}
