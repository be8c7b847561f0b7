//! Ids as file names.

use sha2::{Digest, Sha256};

use crate::format::text::hex;

/// Longest name that is made of an id, in bytes: room is left for endings such as `.user.wav`.
const LONGEST: usize = 120;

/// How much of the hash a shortened name carries, in hexadecimal digits.
const HASH: usize = 32;

/// Names that Windows gives to devices, with or without an ending.
const DEVICES: [&str; 6] = ["con", "prn", "aux", "nul", "com", "lpt"];

/// A file name for an id: unique, plain ASCII, and never a path.
///
/// Letters, digits, `-`, `_` and inner dots stay; every other byte becomes `%XX`. [`id_of`] gives the id
/// back, unless the name was too long: then its head is followed by `%~` and a hash.
pub fn safe_name(id: &str) -> String {
    if id.is_empty() {
        return String::from("%");
    }
    let device = is_device(id);
    let last = id.len() - 1;
    let mut name = String::new();
    for (k, byte) in id.bytes().enumerate() {
        let inner_dot = byte == b'.' && k != 0 && k != last;
        let plain = byte.is_ascii_alphanumeric() || matches!(byte, b'-' | b'_') || inner_dot;
        if plain && !(device && k == 0) {
            name.push(char::from(byte));
        } else {
            name.push_str(&format!("%{byte:02X}"));
        }
    }
    if name.len() <= LONGEST {
        return name;
    }
    let mut hash = hex(&Sha256::digest(id.as_bytes()));
    hash.truncate(HASH);
    let mut head = name.get(..LONGEST - HASH - 2).unwrap_or_default();
    // Never cut inside a `%XX`.
    if let Some(k) = head.rfind('%').filter(|k| k + 3 > head.len()) {
        head = head.get(..k).unwrap_or_default();
    }
    format!("{head}%~{hash}")
}

/// The id that [`safe_name`] made a name of; `None` for a shortened name or one it never makes.
pub fn id_of(name: &str) -> Option<String> {
    if name == "%" {
        return Some(String::new());
    }
    let mut parts = name.split('%');
    let mut bytes = Vec::from(parts.next().unwrap_or_default());
    for part in parts {
        let code = part.get(..2)?;
        bytes.push(u8::from_str_radix(code, 16).ok()?);
        bytes.extend(part.get(2..)?.bytes());
    }
    let id = String::from_utf8(bytes).ok()?;
    (safe_name(&id) == name).then_some(id)
}

fn is_device(id: &str) -> bool {
    let stem = id
        .split('.')
        .next()
        .unwrap_or_default()
        .to_ascii_lowercase();
    DEVICES.iter().any(|device| {
        let digit = stem.strip_prefix(device);
        digit.is_some_and(|rest| rest.is_empty() || matches!(rest.as_bytes(), [b'0'..=b'9']))
    })
}

#[cfg(test)]
mod tests {
    use std::collections::BTreeMap;

    use proptest::prelude::*;

    use super::*;

    #[test]
    fn names_are_plain() {
        for (id, name) in [
            ("call-1_a.b", "call-1_a.b"),
            ("..", "%2E%2E"),
            ("a/b", "a%2Fb"),
            ("50%", "50%25"),
            ("aux", "%61ux"),
            ("Com1.x", "%43om1.x"),
            ("company", "company"),
            ("您", "%E6%82%A8"),
            ("", "%"),
        ] {
            assert_eq!(safe_name(id), name);
            assert_eq!(id_of(name).as_deref(), Some(id));
        }
    }

    proptest! {
        #[test]
        fn ids_come_back(id in any::<String>()) {
            let name = safe_name(&id);
            prop_assert!(name.len() <= LONGEST && !name.is_empty());
            prop_assert!(name.bytes().all(|b| b.is_ascii_alphanumeric() || b"-_.%~".contains(&b)));
            prop_assert!(!name.starts_with('.') && !name.ends_with('.'));
            if !name.contains('~') {
                prop_assert_eq!(id_of(&name), Some(id));
            }
        }

        #[test]
        fn long_ids_stay_apart(ids in prop::collection::vec("[a-b%./ 您]{115,130}", 2..20)) {
            let mut seen: BTreeMap<String, String> = BTreeMap::new();
            for id in ids {
                let known = seen.entry(safe_name(&id)).or_insert_with(|| id.clone());
                prop_assert_eq!(&*known, &id);
            }
        }
    }
}
