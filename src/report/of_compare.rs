//! The report of a comparison.

use super::number::{fixed, interval, places};
use super::{Block, Cell, Report, Section, Table, definitions};
use crate::compare::{Compared, Comparison, Distribution, HEADLINES, PerCall};
use crate::format::plural;

/// Composes the report. `a` and `b` are what the two are called.
pub fn of_compare(comparison: &Comparison, a: &str, b: &str) -> Report {
    let headlines: Vec<&Compared> = HEADLINES.iter().filter_map(|n| comparison.of(n)).collect();
    let all: Vec<&Compared> = comparison.figures.iter().collect();
    let block = |name: &str, caption: &str, figures: &[&Compared], detail| {
        Block::Table(match detail {
            true => every_number(name, caption, figures),
            false => for_reading(name, caption, figures),
        })
    };
    let mut sections = vec![Section {
        title: String::from("Headline figures"),
        blocks: vec![block(
            "compared",
            "B against A; p by exchanging calls, Holm over these figures",
            &headlines,
            false,
        )],
    }];
    if !comparison.per_call.is_empty() {
        sections.push(Section {
            title: String::from("Call by call"),
            blocks: vec![Block::Table(per_call(&comparison.per_call))],
        });
    }
    if !comparison.distributions.is_empty() {
        sections.push(Section {
            title: String::from("Distributions"),
            blocks: vec![Block::Table(distributions(&comparison.distributions))],
        });
    }
    sections.push(Section {
        title: String::from("Every figure"),
        blocks: vec![block(
            "compared_all",
            "Every figure, with Benjamini–Hochberg's p over all of them",
            &all,
            true,
        )],
    });
    let (signature_a, signature_b) = &comparison.signatures;
    Report {
        title: String::from(if comparison.paired {
            "Comparison of paired calls"
        } else {
            "Comparison"
        }),
        signature: match signature_a == signature_b {
            true => signature_a.clone(),
            false => format!("A {signature_a} B {signature_b}"),
        },
        findings: findings(comparison, &headlines, a, b),
        notices: comparison.notices.clone(),
        sections,
        measures: Vec::new(),
        definitions: definitions(),
    }
}

fn findings(comparison: &Comparison, headlines: &[&Compared], a: &str, b: &str) -> Vec<String> {
    let (calls_a, calls_b) = comparison.calls;
    let mut said = vec![format!(
        "A is {a} ({}), B is {b} ({}).",
        plural(calls_a, "call"),
        plural(calls_b, "call")
    )];
    let tested = headlines.iter().any(|f| f.p.is_some());
    let differs = |f: &&&Compared| match tested {
        true => f.holm.is_some_and(|p| p < 0.05),
        false => f
            .interval
            .is_some_and(|(low, high)| low > 0.0 || high < 0.0),
    };
    said.extend(headlines.iter().filter(differs).map(|f| sentence(f)));
    let apart = comparison
        .distributions
        .iter()
        .filter(|d| d.p_wasserstein.is_some_and(|p| p < 0.05));
    said.extend(apart.map(|d| {
        format!(
            "The distributions of the {} lie {} {} apart (p {}).",
            d.name,
            fixed(Some(d.distance.wasserstein), 0),
            d.unit,
            fixed(d.p_wasserstein, 4)
        )
    }));
    let known = headlines.iter().filter(|f| f.difference.is_some()).count();
    let few = comparison
        .smallest_p
        .filter(|p| p * known as f64 >= 0.05 && tested);
    if let Some(p) = few {
        said.push(format!(
            "So few calls cannot show a difference: no p can be under {}, and none of {known} headline figures under 0.05 after Holm. Read the intervals, or bring more calls.",
            fixed(Some(p), 4)
        ));
    }
    if said.len() == 1 && !tested {
        said.push(String::from(
            "Nothing was tested: that needs several calls on both sides. What intervals there are do not tell the two apart.",
        ));
    } else if said.len() == 1 {
        said.push(format!(
            "None of the {known} headline figures that both have differs beyond chance; that is no proof that they are alike: see the intervals."
        ));
    }
    said
}

fn sentence(f: &Compared) -> String {
    let places = places(&f.unit).max(1);
    let more = if f.difference.is_some_and(|d| d > 0.0) {
        "higher"
    } else {
        "lower"
    };
    let (low, high) = f.interval.unzip();
    let p = f
        .holm
        .map(|p| format!("; p {} after Holm", fixed(Some(p), 4)));
    format!(
        "{} is {more} in B: {} against {} {}, by {} {}{}.",
        f.name,
        fixed(f.b, places),
        fixed(f.a, places),
        f.unit,
        fixed(f.difference.map(f64::abs), places),
        match f.difference.is_some_and(|d| d < 0.0) {
            true => interval(high.map(|x| -x), low.map(|x| -x), places),
            false => interval(low, high, places),
        },
        p.unwrap_or_default(),
    )
}

fn table(name: &str, caption: &str, columns: &[&str], rows: Vec<Vec<Cell>>, detail: bool) -> Table {
    Table {
        name: String::from(name),
        caption: String::from(caption),
        columns: columns.iter().copied().map(String::from).collect(),
        rows,
        detail,
    }
}

/// As wide as a page.
fn for_reading(name: &str, caption: &str, figures: &[&Compared]) -> Table {
    let columns = [
        "figure",
        "unit",
        "A",
        "B",
        "B − A",
        "95 % interval",
        "B / A",
        "95 % interval of it",
        "p",
        "p after Holm",
        "note",
    ];
    let row = |f: &&Compared| {
        let places = places(&f.unit).max(1);
        let ends = |ends: Option<(f64, f64)>, places| {
            let (low, high) = ends.unzip();
            Cell::text(interval(low, high, places))
        };
        vec![
            Cell::text(&f.name),
            Cell::text(&f.unit),
            Cell::Number(f.a, places),
            Cell::Number(f.b, places),
            Cell::Number(f.difference, places),
            ends(f.interval, places),
            Cell::Number(f.ratio, 2),
            ends(f.ratio_interval, 2),
            Cell::Number(f.p, 4),
            Cell::Number(f.holm, 4),
            Cell::text(f.reason.clone().unwrap_or_default()),
        ]
    };
    let rows = figures.iter().map(row).collect();
    table(name, caption, &columns, rows, false)
}

/// For programs, a number a cell.
fn every_number(name: &str, caption: &str, figures: &[&Compared]) -> Table {
    let columns = [
        "figure",
        "unit",
        "a",
        "b",
        "difference",
        "low",
        "high",
        "ratio",
        "ratio_low",
        "ratio_high",
        "p",
        "p_holm",
        "p_bh",
        "reason",
    ];
    let row = |f: &&Compared| {
        let places = places(&f.unit).max(1);
        let number = |x, places| Cell::Number(x, places);
        vec![
            Cell::text(&f.name),
            Cell::text(&f.unit),
            number(f.a, places),
            number(f.b, places),
            number(f.difference, places),
            number(f.interval.map(|i| i.0), places),
            number(f.interval.map(|i| i.1), places),
            number(f.ratio, 2),
            number(f.ratio_interval.map(|i| i.0), 2),
            number(f.ratio_interval.map(|i| i.1), 2),
            number(f.p, 4),
            number(f.holm, 4),
            number(f.bh, 4),
            Cell::text(f.reason.clone().unwrap_or_default()),
        ]
    };
    let rows = figures.iter().map(row).collect();
    table(name, caption, &columns, rows, true)
}

fn distributions(found: &[Distribution]) -> Table {
    let columns = [
        "distribution",
        "unit",
        "n_a",
        "n_b",
        "wasserstein",
        "p_wasserstein",
        "ks",
        "p_ks",
    ];
    let row = |d: &Distribution| {
        vec![
            Cell::text(d.name),
            Cell::text(d.unit),
            Cell::count(d.n.0),
            Cell::count(d.n.1),
            Cell::Number(Some(d.distance.wasserstein), 1),
            Cell::Number(d.p_wasserstein, 4),
            Cell::Number(Some(d.distance.ks), 3),
            Cell::Number(d.p_ks, 4),
        ]
    };
    let rows = found.iter().map(row).collect();
    table(
        "distributions",
        "How far apart whole distributions are; p by exchanging calls",
        &columns,
        rows,
        false,
    )
}

fn per_call(found: &[PerCall]) -> Table {
    let columns = [
        "figure",
        "unit",
        "calls",
        "shift",
        "low",
        "high",
        "p_wilcoxon",
        "rank_biserial",
    ];
    let row = |f: &PerCall| {
        let places = places(f.unit).max(1);
        vec![
            Cell::text(&f.name),
            Cell::text(f.unit),
            Cell::count(f.calls),
            Cell::Number(Some(f.shift.value), places),
            Cell::Number(f.shift.low, places),
            Cell::Number(f.shift.high, places),
            Cell::Number(f.test.map(|t| t.p), 4),
            Cell::Number(f.test.map(|t| t.effect), 2),
        ]
    };
    let rows = found.iter().map(row).collect();
    table(
        "per_call",
        "One value a call: Hodges–Lehmann shift from A to B, Wilcoxon's signed ranks (zeros by Pratt)",
        &columns,
        rows,
        false,
    )
}
