//! What formats of plain speech activity share: who is who, and spans of one party made disjoint.

use std::collections::BTreeMap;

use super::ReadOptions;
use super::parties::{self, Speaker};
use crate::call::{Call, Role};
use crate::error::Error;
use crate::time::{self, Ms, Span, from_seconds};

/// Spans of one call by the name of their speaker.
pub(super) type BySpeaker = BTreeMap<String, Vec<Span>>;

/// Gives the spans to the parties of `call`, sorted, those that overlap or touch joined. Yields notices:
/// roles that had to be assumed, speakers that were left out.
pub(super) fn give(
    call: &mut Call,
    speakers: BySpeaker,
    options: &ReadOptions,
) -> Result<Vec<String>, Error> {
    let list: Vec<Speaker<'_>> = speakers
        .iter()
        .map(|(name, spans)| Speaker {
            name,
            amount: spans.iter().map(|s| s.duration()).sum(),
            said: Role::parse(name),
        })
        .collect();
    let parties = parties::choose(&call.id, &list, "name", options)?;
    let mut spoken: [Option<Vec<Span>>; 2] = [None, None];
    for (name, spans) in speakers {
        if let Some(role) = parties.roles.get(&name) {
            spoken[role.index()].get_or_insert_default().extend(spans);
        }
    }
    for (speech, spans) in call.speech.iter_mut().zip(spoken) {
        if let Some(mut spans) = spans {
            spans.sort_unstable();
            *speech = Some(time::join(&spans, 1));
        }
    }
    Ok(parties.notices)
}

/// Seconds of a field as ms, which must not be negative.
pub(super) fn seconds(column: &str, field: &str) -> Result<Ms, Error> {
    let ms = field.parse().ok().and_then(from_seconds);
    ms.filter(|ms| *ms >= 0).ok_or_else(|| {
        Error::input(format!(
            "{column} must be seconds from the start of the recording"
        ))
        .column(column)
        .value(field)
    })
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn overlapping_spans_become_one() {
        let mut call = Call::new("c");
        let spans = vec![Span::new(5, 9), Span::new(0, 6)];
        let speakers = BySpeaker::from([(String::from("A"), spans)]);
        let given = give(&mut call, speakers, &ReadOptions::default());
        assert!(given.is_ok(), "{given:?}");
        assert_eq!(call.speech, [Some(vec![Span::new(0, 9)]), None]);
    }
}
