import { expect, test } from 'vitest';
import type { CellTable } from './cell-table.ts';
import { type CellName, matchCells } from './match-cells.ts';

const BASES = ['AAACCTGATTGC', 'AAACGGGTTTGC', 'AAAGATGCTTGC'];
/** The same barcodes in two libraries. */
const CELLS: CellName[] = ['S1', 'S2'].flatMap((library) =>
  BASES.map((bases) => ({ library, barcode: `${bases}-1` })),
);
const ALL = [0, 1, 2, 3, 4, 5];

function tableOf(names: string[], columns: Record<string, string[]> = {}): CellTable {
  return {
    name: 'cells.csv',
    rows: names.length,
    names: [{ title: 'cell', cells: names }],
    columns: new Map(Object.entries(columns)),
  };
}

const inAll = (name: (library: string, bases: string) => string) =>
  ['S1', 'S2'].flatMap((library) => BASES.map((bases) => name(library, bases)));

test.each<[string, CellTable]>([
  ['by the library before the barcode', tableOf(inAll((library, bases) => `${library}_${bases}-1`))],
  ['by the library before the barcode', tableOf(inAll((library, bases) => `${library}#${bases}-1`))],
  [
    'by the library before the barcode, without the number at its end',
    tableOf(inAll((library, bases) => `${library}:${bases}`)),
  ],
  ['by the library after the barcode', tableOf(inAll((library, bases) => `${bases}-1_${library}`))],
  [
    'by the library after the barcode, without the number at its end',
    tableOf(inAll((library, bases) => `${bases}.${library}`)),
  ],
  [
    'by library and barcode',
    tableOf(
      inAll((library, bases) => `${bases}-1-${library === 'S1' ? 0 : 1}`),
      { batch: inAll((library) => library) },
    ),
  ],
])('cells of several libraries are matched %s', (said, table) => {
  const match = matchCells(table, CELLS);
  expect(match).toMatchObject({ said, matched: 6, repeated: 0, unmatched: 0 });
  expect(Array.from(match?.rows ?? [])).toEqual(ALL);
});

test('a barcode that two libraries have names none of their cells', () => {
  expect(matchCells(tableOf(BASES.map((bases) => `${bases}-1`)), CELLS)).toBeNull();
});

test('a name of two rows is no name, and is counted', () => {
  const cells = CELLS.slice(0, 3);
  const names = cells.map(({ barcode }) => barcode);
  const match = matchCells(tableOf([...names, names[0] ?? '']), cells);
  expect(match).toMatchObject({ said: 'by barcode', matched: 2, repeated: 2, unmatched: 0 });
  expect(Array.from(match?.rows ?? [])).toEqual([-1, 1, 2]);
});
