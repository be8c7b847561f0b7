//! Speech activity of a whole corpus.

use std::sync::Mutex;

use rayon::prelude::*;

use super::activity::Activity;
use super::hear::listen;
use crate::call::Role;
use crate::error::Result;
use crate::format::Corpus;
use crate::settings::Settings;

/// Hears the recordings of every call of which some side has neither word times nor known activity
/// (`always`: of every call). Calls are heard in parallel; the result does not depend on that. Returns
/// what the user should know, in the order of the calls.
pub fn listen_all(
    corpus: &mut Corpus,
    activity: &dyn Activity,
    settings: &Settings,
    always: bool,
    heard: &(dyn Fn() + Sync),
) -> Result<Vec<String>> {
    let notices = Mutex::new(Vec::new());
    corpus
        .calls
        .par_iter_mut()
        .enumerate()
        .filter(|(_, call)| call.audio.is_some())
        .try_for_each(|(k, call)| -> Result<()> {
            let lacking = Role::ALL.into_iter().any(|role| {
                call.speech[role.index()].is_none() && !call.words.iter().any(|w| w.role == role)
            });
            if lacking || always {
                let new = listen(call, activity, settings)?;
                if let Ok(mut all) = notices.lock() {
                    all.push((k, new));
                }
            }
            heard();
            Ok(())
        })?;
    let mut notices = notices.into_inner().unwrap_or_default();
    notices.sort_by_key(|(k, _)| *k);
    Ok(notices.into_iter().flat_map(|(_, n)| n).collect())
}
