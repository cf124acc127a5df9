import { mkdtempSync, readFileSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { relativeExpression } from '@omicon/domain/statistics/cell-types/relative-expression.ts';
import { testTopType } from '@omicon/domain/statistics/cell-types/top-type.ts';
import { featureMatrix } from '@omicon/domain/statistics/matrix.ts';
import { afterAll, expect, test } from 'vitest';
import { PROGRAMS } from './programs.ts';
import { writeCellTypes } from './write-cell-types.ts';

const folder = mkdtempSync(join(tmpdir(), 'demo-cell-types-'));
afterAll(() => rmSync(folder, { recursive: true, force: true }));

function readTable(name: string): string[][] {
  const text = readFileSync(join(folder, 'Demo_cortex_cell_types', name), 'utf8');
  return text
    .trimEnd()
    .split('\n')
    .map((line) => line.split(','));
}

test('the genes of each planted program of a cell type are highest in that type', async () => {
  await writeCellTypes(folder, 2011);
  const [[, ...types] = [], ...rows] = readTable('subclass_means.csv');
  const matrix = featureMatrix(rows.map(([, ...values]) => values.map(Number)));
  expect(types).toHaveLength(6);
  expect(rows.length).toBeGreaterThan(280);
  const expected = {
    NEURON: 'Excitatory neuron',
    INTERNEURON: 'Inhibitory neuron',
    ASTROCYTE: 'Astrocyte',
    OLIGODENDROCYTE: 'Oligodendrocyte',
    OPC: 'OPC',
    MICROGLIA: 'Microglia',
  };
  for (const [name, type] of Object.entries(expected)) {
    const genes = new Set(PROGRAMS.find((program) => program.name === name)?.genes);
    const members = rows.flatMap(([gene = ''], row) => (genes.has(gene) ? [row] : []));
    expect(types[relativeExpression(matrix, members).top ?? -1]).toBe(type);
    const found = testTopType(matrix, members, { seed: 1, sets: 999 });
    expect(found).toMatchObject({ pRandom: 0.001, pMatched: 0.001 });
  }
});

test('the types of both levels have the same cells', () => {
  const cellsOf = (name: string) =>
    readTable(name)
      .slice(1)
      .reduce((sum, [, cells]) => sum + Number(cells), 0);
  expect(cellsOf('class_n.csv')).toBe(cellsOf('subclass_n.csv'));
});
