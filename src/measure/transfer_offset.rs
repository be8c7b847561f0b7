//! Floor transfer offsets.

use super::{Figure, Measure, Stat, Tally, View, per};
use crate::event::{Detail, Kind};
use crate::settings::Settings;

/// The measure.
pub struct TransferOffset;

impl Measure for TransferOffset {
    fn name(&self) -> &'static str {
        "transfer_offset"
    }

    fn definition(&self) -> &'static str {
        "Floor transfer offset (FTO): start of a turn of this side minus end of the other's turn before it, ms; negative = overlap. Quantiles, mean, and the share of transfers that overlap. Source: measures.md."
    }

    fn figures(&self, _: &Settings) -> Vec<Figure> {
        let sample = "offset";
        let q = |part, p| Figure::new("transfer_offset", part, "ms", Stat::Quantile { sample, p });
        vec![
            q("p10", 0.1),
            q("p25", 0.25),
            q("p50", 0.5),
            q("p75", 0.75),
            q("p90", 0.9),
            Figure::new(self.name(), "mean", "ms", Stat::Mean(sample)),
            Figure::new(
                self.name(),
                "overlapped",
                "share of transfers",
                per("overlapped", "transfers"),
            ),
        ]
    }

    fn count(&self, view: &View<'_>, tally: &mut Tally) {
        if let Some(reason) = view.one_sided() {
            tally.lacks("offset", reason);
            tally.lacks("overlapped", reason);
            return;
        }
        tally.add("overlapped", 0.0);
        tally.add("transfers", 0.0);
        for event in view.events_of(Kind::Transition) {
            if let Detail::Transition { offset } = event.detail {
                tally.sample("offset", offset as f64);
                tally.add("transfers", 1.0);
                tally.add("overlapped", f64::from(u8::from(offset < 0)));
            }
        }
    }
}
