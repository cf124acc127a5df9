/** Suggestions name only what the caller may read. */

import {
  getGene,
  listGeneDataSets,
  listGeneModules,
  listGeneTopics,
} from '@omicon/contract/areas/genes/genes.ts';
import { listSuggestions } from '@omicon/contract/areas/search.ts';
import { shortNetworkName } from '@omicon/domain/records/names/network-name.ts';
import { afterAll, beforeAll, expect, onTestFinished, test, vi } from 'vitest';
import { takeIn } from '../../test-support/intake.ts';
import {
  NETWORK,
  smallLaboratory,
  smallResources,
} from '../../test-support/laboratories/small-laboratory.ts';
import { type Caller, openTestPortal, type TestPortal } from '../../test-support/portal.ts';

const TABLES = {
  'resources/mapping_tables/2026-11-21/homo_sapiens_mapping_tables/SYMBOL/Homo_sapiens_SYMBOL_ALIAS.csv':
    'SYMBOL,ALIAS\nAIF1,IBA1\nAIF1L,IBA2\nSOX10,PCWH\nSOX10,OLIG\nMARCHF1,MARCH1\nMTARC1,MARC1\nSEPTIN2,SEPT2\nHLA-DRA,DRA1\n',
};
const HIDDEN = { accession: 'GSE9999', study: 'Hidden 2020 GSE9999', availability: 'Lab' };

let portal: TestPortal;
let guest: Caller;
let member: Caller;
beforeAll(async () => {
  portal = await openTestPortal();
  guest = await portal.signInAs('GU');
  member = await portal.signInAs('LAB');
  const hidden = Object.fromEntries(
    Object.entries(smallLaboratory(HIDDEN)).map(([path, content]) => [
      path,
      typeof content === 'string'
        ? content.replaceAll('CD68', 'SECRET1').replaceAll('GSM96950', 'HIDDENSAMPLE')
        : content,
    ]),
  );
  for (const files of [{ ...smallResources(), ...TABLES }, smallLaboratory(), hidden])
    expect((await takeIn(portal, files)).faults).toEqual([]);
  await portal.runJobs();
});
afterAll(() => portal.close());

/** Questions to search threads, statements of the main thread, and reads of the store so far. */
function countWork({ services: { searchThreads, pool, store } }: TestPortal): () => number[] {
  const asked = vi.spyOn(searchThreads, 'ask');
  const connected = vi.spyOn(pool, 'connect');
  const read = vi.spyOn(store, 'readInto');
  onTestFinished(() => {
    vi.restoreAllMocks();
  });
  return () => [asked, connected, read].map((spy) => spy.mock.calls.length);
}

async function suggest(q: string, as = guest) {
  return (await portal.call(listSuggestions, { as, query: { q } })).reply;
}
const titles = async (q: string, kind: string, as = guest) =>
  (await suggest(q, as)).results.filter((each) => each.kind === kind).map(({ title }) => title);

test('genes are suggested by the first letters of symbols and aliases, symbols first', async () => {
  expect(await titles('aif', 'gene')).toEqual(['AIF1', 'AIF1L']);
  expect((await suggest('iba')).results).toEqual([
    { kind: 'gene', title: 'AIF1', detail: 'also named IBA1', href: '/home/genes/AIF1' },
    { kind: 'gene', title: 'AIF1L', detail: 'also named IBA2', href: '/home/genes/AIF1L' },
  ]);
});

test('a gene is suggested by its ids too, and one that is named exactly before those that begin so', async () => {
  expect((await suggest('10215')).results).toEqual([
    { kind: 'gene', title: 'OLIG2', detail: 'by Entrez ID 10215', href: '/home/genes/OLIG2' },
  ]);
  expect(await titles('olig', 'gene')).toEqual(['SOX10', 'OLIG2']);
  const { reply } = await portal.call(listSuggestions, { as: guest, query: { q: 'olig', limit: 1 } });
  expect(reply.results.filter(({ kind }) => kind === 'gene').map(({ title }) => title)).toEqual(['SOX10']);
});

test.each(['HLA–DRA', 'HLA.DRA', '"HLA-DRA"', 'HLA-DRA;', '\u200BHLA-DRA', 'hla‑dra'])(
  '%j leads to HLA-DRA',
  async (q) => {
    expect((await suggest(q)).gene_href).toBe('/home/genes/HLA-DRA');
  },
);

test('a spreadsheet date offers the genes that it may have been', async () => {
  for (const q of ['1-Mar', 'Mar-1', '1 Mar', '1‑Mar'])
    expect(await titles(q, 'gene')).toEqual(['MARCHF1', 'MTARC1']);
  expect((await suggest('1-Mar')).gene_href).toBeNull();
  expect(await titles('2-Sep', 'gene')).toEqual(['SEPTIN2']);
});

test('an exact name leads to the gene, whatever it is spelled by; another text leads nowhere', async () => {
  expect((await suggest('iba1')).gene_href).toBe('/home/genes/AIF1');
  expect((await suggest('sox10')).gene_href).toBe('/home/genes/SOX10');
  expect((await suggest('sox')).gene_href).toBeNull();
  expect((await suggest('Phillips 2006')).gene_href).toBeNull();
});

test('modules are suggested by theme, after those of the colour, and as lists name them', async () => {
  const { pool } = portal.services;
  const name = (theme: string | null, colour: string) =>
    pool.query('update covariation_module set theme = $1 where name = $2', [theme, colour]);
  await name('G2M checkpoint', 'blue');
  await name('blueprint of cells', 'turquoise');
  onTestFinished(async () => {
    await name(null, 'blue');
    await name(null, 'turquoise');
  });
  const titles = async (q: string, as = guest) =>
    (await suggest(q, as)).results.flatMap(({ kind, title }) => (kind === 'module' ? [title] : []));
  const [blue, turquoise] = ['blue · G2M checkpoint', 'turquoise · blueprint of cells'];
  expect(await titles('g2m check')).toEqual([blue]);
  expect(await titles('g2m', member)).toEqual([blue, blue]);
  expect(await titles('blue')).toEqual([blue, turquoise]);
  expect(await titles('blueprint of cells')).toEqual([turquoise]);
  expect(await titles('turquoise · blueprint of cells')).toEqual([turquoise]);
  expect(await titles('turquoise · blue of phillips')).toEqual([turquoise]);
  expect(await titles('turquoise · G2M')).toEqual([]);
});

test('modules are suggested by name, and by name of a network or analysis', async () => {
  const { results } = await suggest('turq');
  expect(
    results
      .filter(({ kind }) => kind === 'module')
      .map(({ title, detail }) => [title, detail.includes(shortNetworkName(NETWORK))]),
  ).toEqual([['turquoise', true]]);
  expect(await titles('turquoise of Phillips', 'module')).toEqual(['turquoise']);
  expect(await titles('turquoise of', 'module')).toEqual(await titles('turquoise', 'module'));
  expect(await titles('turquoise of something else', 'module')).toEqual([]);
  expect(await titles(`turquoise of phillips ${NETWORK}`, 'module')).toEqual(['turquoise']);
  expect(await titles('turquoise of phillips something', 'module')).toEqual([]);
  expect(await titles('turq', 'module', member)).toEqual(['turquoise', 'turquoise']);
});

test('networks are suggested by a part of their names', async () => {
  const { results } = await suggest(NETWORK.slice(0, 6));
  expect(results).toContainEqual({
    kind: 'network',
    title: NETWORK,
    detail: expect.stringMatching(/^Covariation network OM\.CN\.\d+ of /),
    href: expect.stringMatching(/networkId=\d+$/),
  });
});

test('records, samples and gene sets are suggested by accession, label and name', async () => {
  expect((await titles('GSE4271', 'record')).length).toBeGreaterThan(0);
  expect(await titles('gsm96951', 'sample')).toEqual(['GSM96951']);
  expect((await titles('microglia', 'gene-set')).length).toBeGreaterThan(0);
});

test('nothing hidden is suggested, nor told by a difference to what does not exist', async () => {
  for (const [hidden, absent] of [
    ['SECRET1', 'ABSENT1'],
    ['SECRET', 'ABSENT'],
    ['HIDDENSAMPLE', 'ABSENTSAMPLE'],
    ['GSE9999', 'GSE8888'],
  ] as const) {
    expect(await suggest(hidden)).toEqual(await suggest(absent));
    expect((await suggest(hidden, member)).results.length).toBeGreaterThan(0);
  }
});

test('a hidden name costs the same questions, statements and reads as one that does not exist', async () => {
  // The first unknown name reads all symbols, which are kept.
  await portal.call(getGene, { as: guest, params: { symbol: 'UNKNOWN1' } });
  const work = countWork(portal);
  const workOf = async (ask: () => Promise<unknown>) => {
    const before = work();
    await ask();
    return work().map((count, at) => count - (before[at] ?? 0));
  };
  for (const [hidden, absent] of [
    ['SECRET1', 'ABSENT1'],
    ['SECRET', 'ABSENT'],
  ] as const) {
    expect(await workOf(() => suggest(hidden))).toEqual(await workOf(() => suggest(absent)));
    for (const endpoint of [getGene, listGeneModules, listGeneTopics, listGeneDataSets]) {
      const call = (symbol: string) => portal.call(endpoint, { as: guest, params: { symbol } });
      expect([endpoint.path, await workOf(() => call(hidden))]).toEqual([
        endpoint.path,
        await workOf(() => call(absent)),
      ]);
    }
  }
});

test('fewer than two letters suggest nothing', async () => {
  expect(await suggest('a')).toEqual({ results: [], gene_href: null });
  expect(await suggest(' % ')).toEqual({ results: [], gene_href: null });
});

test('each kind is suggested to those who may search and open it', async () => {
  for (const [kind, permission, text] of [
    ['module', 'PROJECT_VIEW', 'turq'],
    ['sample', 'COLLECTION_SEARCH', 'gsm96951'],
    ['gene-set', 'RESOURCE_GENESET_SEARCH', 'microglia'],
    ['record', 'DATA_SET_SEARCH', 'Phillips'],
  ] as const) {
    const before = await titles(text, kind);
    expect([kind, before.length > 0]).toEqual([kind, true]);
    await portal.services.db.deleteFrom('role_permission').where('permission', '=', permission).execute();
    const restricted = await portal.signInAs('GU');
    expect([kind, (await titles(text, kind, restricted)).length < before.length]).toEqual([kind, true]);
  }
  await portal.services.db
    .deleteFrom('role_permission')
    .where('permission', 'in', ['COLLECTION_SEARCH', 'DATA_SET_SEARCH', 'PROJECT_SEARCH'])
    .execute();
  expect(await suggest('aif1', await portal.signInAs('GU'))).toEqual({ results: [], gene_href: null });
});
