//! How much of a figure is its definition: the same calls counted under other turn rules and thresholds.

use crate::audit::Options;
use crate::event::{self, Event};
use crate::health::{self, Finding};
use crate::measure::{Estimate, MEASURES, Measure, Pool, Scope, Tally, View};
use crate::settings::{self, Setting, Settings};
use crate::timeline::{Timeline, TurnRule};

/// Something that could have been defined otherwise.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Axis {
    /// How units become turns.
    TurnRule,
    /// How long a silence must be to count as a pause.
    Pause,
    /// How long a silence may be to count as an opportunity.
    Opportunity,
}

impl Axis {
    /// Every axis, in the order of the report.
    pub const ALL: [Self; 3] = [Self::TurnRule, Self::Pause, Self::Opportunity];

    /// What varies.
    pub const fn name(self) -> &'static str {
        match self {
            Self::TurnRule => "turn rule",
            Self::Pause => "shortest pause, ms",
            Self::Opportunity => "longest opportunity, ms",
        }
    }

    /// The figures that depend on it.
    pub const fn figures(self) -> &'static [&'static str] {
        match self {
            Self::TurnRule => &[
                "tokens.turns",
                "turn_length.seconds_p50",
                "hold_pause.per_turn",
                "hold_pause.per_turn_200_500",
                "hold_pause.per_turn_500",
                "cut_if_waiting.holds_500",
                "cut_if_waiting.delay_5",
                "transfer_offset.p50",
                "transfer_offset.overlapped",
                "opportunity.per_turn",
                "interruption_rate",
                "dispersion.turn.both.raw",
                "dispersion.turn.both.adjusted",
            ],
            Self::Pause => &[
                "hold_pause.per_turn",
                "hold_pause.per_minute",
                "hold_pause.turns_with",
                "hold_pause.p50",
                "hold_pause.after_filler",
            ],
            Self::Opportunity => &[
                "opportunity.per_turn",
                "opportunity.to_backchannel",
                "opportunity.to_turn",
                "opportunity.first_share",
            ],
        }
    }
}

/// One other definition.
#[derive(Clone, Debug)]
pub(crate) struct Variation {
    /// What varies.
    pub axis: Axis,
    /// Its value, as the user would write it.
    pub value: String,
    /// Is it what the audit used?
    pub used: bool,
    rule: TurnRule,
    settings: Settings,
}

/// The figures of an axis under one definition.
#[derive(Clone, Debug)]
pub struct Outcome {
    /// What varies.
    pub axis: Axis,
    /// Its value.
    pub value: String,
    /// Is it what the audit used?
    pub used: bool,
    /// Name and unit of each figure of the axis, with its value over all calls.
    pub figures: Vec<(String, &'static str, Option<f64>)>,
}

/// Pauses from this long on are counted in the literature, ms: all, those a listener may take for the
/// end, those that a common timer takes for it.
const PAUSES: [u32; 3] = [100, 200, 500];

/// Ends of opportunities, ms: the seed's, and one that keeps most human pauses.
const OPPORTUNITIES: [u32; 2] = [500, 1000];

/// The definitions that are tried: those in use and the common others.
pub(crate) fn variations(options: &Options, annotated: bool) -> Vec<Variation> {
    let mut rules = vec![TurnRule::Floor, TurnRule::Raw, TurnRule::Gap(1000)];
    if annotated {
        rules.push(TurnRule::Annotated);
    }
    if !rules.contains(&options.rule) {
        rules.insert(0, options.rule);
    }
    // No intervals and no throws: the values are for comparison.
    let settings = options.settings.with(&settings::BOOTSTRAP_DRAWS, 0.0);
    let of_rule = |rule: TurnRule| Variation {
        axis: Axis::TurnRule,
        value: rule.to_string(),
        used: rule == options.rule,
        rule,
        settings: settings.clone(),
    };
    let mut all: Vec<Variation> = rules.into_iter().map(of_rule).collect();
    let thresholds = [
        (Axis::Pause, &settings::HOLD_MIN, &PAUSES[..]),
        (
            Axis::Opportunity,
            &settings::OPPORTUNITY_CLOSES,
            &OPPORTUNITIES,
        ),
    ];
    for (axis, setting, values) in thresholds {
        all.extend(of_threshold(options.rule, &settings, axis, setting, values));
    }
    all
}

fn of_threshold(
    rule: TurnRule,
    settings: &Settings,
    axis: Axis,
    setting: &Setting,
    values: &[u32],
) -> Vec<Variation> {
    let used = settings.get(setting);
    let mut values: Vec<f64> = values.iter().copied().map(f64::from).collect();
    if !values.contains(&used) {
        values.push(used);
        values.sort_by(f64::total_cmp);
    }
    let of = |value: f64| Variation {
        axis,
        value: value.to_string(),
        used: value == used,
        rule,
        settings: settings.with(setting, value),
    };
    values.into_iter().map(of).collect()
}

/// What a call yields under each variation: a row a variation, a column a measure, all sides together.
pub(crate) type Counted = Vec<Vec<Tally>>;

/// Counts a call again under every variation that isn't the one in use. `events` and `findings` are those of
/// the audit; the timeline is left with other turns.
pub(crate) fn count(
    timeline: &mut Timeline<'_>,
    events: &[Event],
    findings: &[Finding],
    variations: &[Variation],
    options: &Options,
) -> Counted {
    let mut of = |variation: &Variation| {
        if variation.used {
            return Vec::new();
        }
        if timeline.rule != variation.rule {
            timeline.turn_by(variation.rule, &variation.settings);
        }
        // The same disfluencies over other turns: looking for them anew would mix two things that differ.
        let events = event::find_again(timeline, &variation.settings, events);
        let measure = |m: &dyn Measure| {
            let mut tally = Tally::default();
            for side in &options.sides {
                if health::void(findings, m.name(), *side).is_some() {
                    continue;
                }
                let view = View {
                    timeline,
                    events: &events,
                    side: *side,
                    settings: &variation.settings,
                };
                m.count(&view, &mut tally);
            }
            tally
        };
        let wanted = MEASURES
            .iter()
            .map(|m| match concerns(variation.axis, m.name()) {
                true => measure(*m),
                false => Tally::default(),
            });
        wanted.collect()
    };
    // Turns are made again as rarely as possible: first what keeps the rule of the audit.
    let mut order: Vec<usize> = (0..variations.len()).collect();
    order.sort_by_key(|k| variations[*k].axis == Axis::TurnRule);
    let mut counted = vec![Vec::new(); variations.len()];
    for k in order {
        counted[k] = of(&variations[k]);
    }
    counted
}

fn concerns(axis: Axis, measure: &str) -> bool {
    axis.figures().iter().any(|figure| belongs(figure, measure))
}

fn belongs(figure: &str, measure: &str) -> bool {
    let rest = figure.strip_prefix(measure);
    rest.is_some_and(|rest| rest.is_empty() || rest.starts_with('.'))
}

/// The figures of every variation over all calls; those in use are taken from `audit`.
pub(crate) fn outcomes(
    variations: &[Variation],
    calls: &[Counted],
    audit: &[Estimate],
) -> Vec<Outcome> {
    let of = |(k, variation): (usize, &Variation)| Outcome {
        axis: variation.axis,
        value: variation.value.clone(),
        used: variation.used,
        figures: match variation.used {
            true => in_use(variation.axis, audit),
            false => {
                let calls: Vec<&[Tally]> = calls.iter().map(|c| c[k].as_slice()).collect();
                figures(variation, &calls)
            }
        },
    };
    variations.iter().enumerate().map(of).collect()
}

type Values = Vec<(String, &'static str, Option<f64>)>;

fn in_use(axis: Axis, audit: &[Estimate]) -> Values {
    let all = |name: &&str| {
        audit
            .iter()
            .find(|e| e.scope == Scope::All && e.name == **name)
    };
    let wanted = axis.figures().iter().filter_map(all);
    wanted.map(|e| (e.name.clone(), e.unit, e.value)).collect()
}

/// `calls` are the tallies of the measures, a row a call.
fn figures(variation: &Variation, calls: &[&[Tally]]) -> Values {
    let mut figures = Vec::new();
    for (m, measure) in MEASURES.iter().enumerate() {
        if !concerns(variation.axis, measure.name()) {
            continue;
        }
        let tallies: Vec<Tally> = calls.iter().filter_map(|c| c.get(m)).cloned().collect();
        let pool = Pool::new(&tallies, measure.figures(&variation.settings));
        let values = pool.values();
        for (figure, value) in pool.figures().iter().zip(values) {
            figures.push((figure.name.clone(), figure.unit, value));
        }
    }
    let wanted = variation.axis.figures().iter().filter_map(|name| {
        let found = figures.iter().find(|(n, _, _)| n == name)?;
        Some(found.clone())
    });
    wanted.collect()
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn every_axis_has_exactly_one_definition_in_use() {
        let odd = Options {
            rule: TurnRule::Gap(700),
            settings: Settings::default().with(&settings::HOLD_MIN, 150.0),
            ..Options::default()
        };
        for options in [Options::default(), odd] {
            for annotated in [false, true] {
                let variations = variations(&options, annotated);
                for axis in Axis::ALL {
                    let used = variations.iter().filter(|v| v.axis == axis && v.used);
                    assert_eq!(used.count(), 1, "{axis:?}");
                }
            }
        }
    }

    #[test]
    fn figures_belong_to_measures_that_exist() {
        for axis in Axis::ALL {
            for figure in axis.figures() {
                let measures = MEASURES.iter().filter(|m| belongs(figure, m.name()));
                assert_eq!(measures.count(), 1, "{figure}");
            }
        }
    }
}
