import { expect, test } from 'vitest';
import type { KmeSegments } from '../read/kme-segments.ts';
import { fakeCatalog, fakeDataSet, fakeNetwork } from '../test-support/fake-catalog.ts';
import { readStrongestKme } from './match-kme.ts';

test('of several features of a gene the one with the largest |kME| counts, module by module', async () => {
  const catalog = fakeCatalog([fakeNetwork(7, fakeDataSet(1, 'TCGA LGG'), [1, 2, 3])], 4);
  // Two probes of one gene in one network, and an earlier version of it that nobody searches.
  const kme = {
    read: async () => ({
      networks: Uint32Array.of(7, 7, 6),
      features: Uint32Array.of(11, 12, 12),
      starts: Uint32Array.of(0, 3, 6, 9),
      values: Float32Array.of(0.5, -0.75, Number.NaN, -0.25, 0.5, Number.NaN, 1, 1, 1),
    }),
  } as unknown as KmeSegments;
  const strongest = await readStrongestKme({ catalog, kme }, [11, 12]);
  expect([...strongest.kme]).toEqual([Number.NaN, 0.5, -0.75, Number.NaN]);
  expect([...strongest.features]).toEqual([0, 11, 11, 0]);
});
