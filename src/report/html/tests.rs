//! The page as a whole: what must hold whatever is in the report.

use super::super::{
    Block, Cell, Lane, Mark, Plot, RENDERERS, Report, Section, Series, Strip, Table,
};
use crate::call::Role;
use crate::measure::{Estimate, Scope};
use crate::time::{Ms, Span};

const EVIL: &str = "</svg><script>alert('x')</script>\" onload=\"y\u{0}\u{202e} & <img src=q>";

fn render(report: &Report) -> String {
    let html = RENDERERS
        .iter()
        .find(|r| r.name() == "html")
        .expect("registered");
    let files = html.render(report);
    assert_eq!(files.len(), 1);
    assert_eq!(files[0].0, "report.html");
    String::from_utf8(files[0].1.clone()).expect("UTF-8")
}

/// A page of these blocks, checked.
fn page(blocks: Vec<Block>) -> String {
    let title = String::from("blocks");
    let html = render(&Report {
        sections: vec![Section { title, blocks }],
        ..Report::default()
    });
    check(&html);
    html
}

/// Panics unless every tag is closed in turn, every attribute quoted and every id used once.
fn check(html: &str) {
    let body = html.strip_prefix("<!doctype html>").expect("doctype");
    let (mut open, mut ids, mut rest) = (Vec::new(), Vec::new(), body);
    while let Some(at) = rest.find('<') {
        text(&rest[..at]);
        let end = rest[at..].find('>').expect("a tag ends") + at;
        let tag = &rest[at + 1..end];
        rest = &rest[end + 1..];
        if let Some(name) = tag.strip_prefix('/') {
            assert_eq!(open.pop(), Some(name), "closed in turn");
            continue;
        }
        let pieces: Vec<&str> = tag.split('"').collect();
        assert!(
            pieces.len() % 2 == 1 && !tag.contains(['<', '\'']) || tag.contains("http-equiv"),
            "{tag}"
        );
        ids.extend(
            pieces
                .chunks(2)
                .filter(|p| p[0].ends_with(" id="))
                .map(|p| p[1]),
        );
        pieces
            .iter()
            .skip(1)
            .step_by(2)
            .for_each(|value| text(value));
        if !tag.ends_with('/') {
            open.push(tag.split_whitespace().next().unwrap_or_default());
        }
    }
    assert!(open.is_empty() && rest.trim().is_empty(), "{open:?}");
    let all = ids.len();
    ids.sort_unstable();
    ids.dedup();
    assert_eq!(ids.len(), all, "an id twice");
}

/// Panics on an ampersand that starts no entity, on controls, and on numbers that are none.
fn text(text: &str) {
    for after in text.split('&').skip(1) {
        let known = ["amp;", "lt;", "gt;", "quot;", "#39;"];
        assert!(known.iter().any(|k| after.starts_with(k)), "&{after}");
    }
    assert!(
        !text.chars().any(|c| c.is_control() && c != '\n'),
        "{text:?}"
    );
    assert!(!text.contains("NaN") && !text.contains("inf"), "{text}");
}

fn estimate(name: &str, scope: Scope, value: Option<f64>) -> Estimate {
    Estimate {
        name: String::from(name),
        scope,
        unit: "ms",
        value,
        low: value.map(|v| v - 1.0),
        high: value.map(|v| v + 1.0),
        method: None,
        percentile: None,
        design_effect: None,
        hits: value,
        chances: None,
        calls: 2,
        reason: value.is_none().then(|| String::from(EVIL)),
    }
}

fn series(bars: bool, points: Vec<(f64, f64)>) -> Series {
    let band = points.iter().map(|p| (p.1 - 0.1, p.1 + 0.1)).collect();
    Series {
        name: String::from(EVIL),
        bars,
        points,
        band,
    }
}

fn plot(log_x: bool, series: Vec<Series>) -> Plot {
    Plot {
        title: String::from(EVIL),
        x: String::from("pause (ms)"),
        y: String::from(EVIL),
        log_x,
        series,
        marks: vec![
            (200.0, String::from(EVIL)),
            (f64::NAN, String::new()),
            (-1.0, String::new()),
        ],
    }
}

fn strip(duration: Ms, spans: &[(Ms, Ms, &'static str)]) -> Strip {
    let spans = spans.iter().map(|(start, end, kind)| Mark {
        span: Span::new(*start, *end),
        kind,
        label: EVIL.repeat(9),
    });
    let lane = Lane {
        name: EVIL.repeat(3),
        spans: spans.collect(),
    };
    Strip {
        title: String::from(EVIL),
        duration,
        lanes: vec![lane],
    }
}

fn hostile() -> Report {
    let evil = || String::from(EVIL);
    let table = Table {
        name: evil(),
        caption: evil(),
        detail: false,
        columns: vec![evil(), evil()],
        rows: vec![
            vec![Cell::Text(evil()), Cell::Number(Some(f64::NAN), 2)],
            vec![],
        ],
    };
    let lines = vec![series(false, vec![(1.0, 2.0), (3.0, f64::NAN)])];
    Report {
        title: evil(),
        signature: evil(),
        findings: vec![evil()],
        notices: vec![evil()],
        sections: vec![Section {
            title: evil(),
            blocks: vec![
                Block::Text(evil()),
                Block::Table(table),
                Block::Plot(plot(true, lines)),
                Block::Strip(strip(9000, &[(0, 500, "speech"), (500, 500, "eot")])),
            ],
        }],
        measures: vec![
            estimate(EVIL, Scope::All, None),
            estimate("hold_pause.p50", Scope::Side(Role::User), Some(480.0)),
            estimate("hold_pause.p50", Scope::By(evil(), evil()), Some(480.0)),
            estimate("hold_pause.p50", Scope::Call(evil()), None),
        ],
        definitions: vec![(evil(), evil())],
    }
}

#[test]
fn strangers_text_stays_text() {
    let html = render(&hostile());
    check(&html);
    for bad in ["<script", "<img", "onload=\"", "\u{0}", "\u{202e}"] {
        assert!(!html.contains(bad), "{bad:?}");
    }
    assert!(html.contains("&lt;script&gt;"));
}

#[test]
fn nothing_is_fetched_or_run() {
    let lane = Lane {
        name: String::from("user"),
        spans: Vec::new(),
    };
    let strip = Strip {
        title: String::from("a call"),
        duration: 9000,
        lanes: vec![lane],
    };
    let html = page(vec![Block::Plot(Plot::default()), Block::Strip(strip)]);
    for bad in [
        "http:", "https:", "src=", "<script", "<link", "@import", "url(", "style=",
    ] {
        assert!(!html.contains(bad), "{bad}");
    }
    assert!(html.contains("default-src 'none'"));
}

#[test]
fn the_same_report_gives_the_same_bytes() {
    assert_eq!(render(&hostile()), render(&hostile()));
}

#[test]
fn an_empty_report_is_a_page() {
    check(&render(&Report::default()));
}

#[test]
fn plots_of_odd_data_are_drawn_or_say_why_not() {
    let odd: [&[(f64, f64)]; 9] = [
        &[],
        &[(f64::NAN, 1.0)],
        &[(1.0, f64::INFINITY), (2.0, f64::NEG_INFINITY)],
        &[(5.0, 5.0)],
        &[(0.0, 0.0), (0.0, 0.0)],
        &[(-3.0, -1.0), (0.0, 2.0), (7.0, f64::NAN), (8.0, 1.0)],
        &[(1e300, 1e300), (f64::MAX, f64::MIN)],
        &[(1e-320, 1e-320), (1e-310, 2e-320)],
        &[(3.0, 1.0), (1.0, 1.0), (2.0, 1e14)],
    ];
    for points in odd {
        for (bars, log) in [(false, false), (false, true), (true, false), (true, true)] {
            page(vec![Block::Plot(plot(
                log,
                vec![series(bars, points.to_vec())],
            ))]);
        }
    }
    let nothing = page(vec![Block::Plot(plot(
        true,
        vec![series(false, vec![(0.0, 1.0)])],
    ))]);
    assert!(nothing.contains("Nothing to draw") && nothing.contains("1 point has no place"));
}

#[test]
fn a_histogram_on_a_logarithmic_axis_has_a_bar_a_point() {
    let bars = series(true, vec![(200.0, 3.0), (400.0, 1.0), (800.0, 0.0)]);
    let html = page(vec![Block::Plot(plot(true, vec![bars]))]);
    assert_eq!(html.matches("<rect class=\"bar s0\"").count(), 3);
    assert!(html.contains("<title>200 ms to 400 ms: 3</title>"));
    assert!(html.contains(">500 ms</text>") && html.contains(">1 s</text>"));
}

#[test]
fn strips_of_odd_calls_are_drawn_or_say_why_not() {
    let odd = [
        (Ms::MIN, Ms::MAX, "speech"),
        (7, 3, "hold"),
        (9000, 9000, "eot"),
        (5, 5, "what"),
    ];
    for duration in [Ms::MIN, -5, 0, 1, 9000, 45_000, Ms::MAX] {
        page(vec![Block::Strip(strip(duration, &odd))]);
    }
    assert!(page(vec![Block::Strip(strip(0, &odd))]).contains("Nothing to draw"));
    let many: Vec<(Ms, Ms, &str)> = (0..5000)
        .map(|k| (k * 300, k * 300 + 200, "speech"))
        .collect();
    page(vec![Block::Strip(strip(1_500_000, &many))]);
}

#[test]
fn long_calls_wrap_and_very_long_ones_are_cut_aloud() {
    let html = page(vec![Block::Strip(strip(
        45_000,
        &[(25_000, 35_000, "speech")],
    ))]);
    assert_eq!(
        html.matches("<rect class=\"k-speech\"").count(),
        3,
        "both rows and the legend"
    );
    assert!(!html.contains("The first"));
    let html = page(vec![Block::Strip(strip(7_200_000, &[]))]);
    assert!(html.contains("The first 2160 s of 7200 s."));
}
