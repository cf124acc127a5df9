/** Newer content of a record becomes its next version under the same number; the earlier one stays readable. */
import { createHash } from 'node:crypto';
import { getAnalysis } from '@omicon/contract/areas/analyses/analyses.ts';
import { getDataCollection, getDataSet, getDataSetNetwork } from '@omicon/contract/areas/collections.ts';
import { createFileLink } from '@omicon/contract/areas/files/files.ts';
import { getOmiconId } from '@omicon/contract/areas/search.ts';
import { afterAll, afterEach, beforeAll, describe, expect, test } from 'vitest';
import { verifyConsistency } from '../../database/operations/verify.ts';
import { aLaboratory, type LaboratoryNumbers, takeIn } from '../../test-support/intake.ts';
import {
  NETWORK,
  pathsOf,
  RESOURCE_PATHS,
  smallAnalysis,
  smallCollection,
  smallDerivedDataSet,
  smallLaboratory,
  smallResources,
  withChange,
} from '../../test-support/laboratories/small-laboratory.ts';
import { type Caller, openTestPortal, type TestPortal } from '../../test-support/portal.ts';
import { ALL_IN_ORDER } from '../../test-support/tables.ts';

const paths = pathsOf();
let portal: TestPortal;
let member: Caller;
let numbers: LaboratoryNumbers;

beforeAll(async () => {
  portal = await openTestPortal();
  member = await portal.signInAs('LAB');
  numbers = await aLaboratory(portal);
});
afterAll(() => portal.close());
afterEach(async () => expect(await verifyConsistency(portal.services)).toEqual(ALL_IN_ORDER));

async function outcomesOf(files: Record<string, string | Buffer>): Promise<string[]> {
  const report = await takeIn(portal, files);
  expect(report.faults).toEqual([]);
  return report.units.map(({ outcome, omicon_id }) => `${outcome} ${omicon_id}`);
}

/** The bytes of a file, verified by its checksum. */
async function contentOf(key: string): Promise<string> {
  const { reply } = await portal.call(createFileLink, { as: member, body: { key, purpose: 'download' } });
  const response = await portal.app.inject({
    url: reply.url,
    headers: { authorization: `Token ${member.token}` },
  });
  expect(response.statusCode).toBe(200);
  expect(createHash('sha256').update(response.rawPayload).digest('hex')).toBe(reply.sha256);
  return response.payload;
}

describe('a data set whose values changed', () => {
  const changed = withChange(smallLaboratory(), `${paths.loaded}.csv`, (text) =>
    text.replace('1,"IDH1",5', '1,"IDH1",5.5'),
  );

  test('is version 2 of the same Omicon ID; everything else is unchanged', async () => {
    expect(await outcomesOf(changed)).toEqual([
      `unchanged OM.DC.${numbers.collection}`,
      `new version OM.DS.${numbers.loaded}`,
      `unchanged OM.DS.${numbers.probes}`,
      `unchanged OM.DS.${numbers.primary}`,
      `unchanged OM.P.${numbers.analysis}`,
    ]);
    const { reply } = await portal.call(getDataSet, { as: member, params: { id: numbers.loaded } });
    expect(reply.version).toBe(2);
    expect(reply.versions.map(({ version, is_current }) => [version, is_current])).toEqual([
      [2, true],
      [1, false],
    ]);
  });

  test('keeps version 1 readable with its own files', async () => {
    const answers = await Promise.all(
      [1, 2].map((version) =>
        portal.call(getDataSet, { as: member, params: { id: numbers.loaded }, query: { version } }),
      ),
    );
    const keys = answers.map(
      ({ reply }) => reply.files.find((file) => file.name === 'GSE4271_DS1.csv')?.key ?? '',
    );
    expect(answers.map(({ reply }) => reply.version)).toEqual([1, 2]);
    expect((await contentOf(keys[0] ?? '')).split('\n')[2]).toMatch(/^1,"IDH1",5,/);
    expect((await contentOf(keys[1] ?? '')).split('\n')[2]).toMatch(/^1,"IDH1",5.5,/);
  });

  test('has no version 3', async () => {
    const answer = await portal.call(getDataSet, {
      as: member,
      params: { id: numbers.loaded },
      query: { version: 3 },
    });
    expect(answer.status).toBe(404);
  });

  test('is listed with both versions by its Omicon ID, and with one by the ID of a version', async () => {
    const all = await portal.call(getOmiconId, {
      as: member,
      params: { omicon_id: `om.ds.${numbers.loaded}` },
    });
    expect(all.reply.results.map((found) => found.omicon_id)).toEqual([
      `OM.DS.${numbers.loaded}.V2`,
      `OM.DS.${numbers.loaded}.V1`,
    ]);
    const one = await portal.call(getOmiconId, {
      as: member,
      params: { omicon_id: `OM.DS.${numbers.loaded}.V1` },
    });
    expect(one.reply.results.map((found) => found.version)).toEqual([1]);
  });
});

test('a collection whose attributes changed is version 2 and its data sets stay as they are', async () => {
  const changed = withChange(
    smallCollection(),
    paths.collectionAttributes,
    (text) => `${text}"BioProject ID","PRJNA95517"\n`,
  );
  const [collection] = await outcomesOf(changed);
  expect(collection).toBe(`new version OM.DC.${numbers.collection}`);
  const earlier = await portal.call(getDataCollection, {
    as: member,
    params: { id: numbers.collection },
    query: { version: 1 },
  });
  expect(earlier.reply.attributes.map((attribute) => attribute.name)).not.toContain('BioProject ID');
  const current = await portal.call(getDataCollection, { as: member, params: { id: numbers.collection } });
  expect(current.reply.attributes.at(-1)).toEqual({ name: 'BioProject ID', value: 'PRJNA95517' });
  expect(current.reply.data_sets).toBe(3);
});

test('a newer run of an analysis keeps the Omicon IDs of its networks and modules', async () => {
  const numbersOf = async (version: number) =>
    portal.services.db
      .selectFrom('analysis as a')
      .innerJoin('covariation_network as n', 'n.analysis_id', 'a.id')
      .innerJoin('covariation_module as m', 'm.covariation_network_id', 'n.id')
      .select(['n.number as network', 'm.number as module', 'm.name'])
      .where('a.number', '=', numbers.analysis)
      .where('a.version', '=', version)
      .orderBy('m.name')
      .execute();
  const before = await numbersOf(1);
  const changed = withChange(smallAnalysis(), paths.enrichment, (text) => text.replace('0.0012', '0.0011'));
  expect(await outcomesOf(changed)).toEqual([`new version OM.P.${numbers.analysis}`]);
  expect(await numbersOf(2)).toEqual(before);
  expect(before.map((row) => row.name)).toEqual(['blue', 'turquoise']);
  const { reply } = await portal.call(getAnalysis, {
    as: member,
    params: { id: numbers.analysis },
    query: { version: 1 },
  });
  expect(reply.networks.map((network) => network.name)).toEqual([NETWORK]);
});

test('a gene set whose genes changed keeps its earlier version', async () => {
  // The analysis created the sets without genes; that is version 1.
  await takeIn(portal, smallResources());
  const changed = withChange(smallResources(), RESOURCE_PATHS.microglia, (text) => `${text}TMEM119\n`);
  expect(await outcomesOf(changed)).toEqual(['unchanged null', 'new version null', 'unchanged null']);
  const { db } = portal.services;
  const set = await db
    .selectFrom('gene_set')
    .select(['number', 'version', 'genes'])
    .where('set_id', '=', 'MOSET10001')
    .executeTakeFirstOrThrow();
  expect([set.version, set.genes]).toEqual([3, ['AIF1', 'CD68', 'CX3CR1', 'P2RY12', 'TMEM119']]);
  const kept = await db
    .selectFrom('gene_set_version')
    .select(['version', 'content'])
    .where('number', '=', set.number)
    .orderBy('version')
    .execute();
  expect(kept).toMatchObject([
    { version: 1, content: { genes: null, set_id: 'MOSET10001' } },
    { version: 2, content: { genes: ['AIF1', 'CD68', 'CX3CR1', 'P2RY12'], set_id: 'MOSET10001' } },
  ]);
});

test('gene sets added to a known legend are new, and known ones are unchanged', async () => {
  const files = withChange(
    smallResources(),
    RESOURCE_PATHS.legend,
    (text) => `${text}"MOSET10009","HALLMARK_ANGIOGENESIS","Hallmark",1,"Homo sapiens","26771021","MSigDB"\n`,
  );
  const report = await takeIn(portal, {
    ...withChange(files, RESOURCE_PATHS.microglia, (text) => `${text}TMEM119\n`),
    'resources/genesets/MOSET10009.csv': 'VEGFA\n',
  });
  expect(report.units.map((unit) => unit.outcome)).toEqual(['unchanged', 'new', 'unchanged']);
});

test('a changed mapping table or ontology becomes current, and the earlier one is kept', async () => {
  const mapping = withChange(
    smallResources(),
    RESOURCE_PATHS.mappingTable,
    (text) => `${text}"MBP","4155"\n`,
  );
  const both = withChange(
    mapping,
    RESOURCE_PATHS.ontology,
    (text) => `${text}\n[Term]\nid: UBERON:0002037\nname: cerebellum\n`,
  );
  await takeIn(portal, both);
  const tables = await portal.services.db
    .selectFrom('mapping_table')
    .select(['number_of_rows', 'is_current'])
    .orderBy('id')
    .execute();
  expect(tables).toEqual([
    { number_of_rows: 3, is_current: false },
    { number_of_rows: 4, is_current: true },
  ]);
  const ontologies = await portal.services.db
    .selectFrom('ontology')
    .select(['version', 'number_of_terms', 'is_current'])
    .orderBy('id')
    .execute();
  expect(ontologies).toEqual([
    { version: 1, number_of_terms: 3, is_current: false },
    { version: 2, number_of_terms: 4, is_current: true },
  ]);
});

describe('visibility', () => {
  const visibilityOf = async (name: string): Promise<string[]> => {
    const { db } = portal.services;
    const records = await db
      .selectFrom('record_version')
      .select('visibility')
      .where('title', 'like', `${name}%`)
      .execute();
    const files = await db
      .selectFrom('file')
      .select('visibility')
      .where('name', 'like', `${name.split(' ').at(-1)}%`)
      .execute();
    return [...new Set([...records, ...files].map((row) => String(row.visibility)))];
  };

  test('is public for all parts of a collection marked as public', async () => {
    await aLaboratory(portal, {
      accession: 'GSE7696',
      study: 'Murat 2008 GSE7696',
      availability: 'Public; cite the study',
    });
    expect(await visibilityOf('Murat 2008 GSE7696')).toEqual(['public']);
  });

  test('is that of the laboratory otherwise', async () => {
    await aLaboratory(portal, {
      accession: 'CGGA',
      study: 'Zhao 2021 CGGA',
      availability: 'On request; not public',
    });
    expect(await visibilityOf('Zhao 2021 CGGA')).toEqual(['private']);
  });

  test('can be overridden by the import', async () => {
    await aLaboratory(portal, {
      accession: 'GSE16011',
      study: 'Gravendeel 2009 GSE16011',
      availability: 'Public',
      visibility: 'private',
    });
    expect(await visibilityOf('Gravendeel 2009 GSE16011')).toEqual(['private']);
  });

  test('of a data set derived later is that of its collection', async () => {
    const later = { accession: 'GSE4290', study: 'Sun 2006 GSE4290', availability: 'Laboratory' };
    await takeIn(portal, smallCollection(later));
    await takeIn(portal, smallDerivedDataSet(later));
    expect(await visibilityOf('Sun 2006 GSE4290')).toEqual(['private']);
  });
});

test('a derived data set imported alone finds its collection by its parent data set', async () => {
  const study = { accession: 'E-MTAB-3892', study: 'Gill 2014 E-MTAB-3892' };
  await takeIn(portal, smallCollection(study));
  const derived = Object.fromEntries(
    Object.entries(smallDerivedDataSet(study)).map(([path, content]) => [
      `handed-over/${path.split('/').at(-1)}`,
      content,
    ]),
  );
  const report = await takeIn(portal, derived);
  expect(report.units.map((unit) => [unit.title, unit.outcome])).toEqual([
    ['Gill 2014 E-MTAB-3892 EXT Primary OR A.1.1', 'new'],
  ]);
  const id = Number(report.units[0]?.omicon_id?.split('.')[2]);
  const { reply } = await portal.call(getDataSet, { as: member, params: { id } });
  expect(reply.data_collection_title).toBe('Gill 2014 E-MTAB-3892');
  expect(reply.parent?.title).toBe('Gill 2014 E-MTAB-3892 EXT A.1');
  const network = await portal.call(getDataSetNetwork, { as: member, params: { id } });
  expect(network.reply.focus).toBe(`OM.DS.${id}`);
});

test('a derived data set without its collection is refused with a hint what to upload first', async () => {
  const report = await takeIn(
    portal,
    smallDerivedDataSet({ accession: 'GSE108474', study: 'Gusev 2018 GSE108474' }),
  );
  expect(report.units).toEqual([]);
  expect(report.faults.map((fault) => fault.sentence)).toEqual([
    'The data collection of "Gusev 2018 GSE108474 EXT Primary OR A.1.1" is neither in this upload nor in the portal. Upload the collection first, or together with it.',
  ]);
});

test('network statistics with names mangled by R are matched to their network', async () => {
  const study = { accession: 'TCGA_LGG', study: 'TCGA LGG' };
  const { networkStatistics } = pathsOf('TCGA_LGG');
  const mangled = withChange(smallLaboratory(study), networkStatistics, (text) =>
    text.replace(NETWORK, NETWORK.replace('-', '.')),
  );
  const report = await takeIn(portal, mangled);
  const id = Number(report.units.at(-1)?.omicon_id?.split('.')[2]);
  const { reply } = await portal.call(getAnalysis, { as: member, params: { id } });
  expect(reply.networks).toMatchObject([
    { name: NETWORK, rel_signum: 0.9999, signum: 0.831, min_size: 2, modules: 2 },
  ]);
});

test('a network folder without files is a network without modules and is ignored', async () => {
  const study = { accession: 'TCGA_GBM', study: 'TCGA GBM' };
  const { analysis } = pathsOf('TCGA_GBM');
  const report = await takeIn(portal, smallLaboratory(study), {
    emptyFolders: [`${analysis}/Bicor-None_signum0.95_minSize20_merge_ME_0.85_8`],
  });
  expect(report.faults).toEqual([]);
  const id = Number(report.units.at(-1)?.omicon_id?.split('.')[2]);
  const { reply } = await portal.call(getAnalysis, { as: member, params: { id } });
  expect([reply.covariation_networks, reply.covariation_modules]).toEqual([1, 2]);
});
