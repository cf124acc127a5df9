/** Lists, searches and counts contain only readable records and reveal nothing else (SEC-2, SEC-6). */
import { listAnalyses, listRecentAnalyses } from '@omicon/contract/areas/analyses/analyses.ts';
import {
  getDataCollection,
  getDataSetNetwork,
  listDataCollections,
  listDataSets,
  listRecentDataCollections,
} from '@omicon/contract/areas/collections.ts';
import { listFiles, listRecentFiles, searchFiles } from '@omicon/contract/areas/files/files.ts';
import type { LineageNode } from '@omicon/contract/areas/lineage.ts';
import { getOmiconId, listOmiconIds, searchEverything } from '@omicon/contract/areas/search.ts';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { aLaboratory, type LaboratoryNumbers } from '../test-support/intake.ts';
import { NETWORK } from '../test-support/laboratories/small-laboratory.ts';
import { type Caller, openTestPortal, type TestPortal } from '../test-support/portal.ts';

const STUDIES = ['Phillips 2006 GSE4271', 'Zhao 2021 CGGA', 'Gravendeel 2009 GSE16011'] as const;
const [PUBLIC, LAB, OWN] = STUDIES;

let portal: TestPortal;
let lab: LaboratoryNumbers;
const callers: Record<string, Caller> = {};

/** Written by hand from design.md section 5. */
const SEES: [string, string[]][] = [
  ['GU', [PUBLIC]],
  ['RU', [PUBLIC, OWN]],
  ['other RU', [PUBLIC]],
  ['REVIEWER', [PUBLIC, LAB, OWN]],
  ['LAB', [PUBLIC, LAB, OWN]],
  ['admin', [PUBLIC, LAB, OWN]],
];

beforeAll(async () => {
  portal = await openTestPortal();
  const ru = await portal.signInAs('RU');
  Object.assign(callers, {
    GU: await portal.signInAs('GU'),
    RU: ru,
    'other RU': await portal.signInAs('RU'),
  });
  for (const role of ['REVIEWER', 'LAB', 'admin'] as const) callers[role] = await portal.signInAs(role);
  const curator = await portal.signInAs('LAB');
  await aLaboratory(portal, { visibility: 'public' });
  lab = await aLaboratory(portal, {
    accession: 'CGGA',
    study: LAB,
    visibility: 'private',
    person_id: curator.person_id,
  });
  await aLaboratory(portal, {
    accession: 'GSE16011',
    study: OWN,
    visibility: 'private',
    person_id: ru.person_id,
  });
});
afterAll(() => portal.close());

/** Distinct studies at the start of titles, in the order of STUDIES. */
function studiesIn(titles: readonly string[]): string[] {
  const unknown = titles.filter((title) => !STUDIES.some((study) => title.startsWith(study)));
  expect(unknown).toEqual([]);
  return STUDIES.filter((study) => titles.some((title) => title.startsWith(study)));
}

function callerOf(name: string): Caller {
  const caller = callers[name];
  if (!caller) throw new Error(`Nobody is called ${name}.`);
  return caller;
}

/** The folder of an enrichment inside that of its network. */
const SETS = 'GSHyperG_MY_SETS_22-56-13_SEED';

const RECORDS_OF_ONE = { collections: 1, dataSets: 3, analyses: 1, files: 23 };

describe.each(SEES)('%s', (name, studies) => {
  test('lists and counts only the data collections of these studies', async () => {
    const { reply } = await portal.call(listDataCollections, { as: callerOf(name) });
    expect(reply.results.map((item) => item.title).toSorted()).toEqual([...studies].sort());
    expect(reply.total).toBe(studies.length * RECORDS_OF_ONE.collections);
    const recent = await portal.call(listRecentDataCollections, { as: callerOf(name) });
    expect(studiesIn(recent.reply.results.map((item) => item.title))).toEqual(studies);
    expect(recent.reply.total).toBe(studies.length);
  });

  test('lists the data sets of these studies', async () => {
    const { reply } = await portal.call(listDataSets, { as: callerOf(name) });
    expect(studiesIn(reply.results.map((item) => item.title))).toEqual(studies);
    expect(reply.total).toBe(studies.length * RECORDS_OF_ONE.dataSets);
  });

  test('lists the analyses of these studies', async () => {
    const { reply } = await portal.call(listAnalyses, { as: callerOf(name) });
    expect(studiesIn(reply.results.map((item) => item.title))).toEqual(studies);
    expect(reply.total).toBe(studies.length * RECORDS_OF_ONE.analyses);
    const recent = await portal.call(listRecentAnalyses, { as: callerOf(name) });
    expect(recent.reply.total).toBe(studies.length);
  });

  test('lists, finds and counts the files of these studies', async () => {
    const answers = [
      await portal.call(listRecentFiles, { as: callerOf(name), query: { page_size: 100 } }),
      await portal.call(listFiles, { as: callerOf(name), query: { page_size: 100 } }),
      await portal.call(searchFiles, { as: callerOf(name), query: { name: '.', page_size: 100 } }),
    ];
    for (const { reply } of answers) {
      expect(studiesIn(reply.results.map((item) => item.location))).toEqual(studies);
      expect(reply.total).toBe(studies.length * RECORDS_OF_ONE.files);
    }
  });

  test('finds the records and files of these studies in the search box', async () => {
    const { reply } = await portal.call(searchEverything, {
      as: callerOf(name),
      query: { q: 'g', page_size: 100 },
    });
    expect(studiesIn(reply.records.results.map((item) => item.title))).toEqual(studies);
    expect(reply.records.total).toBe(studies.length * 5);
    expect(studiesIn(reply.files.results.map((item) => item.location))).toEqual(studies);
  });

  test('finds and counts the folders of these studies, and their files, in the search box', async () => {
    const { reply } = await portal.call(searchEverything, {
      as: callerOf(name),
      query: { q: 'signum0.831', scope: 'folders', page_size: 100 },
    });
    expect(reply.files.total).toBe(0);
    expect(studiesIn(reply.folders.results.map((item) => item.location))).toEqual(studies);
    expect(reply.folders.total).toBe(studies.length * 2);
    const own = reply.folders.results.filter((item) => item.name === NETWORK);
    expect(own.map((item) => [item.fileType, item.folder, item.number_of_files])).toEqual(
      studies.map(() => ['folder', '', 5]),
    );
  });

  test('finds a collection by accession, PubMed ID and author only if it is readable', async () => {
    for (const q of ['CGGA', 'Zhao']) {
      const { reply } = await portal.call(searchEverything, { as: callerOf(name), query: { q } });
      expect(reply.records.total > 0, q).toBe(studies.includes(LAB));
    }
    const { reply } = await portal.call(searchEverything, { as: callerOf(name), query: { q: '16530701' } });
    expect(
      studiesIn(
        reply.records.results.filter((found) => found.found_by === 'PubMed ID').map((found) => found.title),
      ),
    ).toEqual(studies);
  });

  test('resolves a network and a module of the laboratory only if its analysis is readable', async () => {
    const network = await portal.services.db
      .selectFrom('covariation_network as n')
      .innerJoin('analysis as a', 'a.id', 'n.analysis_id')
      .innerJoin('covariation_module as m', 'm.covariation_network_id', 'n.id')
      .select(['n.number as network', 'm.number as module'])
      .where('a.number', '=', lab.analysis)
      .executeTakeFirstOrThrow();
    for (const omicon_id of [`OM.CN.${network.network}`, `OM.CM.${network.module}`]) {
      const answer = await portal.call(getOmiconId, { as: callerOf(name), params: { omicon_id } });
      expect(answer.status, omicon_id).toBe(studies.includes(LAB) ? 200 : 404);
    }
    const omicon_ids = [`OM.CN.${network.network}`, `OM.CM.${network.module}`, `OM.P.${lab.analysis}`];
    const { reply } = await portal.call(listOmiconIds, { as: callerOf(name), body: { omicon_ids } });
    expect(Object.keys(reply.results)).toEqual(studies.includes(LAB) ? omicon_ids : []);
  });
});

function typesBelow(node: LineageNode): string[] {
  return [node.type, ...node.children.flatMap(typesBelow)];
}

test('unknown and invalid Omicon IDs get the specified message', async () => {
  for (const omicon_id of ['OM.DS.999999', 'OM.XX.1', 'GSE4271.ds.']) {
    const answer = await portal.call(getOmiconId, { as: callerOf('admin'), params: { omicon_id } });
    expect([answer.status, answer.refusal.detail]).toEqual([404, 'Invalid Omicon ID!']);
  }
});

describe('a list of Omicon IDs', () => {
  const look = (omicon_ids: string[]) =>
    portal.ask(listOmiconIds, { as: callerOf('admin'), body: { omicon_ids } });

  test('returns the same as single calls, under the requested spelling, without unknown ones', async () => {
    const { rows } = await portal.pool.query<{ id: string }>(
      "select 'OM.' || type || '.' || number as id from omicon_record order by number",
    );
    const omicon_ids = rows.map(({ id }) => id);
    expect(new Set(omicon_ids.map((id) => id.split('.')[1])).size).toBeGreaterThanOrEqual(5);
    const { results } = listOmiconIds.reply.parse(
      JSON.parse((await look([...omicon_ids, ' om.ds.1 ', 'OM.DS.999999', 'none', '__proto__'])).text),
    );
    for (const omicon_id of omicon_ids) {
      const alone = await portal.call(getOmiconId, { as: callerOf('admin'), params: { omicon_id } });
      expect(results[omicon_id], omicon_id).toEqual(alone.status === 200 ? alone.reply.results : undefined);
    }
    expect(Object.keys(results).filter((id) => !omicon_ids.includes(id))).toEqual(
      'OM.DS.1' in results ? [' om.ds.1 '] : [],
    );
  });

  test('has at most a thousand, and may be empty', async () => {
    expect((await look([])).reply).toEqual({ results: {} });
    expect((await look(Array(1000).fill('OM.GS.1'))).status).toBe(200);
    const { refusal } = await look(Array(1001).fill('OM.GS.1'));
    expect(refusal.fields).toEqual({ omicon_ids: '"omicon_ids" is a list of at most 1,000 entries.' });
  });
});

describe('a public collection that holds a private data set and a private analysis', () => {
  let mixed: LaboratoryNumbers;
  beforeAll(async () => {
    const { db } = portal.services;
    mixed = await aLaboratory(portal, {
      accession: 'GSE7696',
      study: 'Murat 2008 GSE7696',
      visibility: 'public',
    });
    await db
      .updateTable('data_set')
      .set({ visibility: 'private' })
      .where('number', '=', mixed.primary)
      .execute();
    await db
      .updateTable('analysis')
      .set({ visibility: 'private' })
      .where('number', '=', mixed.analysis)
      .execute();
  });

  test('counts for a guest only the data sets a guest may read', async () => {
    const guest = await portal.call(getDataCollection, {
      as: callerOf('GU'),
      params: { id: mixed.collection },
    });
    const member = await portal.call(getDataCollection, {
      as: callerOf('LAB'),
      params: { id: mixed.collection },
    });
    expect([guest.reply.data_sets, member.reply.data_sets]).toEqual([2, 3]);
  });

  test('shows a guest a lineage without the private steps', async () => {
    const params = { id: mixed.loaded };
    const guest = await portal.call(getDataSetNetwork, { as: callerOf('GU'), params });
    const member = await portal.call(getDataSetNetwork, { as: callerOf('LAB'), params });
    expect(
      typesBelow(guest.reply.network)
        .filter((type) => type !== 'transformation')
        .toSorted(),
    ).toEqual(['Data collection', 'Dataset', 'Dataset']);
    expect(
      typesBelow(member.reply.network)
        .filter((type) => type !== 'transformation')
        .toSorted(),
    ).toEqual(['Analysis', 'Covariation Network', 'Data collection', 'Dataset', 'Dataset', 'Dataset']);
  });
});

describe('the search box', () => {
  test('finds a record by its Omicon ID once, on the first page', async () => {
    const title = `${PUBLIC} OM.DC.${lab.collection}`;
    await portal.services.db
      .updateTable('data_set')
      .set({ title })
      .where('title', 'like', `${PUBLIC} EXT%`)
      .execute();
    const pages = await Promise.all(
      [1, 2, 3].map(async (records_page) => {
        const query = { q: `om.dc.${lab.collection}`, records_page, page_size: 1 };
        return (await portal.call(searchEverything, { as: callerOf('LAB'), query })).reply.records;
      }),
    );
    expect(pages.map(({ total }) => total)).toEqual([3, 3, 3]);
    expect(pages.map(({ results }) => results.map(({ found_by }) => found_by))).toEqual([
      ['Omicon ID'],
      ['title'],
      ['title'],
    ]);
    const numbers = pages.flatMap(({ results }) => results.map(({ id }) => id));
    expect(new Set(numbers).size).toBe(3);
    const both = { q: `om.dc.${lab.collection}`, records_page: 1, page_size: 2 };
    const { reply } = await portal.call(searchEverything, { as: callerOf('LAB'), query: both });
    expect(reply.records.results.map(({ id }) => id)).toEqual(numbers.slice(0, 2));
  });

  test.each(['-', '...', ' ', '% _', '- –'])(
    'refuses %j, in which there is nothing to look for',
    async (q) => {
      const answer = await portal.call(searchEverything, { as: callerOf('LAB'), query: { q } });
      expect([answer.status, answer.refusal.detail]).toEqual([
        400,
        'Please enter a value to be searched for',
      ]);
      const empty = await portal.ask(searchEverything, { as: callerOf('LAB'), query: { q: '' } });
      expect([answer.refusal.detail, answer.refusal.fields]).toEqual([
        empty.refusal.detail,
        empty.refusal.fields,
      ]);
    },
  );

  test('finds a folder by its name and by its path, in pages sorted by name', async () => {
    const search = async (q: string, page = 1, page_size = 20) => {
      const query = { q, page, page_size, scope: 'folders' } as const;
      return (await portal.call(searchEverything, { as: callerOf('LAB'), query })).reply.folders;
    };
    const byName = await search('gshyperg');
    const count = byName.total;
    expect(count).toBeGreaterThanOrEqual(STUDIES.length);
    const each = byName.results.map(({ name, folder, number_of_files }) => [name, folder, number_of_files]);
    expect(each).toEqual(Array.from({ length: count }, () => [SETS, NETWORK, 1]));
    expect((await search(`${NETWORK}/${SETS}`)).total).toBe(count);
    expect((await search('kME_table')).total).toBe(0);
    expect((await search('signum0_831')).total).toBe(0);
    const pages = await Promise.all(
      Array.from({ length: count }, (_, before) => search('signum0.831', before + 1, 2)),
    );
    expect(new Set(pages.map(({ total }) => total))).toEqual(new Set([2 * count]));
    const found = pages.flatMap(({ results }) => results);
    expect(found.map(({ name }) => name)).toEqual(
      [NETWORK, SETS].flatMap((name) => Array.from({ length: count }, () => name)),
    );
    expect(new Set(found.map(({ location, name }) => `${location} ${name}`)).size).toBe(2 * count);
  });

  test('finds no folder of an earlier version', async () => {
    const find = async () => {
      const query = { q: 'signum0.831', scope: 'folders', page_size: 100 } as const;
      return (await portal.call(searchEverything, { as: callerOf('LAB'), query })).reply.folders.total;
    };
    const mark = (is_current: boolean) =>
      portal.services.db
        .updateTable('file')
        .set({ is_current })
        .where('entity_type', '=', 'project')
        .where('entity_number', '=', lab.analysis)
        .execute();
    const before = await find();
    await mark(false);
    expect(await find()).toBe(before - 2);
    await mark(true);
    expect(await find()).toBe(before);
  });

  test('ignores punctuation around the search text', async () => {
    const search = async (q: string) =>
      (await portal.call(searchEverything, { as: callerOf('LAB'), query: { q } })).reply;
    const found = await search('CGGA');
    expect(found.records.total).toBeGreaterThan(0);
    expect(await search('- CGGA ...')).toEqual(found);
  });
});
