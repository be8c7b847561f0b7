//! `--lenient`: bad rows are left out, counted and listed.

use std::collections::{BTreeMap, BTreeSet};

use super::folder::Set;
use super::row::{Placed, Rejected};
use super::rules;
use super::schema::Table;
use crate::error::Error;
use crate::format::plural;

/// Leaves out of `set` every row that breaks a rule, until none does.
pub(super) fn leave_out(set: &mut Set, rejected: Vec<Rejected>) {
    let mut rows = rejected.len();
    let mut errors: Vec<Error> = rejected.into_iter().flat_map(|r| r.errors).collect();
    loop {
        let faults = rules::faults(set);
        let bad: BTreeSet<(Table, usize)> = faults.iter().map(|f| (f.table, f.row)).collect();
        if bad.is_empty() {
            break;
        }
        rows += bad.len();
        errors.extend(faults.into_iter().map(|f| f.error));
        keep(Table::Calls, &mut set.calls, &bad);
        keep(Table::AsrHistory, &mut set.rows, &bad);
        keep(Table::Words, &mut set.words, &bad);
        keep(Table::UserTurns, &mut set.turns, &bad);
        keep(Table::SilenceSpans, &mut set.silences, &bad);
        keep(Table::EotLabels, &mut set.points, &bad);
    }
    set.left_out = rows;
    if rows > 0 {
        set.notices.push(summary(rows, &errors));
        let listed = errors.iter().map(|e| format!("left out: {e}"));
        set.notices.extend(listed);
    }
}

fn keep<T>(table: Table, rows: &mut Vec<Placed<T>>, bad: &BTreeSet<(Table, usize)>) {
    rows.retain(|row| !bad.contains(&(table, row.at.row)));
}

fn summary(rows: usize, errors: &[Error]) -> String {
    let mut reasons: BTreeMap<&str, usize> = BTreeMap::new();
    for error in errors {
        *reasons.entry(&error.rule).or_default() += 1;
    }
    let reasons: Vec<String> = reasons
        .into_iter()
        .map(|(rule, n)| format!("{n} × {rule}"))
        .collect();
    format!("{} left out: {}", plural(rows, "row"), reasons.join("; "))
}
