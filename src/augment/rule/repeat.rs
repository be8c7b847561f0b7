//! Repeats.

use super::{Boundary, Heard, Length, Proposal, Rule};
use crate::lang::TokenKind;
use crate::random::Block;

/// The rule.
pub struct Repeat;

impl Rule for Repeat {
    fn name(&self) -> &'static str {
        "repeat"
    }

    fn about(&self) -> &'static str {
        "says the token after the boundary twice (I need -> I- I need), never a licensed double, a filler, a number or a protected token"
    }

    fn heard(&self) -> Heard {
        Heard::Copy
    }

    fn propose(&self, at: &Boundary<'_>, _: &Block) -> Result<Proposal, &'static str> {
        let token = at.token();
        let lexicon = at.utterance.lexicon;
        let same = |by| at.neighbour(by).is_some_and(|t| t.stem() == token.stem());
        if at.is_protected() {
            return Err("protected");
        }
        if token.kind != TokenKind::Word {
            return Err("not_a_word");
        }
        if lexicon.is_sure_filler(&token.norm) {
            return Err("filler");
        }
        if lexicon.is_licensed_double(&token.norm) {
            return Err("licensed_double");
        }
        if same(-1) || same(1) {
            return Err("already_repeated");
        }
        let said = at.utterance.text.get(token.start..token.end).unwrap_or("");
        Ok(Proposal {
            text: lexicon.repeat(said),
            length: Length::OfToken,
        })
    }
}
