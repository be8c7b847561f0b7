//! Bytes: arbitrary ones, and a valid file with some of its bytes changed.

use proptest::prelude::*;
use proptest::sample::Index;

/// What breaks readers.
const TOKENS: &[&[u8]] = &[
    b",",
    b"\"",
    b"\"\"",
    b"\n",
    b"\r\n",
    b"\r",
    b"\t",
    b" ",
    b"\0",
    b"\xff",
    b"\xef\xbb\xbf",
    b"\xff\xfe",
    b"\xc4\xfa",
    b"-1",
    b"-",
    b"0",
    b"1e308",
    b"1e15",
    b"NaN",
    b"inf",
    b"9223372036854775807",
    b"-9223372036854775808",
    b"18446744073709551615",
    b"4611686018427387904",
    b"9000000000000000",
    b"\xff\xff\xff\xff",
    b"\x7f\xff\xff\xff",
    b"\0\0\0\0",
    b"user",
    b"agent",
    b"hold",
    b"eot",
    b"um um, I- I- um",
    "嗯，我我想，一三八".as_bytes(),
    "\u{202e}\u{200d}\u{301}".as_bytes(),
    b"((((((\"'",
    b"[laughter-a]",
    b"a-b-c-d-",
    b"four one five dash two at a dot com",
];

/// One change.
#[derive(Clone, Debug)]
enum Change {
    Set(Index, u8),
    Insert(Index, Index),
    Replace(Index, usize, Index),
    Delete(Index, usize),
    Copy(Index, usize, Index),
    Cut(Index),
}

fn change() -> impl Strategy<Value = Change> {
    let at = any::<Index>;
    prop_oneof![
        2 => (at(), any::<u8>()).prop_map(|(at, byte)| Change::Set(at, byte)),
        4 => (at(), at()).prop_map(|(at, token)| Change::Insert(at, token)),
        4 => (at(), 0..12usize, at()).prop_map(|(at, n, token)| Change::Replace(at, n, token)),
        2 => (at(), 1..40usize).prop_map(|(at, n)| Change::Delete(at, n)),
        2 => (at(), 1..80usize, at()).prop_map(|(at, n, to)| Change::Copy(at, n, to)),
        1 => at().prop_map(Change::Cut),
    ]
}

/// The bytes of a file, shown escaped.
#[derive(Clone)]
pub(super) struct Input(pub Vec<u8>);

impl std::fmt::Debug for Input {
    fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        write!(f, "b\"{}\"", self.0.escape_ascii())
    }
}

/// Mutants of `seed`, and now and then bytes that have nothing to do with it.
pub(super) fn bytes(seed: Vec<u8>) -> impl Strategy<Value = Input> {
    let mutants = prop::collection::vec(change(), 1..6).prop_map(move |changes| {
        let mut bytes = seed.clone();
        changes.iter().for_each(|c| apply(&mut bytes, c));
        bytes
    });
    prop_oneof![
        15 => mutants,
        1 => prop::collection::vec(any::<u8>(), 0..300),
    ]
    .prop_map(Input)
}

fn apply(bytes: &mut Vec<u8>, change: &Change) {
    let place = |at: &Index, bytes: &[u8]| at.index(bytes.len() + 1);
    let token = |at: &Index| TOKENS[at.index(TOKENS.len())].to_vec();
    match change {
        Change::Set(at, byte) => {
            let k = place(at, bytes);
            if let Some(b) = bytes.get_mut(k) {
                *b = *byte;
            }
        }
        Change::Insert(at, what) => {
            let k = place(at, bytes);
            bytes.splice(k..k, token(what));
        }
        Change::Replace(at, n, what) => {
            let k = place(at, bytes);
            let end = (k + n).min(bytes.len());
            bytes.splice(k..end, token(what));
        }
        Change::Delete(at, n) => {
            let k = place(at, bytes);
            let end = (k + n).min(bytes.len());
            bytes.drain(k..end);
        }
        Change::Copy(at, n, to) => {
            let k = place(at, bytes);
            let part = bytes[k..(k + n).min(bytes.len())].to_vec();
            let to = place(to, bytes);
            bytes.splice(to..to, part);
        }
        Change::Cut(at) => bytes.truncate(place(at, bytes)),
    }
}
