/** Identifiers of a list counted by module slot, from postings written by hand. */
import { openTestPortal, type TestPortal } from '@omicon/server/test-support/portal.ts';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { bytesOf } from '../kit/bytes.ts';
import type { Catalog } from '../read/catalog-entries.ts';
import { countFeatures } from './match-features.ts';

/** Probes of two genes; one probe measures both. */
const TARGETS = { DDR1: [1, 2], MIR4640: [2, 3], IDH1: [4] };
/** Feature, definition, modules. */
const POSTINGS: [number, number, number[]][] = [
  [1, 0, [5]],
  [2, 0, [5, 6]],
  [3, 0, [6]],
  [4, 0, [5]],
  [4, 2, [5, 6]],
];

let portal: TestPortal;
const openClient = () => portal.pool.connect();
let client: Awaited<ReturnType<typeof openClient>>;
beforeAll(async () => {
  portal = await openTestPortal();
  client = await openClient();
  for (const [gene, features] of Object.entries(TARGETS))
    await client.query(
      'insert into search_target (identifier, target, spelling, features) values ($1, $2, $2, $3)',
      ['SYMBOL', gene, bytesOf(Uint32Array.from(features))],
    );
  for (const [feature, definition, modules] of POSTINGS)
    await client.query(
      'insert into gene_post (feature_id, definition, block_id, n, modules) values ($1, $2, 1, $3, $4)',
      [feature, definition, modules.length, bytesOf(Uint32Array.from(modules))],
    );
});
afterAll(async () => {
  client.release();
  await portal.close();
});

const catalog = { networkOfModule: new Uint32Array(8) } as Partial<Catalog> as Catalog;

/** `module definition: identifiers, features` of each module slot with any. */
async function countsOf(
  keys: readonly string[],
  definition: 'Any' | 'Seed' | 'Bonferroni' | 'FDR' = 'Any',
): Promise<string[]> {
  const { matches, own } = await countFeatures(
    { client, catalog, within: null },
    { identifier: 'SYMBOL', keys, definition },
  );
  return [...matches.keys()]
    .filter((moduleSlot) => matches[moduleSlot] || own[moduleSlot])
    .map(
      (moduleSlot) =>
        `${Math.floor(moduleSlot / 3)} ${moduleSlot % 3}: ${matches[moduleSlot]}, ${own[moduleSlot]}`,
    );
}

test('a gene with two probes in a module counts once, its probes both', async () => {
  expect(await countsOf(['DDR1'])).toEqual(['5 0: 1, 2', '6 0: 1, 1']);
});

test('a probe of two listed genes counts for both genes, and once as a probe', async () => {
  expect(await countsOf(['DDR1', 'MIR4640'])).toEqual(['5 0: 2, 2', '6 0: 2, 2']);
});

test('a module counts a gene under the definitions that have it, and only those asked for', async () => {
  expect(await countsOf(['IDH1'])).toEqual(['5 0: 1, 1', '5 2: 1, 1', '6 2: 1, 1']);
  expect(await countsOf(['IDH1'], 'FDR')).toEqual(['5 2: 1, 1', '6 2: 1, 1']);
  expect(await countsOf(['IDH1'], 'Bonferroni')).toEqual([]);
});

test('genes that are not measured are in no module', async () => {
  expect(await countsOf(['OLIG2'])).toEqual([]);
  expect(await countsOf([])).toEqual([]);
});
