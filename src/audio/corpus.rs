//! Speech activity of a whole corpus.

use std::collections::BTreeSet;

use rayon::prelude::*;

use super::activity::Activity;
use super::hear::listen;
use crate::call::Role;
use crate::error::Result;
use crate::format::Corpus;
use crate::settings::Settings;

/// Hears the recordings of every call of which some side has neither word times nor known activity
/// (`always`: of every call). Yields what ran, with its settings. Calls are heard in parallel; the result
/// does not depend on that.
pub fn listen_all(
    corpus: &mut Corpus,
    activity: &dyn Activity,
    settings: &Settings,
    always: bool,
    done: &(dyn Fn() + Sync),
) -> Result<BTreeSet<String>> {
    let each: Vec<BTreeSet<String>> = corpus
        .calls
        .par_iter_mut()
        .filter(|call| call.audio.is_some())
        .map(|call| -> Result<BTreeSet<String>> {
            let lacking = Role::ALL.into_iter().any(|role| {
                call.speech[role.index()].is_none() && !call.words.iter().any(|w| w.role == role)
            });
            let listened = match lacking || always {
                true => listen(call, activity, settings)?,
                false => BTreeSet::new(),
            };
            done();
            Ok(listened)
        })
        .collect::<Result<_>>()?;
    Ok(each.into_iter().flatten().collect())
}
