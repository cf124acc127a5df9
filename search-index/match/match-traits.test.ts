import { expect, test } from 'vitest';
import { TraitColumns } from '../read/trait-columns.ts';
import { fakeCatalog, fakeDataSet, fakeNetwork } from '../test-support/fake-catalog.ts';
import { fakeClient, int16, int32, packed } from '../test-support/fake-client.ts';
import { prepareTraitTest } from './match-traits.ts';

const catalog = fakeCatalog(
  [
    fakeNetwork(7, fakeDataSet(1, 'TCGA LGG'), [1, 2, 3]),
    fakeNetwork(8, fakeDataSet(2, 'Gravendeel'), [4, 5]),
    fakeNetwork(9, fakeDataSet(3, 'Sun'), [6]),
  ],
  7,
);

/** One table of associations of a network with one attribute, as module_trait has it. */
function tableOf(
  network: number,
  dataSet: number,
  kind: string,
  cells: readonly [module: number, statistic: number, q: number][],
) {
  return [
    int32(network),
    int32(dataSet),
    packed(Uint32Array.from(cells, ([module]) => module)),
    Buffer.from(kind),
    packed(Float64Array.from(cells, ([, statistic]) => statistic)),
    packed(Float64Array.from(cells, ([, , q]) => q)),
    int16(0),
    ...(kind === 'numeric' ? [] : [Buffer.from('WT'), Buffer.from('Mut')]),
  ];
}

const tables = [
  tableOf(7, 1, 'numeric', [
    [1, 0.5, 0.01],
    [2, -0.5, 0.05],
    [3, 0.1, Number.NaN],
  ]),
  tableOf(8, 2, 'groups', [
    [4, 0.25, 0.01],
    [5, 0.25, 0.5],
  ]),
  // Computed from an earlier version of the data set.
  tableOf(9, 2, 'numeric', [[6, 0.9, 1e-9]]),
];

async function modulesWith(
  rule: { q_below: number; sign?: 'any' | 'positive' | 'negative'; higher_in?: string },
  stored = tables,
) {
  const traits = new TraitColumns(fakeClient({ module_trait: stored }));
  const { holds, figures } = await prepareTraitTest(
    { catalog, traits },
    { kind: 'trait', attribute: 'Tumor Grade', sign: 'any', higher_in: '', ...rule },
  );
  return { found: [1, 2, 3, 4, 5, 6].filter(holds), column: figures.column };
}

test('q at the limit is not below it, and modules without q never match', async () => {
  expect((await modulesWith({ q_below: 0.05 })).found).toEqual([1, 4]);
  expect((await modulesWith({ q_below: 0.06 })).found).toEqual([1, 2, 4]);
});

test('a sign is asked of r, which groups do not have', async () => {
  expect((await modulesWith({ q_below: 1, sign: 'positive' })).found).toEqual([1]);
  expect((await modulesWith({ q_below: 1, sign: 'negative' })).found).toEqual([2]);
});

test('associations with an earlier version of the data set are left out', async () => {
  const { found, column } = await modulesWith({ q_below: 1 });
  expect(found).toEqual([1, 2, 4, 5]);
  expect(column.q[6]).toBeNaN();
});

test('R² is that of the groups, and the square of r', async () => {
  const { column } = await modulesWith({ q_below: 1 });
  expect([column.r(2), column.r2(2)]).toEqual([-0.5, 0.25]);
  expect([column.r(4), column.r2(4)]).toEqual([null, 0.25]);
});

test('of two groups, the higher one is the compared one where r is positive', async () => {
  const pairs = [
    tableOf(7, 1, 'two values', [
      [1, 0.5, 0.01],
      [2, -0.5, 0.01],
      [3, 0.1, Number.NaN],
    ]),
    ...tables.slice(1),
  ];
  expect((await modulesWith({ q_below: 1, higher_in: 'mut' }, pairs)).found).toEqual([1]);
  expect((await modulesWith({ q_below: 1, higher_in: 'WT ' }, pairs)).found).toEqual([2]);
  expect((await modulesWith({ q_below: 1, higher_in: 'other' }, pairs)).found).toEqual([]);
  const { column } = await modulesWith({ q_below: 1 }, pairs);
  expect([1, 2, 3, 4, 6].map((module) => column.higherIn(module))).toEqual(['Mut', 'WT', null, null, null]);
});
