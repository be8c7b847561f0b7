//! Speech activity of a whole corpus.

use rayon::prelude::*;

use super::activity::Activity;
use super::hear::{Listened, listen};
use crate::call::Role;
use crate::error::Result;
use crate::format::Corpus;
use crate::settings::Settings;

/// Hears the recordings of every call of which some side has neither word times nor known activity
/// (`always`: of every call). Calls are heard in parallel; the result does not depend on that.
pub fn listen_all(
    corpus: &mut Corpus,
    activity: &dyn Activity,
    settings: &Settings,
    always: bool,
    done: &(dyn Fn() + Sync),
) -> Result<Listened> {
    let each: Vec<Listened> = corpus
        .calls
        .par_iter_mut()
        .filter(|call| call.audio.is_some())
        .map(|call| -> Result<Listened> {
            let lacking = Role::ALL.into_iter().any(|role| {
                call.speech[role.index()].is_none() && !call.words.iter().any(|w| w.role == role)
            });
            let listened = match lacking || always {
                true => listen(call, activity, settings)?,
                false => Listened::default(),
            };
            done();
            Ok(listened)
        })
        .collect::<Result<_>>()?;
    let mut all = Listened::default();
    for listened in each {
        all.notices.extend(listened.notices);
        all.signatures.extend(listened.signatures);
    }
    Ok(all)
}
