//! `DEFINITIONS.md` is what the registries say. `FALTER_BLESS=1` writes it anew.

use std::fs;
use std::path::Path;

#[test]
fn the_page_is_not_stale() {
    let file = Path::new(env!("CARGO_MANIFEST_DIR")).join("DEFINITIONS.md");
    let said = falter::definitions::markdown();
    if std::env::var_os("FALTER_BLESS").is_some() {
        fs::write(&file, &said).expect("the page");
    }
    let page = fs::read_to_string(&file).unwrap_or_default();
    assert!(
        page.replace("\r\n", "\n") == said,
        "DEFINITIONS.md is stale: FALTER_BLESS=1 cargo test definitions"
    );
}

#[test]
fn every_name_stands_on_it() {
    let page = falter::definitions::markdown();
    let settings = falter::settings::SETTINGS.iter().map(|s| s.key);
    let measures = falter::measure::MEASURES.iter().map(|m| m.name());
    let formats = falter::format::FORMATS.iter().map(|f| f.name());
    for name in settings.chain(measures).chain(formats) {
        assert!(page.contains(&format!("`{name}`")), "{name}");
    }
}
