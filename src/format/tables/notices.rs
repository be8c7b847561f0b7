//! What the tables of a folder should tell their owner without being wrong.

use std::collections::BTreeMap;

use super::folder::Set;
use super::row::Placed;
use super::schema::Table;
use crate::format::plural;

/// The notices of a folder.
pub(super) fn of(set: &Set) -> Vec<String> {
    let mut notices = Vec::new();
    notices.extend(ids(Table::Calls, &set.calls));
    notices.extend(ids(Table::AsrHistory, &set.rows));
    notices.extend(ids(Table::Words, &set.words));
    notices.extend(ids(Table::UserTurns, &set.turns));
    notices.extend(ids(Table::SilenceSpans, &set.silences));
    notices.extend(ids(Table::EotLabels, &set.points));
    for file in &set.files {
        if file.source.text.lines().nth(1).is_none() {
            notices.push(format!("{}: no rows", file.source.input.name));
        }
    }
    let words = set.words.iter();
    let untimed = words.filter(|w| w.value.span().is_none()).count();
    if untimed > 0 {
        notices.push(format!(
            "words.csv: {} without a usable time (empty, or the end not after the start), kept as untimed",
            plural(untimed, "word")
        ));
    }
    notices
}

/// How many rows of a damaged id are named.
const SHOWN: usize = 10;

fn ids<T>(table: Table, rows: &[Placed<T>]) -> Vec<String> {
    let mut damaged: BTreeMap<&str, Vec<String>> = BTreeMap::new();
    for row in rows.iter().filter(|r| mangled(&r.call)) {
        let records = damaged.entry(&row.call).or_default();
        records.push(row.at.record.to_string());
    }
    let notice = |(id, mut records): (&str, Vec<String>)| {
        let n = records.len();
        records.truncate(SHOWN);
        let more = if n > SHOWN {
            format!(" and {} more", n - SHOWN)
        } else {
            String::new()
        };
        format!(
            "{}: call_id {id} looks like a number that a spreadsheet rewrote (rows {}{more}): different calls may have become one",
            table.file_name(),
            records.join(", ")
        )
    };
    damaged.into_iter().map(notice).collect()
}

/// Does an id look like a number that a spreadsheet rewrote (`1.38001E+10`, `13800138000.0`)?
pub fn mangled(id: &str) -> bool {
    let digits = |s: &str| !s.is_empty() && s.bytes().all(|b| b.is_ascii_digit());
    let number = |s: &str| match s.split_once('.') {
        Some((a, b)) => digits(a) && digits(b),
        None => digits(s),
    };
    let scientific = id.split_once("E+").or_else(|| id.split_once("e+"));
    scientific.is_some_and(|(m, e)| number(m) && digits(e))
        || id
            .strip_suffix(".0")
            .is_some_and(|s| s.len() > 9 && digits(s))
}

#[cfg(test)]
mod tests {
    use super::mangled;

    #[test]
    fn damage_is_told_from_ids() {
        for id in ["1.38001E+10", "5e+03", "13800138000.0"] {
            assert!(mangled(id), "{id}");
        }
        for id in ["00123", "123", "1E10", "a1.5E+3", "v2.0", "E+3", ""] {
            assert!(!mangled(id), "{id}");
        }
    }
}
