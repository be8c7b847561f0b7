//! Reproducible chance: a pinned hash, a pinned generator, and nothing that differs between platforms.
//!
//! A [`Draw`] is keyed by the fields that decide it (text, seed, variant …). SHA-256 over the fields,
//! each with its length before it, is the key of a ChaCha8 stream; one 64-byte block of the stream
//! belongs to each boundary. Nothing depends on the order in which draws are made.

use rand::{Rng, SeedableRng};
use rand_chacha::ChaCha8Rng;
use sha2::{Digest, Sha256};

/// The numbers of one block.
pub type Block = [u64; 8];

/// Words of 32 bits in a block.
const BLOCK_WORDS: u128 = 16;

/// A keyed stream of blocks.
pub struct Draw {
    stream: ChaCha8Rng,
}

impl Draw {
    /// The stream of these fields. Lengths stand before the fields, so `["ab", "c"]` is not `["a", "bc"]`.
    pub fn keyed(fields: &[&[u8]]) -> Self {
        let mut hash = Sha256::new();
        for field in fields {
            hash.update((field.len() as u64).to_le_bytes());
            hash.update(field);
        }
        Self {
            stream: ChaCha8Rng::from_seed(hash.finalize().into()),
        }
    }

    /// Block number `index`.
    pub fn block(&mut self, index: u64) -> Block {
        self.stream.set_word_pos(u128::from(index) * BLOCK_WORDS);
        std::array::from_fn(|_| self.stream.next_u64())
    }

    /// The next number, for procedures that just need a stream.
    pub fn draw(&mut self) -> u64 {
        self.stream.next_u64()
    }
}

/// `draw`, uniform on 64 bits, brought to `0..n` by multiplication (no division, no rejection).
pub fn below(draw: u64, n: u64) -> u64 {
    ((u128::from(draw) * u128::from(n)) >> 64) as u64
}

/// `draw` as a number in `[0, 1)`; for statistics only, never for a decision of the rule engine.
pub fn unit(draw: u64) -> f64 {
    (draw >> 11) as f64 / (1u64 << 53) as f64
}

/// Index into `weights` chosen by `draw`; `None` when the weights sum to nothing.
pub fn pick(draw: u64, weights: impl Iterator<Item = u64> + Clone) -> Option<usize> {
    let total: u64 = weights.clone().sum();
    let mut left = below(draw, total);
    for (k, weight) in weights.enumerate() {
        if left < weight {
            return Some(k);
        }
        left -= weight;
    }
    None
}

/// Draws from a table of equally spaced quantiles, straight between its knots, in whole numbers.
pub fn from_quantiles(draw: u64, knots: &[i64]) -> i64 {
    let steps = knots.len().saturating_sub(1) as u128;
    if steps == 0 {
        return knots.first().copied().unwrap_or(0);
    }
    let position = u128::from(draw) * steps;
    let (knot, part) = ((position >> 64) as usize, position as u64);
    let (low, high) = (knots[knot], knots[knot + 1]);
    low + below(part, (high - low).max(0) as u64 + 1) as i64
}

#[cfg(test)]
mod tests {
    use super::*;

    // Vectors by an independent implementation: python3 tests/oracles/draw_vectors.py
    const VECTORS: &str = include_str!("../tests/oracles/draw_vectors.tsv");

    #[test]
    fn blocks_are_the_published_ones() {
        let mut checked = 0;
        for line in VECTORS.lines().filter(|l| !l.starts_with('#')) {
            let cells: Vec<&str> = line.split('\t').collect();
            let fields: Vec<&[u8]> = cells[0].split('|').map(str::as_bytes).collect();
            let index: u64 = cells[1].parse().unwrap();
            let want: Vec<u64> = cells[2].split(' ').map(|n| n.parse().unwrap()).collect();
            assert_eq!(Draw::keyed(&fields).block(index).to_vec(), want, "{line}");
            checked += 1;
        }
        assert!(checked >= 4);
    }

    #[test]
    fn blocks_do_not_depend_on_their_order() {
        let mut a = Draw::keyed(&[b"x"]);
        let (second, first) = (a.block(1), a.block(0));
        let mut b = Draw::keyed(&[b"x"]);
        assert_eq!((b.block(0), b.block(1)), (first, second));
    }

    #[test]
    fn fields_do_not_run_together() {
        let (mut a, mut b) = (Draw::keyed(&[b"ab", b"c"]), Draw::keyed(&[b"a", b"bc"]));
        assert_ne!(a.block(0), b.block(0));
    }

    #[test]
    fn reductions_reach_their_ends() {
        assert_eq!((below(0, 10), below(u64::MAX, 10)), (0, 9));
        assert_eq!(pick(0, [0u64, 3].into_iter()), Some(1));
        assert_eq!(pick(5, [0u64; 2].into_iter()), None);
        let knots = [100, 200, 1000];
        assert_eq!(from_quantiles(0, &knots), 100);
        assert_eq!(from_quantiles(u64::MAX, &knots), 1000);
        assert_eq!(from_quantiles(1 << 63, &knots), 200);
    }
}
