//! Which language a row is read in.

use std::path::Path;

use super::{Lexicon, detect, lexicon};
use crate::error::Result;

/// The language of rows that nothing tells: no letter in them, and neither flag nor table says.
const FALLBACK: &str = "en";

/// How the language of a row is decided: the flag, else `calls.csv`, else the row itself.
#[derive(Clone, Copy, Debug, Default)]
pub struct Languages {
    forced: Option<&'static Lexicon>,
}

impl Languages {
    /// Reads every row in this language; none leaves it to the call and the row.
    pub fn forced(code: Option<&str>) -> Result<Self> {
        Ok(Self {
            forced: code.map(lexicon).transpose()?,
        })
    }

    /// Reads every row with the lexicon of a file. It stays in memory until the program ends.
    pub fn from_file(path: &Path) -> Result<Self> {
        let toml = crate::format::text::read(path)?.text;
        let lexicon = Lexicon::from_toml(&toml).map_err(|mut errors| {
            errors
                .0
                .iter_mut()
                .for_each(|e| e.place.path = Some(path.to_path_buf()));
            errors
        })?;
        Ok(Self {
            forced: Some(Box::leak(Box::new(lexicon))),
        })
    }

    /// Code of the language that every row is read in, when one is forced.
    pub fn code(&self) -> Option<&'static str> {
        self.forced.map(Lexicon::code)
    }

    /// Digest of the lexicon that every row is read with, when one is forced.
    pub fn digest(&self) -> Option<&'static str> {
        self.forced.map(Lexicon::digest)
    }

    /// The lexicon for a text of a call.
    pub fn of(&self, call: Option<&str>, text: &str) -> Result<&'static Lexicon> {
        if let Some(forced) = self.forced {
            return Ok(forced);
        }
        lexicon(call.or_else(|| detect(text)).unwrap_or(FALLBACK))
    }
}
