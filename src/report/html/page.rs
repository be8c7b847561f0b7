//! The page: findings first, then what to know, then everything else.

use std::fmt::Write;

use super::super::{Block, Report, Section};
use super::escape::{esc, lang};
use super::{kinds, measures, plot, strip, table};

/// Everything that keeps the page to itself: nothing is loaded, nothing runs, nothing is sent.
const POLICY: &str =
    "default-src 'none'; style-src 'unsafe-inline'; base-uri 'none'; form-action 'none'";
/// The style sheet.
const STYLE: &str = include_str!("style.css");

/// The whole page.
pub fn page(report: &Report) -> String {
    let mut out = String::new();
    let title = esc(&report.title);
    let _ = write!(
        out,
        "<!doctype html>\n<html lang=\"en\">\n<head>\n<meta charset=\"utf-8\"/>\n\
         <meta name=\"viewport\" content=\"width=device-width, initial-scale=1\"/>\n\
         <meta name=\"color-scheme\" content=\"light dark\"/>\n\
         <meta http-equiv=\"Content-Security-Policy\" content=\"{POLICY}\"/>\n\
         <title>{title}</title>\n<style>\n{STYLE}</style>\n</head>\n<body>\n<main>\n<h1{}>{title}</h1>\n",
        lang(&report.title)
    );
    findings(&mut out, report);
    notices(&mut out, report);
    contents(&mut out, report);
    sections(&mut out, &report.sections, report);
    measures::section(&mut out, report);
    definitions(&mut out, report);
    out.push_str("</main>\n");
    footer(&mut out, report);
    out.push_str("</body>\n</html>\n");
    out
}

fn findings(out: &mut String, report: &Report) {
    if report.findings.is_empty() {
        return;
    }
    out.push_str("<section class=\"findings\" aria-label=\"Findings\">\n<ul>\n");
    for finding in &report.findings {
        let _ = writeln!(out, "<li{}>{}</li>", lang(finding), esc(finding));
    }
    out.push_str("</ul>\n</section>\n");
}

fn notices(out: &mut String, report: &Report) {
    if report.notices.is_empty() {
        return;
    }
    out.push_str(
        "<aside class=\"notices\" aria-label=\"Notices\">\n<h2>Before relying on this</h2>\n<ul>\n",
    );
    for notice in &report.notices {
        let _ = writeln!(out, "<li{}>{}</li>", lang(notice), esc(notice));
    }
    out.push_str("</ul>\n</aside>\n");
}

/// Links to the parts, where there are enough of them.
fn contents(out: &mut String, report: &Report) {
    let mut links: Vec<(String, &str)> = Vec::new();
    for (k, section) in report.sections.iter().enumerate() {
        links.push((format!("s{k}"), &section.title));
    }
    if !report.measures.is_empty() {
        links.push((String::from("measures"), "Measures"));
    }
    if !report.definitions.is_empty() {
        links.push((String::from("definitions"), "Definitions"));
    }
    if links.len() < 3 {
        return;
    }
    out.push_str("<nav aria-label=\"Contents\">\n<ul>\n");
    for (id, title) in links {
        let _ = writeln!(
            out,
            "<li><a href=\"#{id}\"{}>{}</a></li>",
            lang(title),
            esc(title)
        );
    }
    out.push_str("</ul>\n</nav>\n");
}

fn sections(out: &mut String, sections: &[Section], report: &Report) {
    let (mut figures, mut explained) = (0, false);
    for (k, section) in sections.iter().enumerate() {
        let title = &section.title;
        let _ = writeln!(
            out,
            "<section id=\"s{k}\">\n<h2{}>{}</h2>",
            lang(title),
            esc(title)
        );
        for block in &section.blocks {
            figures += 1;
            match block {
                Block::Text(text) => {
                    let _ = writeln!(out, "<p{}>{}</p>", lang(text), esc(text));
                }
                Block::Table(t) if t.detail => {
                    out.push_str("<details class=\"numbers\"><summary>Every number</summary>\n");
                    table::table(out, t);
                    out.push_str("</details>\n");
                }
                Block::Table(t) => table::table(out, t),
                Block::Plot(p) => plot::figure(out, p, figures),
                Block::Strip(s) => {
                    if !std::mem::replace(&mut explained, true) {
                        kinds::legend(out, report);
                    }
                    strip::figure(out, s, figures);
                }
            }
        }
        out.push_str("</section>\n");
    }
}

fn definitions(out: &mut String, report: &Report) {
    if report.definitions.is_empty() {
        return;
    }
    out.push_str(
        "<section>\n<details id=\"definitions\"><summary><h2>Definitions</h2></summary>\n<dl>\n",
    );
    for (k, (name, text)) in report.definitions.iter().enumerate() {
        let (name, lang, text) = (esc(name), lang(text), esc(text));
        let _ = writeln!(
            out,
            "<dt id=\"d{k}\"><code>{name}</code></dt>\n<dd{lang}>{text}</dd>"
        );
    }
    out.push_str("</dl>\n</details>\n</section>\n");
}

fn footer(out: &mut String, report: &Report) {
    if report.signature.is_empty() {
        return;
    }
    let signature = esc(&report.signature);
    let _ = write!(
        out,
        "<footer>\n<h2>Signature</h2>\n<p>What made these numbers; quote it with them.</p>\n\
         <pre tabindex=\"0\" aria-label=\"Signature\"><code>{signature}</code></pre>\n</footer>\n"
    );
}
