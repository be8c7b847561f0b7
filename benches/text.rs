//! The text flows on one core: items are tokens, so items a second are tokens a second.

mod made;

use divan::{Bencher, black_box, counter::ItemsCount};
use falter::audit::{self, audit};
use falter::augment::{self, Options, PauseMark};
use falter::event::disfluency::{self, Spoken};
use falter::format::Corpus;
use falter::lang::{self, Languages, Lexicon};
use falter::protect;
use falter::settings::Settings;

const LANGUAGES: [&str; 2] = ["en", "zh"];
/// Enough for a bootstrap over calls.
const CALLS: usize = 20;

fn main() {
    rayon::ThreadPoolBuilder::new()
        .num_threads(1)
        .build_global()
        .expect("a pool of one thread");
    divan::main();
}

fn lexicon(language: &str) -> &'static Lexicon {
    lang::lexicon(language).expect("an embedded language")
}

fn tokens(corpus: &Corpus, language: &str) -> ItemsCount {
    let texts = made::texts(corpus);
    let lexicon = lexicon(language);
    ItemsCount::new(
        texts
            .iter()
            .map(|t| lexicon.tokenise(t).len())
            .sum::<usize>(),
    )
}

#[divan::bench(args = LANGUAGES, sample_count = 20)]
fn tokenise(bencher: Bencher<'_, '_>, language: &str) {
    let corpus = made::corpus(language, CALLS);
    let (texts, lexicon) = (made::texts(&corpus), lexicon(language));
    bencher.counter(tokens(&corpus, language)).bench(|| {
        let each = texts.iter().map(|t| lexicon.tokenise(black_box(t)).len());
        each.sum::<usize>()
    });
}

/// Disfluencies of one stretch as long as the whole corpus: no turn is too long.
#[divan::bench(args = LANGUAGES, sample_count = 10)]
fn disfluencies(bencher: Bencher<'_, '_>, language: &str) {
    let corpus = made::corpus(language, CALLS);
    let (texts, lexicon) = (made::texts(&corpus), lexicon(language));
    let tokens: Vec<_> = texts.iter().flat_map(|t| lexicon.tokenise(t)).collect();
    let stretch: Vec<Spoken<'_>> = tokens
        .iter()
        .map(|token| Spoken { token, time: None })
        .collect();
    let settings = Settings::default();
    bencher
        .counter(ItemsCount::new(stretch.len()))
        .bench(|| disfluency::find(black_box(&stretch), lexicon, &settings).len());
}

/// Text to disfluencies, a row at a time; items are characters.
#[divan::bench(args = LANGUAGES, sample_count = 10)]
fn tokenise_and_detect(bencher: Bencher<'_, '_>, language: &str) {
    let corpus = made::corpus(language, CALLS);
    let (texts, lexicon) = (made::texts(&corpus), lexicon(language));
    let settings = Settings::default();
    let characters: usize = texts.iter().map(|t| t.chars().count()).sum();
    bencher.counter(ItemsCount::new(characters)).bench(|| {
        let found = texts.iter().map(|text| {
            let tokens = lexicon.tokenise(black_box(text));
            let spoken: Vec<Spoken<'_>> = tokens
                .iter()
                .map(|token| Spoken { token, time: None })
                .collect();
            disfluency::find(&spoken, lexicon, &settings).len()
        });
        found.sum::<usize>()
    });
}

#[divan::bench(args = LANGUAGES, sample_count = 20)]
fn protected_spans(bencher: Bencher<'_, '_>, language: &str) {
    let corpus = made::corpus(language, CALLS);
    let (texts, lexicon) = (made::texts(&corpus), lexicon(language));
    bencher.counter(tokens(&corpus, language)).bench(|| {
        let each = texts
            .iter()
            .map(|t| protect::spans(black_box(t), lexicon).len());
        each.sum::<usize>()
    });
}

/// The whole flow: timelines, events, every measure, 2000 resamples of calls.
#[divan::bench(args = LANGUAGES, sample_count = 10)]
fn whole_audit(bencher: Bencher<'_, '_>, language: &str) {
    let corpus = made::corpus(language, CALLS);
    let options = audit::Options::default();
    bencher
        .counter(tokens(&corpus, language))
        .bench(|| audit(black_box(&corpus), &options));
}

/// The same with 100 resamples: nearly only the counting.
#[divan::bench(args = LANGUAGES, sample_count = 10)]
fn audit_100_resamples(bencher: Bencher<'_, '_>, language: &str) {
    let corpus = made::corpus(language, CALLS);
    let mut options = audit::Options::default();
    options
        .settings
        .set("bootstrap_draws=100")
        .expect("a legal setting");
    bencher
        .counter(tokens(&corpus, language))
        .bench(|| audit(black_box(&corpus), &options));
}

fn augmented(bencher: Bencher<'_, '_>, language: &str, text_only: Option<PauseMark>) {
    let corpus = made::corpus(language, CALLS);
    let options = Options {
        text_only,
        sides: falter::call::Role::ALL.to_vec(),
        ..Options::paper(1_000_000, 1)
    };
    let (languages, settings) = (Languages::default(), Settings::default());
    bencher.counter(tokens(&corpus, language)).bench(|| {
        let corpus = black_box(&corpus);
        augment::augment(corpus, &languages, &settings, &options, "falter:bench")
    });
}

#[divan::bench(args = LANGUAGES, sample_count = 10)]
fn augment_text_only(bencher: Bencher<'_, '_>, language: &str) {
    augmented(bencher, language, Some(PauseMark::Ssml));
}

#[divan::bench(args = LANGUAGES, sample_count = 10)]
fn augment_with_times(bencher: Bencher<'_, '_>, language: &str) {
    augmented(bencher, language, None);
}
