//! What formats of plain speech activity share: who is who, and spans of one party made disjoint.

use std::collections::{BTreeMap, BTreeSet};

use super::ReadOptions;
use crate::call::{Call, Role};
use crate::error::Error;
use crate::time::{self, Ms, Span, from_seconds};

/// Spans of one call by the name of their speaker.
pub(super) type BySpeaker = BTreeMap<String, Vec<Span>>;

/// The role of each speaker of a call: as `--roles` says, else a name that is a role, else by name,
/// the first being the user.
pub(super) fn roles(
    speakers: &BySpeaker,
    options: &ReadOptions,
) -> Result<BTreeMap<String, Role>, Error> {
    let names: Vec<&str> = speakers.keys().map(String::as_str).collect();
    if names.len() > 2 {
        return Err(Error::input("more than two speakers")
            .value(names.join(", "))
            .advice("falter reads calls of two parties; take the others out"));
    }
    let said: BTreeMap<&str, Role> = names
        .iter()
        .filter_map(|n| {
            Some((
                *n,
                options.roles.get(*n).copied().or_else(|| Role::parse(n))?,
            ))
        })
        .collect();
    let mut roles = BTreeMap::new();
    for (rank, name) in names.iter().enumerate() {
        // One name that is known decides the other.
        let other = names.iter().find(|n| *n != name).and_then(|n| said.get(n));
        let known = said.get(name).copied().or(other.map(|r| r.other()));
        let role = known.unwrap_or_else(|| options.role_of(name, rank));
        roles.insert(String::from(*name), role);
    }
    let distinct: BTreeSet<Role> = roles.values().copied().collect();
    if distinct.len() < roles.len() {
        return Err(Error::input("both speakers have the same role")
            .value(names.join(", "))
            .advice("--roles gives one user and one agent"));
    }
    Ok(roles)
}

/// Gives the spans to the parties of `call`, sorted, those that overlap or touch joined. Yields a notice
/// where the roles had to be assumed.
pub(super) fn give(
    call: &mut Call,
    speakers: BySpeaker,
    options: &ReadOptions,
) -> Result<Option<String>, Error> {
    let roles = roles(&speakers, options).map_err(|e| e.call(&call.id))?;
    let assumed = roles
        .keys()
        .all(|name| !options.roles.contains_key(name) && Role::parse(name).is_none());
    for (name, mut spans) in speakers {
        spans.sort();
        let role = roles.get(&name).copied().unwrap_or(Role::User);
        if let Some(speech) = call.speech.get_mut(role.index()) {
            *speech = Some(time::join(&spans, 1));
        }
    }
    let pairs = roles
        .iter()
        .map(|(name, role)| format!("{name} is the {role}"));
    Ok(assumed.then(|| {
        format!(
            "call {}: nothing says who is who; by name, {} (--roles NAME=user,NAME=agent says otherwise)",
            call.id,
            pairs.collect::<Vec<_>>().join(", ")
        )
    }))
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

    fn speakers(names: &[&str]) -> BySpeaker {
        let spans = vec![Span::new(5, 9), Span::new(0, 6)];
        names
            .iter()
            .map(|n| (String::from(*n), spans.clone()))
            .collect()
    }

    #[test]
    fn names_that_are_roles_decide() {
        let options = ReadOptions::default();
        let of =
            |names: &[&str]| roles(&speakers(names), &options).map(|r| r.into_values().collect());
        assert_eq!(of(&["A", "B"]), Ok(vec![Role::User, Role::Agent]));
        assert_eq!(of(&["agent", "user"]), Ok(vec![Role::Agent, Role::User]));
        assert_eq!(of(&["A", "user"]), Ok(vec![Role::Agent, Role::User]));
        assert!(of(&["A", "B", "C"]).is_err_and(|e| e.value.as_deref() == Some("A, B, C")));
    }

    #[test]
    fn overlapping_spans_become_one() {
        let mut call = Call::new("c");
        let given = give(&mut call, speakers(&["A"]), &ReadOptions::default());
        assert!(given.is_ok(), "{given:?}");
        assert_eq!(call.speech, [Some(vec![Span::new(0, 9)]), None]);
    }
}
