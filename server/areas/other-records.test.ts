/** Records show only readable content of other records (SEC-2). */
import { getAnalysis, getAnalysisNetwork, listAnalyses } from '@omicon/contract/areas/analyses/analyses.ts';
import {
  getCovariationNetwork,
  getModule,
  getModuleEigengene,
  listModules,
} from '@omicon/contract/areas/analyses/covariation-networks.ts';
import {
  getDataCollection,
  getDataCollectionOfDataSet,
  getDataSet,
  listDataSets,
} from '@omicon/contract/areas/collections.ts';
import type { LineageNode } from '@omicon/contract/areas/lineage.ts';
import { searchEverything } from '@omicon/contract/areas/search.ts';
import type { Visibility } from '@omicon/domain/permissions/permissions.ts';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { aLaboratory, type LaboratoryNumbers, takeIn } from '../test-support/intake.ts';
import { pathsOf, smallLaboratory, withChange } from '../test-support/laboratories/small-laboratory.ts';
import { type Caller, openTestPortal, type TestPortal } from '../test-support/portal.ts';

let portal: TestPortal;
let guest: Caller;
let lab: Caller;

beforeAll(async () => {
  portal = await openTestPortal();
  guest = await portal.signInAs('GU');
  lab = await portal.signInAs('LAB');
});
afterAll(() => portal.close());

async function setVisibility(
  table: 'data_collection' | 'data_set' | 'analysis',
  number: number,
  visibility: Visibility,
): Promise<void> {
  await portal.services.db.updateTable(table).set({ visibility }).where('number', '=', number).execute();
}

function findNode(node: LineageNode, id: string): LineageNode | undefined {
  if (node.id === id) return node;
  for (const child of node.children) {
    const found = findNode(child, id);
    if (found) return found;
  }
  return undefined;
}

describe('a collection of the laboratory that holds a public data set and a public analysis', () => {
  let mixed: LaboratoryNumbers;
  const title = 'Zhao 2021 CGGA';
  beforeAll(async () => {
    mixed = await aLaboratory(portal, { accession: 'CGGA', study: title, visibility: 'private' });
    await setVisibility('data_set', mixed.primary, 'public');
    await setVisibility('analysis', mixed.analysis, 'public');
    // Not part of any title, unlike the accession in the folder name.
    await portal.services.db
      .updateTable('data_collection')
      .set({ accession_id: 'EGAS7' })
      .where('number', '=', mixed.collection)
      .execute();
  });

  test('is not named by its data set to people who may not read it', async () => {
    const params = { id: mixed.primary };
    const { reply } = await portal.call(getDataSet, { as: guest, params });
    expect([reply.data_collection_id, reply.data_collection_title, reply.parent]).toEqual([null, null, null]);
    const known = await portal.call(getDataSet, { as: lab, params });
    expect([known.reply.data_collection_id, known.reply.data_collection_title]).toEqual([
      mixed.collection,
      title,
    ]);
    expect(known.reply.parent?.id).toBe(mixed.loaded);
    const asked = { as: guest, params };
    expect((await portal.call(getDataCollectionOfDataSet, asked)).status).toBe(404);
  });

  test('is not named by the list of data sets, which neither finds nor sorts by it', async () => {
    const list = (as: Caller, search: string) =>
      portal.call(listDataSets, { as, query: { search, sort: 'data_collection_title', page_size: 100 } });
    const [row, ...others] = (await list(guest, 'Primary OR')).reply.results;
    expect(others).toEqual([]);
    expect([row?.id, row?.data_collection_id, row?.data_collection_title]).toEqual([
      mixed.primary,
      null,
      null,
    ]);
    expect((await list(guest, 'EGAS7')).reply.total).toBe(0);
    expect((await list(lab, 'EGAS7')).reply.total).toBe(3);
  });

  test('leads to its data set in the search box only if it is readable', async () => {
    const search = async (as: Caller, q: string) => {
      const { reply } = await portal.call(searchEverything, { as, query: { q } });
      return reply.records.results.map(({ entity_type, id }) => `${entity_type} ${id}`);
    };
    expect(await search(guest, 'EGAS7')).toEqual([]);
    expect(await search(lab, 'EGAS7')).toContain(`ds ${mixed.primary}`);
    expect(await search(guest, 'Primary OR')).toEqual([`ds ${mixed.primary}`]);
  });

  test('is not named by its analysis', async () => {
    const { reply } = await portal.call(getAnalysis, { as: guest, params: { id: mixed.analysis } });
    expect([reply.data_collection_id, reply.data_collection_title, reply.input_data_set_id]).toEqual([
      null,
      null,
      mixed.primary,
    ]);
  });
});

describe('a data set of the laboratory from which a public analysis was made', () => {
  let mixed: LaboratoryNumbers;
  beforeAll(async () => {
    mixed = await aLaboratory(portal, {
      accession: 'GSE7696',
      study: 'Murat 2008 GSE7696',
      visibility: 'public',
    });
    await setVisibility('data_set', mixed.primary, 'private');
  });

  test('has no number in the analysis, its networks and modules for people who may not read it', async () => {
    for (const [as, id] of [
      [guest, null],
      [lab, mixed.primary],
    ] as const) {
      const { reply: analysis } = await portal.call(getAnalysis, { as, params: { id: mixed.analysis } });
      const { reply: list } = await portal.call(listAnalyses, { as, query: { search: 'Murat 2008' } });
      const network = analysis.networks[0]?.id ?? 0;
      const ofNetwork = await portal.call(getCovariationNetwork, { as, params: { id: network } });
      const { reply: modules } = await portal.call(listModules, { as, params: { id: network } });
      const module = { id: modules.results[0]?.id ?? 0 };
      const ofModule = await portal.call(getModule, { as, params: module });
      const numbers = [analysis, list.results[0], ofNetwork.reply, ofModule.reply].map(
        (record) => record?.input_data_set_id,
      );
      expect(numbers, as.role).toEqual([id, id, id, id]);
      expect(analysis.data_collection_id).toBe(mixed.collection);
      const { reply: eigengene } = await portal.call(getModuleEigengene, { as, params: module });
      expect(eigengene.attributes.length > 0).toBe(id !== null);
    }
  });

  test('is omitted from the lineage; its analysis is below the collection, without samples', async () => {
    const lineageFor = async (as: Caller) =>
      (await portal.call(getAnalysisNetwork, { as, params: { id: mixed.analysis } })).reply;
    const shown = await lineageFor(guest);
    expect(findNode(shown.network, `OM.DS.${mixed.primary}`)).toBeUndefined();
    const below = shown.network.children.find(({ code }) => code === 'FM');
    expect(below?.children.map(({ id, has_samples }) => [id, has_samples])).toEqual([[shown.focus, false]]);
    const known = await lineageFor(lab);
    const dataSet = findNode(known.network, `OM.DS.${mixed.primary}`);
    expect(dataSet && findNode(dataSet, known.focus)?.has_samples).toBe(true);
    expect(known.network.children.some(({ code }) => code === 'FM')).toBe(false);
  });
});

test('only readable versions are listed', async () => {
  const accession = 'GSE16011';
  const study = 'Gravendeel 2009 GSE16011';
  const paths = pathsOf(accession);
  const files = smallLaboratory({ accession, study });
  const mixed = await aLaboratory(portal, { accession, study, visibility: 'private' });
  const again = [
    [`${paths.loaded}.csv`, '1,"IDH1",5', '1,"IDH1",5.5'],
    [`${paths.primary}.csv`, '1,"IDH1",5', '1,"IDH1",5.5'],
    [paths.collectionAttributes, 'Gene Expression Omnibus', 'GEO'],
    [paths.modulesPdf, 'one empty page', 'another empty page'],
  ] as const;
  const changed = again.reduce(
    (all, [path, from, to]) => withChange(all, path, (text) => text.replace(from, to)),
    files,
  );
  const report = await takeIn(portal, changed, { visibility: 'public' });
  expect(report.faults).toEqual([]);
  const ofNetwork = await portal.call(getAnalysis, { as: lab, params: { id: mixed.analysis } });
  const network = ofNetwork.reply.networks[0]?.id ?? 0;
  for (const [as, versions] of [
    [guest, [2]],
    [lab, [2, 1]],
  ] as const) {
    const records = [
      await portal.call(getDataCollection, { as, params: { id: mixed.collection } }),
      await portal.call(getDataSet, { as, params: { id: mixed.loaded } }),
      await portal.call(getAnalysis, { as, params: { id: mixed.analysis } }),
      await portal.call(getCovariationNetwork, { as, params: { id: network } }),
    ];
    const listed = records.map(({ reply }) => reply.versions.map(({ version }) => version));
    expect(listed, as.role).toEqual(records.map(() => versions));
  }
});
