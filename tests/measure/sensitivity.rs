//! A figure under another definition is the figure that an audit by that definition gives.

use falter::audit::{Options, audit};
use falter::sensitivity::Axis;
use falter::timeline::TurnRule;

use crate::calls::{demo, read};

#[test]
fn variations_are_what_an_audit_of_their_own_finds() {
    let corpus = read(&demo());
    let base = audit(&corpus, &Options::default()).expect("an audit");
    let mut compared = 0;
    for outcome in &base.sensitivity {
        let mut options = Options::default();
        let set = match outcome.axis {
            Axis::TurnRule => {
                options.rule = TurnRule::parse(&outcome.value).expect("a rule");
                Ok(())
            }
            Axis::Pause => options
                .settings
                .set(&format!("hold_min_ms={}", outcome.value)),
            Axis::Opportunity => options
                .settings
                .set(&format!("opportunity_closes_ms={}", outcome.value)),
        };
        set.expect("a setting");
        let alone = audit(&corpus, &options).expect("an audit");
        // Clustering is that of the same disfluencies over other turns; an audit would look for them anew.
        let figures = outcome.figures.iter();
        for (name, unit, value) in figures.filter(|f| !f.0.starts_with("dispersion.")) {
            let estimate = alone.all(name).expect("the figure");
            assert_eq!(
                (estimate.value, estimate.unit),
                (*value, *unit),
                "{name} by {} {}",
                outcome.axis.name(),
                outcome.value
            );
            compared += usize::from(value.is_some());
        }
    }
    assert!(compared > 60, "{compared}");
}
