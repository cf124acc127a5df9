/** Pairs of features of two organisms. */
import { afterAll, beforeAll, expect, test } from 'vitest';
import { sql } from '../../base/postgres/database.ts';
import { takeIn } from '../../test-support/intake.ts';
import { openTestPortal, type TestPortal } from '../../test-support/portal.ts';
import { findOrthologues, repairSymbols } from '../mapping-table/identifiers.ts';
import { mapByOrthologues } from './orthologues.ts';

const PATH =
  'resources/mapping_tables/2026-11-21/mus_musculus_mapping_tables/SYMBOL/Mus_musculus_SYMBOL_Homo_sapiens.csv';
const ROWS = [
  'Trp53,TP53',
  // Two copies in the mouse, both measured.
  'Ccl21a,CCL21',
  'Ccl21b,CCL21',
  // Two genes in man, of which one is measured.
  'Serpina3n,SERPINA3 | SERPINA1',
  'Gfap,GFAP',
  'H3f3a,H3-3A',
];
const ALIASES =
  'resources/mapping_tables/2026-11-21/homo_sapiens_mapping_tables/SYMBOL/Homo_sapiens_SYMBOL_ALIAS.csv';

let portal: TestPortal;

beforeAll(async () => {
  portal = await openTestPortal();
  const report = await takeIn(portal, {
    [PATH]: `SYMBOL,Homo_sapiens\n${ROWS.join('\n')}\n`,
    [ALIASES]: 'SYMBOL,ALIAS\nH3-3A,H3F3A\nTP53,P53\n',
  });
  expect(report.faults).toEqual([]);
});
afterAll(() => portal.close());

async function storeList(identifiers: string[]): Promise<number> {
  const { rows } = await sql<{ id: number }>`
    insert into feature_list (sha256, identifiers)
    values (sha256(${identifiers.join()}::bytea), ${identifiers})
    on conflict (sha256) do update set identifiers = excluded.identifiers returning id`.execute(
    portal.services.db,
  );
  return rows[0]?.id ?? 0;
}

async function pair(from: string[], to: string[], organisms: [string, string]): Promise<number[]> {
  const { db } = portal.services;
  const found = await findOrthologues(db, ...organisms);
  if (found === null) throw new Error('There is no table of orthologues.');
  return [...(await mapByOrthologues(db, { from: await storeList(from), to: await storeList(to) }, found))];
}

const MOUSE = ['Trp53', 'Ccl21a', 'Ccl21b', 'Serpina3n', 'Gfap', 'Gfap', 'Xist'];
const HUMAN = ['SERPINA3', 'CCL21', 'tp53', 'GFAP', 'XIST'];

test('one-to-one orthologues among the features of both lists are paired, and no others', async () => {
  expect(await pair(MOUSE, HUMAN, ['Mus musculus', 'Homo sapiens'])).toEqual([2, -1, -1, 0, -1, -1, -1]);
});

test('the table is read backwards, too', async () => {
  expect(await pair(HUMAN, MOUSE, ['Homo sapiens', 'Mus musculus'])).toEqual([3, -1, 0, -1, -1]);
});

test('an alias that is a symbol in another organism stays an alias', async () => {
  const { genes } = await repairSymbols(portal.services.db, ['H3F3A', 'Trp53', 'tp53', 'p53']);
  expect(genes).toEqual(['H3-3A', 'Trp53', 'TP53']);
});

test('a list of thousands, for which whole tables are read, is repaired as its names are one by one', async () => {
  const { db } = portal.services;
  const names = ['H3F3A', 'Trp53', 'tp53', 'p53', '2-Sep', 'SEPT2', 'Ccl21a', 'GFAP', 'gfap'];
  const few = await repairSymbols(db, names);
  const many = Array.from({ length: 5000 }, (_, at) => `LOC${at}`);
  const all = await repairSymbols(db, [...names, ...many]);
  expect(all).toEqual({ ...few, genes: [...few.genes, ...many], unknown: [...few.unknown, ...many] });
  expect(few.official + few.mapped.length).toBeGreaterThan(3);
});

test('between other organisms there is none', async () => {
  expect(await findOrthologues(portal.services.db, 'Homo sapiens', 'Rattus norvegicus')).toBeNull();
});
