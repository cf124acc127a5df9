/** The search box suggests to a reader without the laboratory's records exactly what it would without these records. */
import { deleteAnalysis } from '@omicon/contract/areas/analyses/analyses.ts';
import { deleteDataCollection } from '@omicon/contract/areas/collections.ts';
import { deleteGeneSet } from '@omicon/contract/areas/genes/gene-sets.ts';
import { listSuggestions, type Suggestion } from '@omicon/contract/areas/search.ts';
import type { PermissionCode } from '@omicon/domain/permissions/permissions.ts';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { sql } from '../../base/postgres/database.ts';
import { aLaboratory, type LaboratoryNumbers, takeIn } from '../../test-support/intake.ts';
import {
  type LabFiles,
  NETWORK,
  pathsOf,
  smallLaboratory,
  smallResources,
  withChange,
} from '../../test-support/laboratories/small-laboratory.ts';
import { type Caller, openTestPortal, type TestPortal } from '../../test-support/portal.ts';

const HIDDEN = { accession: 'GSE9999', study: 'Hidden 2020 GSE9999', availability: 'Lab' };
const PUBMED = '99999999';

/** With a gene, samples and a publication of its own; its modules and network have the names of the public ones. */
function hiddenFiles(): LabFiles {
  const own = (text: string) =>
    text.replaceAll('CD68', 'SECRET1').replaceAll('GSM9695', 'GSM9595').replaceAll('16530701', PUBMED);
  return Object.fromEntries(
    Object.entries(smallLaboratory(HIDDEN)).map(([path, content]) => [
      path,
      typeof content === 'string' ? own(content) : content,
    ]),
  );
}

/** Parts and wholes of names that only hidden records have, or hidden and public ones. */
const TEXTS = [
  'SECRET1',
  'secr',
  'turquoise',
  'turq',
  'turquoise of',
  'turquoise of hidden',
  'blue of GSE9999',
  NETWORK,
  'bicor',
  'GSM9595',
  'GSM95951',
  'GSM9',
  'GSE9999',
  'gse',
  PUBMED,
  'Hidden',
  'hidden 2020',
  'Primary',
  'EXT',
] as const;

let portal: TestPortal;
let guest: Caller;
let member: Caller;
let admin: Caller;
let hidden: LaboratoryNumbers;
/** suggestions for a guest before the hidden laboratory came, by text */
const before = new Map<string, unknown>();

async function suggest(q: string, as = guest, limit = 6) {
  return (await portal.call(listSuggestions, { as, query: { q, limit } })).reply;
}

/** With one suggestion of each kind, a hidden one would displace a public one. */
async function suggestAtEveryLength(q: string, as = guest) {
  return [await suggest(q, as, 1), await suggest(q, as, 2), await suggest(q, as, 50)];
}

const kindsOf = ({ results }: { results: readonly Suggestion[] }) => new Set(results.map(({ kind }) => kind));

beforeAll(async () => {
  portal = await openTestPortal();
  guest = await portal.signInAs('GU');
  member = await portal.signInAs('LAB');
  admin = await portal.signInAs('admin');
  expect((await takeIn(portal, smallResources())).faults).toEqual([]);
  await aLaboratory(portal);
  await portal.runJobs();
  for (const text of TEXTS) before.set(text, await suggestAtEveryLength(text));
  hidden = await aLaboratory(portal, { ...HIDDEN, files: hiddenFiles() });
  await portal.runJobs();
}, 120_000);
afterAll(() => portal.close());

test('what a guest is told, at every length and in every order, is what there was without the hidden records', async () => {
  for (const text of TEXTS) {
    expect([text, await suggestAtEveryLength(text)]).toEqual([text, before.get(text)]);
    expect([text, (await suggest(text, member, 50)).results.length]).not.toEqual([
      text,
      (await suggest(text, guest, 50)).results.length,
    ]);
  }
});

/** Omicon IDs of the hidden laboratory, by kind of record. */
async function hiddenIds(): Promise<string[]> {
  const { rows } = await sql<{ id: string }>`
    select 'OM.CN.' || n.number as id from covariation_network n join analysis a on a.id = n.analysis_id
     where a.number = ${hidden.analysis}
    union all
    select 'OM.CM.' || m.number from covariation_module m join covariation_network n on n.id = m.covariation_network_id
      join analysis a on a.id = n.analysis_id where a.number = ${hidden.analysis}`.execute(
    portal.services.db,
  );
  const records = [
    `OM.DC.${hidden.collection}`,
    ...[hidden.loaded, hidden.probes, hidden.primary].map((number) => `OM.DS.${number}`),
    `OM.P.${hidden.analysis}`,
  ];
  return [...records, ...records.map((id) => `${id}.V1`), ...rows.map(({ id }) => id)];
}

test('the Omicon ID of a hidden record suggests nothing', async () => {
  const ids = await hiddenIds();
  expect(ids.length).toBe(13);
  for (const id of ids) {
    expect([id, await suggest(id)]).toEqual([id, { results: [], gene_href: null }]);
    expect([id, (await suggest(id, member)).results.length > 0]).toEqual([id, true]);
  }
});

test('accession, PubMed ID and author of a hidden collection do not lead to its public data sets', async () => {
  const { db } = portal.services;
  const show = (visibility: string, title: string) =>
    sql`update data_set set visibility = ${visibility}, title = ${title} where number = ${hidden.loaded}`.execute(
      db,
    );
  await show('public', 'Open part');
  expect((await suggest('open part')).results.map(({ title }) => title)).toEqual(['Open part A.1']);
  for (const text of ['GSE9999', PUBMED, 'Hidden'])
    expect([text, await suggestAtEveryLength(text)]).toEqual([text, before.get(text)]);
  expect((await suggest(PUBMED, member)).results.map(({ title }) => title)).toContain('Open part A.1');
  await show('private', `${HIDDEN.study} EXT`);
});

test('names of hidden genes do not displace longer names of genes that may be known', async () => {
  const { db } = portal.services;
  expect((await suggest('p2')).results.map(({ title }) => title)).toEqual(['P2RY12']);
  await sql`insert into search_target (identifier, target, spelling, features)
    select 'SYMBOL', name, name, features
      from search_target, lateral (select 'P2' || to_char(n, 'FM000') as name from generate_series(1, 900) n) named
     where identifier = 'SYMBOL' and target = 'SECRET1'`.execute(db);
  expect((await suggest('p2')).results.map(({ title }) => title)).toEqual(['P2RY12']);
  expect((await suggest('p2', member)).results.map(({ title }) => title)).toEqual([
    ...['P2001', 'P2002', 'P2003', 'P2004', 'P2005', 'P2006'],
  ]);
  await sql`delete from search_target where target like 'P2___'`.execute(db);
});

test('a kind is suggested to those who may both search and open it, and records to those who may search them', async () => {
  const { db } = portal.services;
  for (const [text, kind, needed] of [
    ['turq', 'module', ['PROJECT_SEARCH', 'PROJECT_VIEW']],
    [NETWORK, 'network', ['PROJECT_SEARCH', 'PROJECT_VIEW']],
    ['gsm96951', 'sample', ['COLLECTION_SEARCH', 'COLLECTION_VIEW']],
    ['microglia', 'gene-set', ['RESOURCE_GENESET_SEARCH', 'RESOURCE_GENESET_VIEW']],
    ['Phillips 2006 GSE4271 U133A', 'record', ['DATA_SET_SEARCH']],
    ['MBP', 'gene', ['COLLECTION_SEARCH', 'DATA_SET_SEARCH', 'PROJECT_SEARCH']],
  ] as const satisfies (readonly [string, Suggestion['kind'], readonly PermissionCode[]])[]) {
    expect([text, kindsOf(await suggest(text)).has(kind)]).toEqual([text, true]);
    // Genes are for those who may search anything that has them.
    for (const taken of kind === 'gene' ? [needed] : needed.map((code) => [code])) {
      await db
        .deleteFrom('role_permission')
        .where('role', '=', 'GU')
        .where('permission', 'in', taken)
        .execute();
      const restricted = await portal.signInAs('GU');
      expect([taken, kindsOf(await suggest(text, restricted)).has(kind)]).toEqual([taken, false]);
      await db
        .insertInto('role_permission')
        .values(taken.map((permission) => ({ role: 'GU' as const, permission })))
        .execute();
    }
  }
});

test('records have one suggestion, whatever their versions, and none once they are deleted', async () => {
  const { collectionAttributes, enrichment } = pathsOf(HIDDEN.accession);
  const titlesFor = async (text: string) =>
    (await suggest(text, member, 50)).results.map(({ kind, title }) => `${kind} ${title}`);
  const ofModules = await titlesFor('turquoise of hidden');
  const ofNetworks = await titlesFor(NETWORK);
  const ofSamples = await titlesFor('gsm95951');
  expect([ofModules.length, ofNetworks.length, ofSamples.length]).toEqual([1, 2, 1]);

  const changed = withChange(hiddenFiles(), enrichment, (text) => text.replace('0.0012', '0.0011'));
  const again = withChange(changed, collectionAttributes, (text) => `${text}"BioProject ID","PRJNA95517"\n`);
  expect((await takeIn(portal, again)).faults).toEqual([]);
  await portal.runJobs();
  expect(await titlesFor('turquoise of hidden')).toEqual(ofModules);
  expect(await titlesFor(NETWORK)).toEqual(ofNetworks);
  expect(await titlesFor('gsm95951')).toEqual(ofSamples);

  const ids = await hiddenIds();
  await portal.call(deleteAnalysis, { as: admin, params: { id: hidden.analysis } });
  await portal.call(deleteDataCollection, { as: admin, params: { id: hidden.collection } });
  await portal.runJobs();
  for (const id of ids)
    expect([id, await suggest(id, member)]).toEqual([id, { results: [], gene_href: null }]);
  for (const text of TEXTS)
    expect([text, await suggestAtEveryLength(text, member)]).toEqual([text, before.get(text)]);
});

test('a deleted gene set is suggested neither by its name nor by its ids', async () => {
  const { results } = await suggest('PANGLAO_MICROGLIA');
  const id = /geneSetOmiconID=(.*)$/.exec(results[0]?.href ?? '')?.[1] ?? '';
  expect(kindsOf(await suggest(id))).toEqual(new Set(['record']));
  const params = { id: Number(id.split('.')[2]) };
  await portal.call(deleteGeneSet, { as: admin, params, query: { version: 1 } });
  for (const text of ['PANGLAO_MICROGLIA', 'moset10001', id])
    expect([text, (await suggest(text)).results]).toEqual([text, []]);
});
