//! Audacity label tracks: `start<TAB>end<TAB>label` in seconds, the label being a speaker, alone or before
//! a colon (`user`, `A`, `user: what was said`). The call is named by the file.
//!
//! A second line that begins with a backslash (the frequencies of a spectral selection) is skipped, and
//! so are point labels, which have no length.

use std::path::{Path, PathBuf};

use super::activity::{self, BySpeaker};
use super::corpus::{by_file, settle};
use super::{Corpus, Format, Probe, ReadOptions, stem, text};
use crate::call::Call;
use crate::error::{Error, Result};
use crate::time::Span;

/// The format.
pub struct Labels;

impl Format for Labels {
    fn name(&self) -> &'static str {
        "audacity-labels"
    }

    fn about(&self) -> &'static str {
        "Audacity label track of speech activity, one call a file (start, end, speaker; tabs; .txt)"
    }

    fn claims(&self, file: &Probe) -> bool {
        let head = String::from_utf8_lossy(&file.head);
        let first = head.trim_start_matches('\u{feff}').lines().next();
        file.has_extension("txt") && first.is_some_and(|line| read_line(line).is_ok())
    }

    fn read(&self, files: &[PathBuf], options: &ReadOptions) -> Result<Corpus> {
        by_file(self.name(), files, |path| read_file(path, options))
    }
}

fn read_file(path: &Path, options: &ReadOptions) -> Result<Corpus> {
    let file = text::read(path)?;
    let mut speakers = BySpeaker::new();
    let mut errors = Vec::new();
    for (line, content) in (1..).zip(file.text.lines()) {
        if content.trim().is_empty() || content.starts_with('\\') {
            continue;
        }
        match read_line(content) {
            Ok((speaker, span)) if span.start < span.end => {
                let spans = speakers.entry(String::from(speaker)).or_default();
                spans.push(span);
            }
            Ok(_) => {}
            Err(error) => errors.push(error.at(path).line(line)),
        }
    }
    let mut call = Call::new(stem(path));
    let mut notices: Vec<String> = file.notice.into_iter().collect();
    match activity::give(&mut call, speakers, options) {
        Ok(said) => notices.extend(said),
        Err(error) => errors.push(error.at(path)),
    }
    let mut corpus = settle(errors, options)?;
    corpus.calls = vec![call];
    corpus.inputs = vec![file.input];
    corpus.notices.extend(notices);
    Ok(corpus)
}

/// Speaker and time of a line.
fn read_line(line: &str) -> std::result::Result<(&str, Span), Error> {
    let mut fields = line.splitn(3, '\t');
    let (Some(start), Some(end), Some(label)) = (fields.next(), fields.next(), fields.next())
    else {
        return Err(Error::input("a line is: start, end, speaker, separated by tabs").value(line));
    };
    let (from, to) = (
        activity::seconds("start", start)?,
        activity::seconds("end", end)?,
    );
    if to < from {
        return Err(Error::input("the end is before the start")
            .column("end")
            .value(end));
    }
    let speaker = label.split(':').next().unwrap_or_default().trim();
    if speaker.is_empty() {
        return Err(Error::input("the label names no speaker")
            .column("label")
            .advice("user, agent, or a name that --roles maps"));
    }
    Ok((speaker, Span::new(from, to)))
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_label_is_a_speaker_with_or_without_text() {
        let span = Span::new(500, 1250);
        assert_eq!(read_line("0.5\t1.25\tuser: hello"), Ok(("user", span)));
        assert_eq!(read_line("0.500000\t1.250000\tB"), Ok(("B", span)));
        assert!(read_line("0.5\t1.25\t").is_err());
        assert!(read_line("2\t1\tuser").is_err());
    }
}
