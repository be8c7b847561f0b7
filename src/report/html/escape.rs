//! Text that stays text: ids, transcripts and labels come from strangers.

use std::fmt::{Display, Formatter, Result, Write};

/// Text ready for an element or a quoted attribute.
pub struct Escaped<'a>(&'a str);

/// `text` for an element or a quoted attribute, when displayed.
pub fn esc(text: &str) -> Escaped<'_> {
    Escaped(text)
}

impl Display for Escaped<'_> {
    fn fmt(&self, f: &mut Formatter<'_>) -> Result {
        for c in self.0.chars() {
            match c {
                '&' => f.write_str("&amp;")?,
                '<' => f.write_str("&lt;")?,
                '>' => f.write_str("&gt;")?,
                '"' => f.write_str("&quot;")?,
                '\'' => f.write_str("&#39;")?,
                '\n' | '\t' => f.write_char(c)?,
                '\r' => f.write_char(' ')?,
                c if unprintable(c) => f.write_char(char::REPLACEMENT_CHARACTER)?,
                c => f.write_char(c)?,
            }
        }
        Ok(())
    }
}

/// Controls, what no XML may hold, and the marks that turn the direction of what follows.
fn unprintable(c: char) -> bool {
    c.is_control()
        || matches!(c, '\u{202a}'..='\u{202e}' | '\u{2066}'..='\u{2069}')
        || (c as u32) & 0xfffe == 0xfffe
}

/// The attribute that tells browsers and screen readers that `text` is Chinese; nothing for other text.
pub fn lang(text: &str) -> &'static str {
    let han = |c| matches!(c, '\u{3400}'..='\u{9fff}' | '\u{20000}'..='\u{3134f}');
    let kana = |c| matches!(c, '\u{3040}'..='\u{30ff}');
    match text.chars().any(han) && !text.chars().any(kana) {
        true => " lang=\"zh\"",
        false => "",
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn markup_becomes_text() {
        let text = esc("<script>alert(\"it's\")</script> & more").to_string();
        assert_eq!(
            text,
            "&lt;script&gt;alert(&quot;it&#39;s&quot;)&lt;/script&gt; &amp; more"
        );
    }

    #[test]
    fn what_cannot_be_seen_is_shown_as_such() {
        assert_eq!(esc("a\0b\u{1b}c\u{202e}d\u{ffff}").to_string(), "a�b�c�d�");
        assert_eq!(esc("a\r\nb\tc").to_string(), "a \nb\tc");
    }

    #[test]
    fn chinese_is_told_apart() {
        assert_eq!(lang("3 次停顿"), " lang=\"zh\"");
        assert_eq!(lang("3 pauses"), "");
        assert_eq!(lang("間を空ける"), "");
    }
}
