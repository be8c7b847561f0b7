//! How each kind of stretch looks on a strip: by colour, and by height and place for those who see none.

use std::collections::BTreeSet;
use std::fmt::Write;

use super::super::{Block, Report};
use super::escape::esc;
use super::label::Px;

/// The look of a kind.
pub struct Kind {
    /// Name, as in `Mark::kind`.
    pub name: &'static str,
    /// Class in the style sheet.
    pub class: &'static str,
    /// Top and bottom inside the lane, as shares of its height.
    pub place: (f64, f64),
}

/// Every known kind, in the order of drawing and of the legend.
pub const KINDS: &[Kind] = &[
    kind("speech", "k-speech", (0.0, 1.0)),
    kind("interruption", "k-interruption", (0.0, 1.0)),
    kind("backchannel", "k-backchannel", (0.25, 0.75)),
    kind("hold", "k-hold", (0.36, 0.64)),
    kind("injected", "k-injected", (0.0, 1.0)),
    kind("filler", "k-filler", (0.0, 0.5)),
    kind("repeat", "k-repeat", (0.5, 1.0)),
    kind("eot", "k-eot", (0.0, 1.0)),
];

/// What is drawn for a kind nobody told us about.
const OTHER: Kind = kind("other", "k-other", (0.1, 0.9));

const fn kind(name: &'static str, class: &'static str, place: (f64, f64)) -> Kind {
    Kind { name, class, place }
}

/// Rank and look of a kind; unknown ones come last.
pub fn look(name: &str) -> (usize, &'static Kind) {
    let found = KINDS.iter().enumerate().find(|(_, k)| k.name == name);
    found.unwrap_or((KINDS.len(), &OTHER))
}

/// Draws the shape of a kind in a box of the lane, without closing it: a title may follow.
pub fn shape(out: &mut String, kind: &Kind, x: (f64, f64), y: f64, height: f64) {
    let (class, top) = (kind.class, y + kind.place.0 * height);
    if kind.name == "eot" {
        let start = format!("M{} {}", Px(x.0), Px(y));
        let _ = write!(
            out,
            "<path class=\"{class}\" d=\"{start}v{}m0 {}l7 4l-7 4z\">",
            Px(height),
            Px(-height)
        );
        return;
    }
    let tall = (kind.place.1 - kind.place.0) * height;
    let (x, wide, top, tall) = (Px(x.0), Px((x.1 - x.0).max(1.5)), Px(top), Px(tall));
    let _ = write!(
        out,
        "<rect class=\"{class}\" x=\"{x}\" y=\"{top}\" width=\"{wide}\" height=\"{tall}\">"
    );
}

/// The end of a shape.
pub fn close(kind: &Kind) -> &'static str {
    match kind.name {
        "eot" => "</path>",
        _ => "</rect>",
    }
}

/// The kinds that strips of the report show, once for all of them.
pub fn legend(out: &mut String, report: &Report) {
    let blocks = report.sections.iter().flat_map(|s| &s.blocks);
    let strips = blocks.filter_map(|b| match b {
        Block::Strip(s) => Some(s),
        _ => None,
    });
    let marks = strips.flat_map(|s| &s.lanes).flat_map(|l| &l.spans);
    let kinds: BTreeSet<(usize, &str)> = marks.map(|m| (look(m.kind).0, m.kind)).collect();
    if kinds.is_empty() {
        return;
    }
    out.push_str("<ul class=\"legend\" aria-label=\"Kinds of stretches\">\n");
    for (_, name) in kinds {
        let kind = look(name).1;
        out.push_str(
            "<li><svg viewBox=\"0 0 28 18\" width=\"28\" height=\"18\" aria-hidden=\"true\">",
        );
        let x = if kind.name == "eot" {
            (11.0, 11.0)
        } else {
            (1.0, 27.0)
        };
        shape(out, kind, x, 1.0, 16.0);
        let _ = writeln!(out, "{}</svg> {}</li>", close(kind), esc(name));
    }
    out.push_str("</ul>\n");
}
