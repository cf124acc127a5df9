import { MAX_CONSENSUS_MODULES } from '@omicon/domain/statistics/correlates/fidelity.ts';
import { expect, test } from 'vitest';
import { MODULE_COLUMN, readFirstModules } from './first-modules.ts';

/** A result with a row for each number, in pages as the server sends them. */
const pagesOf = (numbers: readonly (number | null)[]) => async (page: number, size: number) => ({
  results: numbers
    .slice((page - 1) * size, page * size)
    .map((number) => ({ [MODULE_COLUMN]: number === null ? 'NA' : `OM.CM.${number}` })),
  result_count: numbers.length,
});

test('a module with several rows counts once, in the order of the result', async () => {
  expect(await readFirstModules(pagesOf([7, 3, 7, null, 5]))).toEqual({ modules: [7, 3, 5], isCut: false });
});

test('of more modules than a consensus takes, the first ones are taken, from as many pages as it needs', async () => {
  const many = Array.from({ length: 3000 }, (_, at) => 1 + Math.floor(at / 10));
  const { modules, isCut } = await readFirstModules(pagesOf(many));
  expect([modules.length, modules[0], modules.at(-1), isCut]).toEqual([
    MAX_CONSENSUS_MODULES,
    1,
    MAX_CONSENSUS_MODULES,
    true,
  ]);
});

test('exactly as many modules as a consensus takes are all of them', async () => {
  const all = Array.from({ length: MAX_CONSENSUS_MODULES }, (_, at) => at + 1);
  expect((await readFirstModules(pagesOf([...all, 1]))).isCut).toBe(false);
});
