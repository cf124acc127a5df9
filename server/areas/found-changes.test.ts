/** Manual additions, changes and deletions affect the very next search. */
import { searchAdvanced } from '@omicon/contract/areas/advanced-search/advanced-search.ts';
import { createGeneSets, deleteGeneSet, restoreGeneSet } from '@omicon/contract/areas/genes/gene-sets.ts';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { aLaboratory } from '../test-support/intake.ts';
import { type Caller, openTestPortal, type TestPortal } from '../test-support/portal.ts';

let portal: TestPortal;
let member: Caller;
beforeAll(async () => {
  portal = await openTestPortal();
  await aLaboratory(portal, { visibility: 'public' });
  member = await portal.signInAs('LAB');
});
afterAll(() => portal.close());

async function countSets(name: string): Promise<number> {
  const filters = { genesets: { rules: [{ field: 'SetName', operator: 'equal' as const, value: name }] } };
  const body = { result_type: 'gene-sets' as const, filters };
  const { reply } = await portal.call(searchAdvanced, { as: member, body });
  return reply.data.searchResults.result_count;
}

test('a gene set is found after creation, not after deletion, and again after it is restored', async () => {
  const name = 'FOUND_AT_ONCE';
  expect(await countSets(name)).toBe(0);
  const file = { name: 'genes.txt', content: 'GFAP\nOLIG2\n' };
  const body = {
    setName: name,
    category: 'CellType',
    species: 'Homo sapiens',
    description: 'Two genes.',
    file,
  };
  const { reply } = await portal.call(createGeneSets, { as: member, body });
  const id = reply.results[0]?.id ?? 0;
  expect(await countSets(name)).toBe(1);
  await portal.call(deleteGeneSet, { as: member, params: { id } });
  expect(await countSets(name)).toBe(0);
  await portal.call(restoreGeneSet, { as: member, params: { id } });
  expect(await countSets(name)).toBe(1);
});
