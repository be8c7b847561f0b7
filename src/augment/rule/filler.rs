//! Filled pauses.

use super::{Boundary, Heard, Length, Proposal, Rule, slot};
use crate::random::{Block, from_quantiles, pick};

/// The rule.
pub struct Filler;

impl Rule for Filler {
    fn name(&self) -> &'static str {
        "filler"
    }

    fn about(&self) -> &'static str {
        "a filled pause of the lexicon's weighted inventory"
    }

    fn heard(&self) -> Heard {
        Heard::Filler
    }

    fn propose(&self, at: &Boundary<'_>, block: &Block) -> Result<Proposal, &'static str> {
        let inserts = at.utterance.lexicon.inserts();
        let weights = inserts.iter().map(|i| u64::from(i.weight));
        let k = pick(block[slot::ITEM], weights).ok_or("no_filler_in_lexicon")?;
        let length = from_quantiles(block[slot::LENGTH], at.utterance.preset.filler_ms);
        Ok(Proposal {
            text: inserts[k].text.clone(),
            length: Length::Sound(length),
        })
    }
}
