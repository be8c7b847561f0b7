//! Machines on the line: voicemail, announcements, hold music.

use super::Check;
use super::exam::Exam;
use super::finding::{Finding, Severity};
use crate::audio::Tone;
use crate::call::Role;
use crate::format::plural;
use crate::lang::Segmenter;
use crate::timeline::{Row, Side};

/// The check.
pub struct Machine;

/// Phrases that only announcements say, by language. A person who tells of a voicemail says "leave a
/// message"; the voicemail says "please leave a message".
const PHRASES: &[(&str, &[&str])] = &[
    (
        "en",
        &[
            "please leave a message",
            "please leave your message",
            "leave a message after the tone",
            "leave your message after the tone",
            "you have reached the voicemail",
            "your call is important to us",
            "please stay on the line",
            "please remain on the line",
            "the number you have dialed",
            "the number you have dialled",
            "all of our representatives are",
            "all of our agents are",
            "your call will be answered",
            "please listen carefully as our menu",
        ],
    ),
    (
        "zh",
        &[
            "请在嘀声后留言",
            "请在滴声后留言",
            "请在提示音后留言",
            "您拨打的用户",
            "您拨打的电话",
            "您拨打的号码",
            "请不要挂机",
            "正在为您转接",
            "请您稍后再拨",
            "请稍后再拨",
        ],
    ),
];

impl Check for Machine {
    fn name(&self) -> &'static str {
        "machine"
    }

    fn about(&self) -> &'static str {
        "Rows that only an announcement says (voicemail, queue, \"the number you have dialed\": listed phrases, English and Chinese), and telephone tones in the audio: keys (DTMF), ringing, dialling and busy tones, which are taken out of detected speech. Music is not looked for. Nothing is voided. Source: measures.md; ITU-T Q.23, E.180."
    }

    fn without_times(&self) -> bool {
        true
    }

    fn needs(&self) -> &'static str {
        "text, or audio"
    }

    fn look(&self, exam: &Exam<'_>) -> Vec<Finding> {
        let of = |role| [self.said(exam, role), self.rung(exam, role)];
        Role::ALL.into_iter().flat_map(of).flatten().collect()
    }
}

impl Machine {
    fn said(&self, exam: &Exam<'_>, role: Role) -> Option<Finding> {
        let side = exam.timeline.side(role);
        let rows = side.rows.iter().filter(|row| is_announcement(side, row));
        let rows: Vec<usize> = rows.map(|row| row.segment.row).collect();
        if rows.is_empty() {
            return None;
        }
        let sentence = format!(
            "{} of an announcement: voicemail, queue or exchange",
            plural(rows.len(), "row")
        );
        let finding = Finding::new(self.name(), Severity::Note, sentence);
        Some(
            finding
                .of(role)
                .rows(rows)
                .advice("no person speaks there: leave the call out, or cut it"),
        )
    }

    fn rung(&self, exam: &Exam<'_>, role: Role) -> Option<Finding> {
        let tones = exam.call.sound.as_ref()?.tones(role);
        let first = tones.first()?;
        let ms: i64 = tones.iter().map(|t| t.span.duration()).sum();
        let mut kinds: Vec<&str> = tones.iter().map(Tone::name).collect();
        kinds.sort_unstable();
        kinds.dedup();
        let sentence = format!(
            "{} in the audio ({}), {ms} ms, the first at {} ms",
            plural(tones.len(), "telephone tone"),
            kinds.join(", "),
            first.span.start
        );
        let finding = Finding::new(self.name(), Severity::Note, sentence);
        Some(finding.of(role).advice("not taken for speech"))
    }
}

fn is_announcement(side: &Side<'_>, row: &Row<'_>) -> bool {
    let phrases = PHRASES.iter().find(|(code, _)| *code == row.lexicon.code());
    let Some((_, phrases)) = phrases else {
        return false;
    };
    let norms = side.tokens[row.tokens.clone()].iter();
    let norms: Vec<&str> = norms.map(|t| t.token.norm.as_ref()).collect();
    match row.lexicon.segmenter() {
        Segmenter::Jieba => {
            let text = norms.concat();
            phrases.iter().any(|p| text.contains(p))
        }
        Segmenter::Spaces => {
            let text = format!(" {} ", norms.join(" "));
            phrases.iter().any(|p| text.contains(&format!(" {p} ")))
        }
    }
}
