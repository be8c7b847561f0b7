//! Transcripts that were cleaned.

use super::Check;
use super::effect::{DISFLUENCIES, Effect};
use super::finding::{Finding, Severity};
use super::seen::{Seen, Words};
use crate::call::Role;
use crate::format::plural;
use crate::settings::{self, Settings};

/// The check.
pub struct Verbatim;

/// The exact upper 97.5 % bound of a Poisson mean after 0, 1, 2 … events: half of the 0.975 quantile of
/// chi-squared with 2 (n + 1) degrees of freedom.
const UPPER: [f64; 6] = [3.689, 5.572, 7.225, 8.767, 10.242, 11.668];

impl Check for Verbatim {
    fn name(&self) -> &'static str {
        "verbatim_suspect"
    }

    fn about(&self) -> &'static str {
        "Over all calls the user's filler rate is below `verbatim_rate` per 1000 tokens, with 97.5 % certainty (exact Poisson bound): recognisers and editors strip fillers, people do not. Rates of disfluencies are then lower bounds. Source: measures.md; the lowest published rate of unscripted speech, Mandarin in NCCU, is 3.5."
    }

    fn without_times(&self) -> bool {
        true
    }

    fn needs(&self) -> &'static str {
        "text of the user, some 1000 tokens"
    }

    fn together(&self, seen: &[Seen], settings: &Settings) -> Vec<Finding> {
        let role = Role::User;
        let all = seen.iter().map(|s| s[role.index()]);
        let calls = all.clone().filter(|w| w.tokens > 0).count();
        let all = all.fold(Words::default(), Words::plus);
        let Some(most) = UPPER.get(all.fillers) else {
            return Vec::new();
        };
        let lowest = settings.get(&settings::VERBATIM_RATE);
        if most * 1000.0 >= lowest * all.tokens as f64 {
            return Vec::new();
        }
        let sentence = format!(
            "fillers seem to have been stripped: {} in {} tokens of {}",
            all.fillers,
            all.tokens,
            plural(calls, "call")
        );
        let finding = Finding::new(self.name(), Severity::Warning, sentence)
            .of(role)
            .advice("use a verbatim transcript")
            .does(Effect::LowerBound(DISFLUENCIES));
        vec![finding]
    }
}
