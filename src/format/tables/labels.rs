//! `user_turns.csv`, `silence_spans.csv` and `eot_labels.csv`: what people say about the user's turns.

use super::cells::Cells;
use super::row::TableRow;
use super::schema::Table;
use crate::call::{Call, Confidence, DecisionPoint, Label, Reason, SilenceSpan, Status, UserTurn};
use crate::time::Span;

impl TableRow for UserTurn {
    const TABLE: Table = Table::UserTurns;

    fn read(cells: &mut Cells) -> Option<Self> {
        let id = cells.id("turn_id");
        let (start, end) = (cells.ms("start_ms"), cells.optional_ms("speech_end_ms"));
        let status = cells.one_of("status", &Status::ALL, Status::name);
        let (start, speech_end, status) = (start?, end?, status?);
        if status == Status::Complete && speech_end.is_none() {
            cells.wrong(
                "speech_end_ms",
                "a complete turn needs speech_end_ms",
                "fill it, or set status uncertain",
            );
            return None;
        }
        let ordered =
            speech_end.is_none_or(|end| cells.ordered(("start_ms", start), ("speech_end_ms", end)));
        ordered.then_some(Self {
            row: cells.at.row,
            id: id?,
            start,
            speech_end,
            status,
            annotator: String::from(cells.text("annotator")),
        })
    }

    fn cells(&self) -> Vec<String> {
        vec![
            self.id.clone(),
            self.start.to_string(),
            self.speech_end.map(|ms| ms.to_string()).unwrap_or_default(),
            String::from(self.status.name()),
            self.annotator.clone(),
        ]
    }

    fn row(&self) -> usize {
        self.row
    }

    fn list(call: &Call) -> &[Self] {
        &call.turns
    }

    fn list_mut(call: &mut Call) -> &mut Vec<Self> {
        &mut call.turns
    }
}

impl TableRow for SilenceSpan {
    const TABLE: Table = Table::SilenceSpans;

    fn read(cells: &mut Cells) -> Option<Self> {
        let turn_id = cells.id("turn_id");
        let index = cells.number("span_index", "");
        let (start, end) = (cells.ms("start_ms"), cells.ms("end_ms"));
        let label = cells.optional("label", &[Label::Hold, Label::Eot], Label::name);
        let judged = judgement(cells);
        let (start, end) = (start?, end?);
        let ordered = cells.ordered(("start_ms", start), ("end_ms", end));
        let (label, (confidence, reason)) = (label?, judged?);
        (agrees(cells, label, reason) && ordered).then_some(())?;
        Some(Self {
            row: cells.at.row,
            turn_id: turn_id?,
            index: u32::try_from(index?).unwrap_or(u32::MAX),
            span: Span::new(start, end),
            label,
            confidence,
            reason,
            annotator: String::from(cells.text("annotator")),
        })
    }

    fn cells(&self) -> Vec<String> {
        vec![
            self.turn_id.clone(),
            self.index.to_string(),
            self.span.start.to_string(),
            self.span.end.to_string(),
            name(self.label, Label::name),
            name(self.confidence, Confidence::name),
            name(self.reason, Reason::name),
            self.annotator.clone(),
        ]
    }

    fn row(&self) -> usize {
        self.row
    }

    fn list(call: &Call) -> &[Self] {
        &call.silences
    }

    fn list_mut(call: &mut Call) -> &mut Vec<Self> {
        &mut call.silences
    }
}

impl TableRow for DecisionPoint {
    const TABLE: Table = Table::EotLabels;

    fn read(cells: &mut Cells) -> Option<Self> {
        let at = cells.ms("decision_ms");
        let can_reply = cells.optional("can_reply_now", &[true, false], reply);
        let judged = judgement(cells);
        let (can_reply, (confidence, reason)) = (can_reply?, judged?);
        agrees(cells, can_reply.map(as_label), reason).then_some(())?;
        Some(Self {
            row: cells.at.row,
            at: at?,
            text: String::from(cells.text("user_text_at_decision")),
            can_reply,
            confidence,
            reason,
            annotator: String::from(cells.text("annotator")),
        })
    }

    fn cells(&self) -> Vec<String> {
        vec![
            self.at.to_string(),
            self.text.clone(),
            name(self.can_reply, reply),
            name(self.confidence, Confidence::name),
            name(self.reason, Reason::name),
            self.annotator.clone(),
        ]
    }

    fn row(&self) -> usize {
        self.row
    }

    fn list(call: &Call) -> &[Self] {
        &call.points
    }

    fn list_mut(call: &mut Call) -> &mut Vec<Self> {
        &mut call.points
    }
}

const fn reply(can: bool) -> &'static str {
    if can { "1" } else { "0" }
}

/// The label of the silence in which such a point can stand.
const fn as_label(can_reply: bool) -> Label {
    if can_reply { Label::Eot } else { Label::Hold }
}

fn name<T>(value: Option<T>, name: fn(T) -> &'static str) -> String {
    value.map(name).map(String::from).unwrap_or_default()
}

fn judgement(cells: &mut Cells) -> Option<(Option<Confidence>, Option<Reason>)> {
    let confidence = cells.optional("confidence", &Confidence::ALL, Confidence::name);
    let reason = cells.optional("reason", &Reason::ALL, Reason::name);
    Some((confidence?, reason?))
}

/// Rule 2: a reason belongs to one label. An empty reason agrees with every label.
fn agrees(cells: &mut Cells, label: Option<Label>, reason: Option<Reason>) -> bool {
    let Some(reason) = reason.filter(|r| r.label() != label) else {
        return true;
    };
    let column = match cells.table {
        Table::EotLabels => "can_reply_now",
        _ => "label",
    };
    let wanted = match (reason.label(), cells.table) {
        (None, _) => "empty",
        (Some(label), Table::EotLabels) => reply(label == Label::Eot),
        (Some(label), _) => label.name(),
    };
    let rule = format!("{column} and reason disagree");
    cells.wrong(
        column,
        rule,
        format!("{} goes with {column} {wanted}", reason.name()),
    );
    false
}
