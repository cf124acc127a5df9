import type { Counterpart } from '@omicon/contract/areas/matching.ts';
import fc from 'fast-check';
import { expect, test } from 'vitest';
import { foldCounterparts } from './fold-counterparts.ts';

const counterpart = (
  id: number,
  { meta, recurring }: { meta: number | null; recurring: number | null },
): Counterpart => ({
  ...{ id, omicon_id: `OM.CM.${id}`, name: `module ${id}`, theme: null, analysis_id: 1, technology: null },
  ...{ network: { id: 2, omicon_id: 'OM.CN.2', name: 'Bicor' }, data_set: { id: 3, title: 'GSE3' } },
  ...{ organism: null, overlap: 12, size: 40, jaccard: 0.1, p_value: 0.1, q_value: 0.2, rho: 0.8 },
  ...{ rho_of_members: 0.7, common_symbols: 900, is_reciprocal: false, is_own_data_set: false },
  ...{ is_best_of_data_set: true, eigengene_r: null, common_samples: 0, recurring_module: recurring },
  meta_module:
    meta === null ? null : { id: meta, omicon_id: `OM.MM.${meta}`, name: 'microglia', found: 2, findable: 3 },
});

const group = fc.option(fc.integer({ min: 1, max: 4 }));
const counterparts = fc
  .array(fc.record({ meta: group, recurring: group }), { maxLength: 40 })
  .map((groups) => groups.map((each, at) => counterpart(at + 1, each)));

test('folded rows stand for exactly the counterparts, each signal by its best', () => {
  fc.assert(
    fc.property(counterparts, fc.constantFrom('module', 'data-set', 'meta-module'), (all, per) => {
      const { rows, under } = foldCounterparts(all, per);
      const groups = rows.map((row) => [row, ...(under.get(row.omicon_id) ?? [])]);
      const ids = groups.map((rowsOfGroup) => rowsOfGroup.map(({ id }) => id));
      expect(ids.flat().toSorted((a, b) => a - b)).toEqual(all.map(({ id }) => id));
      for (const [at, ofGroup] of ids.entries()) {
        expect(ofGroup).toEqual(ofGroup.toSorted((a, b) => a - b));
        expect(rows[at]?.Folded ?? 0).toBe(ofGroup.length - 1);
      }
      expect(rows.map(({ id }) => id)).toEqual(rows.map(({ id }) => id).toSorted((a, b) => a - b));
      if (per === 'meta-module') {
        const named = rows.flatMap(({ meta_module }) => meta_module?.id ?? []);
        expect(new Set(named).size).toBe(named.length);
      }
    }),
  );
});

test('a counterpart that the atlas does not have, or that is in no meta-module, is a row of its own', () => {
  const all = [
    counterpart(1, { meta: 9, recurring: 1 }),
    counterpart(2, { meta: null, recurring: null }),
    counterpart(3, { meta: null, recurring: 2 }),
    counterpart(4, { meta: 9, recurring: 3 }),
  ];
  const { rows } = foldCounterparts(all, 'meta-module');
  expect(rows.map(({ id, Folded }) => [id, Folded])).toEqual([
    [1, 1],
    [2, 0],
    [3, 0],
  ]);
  expect(foldCounterparts(all, 'data-set').rows).toHaveLength(4);
});
