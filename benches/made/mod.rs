//! Calls and sound made by the benchmarks themselves, the same every time.
#![allow(dead_code)]

use std::io::{self, Write};
use std::path::Path;

use falter::call::{Call, Role, Segment, Word};
use falter::format::Corpus;
use falter::random::{Draw, below};
use falter::time::{Ms, Span};

/// Words of an English caller and agent.
const ENGLISH: &[&str] = &[
    "i", "need", "to", "the", "table", "for", "two", "people", "please", "um", "uh", "yeah", "so",
    "you", "know", "well", "it", "is", "my", "order", "and", "then", "he", "said", "that", "we",
    "can", "go", "right", "okay", "tomorrow", "morning", "at", "four", "thirty", "I-", "th-",
    "really", "very", "because", "when", "booking", "number", "A47", "9", "thanks",
];

/// The same for Chinese.
const CHINESE: &[&str] = &[
    "我",
    "想",
    "订",
    "一个",
    "房间",
    "嗯",
    "呃",
    "那个",
    "就是",
    "明天",
    "早上",
    "可以",
    "吗",
    "好的",
    "谢谢",
    "请问",
    "您",
    "什么",
    "时候",
    "三",
    "点",
    "电话",
    "一三八",
    "地址",
    "没有",
    "问题",
    "对",
    "然后",
    "他",
    "说",
    "我们",
    "需要",
    "帮",
    "查",
    "一下",
    "订单",
];

/// Words a row.
const ROW: u64 = 12;
/// Rows a call.
const ROWS: usize = 60;

/// `calls` calls of 60 rows in a language (`en` or `zh`), every word with its time.
pub fn corpus(language: &str, calls: usize) -> Corpus {
    let calls = (0..calls).map(|k| call(language, k)).collect();
    Corpus {
        calls,
        ..Corpus::default()
    }
}

fn call(language: &str, k: usize) -> Call {
    let (list, join) = match language {
        "zh" => (CHINESE, ""),
        _ => (ENGLISH, " "),
    };
    let mut draw = Draw::keyed(&[b"bench", language.as_bytes(), &k.to_le_bytes()]);
    let mut call = Call::new(format!("{language}{k:05}"));
    call.language = Some(String::from(language));
    let mut clock: Ms = 0;
    for row in 0..ROWS {
        let role = Role::ALL[row % 2];
        let start = clock;
        let mut said = Vec::new();
        for _ in 0..1 + below(draw.draw(), 2 * ROW) {
            let word = list[below(draw.draw(), list.len() as u64) as usize];
            let end = clock + 80 + below(draw.draw(), 300) as Ms;
            call.words.push(Word {
                row: k * ROWS * 2 * ROW as usize + call.words.len(),
                role,
                start: clock,
                end,
                text: String::from(word),
                confidence: String::new(),
            });
            said.push(word);
            let pause = below(draw.draw(), 5) == 0;
            clock = end
                + if pause {
                    below(draw.draw(), 1500) as Ms
                } else {
                    0
                };
        }
        let end = call.words.last().map_or(clock, |w| w.end);
        call.segments.push(Segment {
            row: k * ROWS + row,
            role,
            span: Span::new(start, end),
            transcript: said.join(join),
            words: 0..0,
        });
        clock = end + 100 + below(draw.draw(), 900) as Ms;
    }
    call.duration = Some(clock);
    call.link();
    call
}

/// Every transcript of a corpus.
pub fn texts(corpus: &Corpus) -> Vec<&str> {
    let rows = corpus.calls.iter().flat_map(|c| &c.segments);
    rows.map(|s| s.transcript.as_str()).collect()
}

/// Samples a second.
pub const RATE: usize = 8000;

/// How samples are stored.
#[derive(Clone, Copy, Debug)]
pub enum Stored {
    /// 16-bit PCM.
    Pcm16,
    /// G.711 mu-law.
    MuLaw,
}

/// Writes `seconds` of a two-channel telephone call: bursts of voiced sound in turn, over faint noise.
pub fn recording(path: &Path, seconds: usize, stored: Stored) -> io::Result<()> {
    let mut file = io::BufWriter::new(std::fs::File::create(path)?);
    let (tag, bytes) = match stored {
        Stored::Pcm16 => (1u16, 2usize),
        Stored::MuLaw => (7, 1),
    };
    let data = (seconds * RATE * 2 * bytes) as u32;
    file.write_all(b"RIFF")?;
    file.write_all(&(36 + data).to_le_bytes())?;
    file.write_all(b"WAVEfmt \x10\0\0\0")?;
    file.write_all(&tag.to_le_bytes())?;
    file.write_all(&2u16.to_le_bytes())?;
    file.write_all(&(RATE as u32).to_le_bytes())?;
    file.write_all(&((RATE * 2 * bytes) as u32).to_le_bytes())?;
    file.write_all(&(2 * bytes as u16).to_le_bytes())?;
    file.write_all(&(8 * bytes as u16).to_le_bytes())?;
    file.write_all(b"data")?;
    file.write_all(&data.to_le_bytes())?;
    let mut noise = 1u32;
    for k in 0..seconds * RATE {
        for channel in 0..2 {
            noise = noise.wrapping_mul(1_664_525).wrapping_add(1_013_904_223);
            let sample = sample(k, channel, (noise >> 24) as i16 - 128);
            match stored {
                Stored::Pcm16 => file.write_all(&sample.to_le_bytes())?,
                Stored::MuLaw => file.write_all(&[mu_law(sample)])?,
            }
        }
    }
    file.flush()
}

/// A party speaks 2 s of every 5, in syllables of a buzz of 120 or 190 Hz.
fn sample(k: usize, channel: usize, noise: i16) -> i16 {
    let ms = k * 1000 / RATE + channel * 2500;
    let speaks = ms % 5000 < 2000 && ms % 250 < 190;
    let faint = noise / 16;
    if !speaks {
        return faint;
    }
    let period = [67, 42][channel];
    let pulse = (k % period) as i16;
    let formants = [9000, -6000, 4000, -5000, 3000, 1500, -2500, 1800];
    let shape = formants.get(pulse as usize / 3).copied().unwrap_or(0);
    shape + 4 * noise + faint
}

/// G.711 mu-law of a sample.
fn mu_law(sample: i16) -> u8 {
    let sign = if sample < 0 { 0x80 } else { 0 };
    let size = (i32::from(sample).abs().min(32_635) + 132) as u32;
    let exponent = 31 - size.leading_zeros() - 7;
    let mantissa = (size >> (exponent + 3)) & 0x0F;
    !(sign | (exponent << 4 | mantissa) as u8)
}
