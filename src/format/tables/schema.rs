//! Names and headers of the tables.

use std::path::Path;

/// A table.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord)]
pub enum Table {
    /// One call a row.
    Calls,
    /// One stretch of speech a row.
    AsrHistory,
    /// One word a row.
    Words,
    /// One user turn a row.
    UserTurns,
    /// One silence a row.
    SilenceSpans,
    /// One decision point a row.
    EotLabels,
}

impl Table {
    /// Every table, in the order in which they are read, checked and written.
    pub const ALL: [Self; 6] = [
        Self::Calls,
        Self::AsrHistory,
        Self::Words,
        Self::UserTurns,
        Self::SilenceSpans,
        Self::EotLabels,
    ];

    /// The file name.
    pub const fn file_name(self) -> &'static str {
        match self {
            Self::Calls => "calls.csv",
            Self::AsrHistory => "asr_history.csv",
            Self::Words => "words.csv",
            Self::UserTurns => "user_turns.csv",
            Self::SilenceSpans => "silence_spans.csv",
            Self::EotLabels => "eot_labels.csv",
        }
    }

    /// The columns, in order. Those of `calls.csv` after the first are optional and free in order.
    pub const fn header(self) -> &'static [&'static str] {
        match self {
            Self::Calls => &[
                "call_id",
                "language",
                "duration_ms",
                "user_channel",
                "agent_channel",
                "audio",
            ],
            Self::AsrHistory => &["call_id", "role", "start_ms", "end_ms", "transcript"],
            Self::Words => &[
                "call_id",
                "role",
                "start_ms",
                "end_ms",
                "word",
                "confidence",
            ],
            Self::UserTurns => &[
                "call_id",
                "turn_id",
                "start_ms",
                "speech_end_ms",
                "status",
                "annotator",
            ],
            Self::SilenceSpans => &[
                "call_id",
                "turn_id",
                "span_index",
                "start_ms",
                "end_ms",
                "label",
                "confidence",
                "reason",
                "annotator",
            ],
            Self::EotLabels => &[
                "call_id",
                "decision_ms",
                "user_text_at_decision",
                "can_reply_now",
                "confidence",
                "reason",
                "annotator",
            ],
        }
    }

    /// The table a file holds: by its name, else by the columns in its first bytes.
    ///
    /// Columns in another order or with another separator still tell the table; reading it then says
    /// what is wrong. `calls.csv` has free columns, so only its name can tell.
    pub fn of(path: &Path, head: &[u8]) -> Option<Self> {
        let name = path.file_name()?.to_str()?;
        let by_name = Self::ALL
            .into_iter()
            .find(|t| name.eq_ignore_ascii_case(t.file_name()));
        by_name.or_else(|| Self::by_columns(&first_line(head)))
    }

    fn by_columns(line: &str) -> Option<Self> {
        let mut columns: Vec<&str> = line
            .split([',', ';', '\t'])
            .map(|c| c.trim().trim_matches('"'))
            .collect();
        columns.sort_unstable();
        Self::ALL.into_iter().skip(1).find(|table| {
            let mut known = table.header().to_vec();
            known.sort_unstable();
            known == columns
        })
    }
}

/// The first line without byte order mark or zero bytes: headers are ASCII in every encoding we read.
fn first_line(head: &[u8]) -> String {
    head.iter()
        .copied()
        .filter(|b| b.is_ascii() && *b != 0)
        .take_while(|b| !matches!(b, b'\r' | b'\n'))
        .map(char::from)
        .collect()
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_table_is_known_by_name_or_by_its_columns() {
        let of = |name: &str, head: &[u8]| Table::of(Path::new(name), head);
        assert_eq!(of("d/Words.csv", b""), Some(Table::Words));
        let columns = b"\xEF\xBB\xBFcall_id,role,start_ms,end_ms,transcript\r\nc,";
        assert_eq!(of("de.csv", columns), Some(Table::AsrHistory));
        let other = b"call_id;role;end_ms;start_ms;transcript";
        assert_eq!(of("a.csv", other), Some(Table::AsrHistory));
        assert_eq!(of("pred.csv", b"call_id,decision_ms,score"), None);
    }
}
