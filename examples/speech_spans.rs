//! Prints the speech spans of every channel of WAV files as RTTM, heard by a built-in detector.
//!
//! usage: cargo run --release --example speech_spans -- earshot FILE.wav [key=value …]

use std::path::Path;

use falter::audio::{AudioFile, find, speech};
use falter::error::{Error, Result};
use falter::settings::Settings;

fn main() -> Result<()> {
    let args: Vec<String> = std::env::args().skip(1).collect();
    let [detector, file, settings @ ..] = args.as_slice() else {
        return Err(Error::usage("give a detector and a WAV file").into());
    };
    let mut changed = Settings::default();
    settings.iter().try_for_each(|s| changed.set(s))?;
    let path = Path::new(file);
    let channels: Vec<usize> = (0..AudioFile::open(path)?.info().channels).collect();
    let heard = speech(path, &channels, find(detector)?, &changed)?;
    let name = path.file_stem().unwrap_or_default().to_string_lossy();
    for (channel, heard) in heard.iter().enumerate() {
        for span in &heard.spans {
            let (start, length) = (span.start as f64 / 1000.0, span.duration() as f64 / 1000.0);
            println!(
                "SPEAKER {name} {channel} {start:.3} {length:.3} <NA> <NA> ch{channel} <NA> <NA>"
            );
        }
    }
    Ok(())
}
