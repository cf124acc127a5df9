import { createHash } from 'node:crypto';
import { expect, test } from 'vitest';
import { Sha256 } from './sha256.ts';

function digestOf(...pieces: Uint8Array[]): string {
  const hash = new Sha256();
  for (const piece of pieces) hash.update(piece);
  return hash.digest();
}

/** Worked examples of FIPS 180-4 and NIST's example values. */
test.each([
  ['', 'e3b0c44298fc1c149afbf4c8996fb92427ae41e4649b934ca495991b7852b855'],
  ['abc', 'ba7816bf8f01cfea414140de5dae2223b00361a396177a9cb410ff61f20015ad'],
  [
    'abcdbcdecdefdefgefghfghighijhijkijkljklmklmnlmnomnopnopq',
    '248d6a61d20638b8e5c026930c3e6039a33ce45964ff2167f6ecedd419db06c1',
  ],
  ['a'.repeat(1_000_000), 'cdc76e5c9914fb9281a1c7e284d73e67f1809a48a497200e046d39ccc7112cd0'],
])('the published digest of %.20j', (text, expected) => {
  expect(digestOf(new TextEncoder().encode(text))).toBe(expected);
});

test('chunks of any length give the digest of the whole', () => {
  const bytes = Uint8Array.from({ length: 1000 }, (_, i) => (i * 31 + 7) % 256);
  const expected = createHash('sha256').update(bytes).digest('hex');
  for (const cut of [0, 1, 55, 56, 63, 64, 65, 119, 128, 999, 1000]) {
    expect(digestOf(bytes.subarray(0, cut), bytes.subarray(cut))).toBe(expected);
  }
});

test('digests of all lengths up to three blocks match those of the platform', () => {
  for (let length = 0; length <= 192; length += 1) {
    const bytes = new Uint8Array(length).fill(0xa5);
    expect(digestOf(bytes)).toBe(createHash('sha256').update(bytes).digest('hex'));
  }
});
