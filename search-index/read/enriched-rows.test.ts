/** Rows whose exact P is known already: no statement is sent. */
import type { Client } from 'pg';
import { expect, test } from 'vitest';
import { negLog10 } from '../kit/posting-format.ts';
import { keepBest, pageByP, Rows } from './enriched-rows.ts';

const client = {} as Client;

/** A row for each P; the posting holds its f32. */
function rowsOf(pValues: readonly number[], moduleSlotOf = (_row: number) => 0): Rows {
  const rows = new Rows(1);
  for (const [row, p] of pValues.entries()) rows.add(row, moduleSlotOf(row), Math.fround(negLog10(p)), p);
  return rows;
}

/** Not in order, and equal as f32. */
const NEAR = [2.500001e-11, 2.5e-11, 2.5000005e-11];

async function orderOf(pValues: readonly number[], isDescending = false): Promise<number[]> {
  const rows = rowsOf(pValues);
  const order: number[] = [];
  for (let from = 0; from < pValues.length; from += 2)
    order.push(...(await pageByP(client, rows, { from, to: from + 2, isDescending })));
  return order;
}

test('pages of two join to the order by exact P, also where f32 cannot tell rows apart', async () => {
  const pValues = [...NEAR, 1e-64, 0.04, ...NEAR];
  const sorted = [...pValues.keys()].sort((a, b) => (pValues[a] ?? 0) - (pValues[b] ?? 0) || a - b);
  expect(await orderOf(pValues)).toEqual(sorted);
  const reverse = [...pValues.keys()].sort((a, b) => (pValues[b] ?? 0) - (pValues[a] ?? 0) || a - b);
  expect(await orderOf(pValues, true)).toEqual(reverse);
});

test('of each group the rows with the smallest P are kept, all that tie', async () => {
  const pValues = [...NEAR, 2.5e-11, 0.01, 0.02, 0.03];
  // The first four rows are one group, the next two another, the last is not searched with others.
  const groups = { ofModuleSlot: Uint32Array.of(1, 2, 3), count: 3 };
  const rows = rowsOf(pValues, (row) => (row < 4 ? 0 : row < 6 ? 1 : 2));
  const kept = await keepBest(client, rows, groups);
  const sets = [...kept.geneSets.subarray(0, kept.length)];
  expect(sets).toEqual([1, 3, 4, 6]);
});
