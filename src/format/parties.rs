//! The two parties of a call among the speakers of a source.
//!
//! Two is what a call has. Where a source has more speakers, `--roles` picks them (several names may then
//! share a role, the rest is left out), or `--lenient` takes the two who say most; else it is an error.

use std::collections::{BTreeMap, BTreeSet};

use super::ReadOptions;
use crate::call::Role;
use crate::error::Error;

/// A speaker of a source.
#[derive(Clone, Copy, Debug)]
pub(super) struct Speaker<'a> {
    /// The name that `--roles` takes.
    pub name: &'a str,
    /// How much they say, in rows or ms.
    pub amount: i64,
    /// The role that the source itself gives them.
    pub said: Option<Role>,
}

/// Who is who.
#[derive(Debug, Default, PartialEq)]
pub(super) struct Parties {
    /// Roles by name; who is not in it is left out.
    pub roles: BTreeMap<String, Role>,
    /// What the user should know: roles that were assumed, speakers that were left out.
    pub notices: Vec<String>,
}

/// The parties of `call`. `speakers` stand in the order by which roles are given where nothing says who
/// is who; `order` names it.
pub(super) fn choose(
    call: &str,
    speakers: &[Speaker<'_>],
    order: &str,
    options: &ReadOptions,
) -> Result<Parties, Error> {
    let kept = keep(speakers, options).map_err(|e| e.call(call))?;
    let names: Vec<&str> = kept.iter().map(|s| s.name).collect();
    let known = |s: &Speaker<'_>| options.roles.contains_key(s.name) || s.said.is_some();
    let mut parties = Parties::default();
    for (rank, speaker) in kept.iter().enumerate() {
        // One name that is known decides the other; what the user states comes before what the source says.
        let other = kept.iter().find(|s| s.name != speaker.name);
        let stated = |s: &Speaker<'_>| options.roles.get(s.name).copied();
        let role = stated(speaker)
            .or(other.and_then(stated).map(Role::other))
            .or(speaker.said)
            .or(other.and_then(|s| s.said).map(Role::other));
        let role = role.unwrap_or_else(|| options.role_of(speaker.name, rank));
        parties.roles.insert(String::from(speaker.name), role);
    }
    let distinct: BTreeSet<Role> = parties.roles.values().copied().collect();
    if kept.len() > 1 && distinct.len() < 2 {
        return Err(Error::input("both speakers have the same role")
            .value(names.join(", "))
            .advice("--roles gives one user and one agent")
            .call(call));
    }
    if !kept.is_empty() && !kept.iter().any(known) {
        let pair = |name: &&str| format!("{name} is the {}", parties.roles[*name]);
        let pairs: Vec<String> = names.iter().map(pair).collect();
        parties.notices.push(format!(
            "call {call}: nothing says who is who; by {order}, {} (--roles NAME=user,NAME=agent says otherwise)",
            pairs.join(", ")
        ));
    }
    let out = speakers.iter().filter(|s| !names.contains(&s.name));
    let out: Vec<&str> = out.map(|s| s.name).collect();
    if !out.is_empty() {
        parties.notices.push(format!(
            "left out: call {call} has more than two speakers; not read: {}",
            out.join(", ")
        ));
    }
    Ok(parties)
}

/// The speakers that are read, in their order.
fn keep<'a>(speakers: &[Speaker<'a>], options: &ReadOptions) -> Result<Vec<Speaker<'a>>, Error> {
    if speakers.len() <= 2 {
        return Ok(speakers.to_vec());
    }
    let named = speakers
        .iter()
        .filter(|s| options.roles.contains_key(s.name));
    let named: Vec<Speaker<'a>> = named.copied().collect();
    let roles: BTreeSet<Role> = named
        .iter()
        .filter_map(|s| options.roles.get(s.name).copied())
        .collect();
    if roles.len() == 2 {
        return Ok(named);
    }
    if !options.lenient {
        let names: Vec<&str> = speakers.iter().map(|s| s.name).collect();
        return Err(Error::input("more than two speakers")
            .value(names.join(", "))
            .advice("falter reads calls of two parties: --roles NAME=user,NAME=agent picks them (names may share a role), --lenient takes the two who say most"));
    }
    let mut ranked: Vec<usize> = (0..speakers.len()).collect();
    ranked.sort_by_key(|k| std::cmp::Reverse(speakers[*k].amount));
    ranked.truncate(2);
    ranked.sort_unstable();
    Ok(ranked.into_iter().map(|k| speakers[k]).collect())
}

#[cfg(test)]
mod tests {
    use super::*;

    fn of(names: &[(&str, i64)], options: &ReadOptions) -> Result<Vec<(String, Role)>, Error> {
        let speakers: Vec<Speaker<'_>> = names
            .iter()
            .map(|(name, amount)| Speaker {
                name,
                amount: *amount,
                said: Role::parse(name),
            })
            .collect();
        choose("c", &speakers, "name", options).map(|p| p.roles.into_iter().collect())
    }

    fn options(roles: &[(&str, Role)], lenient: bool) -> ReadOptions {
        ReadOptions {
            lenient,
            roles: roles.iter().map(|(n, r)| (String::from(*n), *r)).collect(),
            ..ReadOptions::default()
        }
    }

    fn pairs(pairs: &[(&str, Role)]) -> Vec<(String, Role)> {
        pairs.iter().map(|(n, r)| (String::from(*n), *r)).collect()
    }

    #[test]
    fn names_that_are_roles_decide() {
        let plain = ReadOptions::default();
        let (user, agent) = (Role::User, Role::Agent);
        assert_eq!(
            of(&[("A", 1), ("B", 1)], &plain),
            Ok(pairs(&[("A", user), ("B", agent)]))
        );
        assert_eq!(
            of(&[("A", 1), ("user", 1)], &plain),
            Ok(pairs(&[("A", agent), ("user", user)]))
        );
        let said = options(&[("B", Role::User)], false);
        assert_eq!(
            of(&[("A", 1), ("B", 1)], &said),
            Ok(pairs(&[("A", agent), ("B", user)]))
        );
        let same = options(&[("A", Role::User), ("B", Role::User)], false);
        assert!(of(&[("A", 1), ("B", 1)], &same).is_err());
    }

    #[test]
    fn a_third_speaker_is_refused_picked_or_left_out() {
        let three = [("A", 5), ("B", 1), ("C", 9)];
        let refused = of(&three, &ReadOptions::default());
        assert!(refused.is_err_and(|e| e.value.as_deref() == Some("A, B, C")));
        let picked = options(&[("B", Role::User), ("A", Role::Agent)], false);
        assert_eq!(
            of(&three, &picked),
            Ok(pairs(&[("A", Role::Agent), ("B", Role::User)]))
        );
        let shared = options(
            &[("A", Role::User), ("B", Role::User), ("C", Role::Agent)],
            false,
        );
        assert_eq!(of(&three, &shared).map(|r| r.len()), Ok(3));
        // The two who say most, in the order of the source.
        assert_eq!(
            of(&three, &options(&[], true)),
            Ok(pairs(&[("A", Role::User), ("C", Role::Agent)]))
        );
    }
}
