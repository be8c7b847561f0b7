//! Silent pauses.

use super::{Boundary, Heard, Length, Proposal, Rule, slot};
use crate::augment::PauseMark;
use crate::random::{Block, from_quantiles};
use crate::time::Ms;

/// The rule.
pub struct Pause;

impl Rule for Pause {
    fn name(&self) -> &'static str {
        "pause"
    }

    fn about(&self) -> &'static str {
        "silence; the drawn length is that of the resulting silence, so what is there already is not added again"
    }

    fn heard(&self) -> Heard {
        Heard::Silence
    }

    fn propose(&self, at: &Boundary<'_>, block: &Block) -> Result<Proposal, &'static str> {
        let length = from_quantiles(block[slot::LENGTH], at.utterance.preset.pause_ms);
        Ok(Proposal {
            text: mark(at, length),
            length: Length::Silence(length),
        })
    }
}

fn mark(at: &Boundary<'_>, length: Ms) -> String {
    let spaced = at.utterance.lexicon.spaced();
    let mark = match at.utterance.pause_mark {
        None | Some(PauseMark::None) => return String::new(),
        Some(PauseMark::Ssml) => format!("<break time=\"{length}ms\"/>"),
        Some(PauseMark::Bracket) => String::from("[pause]"),
        Some(PauseMark::Punctuation) if spaced => String::from("..."),
        Some(PauseMark::Punctuation) => String::from("……"),
    };
    if spaced { mark + " " } else { mark }
}
