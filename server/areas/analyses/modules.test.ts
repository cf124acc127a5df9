/**
 * Networks and modules on the small laboratory: one network, two modules, eight genes. Its kME
 * table is the short form, so that the portal computes the complete one.
 */
import {
  createKmeTable,
  getCovariationNetwork,
  getModule,
  getModuleEigengene,
  listModuleEnrichment,
  listModuleMembers,
  listModuleOmiconIds,
  listModules,
  redirectToModule,
} from '@omicon/contract/areas/analyses/covariation-networks.ts';
import { createSampleAttribute } from '@omicon/contract/areas/attributes.ts';
import { pearson } from '@omicon/domain/statistics/correlation.ts';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { sql } from '../../base/postgres/database.ts';
import { aLaboratory, type LaboratoryNumbers, takeIn } from '../../test-support/intake.ts';
import {
  NETWORK,
  pathsOf,
  RESOURCE_PATHS,
  smallLaboratory,
  smallResources,
  withChange,
} from '../../test-support/laboratories/small-laboratory.ts';
import { type Caller, openTestPortal, type TestPortal } from '../../test-support/portal.ts';

let portal: TestPortal;
let member: Caller;
let numbers: LaboratoryNumbers;
let network: number;

beforeAll(async () => {
  portal = await openTestPortal();
  member = await portal.signInAs('LAB');
  const files = withChange(smallLaboratory(), pathsOf().kmeTable, (text) =>
    text
      .split('\n')
      .map((line) => line.split(',').slice(0, 9).join(','))
      .join('\n'),
  );
  numbers = await aLaboratory(portal, { files });
  const row = await portal.services.db
    .selectFrom('covariation_network')
    .select('number')
    .executeTakeFirstOrThrow();
  network = row.number;
});
afterAll(() => portal.close());

async function modules() {
  const { reply } = await portal.call(listModules, { as: member, params: { id: network } });
  return reply.results;
}

async function moduleNamed(name: string): Promise<number> {
  const found = (await modules()).find((module) => module.name === name);
  if (!found) throw new Error(`There is no module ${name}.`);
  return found.id;
}

describe('before the kME tables are computed', () => {
  test('a network reports that its table is missing, and requests for kME are refused for now', async () => {
    const { reply } = await portal.call(getCovariationNetwork, { as: member, params: { id: network } });
    expect(reply.kme_table).toBeNull();
    const asked = await portal.call(createKmeTable, {
      as: member,
      params: { id: network },
      body: { features: ['IDH1'] },
    });
    expect(asked.status).toBe(503);
  });

  test('members are listed without kME', async () => {
    const { reply } = await portal.call(listModuleMembers, {
      as: member,
      params: { id: await moduleNamed('turquoise') },
    });
    expect(reply.total).toBeGreaterThan(0);
    expect(reply.results.every((row) => row.kme === null && row.p_value === null)).toBe(true);
  });
});

describe('a covariation network', () => {
  beforeAll(() => portal.runJobs());

  test('shows its parameters, its statistics and where its files are', async () => {
    const { reply } = await portal.call(getCovariationNetwork, { as: member, params: { id: network } });
    expect(reply).toMatchObject({
      name: NETWORK,
      similarity: 'Bicor',
      min_size: 2,
      modules: 2,
      number_of_features: 8,
      number_of_samples: 4,
      unique_identifier: 'SYMBOL',
      analysis: { id: numbers.analysis },
      input_data_set_id: numbers.primary,
    });
    expect(reply.module_pdf?.name).toBe('Modules_22-56-13.pdf');
    expect(reply.kme_table?.name).toMatch(/^kME_table_22-56-13/);
    expect(reply.statistics.length).toBeGreaterThan(0);
  });

  test('lists its modules by page, and by any statistic with NA last', async () => {
    expect((await modules()).map((module) => module.page)).toEqual([1, 2]);
    for (const order of ['asc', 'desc'] as const) {
      const { reply } = await portal.call(listModules, {
        as: member,
        params: { id: network },
        query: { sort: 'pc1_ve', order },
      });
      const known = reply.results.map((module) => module.pc1_ve).filter((value) => value !== null);
      expect(known).toEqual(known.toSorted((a, b) => (order === 'asc' ? a - b : b - a)));
      expect(reply.results.findIndex((module) => module.pc1_ve === null)).not.toBe(0);
    }
  });

  test('pages its modules with the exact total', async () => {
    const { reply } = await portal.call(listModules, {
      as: member,
      params: { id: network },
      query: { page: 2, page_size: 1 },
    });
    expect(reply).toMatchObject({ total: 2, page: 2, items_per_page: 1 });
    expect(reply.results.map((module) => module.page)).toEqual([2]);
  });

  test('returns the Omicon IDs of its modules by number, number as text and Omicon ID', async () => {
    const expected = (await modules()).map((module) => module.omicon_id);
    for (const covariation_network of [network, String(network), `om.cn.${network}`]) {
      const { reply } = await portal.call(listModuleOmiconIds, {
        as: member,
        body: { covariation_network },
      });
      expect(reply.omicon_ids).toEqual(expected);
    }
  });

  test.each([2_147_483_648, 9_007_199_254_740_991])(
    'is not there by the number %i, which no record can have',
    async (beyond) => {
      const asked = { as: member, body: { covariation_network: beyond } };
      expect((await portal.call(listModuleOmiconIds, asked)).status).toBe(400);
      const body = { project_id: beyond, covariation_network: beyond, module: 'turquoise' };
      expect((await portal.call(redirectToModule, { as: member, body })).status).toBe(400);
    },
  );

  test('finds the page of a module in its PDF, by name and by number', async () => {
    for (const covariation_network of [NETWORK, network]) {
      const { reply } = await portal.call(redirectToModule, {
        as: member,
        body: { project_id: numbers.analysis, covariation_network, module: 'turquoise' },
      });
      expect(reply).toMatchObject({ name: 'Modules_22-56-13.pdf', folder: NETWORK });
      expect(reply.key).toContain('Modules_22-56-13.pdf');
    }
  });

  test.each([
    ['another analysis', { project_id: 99_999 }, 'No matching analysis found!'],
    ['another network', { covariation_network: 'Pearson' }, 'No matching analysis found!'],
    ['another module', { module: 'salmon' }, 'Module not found. Please try later.'],
  ])('leads nowhere for %s', async (_, change, sentence) => {
    const answer = await portal.ask(redirectToModule, {
      as: member,
      body: {
        project_id: numbers.analysis,
        covariation_network: NETWORK,
        module: 'turquoise',
        ...change,
      },
    });
    expect(answer.status).toBe(404);
    expect(answer.refusal.detail).toBe(sentence);
  });

  test('returns kME of requested features in any letter case, and lists unknown ones', async () => {
    const { reply } = await portal.call(createKmeTable, {
      as: member,
      params: { id: network },
      body: { features: ['idh1', 'TP53', ' OLIG2 ', 'IDH1'], modules: ['turquoise'] },
    });
    expect(reply.modules).toEqual(['turquoise']);
    expect(reply.rows.map((row) => row.feature)).toEqual(['IDH1', 'OLIG2']);
    expect(reply.unknown).toEqual(['TP53']);
    const members = await portal.call(listModuleMembers, {
      as: member,
      params: { id: await moduleNamed('turquoise') },
      query: { search: 'idh1' },
    });
    expect(members.reply.total).toBe(0);
  });
});

test('kME is the correlation of a feature with the eigengene over the samples of the network', async () => {
  const id = await moduleNamed('turquoise');
  const { reply } = await portal.call(createKmeTable, {
    as: member,
    params: { id: network },
    body: { features: ['MBP'], modules: ['turquoise'] },
  });
  const { reply: eigengene } = await portal.call(getModuleEigengene, { as: member, params: { id } });
  // MBP is the fourth gene: 8 plus ((3 * 7 + sample * 3) % 10) / 10 by the builder of the laboratory.
  const measured = [0, 1, 2, 3].map((sample) => 8 + ((21 + sample * 3) % 10) / 10);
  expect(reply.rows[0]?.kme[0]).toBeCloseTo(pearson(measured, eigengene.values), 6);
});

describe('a module', () => {
  test('says that its samples have no follow-up, which they have not', async () => {
    const [first] = await modules();
    const { reply } = await portal.call(getModule, { as: member, params: { id: first?.id ?? 0 } });
    expect([reply.input_data_set_id, reply.has_follow_up]).toEqual([numbers.primary, false]);
  });

  test('has its statistics, sizes, neighbours and the modules beside it', async () => {
    const [first, second] = await modules();
    const { reply } = await portal.call(getModule, { as: member, params: { id: first?.id ?? 0 } });
    expect(reply).toMatchObject({
      title: first?.name,
      page: 1,
      number_of_modules: 2,
      network: { id: network },
      analysis: { id: numbers.analysis },
      previous: null,
      next: { id: second?.id },
    });
    expect(reply.neighbours.map((other) => other.id)).toEqual([second?.id]);
    expect(Math.abs(reply.neighbours[0]?.correlation ?? 2)).toBeLessThanOrEqual(1);
    expect(reply.definitions.find(({ definition }) => definition === 'Seed')?.members).toBe(first?.seed);
  });

  test('lists members by descending kME with P, or by name', async () => {
    const id = await moduleNamed('turquoise');
    const byKme = await portal.call(listModuleMembers, { as: member, params: { id } });
    const kme = byKme.reply.results.map((row) => row.kme ?? Number.NaN);
    expect(kme).toEqual(kme.toSorted((a, b) => b - a));
    expect(kme.every((value) => value >= -1 && value <= 1)).toBe(true);
    const byName = await portal.call(listModuleMembers, {
      as: member,
      params: { id },
      query: { sort: 'feature', order: 'asc' },
    });
    const names = byName.reply.results.map((row) => row.feature);
    expect(names).toEqual(names.toSorted());
    expect(names.toSorted()).toEqual(byKme.reply.results.map((row) => row.feature).toSorted());
  });

  test('lists enriched gene sets by ascending P, all below .05', async () => {
    for (const { id } of await modules()) {
      const { reply } = await portal.call(listModuleEnrichment, { as: member, params: { id } });
      const p = reply.results.map((set) => set.p_value);
      expect(p).toEqual(p.toSorted((a, b) => a - b));
      expect(p.every((value) => value < 0.05)).toBe(true);
      const { reply: module } = await portal.call(getModule, { as: member, params: { id } });
      expect(reply.total).toBe(module.enrichment.reduce((sum, row) => sum + row.enriched, 0));
    }
  });

  test('finds a gene set by a literal part of its name', async () => {
    const { id } = (await modules()).find((module) => module.top_set !== null) ?? { id: 0 };
    const all = await portal.call(listModuleEnrichment, { as: member, params: { id } });
    const name = all.reply.results[0]?.set_name ?? '';
    const found = await portal.call(listModuleEnrichment, {
      as: member,
      params: { id },
      query: { search: name.slice(1, 6).toUpperCase() },
    });
    expect(found.reply.results.map((set) => set.set_name)).toContain(name);
    const none = await portal.call(listModuleEnrichment, {
      as: member,
      params: { id },
      query: { search: '%' },
    });
    expect(none.reply.total).toBe(0);
  });

  test('has an eigengene value for every sample, with the requested attribute', async () => {
    const id = await moduleNamed('turquoise');
    const { reply } = await portal.call(getModuleEigengene, {
      as: member,
      params: { id },
      query: { attribute: 'Sex' },
    });
    expect(reply.samples).toEqual(['GSM96950', 'GSM96951', 'GSM96952', 'GSM96953']);
    expect(reply.values).toHaveLength(4);
    expect(reply.attribute_values).toEqual(['M', 'F', 'M', 'F']);
    expect(reply.value_labels).toEqual({});
    const other = await portal.call(getModuleEigengene, {
      as: member,
      params: { id },
      query: { attribute: '__proto__' },
    });
    expect(other.reply.attribute).toBeNull();
  });

  test('is coloured by Disease or Tissue only where their values differ', async () => {
    const id = await moduleNamed('turquoise');
    const { db } = portal.services;
    const colouredBy = async () =>
      (await portal.call(getModuleEigengene, { as: member, params: { id } })).reply.attribute;
    const write = (attribute: string, values: readonly string[]) =>
      sql`update sample_column set known_values = ${values}::text[] where attribute = ${attribute}`.execute(
        db,
      );
    const { rows } = await sql<{ attribute: string; known_values: string[] }>`
      select attribute, known_values from sample_column where owner_type = 'ds' and attribute in ('Disease', 'Tissue')`.execute(
      db,
    );
    await write('Disease', ['glioma', 'normal']);
    await write('Tissue', ['brain', 'skin']);
    expect(await colouredBy()).toBe('Disease');
    await write('Disease', ['glioma']);
    expect(await colouredBy()).toBe('Tissue');
    await write('Tissue', ['brain']);
    expect(await colouredBy()).toBeNull();
    for (const { attribute, known_values } of rows) await write(attribute, known_values);
  });

  test('labels attribute values with ontology terms, and keeps their ids', async () => {
    const { [RESOURCE_PATHS.ontology]: uberon = '' } = smallResources();
    expect((await takeIn(portal, { [RESOURCE_PATHS.ontology]: uberon })).faults).toEqual([]);
    const id = await moduleNamed('turquoise');
    const query = { attribute: 'UBERON_ID' };
    const { reply } = await portal.call(getModuleEigengene, { as: member, params: { id }, query });
    expect(reply.attribute_values).toContain('UBERON:0000955');
    expect(reply.value_labels).toMatchObject({ 'UBERON:0000955': 'brain' });
  });

  test('shows the label of a value as soon as it is stored', async () => {
    const id = await moduleNamed('turquoise');
    const labels = async () => {
      const query = { attribute: 'Sex' };
      const { reply } = await portal.call(getModuleEigengene, { as: member, params: { id }, query });
      return reply.value_labels;
    };
    expect(await labels()).toEqual({});
    const body = {
      sampleAttributeSource: 'Sex',
      type: 'String',
      examples: 'F',
      required: 'No',
      indexed: 'Yes',
      dataSource: 'Source study',
      description: 'Sex of the individual.',
      value_labels: { F: 'female' },
    } as const;
    expect((await portal.call(createSampleAttribute, { as: member, body })).status).toBe(201);
    expect(await labels()).toEqual({ F: 'female' });
  });

  test('shows no sample attributes of a data set that the caller may not read', async () => {
    const id = await moduleNamed('turquoise');
    const guest = await portal.signInAs('GU');
    const ask = async () =>
      (await portal.call(getModuleEigengene, { as: guest, params: { id }, query: { attribute: 'Sex' } }))
        .reply;
    const setVisibility = (visibility: 'public' | 'private') =>
      portal.services.db
        .updateTable('data_set')
        .set({ visibility })
        .where('number', '=', numbers.primary)
        .execute();
    expect(await ask()).toMatchObject({ attribute: 'Sex', attribute_values: ['M', 'F', 'M', 'F'] });
    await setVisibility('private');
    const shown = await ask();
    await setVisibility('public');
    expect(shown).toMatchObject({ attributes: [], attribute: null, attribute_values: Array(4).fill(null) });
    expect(shown.values).toHaveLength(4);
  });
});
