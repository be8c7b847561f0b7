//! Writing insertions into a text.

use crate::lang::Token;
use crate::protect::insertion_point;

/// `text` with each insertion (token, inserted) before its token. Insertions ascend by token; those for
/// tokens that do not exist are left out.
pub(super) fn insert<'t>(
    text: &str,
    tokens: impl Fn(usize) -> Option<&'t Token<'t>>,
    insertions: &[(usize, &str)],
) -> String {
    let extra: usize = insertions.iter().map(|(_, s)| s.len()).sum();
    let mut new = String::with_capacity(text.len() + extra);
    let mut from = 0;
    for (token, inserted) in insertions {
        let Some(token) = tokens(*token) else {
            continue;
        };
        let at = insertion_point(text, token).max(from);
        new.push_str(text.get(from..at).unwrap_or_default());
        new.push_str(inserted);
        from = at;
    }
    new.push_str(text.get(from..).unwrap_or_default());
    new
}
