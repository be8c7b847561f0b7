//! Findings about word times.

use super::{Finding, named};
use crate::call::{Call, Role, Word};
use crate::format::plural;
use crate::format::tables::Table;

/// Fewest pairs of words from which contiguous times are concluded.
const PAIRS: usize = 20;

/// Share of pairs without a gap, in per cent, from which word times show no pauses.
const CONTIGUOUS: usize = 98;

/// All findings about the words of `call`.
pub(super) fn check(call: &Call) -> Vec<Finding> {
    let mut findings = Vec::new();
    for role in Role::ALL {
        let mut words: Vec<&Word> = call.words.iter().filter(|w| w.role == role).collect();
        words.sort_by_key(|w| w.row);
        findings.extend(backwards(call, role, &words));
        findings.extend(untimed(call, role, &words));
        findings.extend(contiguous(call, role, &words));
    }
    let found = findings.into_iter().map(|f| f.table(Table::Words));
    found.collect()
}

/// Words that start before the word above them in the table.
fn backwards(call: &Call, role: Role, words: &[&Word]) -> Option<Finding> {
    let pairs = words.iter().zip(words.iter().skip(1));
    let back = pairs.filter(|(a, b)| b.start < a.start);
    let rows: Vec<usize> = back.map(|(_, b)| b.row).collect();
    if rows.is_empty() {
        return None;
    }
    let n = plural(rows.len(), "time");
    let rule = format!("word times of {role} run backwards {n}");
    Some(Finding::of(call, rule).advice(format!("{}: read in order of time", named(&rows))))
}

/// Words without a length, most often digits.
fn untimed(call: &Call, role: Role, words: &[&Word]) -> Option<Finding> {
    let untimed = words.iter().filter(|w| w.span().is_none());
    let rows: Vec<usize> = untimed.map(|w| w.row).collect();
    if rows.is_empty() {
        return None;
    }
    let n = rows.len();
    let rule = format!("{n} of {} words of {role} have no length", words.len());
    Some(Finding::of(call, rule).advice(format!("{}: untimed", named(&rows))))
}

/// Times invented so that every word ends where the next one starts.
fn contiguous(call: &Call, role: Role, words: &[&Word]) -> Option<Finding> {
    let timed: Vec<&&Word> = words.iter().filter(|w| w.span().is_some()).collect();
    let pairs = timed.len().saturating_sub(1);
    let touching = timed.iter().zip(timed.iter().skip(1));
    let touching = touching.filter(|(a, b)| a.end == b.start).count();
    if pairs < PAIRS || touching * 100 < pairs * CONTIGUOUS {
        return None;
    }
    let rule = format!("{touching} of {pairs} words of {role} end where the next one starts");
    Some(Finding::of(call, rule).advice("the times show no pauses: measure those by rows or audio"))
}
