//! Holds that the other party cut short: how long they would have lasted is not known, only that it is
//! longer.

use crate::event::Kind;
use crate::measure::View;
use crate::settings;
use crate::time::Ms;

/// Lengths up to the barge-in, ms: the other's interruptions that begin in a silence of the side.
pub(super) fn lengths(view: &View<'_>) -> Vec<Ms> {
    let side = view.timeline.side(view.side);
    let other = view.side.other();
    let onsets = view
        .events
        .iter()
        .filter(|e| e.kind == Kind::Interruption && e.role == other);
    let silence = onsets.filter_map(|e| {
        let onset = e.span?.start;
        let before = side.speech.partition_point(|s| s.start < onset);
        let last = side.speech.get(before.checked_sub(1)?)?;
        Some(onset - last.end)
    });
    let shortest = view.settings.ms(&settings::HOLD_MIN);
    silence.filter(|length| *length >= shortest).collect()
}
