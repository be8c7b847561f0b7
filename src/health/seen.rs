//! What is kept of every call for the checks that need many.

use crate::call::Role;
use crate::event::{Detail, Event, Kind};
use crate::lang::{Tag, Tier};
use crate::timeline::{Side, Timeline};

/// Of each party, by [`Role::index`].
pub type Seen = [Words; 2];

/// The words of one party of one call, counted.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub struct Words {
    /// Tokens.
    pub tokens: usize,
    /// Filled pauses.
    pub fillers: usize,
    /// Markers, editing terms, repeats, cut-off words.
    pub others: usize,
    /// Tags in the text: `[laughs]`, `<break/>`; no tokens.
    pub tags: usize,
}

impl Words {
    pub(super) fn of(timeline: &Timeline<'_>, events: &[Event]) -> Seen {
        Role::ALL.map(|role| {
            let mine = |e: &&Event| e.role == role && counts(e);
            let mine = || events.iter().filter(mine);
            let side = timeline.side(role);
            Self {
                tokens: side.tokens.len(),
                fillers: mine().filter(|e| e.kind == Kind::Filler).count(),
                others: mine().filter(|e| e.kind != Kind::Filler).count(),
                tags: tags(side),
            }
        })
    }

    /// Both counts together.
    pub(super) fn plus(self, other: Self) -> Self {
        Self {
            tokens: self.tokens + other.tokens,
            fillers: self.fillers + other.fillers,
            others: self.others + other.others,
            tags: self.tags + other.tags,
        }
    }
}

/// A disfluency that the lexicon has decided on.
fn counts(event: &Event) -> bool {
    matches!(event.detail, Detail::Disfluency { tier, .. } if tier != Tier::C)
}

fn tags(side: &Side<'_>) -> usize {
    let rows = side.rows.iter();
    rows.map(|row| {
        let text = &row.segment.transcript;
        let mut after = 0;
        let starts = text.char_indices().filter(|(at, _)| {
            let tag = match *at < after {
                true => None,
                false => row.lexicon.tag_at(text, *at),
            };
            match tag {
                Some(Tag::Silent(bytes)) => {
                    after = bytes.end;
                    true
                }
                _ => false,
            }
        });
        starts.count()
    })
    .sum()
}
