//! A user who never hesitates.

use super::Check;
use super::finding::{Finding, Severity};
use super::seen::{Seen, Words};
use crate::call::Role;
use crate::format::plural;
use crate::settings::Settings;

/// The check.
pub struct NoDisfluency;

/// In fewer tokens anybody is fluent.
const TOKENS: usize = 10;

impl Check for NoDisfluency {
    fn name(&self) -> &'static str {
        "no_disfluency"
    }

    fn about(&self) -> &'static str {
        "Over all calls the user, in at least 10 tokens, has no filler, marker, editing term, repeat or cut-off word at all, as simulators that were prompted for chat have; tags such as `[stressed]` are counted apart, they are no tokens. A note: whether so many tokens can be fluent by chance is for `verbatim_suspect` to say. Source: measures.md; langwatch/scenario#597."
    }

    fn without_times(&self) -> bool {
        true
    }

    fn needs(&self) -> &'static str {
        "text of the user"
    }

    fn together(&self, seen: &[Seen], _settings: &Settings) -> Vec<Finding> {
        let role = Role::User;
        let all = seen.iter().map(|s| s[role.index()]);
        let all = all.fold(Words::default(), Words::plus);
        if all.tokens < TOKENS || all.fillers + all.others > 0 {
            return Vec::new();
        }
        let tags = match all.tags {
            0 => String::new(),
            n => format!("; {} counted apart", plural(n, "style tag")),
        };
        let sentence = format!(
            "no disfluency at all in {}{tags}",
            plural(all.tokens, "token")
        );
        let finding = Finding::new(self.name(), Severity::Note, sentence);
        vec![finding.of(role)]
    }
}
