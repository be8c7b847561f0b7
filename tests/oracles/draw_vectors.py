#!/usr/bin/env python3
"""Test vectors for the keyed draws: SHA-256 over length-prefixed fields, ChaCha8 (64-bit counter), block = 8 little-endian u64.
usage: python3 draw_vectors.py > draw_vectors.tsv      (standard library only; written from RFC 8439's description of the rounds)"""
import hashlib, struct

M = 0xFFFFFFFF
def rot(x, n): return ((x << n) | (x >> (32 - n))) & M
def quarter(s, a, b, c, d):
    s[a] = (s[a] + s[b]) & M; s[d] = rot(s[d] ^ s[a], 16)
    s[c] = (s[c] + s[d]) & M; s[b] = rot(s[b] ^ s[c], 12)
    s[a] = (s[a] + s[b]) & M; s[d] = rot(s[d] ^ s[a], 8)
    s[c] = (s[c] + s[d]) & M; s[b] = rot(s[b] ^ s[c], 7)
def chacha8(key, counter):
    s = list(struct.unpack("<4I", b"expand 32-byte k")) + list(struct.unpack("<8I", key)) + [counter & M, counter >> 32, 0, 0]
    w = s[:]
    for _ in range(4):
        quarter(w, 0, 4, 8, 12); quarter(w, 1, 5, 9, 13); quarter(w, 2, 6, 10, 14); quarter(w, 3, 7, 11, 15)
        quarter(w, 0, 5, 10, 15); quarter(w, 1, 6, 11, 12); quarter(w, 2, 7, 8, 13); quarter(w, 3, 4, 9, 14)
    return struct.pack("<16I", *[(x + y) & M for x, y in zip(w, s)])
def block(fields, index):
    h = hashlib.sha256()
    for f in fields: h.update(struct.pack("<Q", len(f))); h.update(f)
    return struct.unpack("<8Q", chacha8(h.digest(), index))

print("# python3 tests/oracles/draw_vectors.py: fields joined by |, block index, the eight numbers of the block")
for fields, index in [("", 0), ("falter", 0), ("falter|en|I need a room", 1), ("falter|zh|我明天下午", 3), ("a||b", 70000)]:
    print(fields, index, " ".join(map(str, block([f.encode() for f in fields.split("|")], index))), sep="\t")
