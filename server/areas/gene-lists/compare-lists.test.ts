/** Lists, gene sets and modules against each other: what they share, who may compare, and bad input. */
import { type ComparedList, compareLists } from '@omicon/contract/areas/genes/gene-lists.ts';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { sql } from '../../base/postgres/database.ts';
import { takeIn } from '../../test-support/intake.ts';
import { GENES, smallLaboratory, smallResources } from '../../test-support/laboratories/small-laboratory.ts';
import { type Caller, openTestPortal, type TestPortal } from '../../test-support/portal.ts';

const HIDDEN = { accession: 'GSE9999', study: 'Hidden 2020 GSE9999', availability: 'Lab' };

let portal: TestPortal;
let guest: Caller;
let member: Caller;
let module: number;
let hidden: number;
let set: number;

async function numberOf(study: string): Promise<number> {
  const { rows } = await sql<{ number: number }>`
    select m.number from covariation_module m join covariation_network n on n.id = m.covariation_network_id
      join analysis a on a.id = n.analysis_id where a.input_data_set like ${`${study}%`} order by m.page limit 1`.execute(
    portal.services.db,
  );
  return rows[0]?.number ?? 0;
}

beforeAll(async () => {
  portal = await openTestPortal();
  guest = await portal.signInAs('GU');
  member = await portal.signInAs('LAB');
  for (const files of [smallResources(), smallLaboratory(), smallLaboratory(HIDDEN)])
    expect((await takeIn(portal, files)).faults).toEqual([]);
  await portal.runJobs();
  module = await numberOf('Phillips');
  hidden = await numberOf('Hidden');
  const { rows } = await sql<{ number: number }>`
    select number from gene_set where genes is not null and deleted_at is null order by number limit 1`.execute(
    portal.services.db,
  );
  set = rows[0]?.number ?? 0;
}, 60_000);
afterAll(() => portal.close());

const compare = (lists: ComparedList[], as = guest) => portal.call(compareLists, { as, body: { lists } });
const listOf = (...identifiers: string[]): ComparedList => ({ kind: 'list', identifiers });

test('two lists share the genes that are in both, each once and by their official symbols', async () => {
  const { reply } = await compare([listOf('IDH1', 'OLIG2', 'olig2'), listOf('OLIG2', 'SOX10', 'MBP')]);
  expect(reply.lists.map(({ name, size }) => [name, size])).toEqual([
    ['List 1', 2],
    ['List 2', 3],
  ]);
  expect(reply.parts.map(({ lists, symbols }) => [lists, symbols])).toEqual([
    [[1], ['MBP', 'SOX10']],
    [[0], ['IDH1']],
    [[0, 1], ['OLIG2']],
  ]);
  expect(reply.pairs).toMatchObject([{ a: 0, b: 1, overlap: 1, jaccard: 1 / 4, overlap_coefficient: 1 / 2 }]);
});

test('with a module the universe is what its network measures', async () => {
  const { reply } = await compare([{ kind: 'module', id: module }, listOf('IDH1', 'OLIG2')]);
  expect(reply.universe).toEqual({ size: GENES.length, kind: 'modules' });
  expect(reply.lists[0]).toMatchObject({ kind: 'module', omicon_id: `OM.CM.${module}` });
  const [pair] = reply.pairs;
  expect((pair?.p_over ?? 0) + (pair?.p_under ?? 0)).toBeGreaterThan(1);
});

test('every gene of the universe is in one part only, whatever the order of the lists', async () => {
  const lists = [listOf('IDH1', 'OLIG2'), listOf('OLIG2', 'SOX10'), { kind: 'gene-set' as const, id: set }];
  const [there, back] = [await compare(lists), await compare(lists.toReversed())];
  const symbols = there.reply.parts.flatMap((part) => part.symbols);
  expect(new Set(symbols).size).toBe(symbols.length);
  const told = (parts: typeof there.reply.parts) => parts.map((part) => part.symbols.join()).sort();
  expect(told(back.reply.parts)).toEqual(told(there.reply.parts));
  expect(there.reply.pairs.length).toBe(3);
});

test('a module that the caller may not read, and an unknown gene set, are not found', async () => {
  const hiddenModule: ComparedList = { kind: 'module', id: hidden };
  expect((await compare([hiddenModule, listOf('IDH1')])).status).toBe(404);
  expect((await compare([hiddenModule, listOf('IDH1')], member)).status).toBe(200);
  expect((await compare([{ kind: 'gene-set', id: 2_000_000_000 }, listOf('IDH1')])).status).toBe(404);
});

test('one list and seven lists are refused', async () => {
  expect((await compare([listOf('IDH1')])).status).toBe(400);
  expect((await compare(Array.from({ length: 7 }, () => listOf('IDH1')))).status).toBe(400);
});

test('lists without a gene in common have odds 0 and no P of more', async () => {
  const { reply } = await compare([listOf('IDH1'), listOf('OLIG2')]);
  expect(reply.pairs[0]).toMatchObject({ overlap: 0, odds_ratio: 0, odds_low: 0, p_over: 1 });
});
