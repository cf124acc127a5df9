import { createHash } from 'node:crypto';
import { expect, test } from 'vitest';
import { digestStream } from './sha256.ts';

function streamOf(...pieces: Uint8Array[]): ReadableStream<Uint8Array> {
  return new ReadableStream({
    start(controller) {
      for (const piece of pieces) controller.enqueue(piece);
      controller.close();
    },
  });
}

/** Worked examples of FIPS 180-4 and NIST's example values. */
test.each([
  ['', 'e3b0c44298fc1c149afbf4c8996fb92427ae41e4649b934ca495991b7852b855'],
  ['abc', 'ba7816bf8f01cfea414140de5dae2223b00361a396177a9cb410ff61f20015ad'],
  ['a'.repeat(1_000_000), 'cdc76e5c9914fb9281a1c7e284d73e67f1809a48a497200e046d39ccc7112cd0'],
])('the published digest of %.20j', async (text, expected) => {
  expect(await digestStream(streamOf(new TextEncoder().encode(text)), () => undefined)).toBe(expected);
});

test('chunks of any length give the digest of the whole, and their bytes are counted', async () => {
  const bytes = Uint8Array.from({ length: 1000 }, (_, i) => (i * 31 + 7) % 256);
  const expected = createHash('sha256').update(bytes).digest('hex');
  for (const cut of [0, 1, 55, 56, 63, 64, 65, 119, 128, 999, 1000]) {
    const read: number[] = [];
    const pieces = streamOf(bytes.subarray(0, cut), bytes.subarray(cut));
    expect(await digestStream(pieces, (readBytes) => read.push(readBytes))).toBe(expected);
    expect(read).toEqual([cut, 1000]);
  }
});
