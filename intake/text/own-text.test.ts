import { setFlagsFromString } from 'node:v8';
import { runInNewContext } from 'node:vm';
import { expect, test } from 'vitest';
import { ownText } from './own-text.ts';

test('a copy is the same text, whatever is in it', () => {
  for (const text of ['', 'ENSG00000141510.18', 'Größe µ', '🧬', 'broken \ud83e surrogate'])
    expect(ownText(text)).toBe(text);
});

test('copies of short parts do not keep the long lines that they are from', () => {
  setFlagsFromString('--expose-gc');
  const collect = runInNewContext('gc') as () => void;
  const bytesKept = (part: (line: string) => string) => {
    collect();
    const before = process.memoryUsage().heapUsed;
    // Through bytes, so that each line is a text of its own.
    const kept = Array.from({ length: 500 }, (_, at) =>
      part(Buffer.from(`ENSG${String(at).padStart(11, '0')},${'1.5,'.repeat(10_000)}`).toString()),
    );
    collect();
    const bytes = process.memoryUsage().heapUsed - before;
    expect(kept).toHaveLength(500);
    return bytes;
  };
  const lines = bytesKept((line) => line);
  expect(lines).toBeGreaterThan(500 * 30_000);
  expect(bytesKept((line) => ownText(line.slice(0, 15)))).toBeLessThan(lines / 4);
});
