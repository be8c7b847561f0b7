//! The plan: which edits the text gets. Decided by the text and the draws, never by times.

use std::collections::HashMap;

use sha2::{Digest, Sha256};
use unicode_normalization::{IsNormalized, UnicodeNormalization, is_nfc_quick};

use super::draws::{Drawn, Draws};
use super::edit::Edit;
use super::preset::MILLION;
use super::rule::{Boundary, Length, Rule, Utterance, slot};
use super::{Options, SeedScope};
use crate::call::{Call, Role, Segment};
use crate::protect;
use crate::random::{Block, Draw, below};
use crate::timeline::{Row, Side, Timeline};

/// Version of the rule set and of what the key is made of.
const KEY_VERSION: &[u8] = b"falter-draw/1";

/// Rank of a row among those of its call and role that start at the same time, by table row.
pub(super) type Ranks = HashMap<usize, u64>;

/// Ranks of all rows that share their start with another.
pub(super) fn ranks(calls: &[Call]) -> Ranks {
    let mut ranks = Ranks::new();
    for call in calls {
        for role in Role::ALL {
            let mut rank = 0;
            let mut last = None;
            for row in call.rows(role) {
                rank = if last == Some(row.span.start) {
                    rank + 1
                } else {
                    0
                };
                last = Some(row.span.start);
                if rank > 0 {
                    ranks.insert(row.row, rank);
                }
            }
        }
    }
    ranks
}

/// Draws the edits of one call. What no rule may do is drawn, kept and marked, so that nothing is hidden.
pub(super) fn plan(
    timeline: &Timeline<'_>,
    options: &Options,
    ranks: &Ranks,
) -> (Vec<Edit>, Draws) {
    let mut edits = Vec::new();
    let mut draws = Draws::default();
    for role in &options.sides {
        let side = timeline.side(*role);
        for row in &side.rows {
            let rank = ranks.get(&row.segment.row).copied().unwrap_or(0);
            plan_row(
                timeline.call,
                side,
                row,
                rank,
                options,
                &mut edits,
                &mut draws,
            );
        }
    }
    (edits, draws)
}

fn plan_row(
    call: &Call,
    side: &Side<'_>,
    row: &Row<'_>,
    rank: u64,
    options: &Options,
    edits: &mut Vec<Edit>,
    draws: &mut Draws,
) {
    let text = row.segment.transcript.as_str();
    let protected = protect::spans(text, row.lexicon);
    let timed = &side.tokens[row.tokens.clone()];
    let utterance = Utterance {
        text,
        tokens: timed.iter().map(|t| &t.token).collect(),
        protected,
        lexicon: row.lexicon,
        pause_mark: options.text_only,
        preset: options.preset,
    };
    let open =
        protect::open_boundaries(text, utterance.tokens.iter().copied(), &utterance.protected);
    let mut drawn = Drawn::new(options, open.len(), open.iter().filter(|o| **o).count());
    let mut stream = stream(call, row.segment, row.lexicon.code(), rank, options);
    for index in (0..open.len()).filter(|k| open[*k]) {
        let block = stream.block(index as u64 + 1);
        if !is_active(&block, options) {
            continue;
        }
        let rule = choose(&block, options);
        drawn.count(rule);
        let Some(rule) = rule.and_then(|name| options.rules.iter().find(|r| r.name() == name))
        else {
            continue;
        };
        let at = Boundary {
            utterance: &utterance,
            index,
        };
        edits.push(edit(call, row.segment, *rule, &at, &block));
    }
    match options.scope {
        SeedScope::Text => draws.add(text, row.lexicon.code(), drawn),
        SeedScope::Position => draws.add_alone(drawn),
    }
}

/// Activation a = u / p is at most the dose: u < dose · p · 2⁶⁴, in whole numbers.
fn is_active(block: &Block, options: &Options) -> bool {
    let unit = u128::from(MILLION) * u128::from(MILLION);
    let limit = u128::from(options.dose) * u128::from(options.preset.probability);
    u128::from(block[slot::ACTIVATION]) < (limit << 64) / unit
}

/// The rule by its share of the draws; `None` when the shares do not add up to all.
fn choose(block: &Block, options: &Options) -> Option<&'static str> {
    let mut left = below(block[slot::RULE], 1000);
    for (name, share) in options.preset.shares {
        if left < *share {
            return Some(name);
        }
        left -= share;
    }
    None
}

fn edit(
    call: &Call,
    segment: &Segment,
    rule: &'static dyn Rule,
    at: &Boundary<'_>,
    block: &Block,
) -> Edit {
    let mut edit = Edit {
        call_id: call.id.clone(),
        role: segment.role,
        row: segment.row,
        token: at.index,
        rule,
        text: String::new(),
        at: None,
        duration: 0,
        unplaced: None,
    };
    match rule.propose(at, block) {
        Ok(proposal) => {
            edit.text = proposal.text;
            edit.duration = match proposal.length {
                Length::Sound(ms) | Length::Silence(ms) => ms,
                Length::OfToken => 0,
            };
        }
        Err(reason) => edit.refuse(reason),
    }
    edit
}

/// The stream of a row: its key is all that decides the edits.
fn stream(call: &Call, segment: &Segment, language: &str, rank: u64, options: &Options) -> Draw {
    let text = &segment.transcript;
    let nfc: String;
    let text = match is_nfc_quick(text.chars()) {
        IsNormalized::Yes => text.as_str(),
        _ => {
            nfc = text.nfc().collect();
            nfc.as_str()
        }
    };
    let version = options.preset.version.to_le_bytes();
    let (seed, variant) = (options.seed.to_le_bytes(), options.variant.to_le_bytes());
    let (start, rank) = (segment.span.start.to_le_bytes(), rank.to_le_bytes());
    let mut fields: Vec<&[u8]> = vec![
        KEY_VERSION,
        options.preset.name.as_bytes(),
        &version,
        language.as_bytes(),
        text.as_bytes(),
        &seed,
        &variant,
    ];
    if options.scope == SeedScope::Position {
        fields.push(call.id.as_bytes());
        fields.push(segment.role.name().as_bytes());
        fields.push(&start);
        fields.push(&rank);
    }
    Draw::keyed(&fields)
}

/// A short hash that stands for a text where only equality matters; no text is kept.
pub(super) fn fingerprint(text: &str, language: &str) -> u64 {
    let mut hash = Sha256::new();
    hash.update(language.as_bytes());
    hash.update([0]);
    hash.update(text.as_bytes());
    let digest = hash.finalize();
    digest.iter().take(8).fold(0, |n, b| n << 8 | u64::from(*b))
}
