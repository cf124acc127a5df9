/** A gene by any of its names, its modules, sets and data sets: only what the caller may read. */
import { countAdvancedSearch } from '@omicon/contract/areas/advanced-search/advanced-search.ts';
import {
  getClosestTrait,
  listModuleMembers,
  listModules,
} from '@omicon/contract/areas/analyses/covariation-networks.ts';
import { createComment } from '@omicon/contract/areas/comments.ts';
import {
  getGene,
  listGeneDataSets,
  listGeneLevels,
  listGeneModules,
  listGeneThreads,
  listGeneTopics,
  listSetsOfGene,
} from '@omicon/contract/areas/genes/genes.ts';
import { listGeneExpression } from '@omicon/contract/areas/statistics/expression.ts';
import { afterAll, beforeAll, expect, onTestFinished, test, vi } from 'vitest';
import { sql } from '../../base/postgres/database.ts';
import { StoreUnavailable } from '../../base/store/store.ts';
import { verifyConsistency } from '../../database/operations/verify.ts';
import { mapFeatures } from '../../records/data-set/feature-mapping.ts';
import { takeIn } from '../../test-support/intake.ts';
import {
  NETWORK,
  smallLaboratory,
  smallResources,
} from '../../test-support/laboratories/small-laboratory.ts';
import { type Caller, openTestPortal, type TestPortal } from '../../test-support/portal.ts';
import { ALL_IN_ORDER } from '../../test-support/tables.ts';

/** Thousands of symbols before MYC. */
const MANY = Array.from({ length: 3500 }, (_, at) => `MAAB${at + 1000},MAAC${at + 1000}\n`).join('');
const TABLES = {
  'resources/mapping_tables/2026-11-21/homo_sapiens_mapping_tables/SYMBOL/Homo_sapiens_SYMBOL_ALIAS.csv': `SYMBOL,ALIAS\nAIF1,IBA1\nAIF1,IRT1\nCD68,GP110\nSEPTIN2,SEPT2\nMBP,SHARED\nSOX10,SHARED\n${MANY}MYC,CMYC\nHLA-DRA,DRA1\nRP11-34.1,RPX\nAB/CD,ABX\n`,
  'resources/mapping_tables/2026-11-21/homo_sapiens_mapping_tables/ENSEMBL/Homo_sapiens_ENSEMBL_SYMBOL.csv':
    'ENSEMBL,SYMBOL\nENSG00000138413,IDH1\n',
  'resources/mapping_tables/2026-11-21/homo_sapiens_mapping_tables/SYMBOL/Homo_sapiens_SYMBOL_GENENAME.csv':
    'SYMBOL,GENENAME\nAIF1,allograft inflammatory factor 1\nSOX10,NA\n',
  'resources/mapping_tables/2026-11-21/homo_sapiens_mapping_tables/SYMBOL/Homo_sapiens_SYMBOL_OMIM.csv':
    'SYMBOL,OMIM\nIDH1,147700\n',
  'resources/mapping_tables/2026-11-21/homo_sapiens_mapping_tables/PROBEID/Homo_sapiens_PROBEID_SYMBOL.csv':
    'PROBEID,SYMBOL\n201163_s_at,IDH1\n',
};
const HIDDEN = { accession: 'GSE9999', study: 'Hidden 2020 GSE9999', availability: 'Lab' };

/** The hidden laboratory measures a gene that no other data set and no table knows. */
function hiddenLaboratory() {
  return Object.fromEntries(
    Object.entries(smallLaboratory(HIDDEN)).map(([path, content]) => [
      path,
      typeof content === 'string' ? content.replaceAll('CD68', 'SECRET1') : content,
    ]),
  );
}

const DEFINITION_OF = { Seed: 'Seed', Bonferroni: 'PosBC', FDR: 'PosFDR' } as const;

let portal: TestPortal;
let guest: Caller;
let member: Caller;
beforeAll(async () => {
  portal = await openTestPortal();
  guest = await portal.signInAs('GU');
  member = await portal.signInAs('LAB');
  for (const files of [{ ...smallResources(), ...TABLES }, smallLaboratory(), hiddenLaboratory()])
    expect((await takeIn(portal, files)).faults).toEqual([]);
  await portal.runJobs();
});
afterAll(() => portal.close());

const gene = async (symbol: string, as = guest) =>
  (await portal.call(getGene, { as, params: { symbol } })).reply;
const modulesOf = async (symbol: string, query: object = {}, as = guest) =>
  (await portal.call(listGeneModules, { as, params: { symbol }, query })).reply;

test('a gene is found by symbol, alias, Ensembl id, Entrez id and spreadsheet date, in any letter case', async () => {
  const found = await Promise.all(
    ['aif1', 'IBA1', 'ENSG00000138413.12', '10215', '2-Sep'].map((name) => gene(name)),
  );
  expect(found.map(({ symbol, found_as }) => [symbol, found_as])).toEqual([
    ['AIF1', 'SYMBOL'],
    ['AIF1', 'ALIAS'],
    ['IDH1', 'ENSEMBL'],
    ['OLIG2', 'ENTREZID'],
    ['SEPTIN2', 'DATE'],
  ]);
});

test('a gene is found by OMIM id and probe, and symbols may have dots, dashes and slashes', async () => {
  const found = await Promise.all(['147700', '201163_s_at'].map((name) => gene(name)));
  expect(found.map(({ symbol, found_as }) => [symbol, found_as])).toEqual([
    ['IDH1', 'OMIM'],
    ['IDH1', 'PROBEID'],
  ]);
  for (const symbol of ['HLA-DRA', 'RP11-34.1', 'AB/CD'])
    expect((await gene(symbol.toLowerCase())).symbol).toBe(symbol);
});

test('a gene is described by its ids, aliases, data sets, sets and modules', async () => {
  const { identifiers, ...others } = await gene('AIF1');
  expect(identifiers).toContainEqual({ kind: 'ALIAS', values: ['IBA1', 'IRT1'] });
  expect(others).toMatchObject({
    symbol: 'AIF1',
    full_name: 'allograft inflammatory factor 1',
    candidates: [],
    release: '2026-11-21',
    number_of_data_sets: 2,
    number_of_readable_data_sets: 3,
    number_of_collections: 1,
  });
  const { total } = (await portal.call(listSetsOfGene, { as: guest, params: { symbol: 'aif1' } })).reply;
  expect(others.number_of_gene_sets).toBe(total);
});

test('a gene without a name in a mapping table has no full name', async () => {
  expect(
    (await Promise.all(['SOX10', 'IDH1', 'nothing like it'].map((name) => gene(name)))).map(
      ({ full_name }) => full_name,
    ),
  ).toEqual([null, null, null]);
});

test('an ambiguous alias lists its symbols, a mistyped symbol the nearest ones', async () => {
  expect(await gene('shared')).toMatchObject({
    symbol: null,
    candidates: ['MBP', 'SOX10'],
    is_ambiguous: true,
  });
  expect(await gene('SXO10')).toMatchObject({ symbol: null, candidates: ['SOX10'], is_ambiguous: false });
  expect(await gene('SOX10')).toMatchObject({ symbol: 'SOX10', is_ambiguous: false });
  expect(await gene('nothing like it')).toMatchObject({
    symbol: null,
    candidates: [],
    is_ambiguous: false,
    number_of_data_sets: 0,
  });
});

test('the nearest symbol is found behind thousands of its letter, and after a wrong first letter', async () => {
  expect((await gene('XOX10')).candidates).toEqual(['SOX10']);
  expect((await gene('MYCX')).candidates).toContain('MYC');
});

const BELOW_GENE = [
  listGeneModules,
  listGeneTopics,
  listSetsOfGene,
  listGeneDataSets,
  listGeneLevels,
  listGeneThreads,
  listGeneExpression,
] as const;

test('the calls below the address of a gene answer by any of its names as by its symbol', async () => {
  for (const endpoint of BELOW_GENE) {
    const replyTo = async (symbol: string) => {
      const { status, text } = await portal.ask(endpoint, { as: guest, params: { symbol } });
      return { status, text };
    };
    const names = [
      ['AIF1', 'IBA1', '“iba1”', 'AIF1\u200B', 'AIF1*'],
      ['IDH1', 'ENSG00000138413', 'ENSG00000138413.12', 'idh1'],
      ['OLIG2', '10215', '10215.0'],
    ];
    for (const [symbol = '', ...others] of names) {
      const expected = await replyTo(symbol);
      expect(expected.status).toBe(200);
      for (const name of others) expect(await replyTo(name), `${endpoint.path} ${name}`).toEqual(expected);
    }
    const { status, refusal } = await portal.call(endpoint, { as: guest, params: { symbol: 'SHARED' } });
    expect([status, refusal.detail]).toEqual([404, 'SHARED means several genes: MBP or SOX10.']);
  }
  const { refusal } = await portal.call(listGeneModules, { as: guest, params: { symbol: 'XOX10' } });
  expect(refusal.detail).toBe('There is no gene XOX10. Do you mean SOX10?');
});

test('features with Ensembl versions, and those that R has renamed, belong to their gene', async () => {
  const map = async (unique_identifier: string, ...names: string[]) =>
    mapFeatures(portal.services.db, { unique_identifier, platform: null }, names);
  const ids = await map('ENSEMBL', 'ENSG00000138413.12', 'ENSG00000000001.2');
  expect([...(ids.get('SYMBOL') ?? [])]).toEqual([['ENSG00000138413.12', ['IDH1']]]);
  expect(ids.get('ENSEMBL')?.get('ENSG00000138413.12')).toEqual(['ENSG00000138413']);
  const symbols = await map('SYMBOL', 'HLA.DRA', 'RP11.34.1', 'LOC1.2');
  expect([...(symbols.get('SYMBOL')?.values() ?? [])]).toEqual([['HLA-DRA'], ['RP11-34.1'], ['LOC1.2']]);
});

test('a gene that only hidden data measure is as unknown as one that does not exist', async () => {
  const asked = await Promise.all([gene('SECRET1'), gene('SECRET2')]);
  expect(asked[0]).toEqual(asked[1]);
  expect(asked[0]?.symbol).toBeNull();
  for (const endpoint of BELOW_GENE) {
    const [hidden, none] = await Promise.all(
      ['SECRET1', 'SECRET2'].map((symbol) => portal.call(endpoint, { as: guest, params: { symbol } })),
    );
    expect([hidden?.status, none?.status]).toEqual([404, 404]);
    expect(hidden?.refusal.detail).toBe('There is no gene SECRET1.');
    expect(none?.refusal.detail).toBe('There is no gene SECRET2.');
  }
  expect(await gene('SECRET1', member)).toMatchObject({ symbol: 'SECRET1', number_of_data_sets: 2 });
  expect((await modulesOf('SECRET1', {}, member)).total).toBeGreaterThan(0);
});

test('modules have the kME and P of their member lists, ranked among all features of the network', async () => {
  const { results, total } = await modulesOf('AIF1', { membership: 'all' });
  expect(total).toBe(2);
  const { reply } = await portal.call(listModules, {
    as: guest,
    params: { id: results[0]?.network.id ?? 0 },
  });
  for (const { id, name } of reply.results) {
    const members = await portal.call(listModuleMembers, {
      as: guest,
      params: { id },
      query: { definition: 'Seed', page_size: 100 },
    });
    const own = members.reply.results.find(({ feature }) => feature === 'AIF1');
    const listed = results.find((row) => row.id === id);
    expect(listed).toMatchObject({
      name,
      network: { name: NETWORK },
      feature: 'AIF1',
      number_of_features: 8,
    });
    expect(listed?.definitions.includes('Seed')).toBe(own !== undefined);
    if (own !== undefined) expect([listed?.kme, listed?.p_value]).toEqual([own.kme, own.p_value]);
  }
  const strengths = results.map(({ kme }) => Math.abs(kme ?? 0));
  expect(strengths).toEqual(strengths.toSorted((a, b) => b - a));
});

test('members only, one definition, order by signed kME, and the best module of each data set', async () => {
  const all = await modulesOf('AIF1', { membership: 'all', sort: 'kme', order: 'asc' });
  const signed = all.results.map(({ kme }) => kme ?? 0);
  expect(signed).toEqual(signed.toSorted((a, b) => a - b));
  const seeds = await modulesOf('AIF1', { definition: 'Seed' });
  expect(seeds.results.every(({ definitions }) => definitions.includes('Seed'))).toBe(true);
  const best = await modulesOf('AIF1', { membership: 'all', best_of: 'data-set' });
  expect(best.total).toBe(1);
  expect(best.results[0]).toEqual((await modulesOf('AIF1', { membership: 'all' })).results[0]);
  expect((await modulesOf('AIF1', { membership: 'all', page: 2, page_size: 1 })).results).toEqual(
    (await modulesOf('AIF1', { membership: 'all' })).results.slice(1),
  );
});

test('the numbers of modules are those of an advanced search, for every gene and role', async () => {
  for (const as of [guest, member]) {
    for (const symbol of ['AIF1', 'CD68', 'IDH1', 'OLIG2', 'MBP', 'GAPDH']) {
      const { number_of_modules } = await gene(symbol, as);
      for (const definition of ['Seed', 'Bonferroni', 'FDR'] as const) {
        const rule = {
          field: 'features',
          operator: 'any' as const,
          value: [symbol],
          identifier: 'SYMBOL' as const,
          definition,
        };
        const { reply } = await portal.call(countAdvancedSearch, {
          as,
          body: {
            result_type: 'covariation-modules',
            filters: { modules: { combinator: 'and', not: false, rules: [rule] } },
          },
        });
        expect([symbol, definition, number_of_modules[definition] ?? 0]).toEqual([
          symbol,
          definition,
          reply.total,
        ]);
      }
    }
  }
});

test('a search by kME takes exact values at its limit, at least and at most', async () => {
  const count = async (operator: 'greaterthanorequal' | 'lessthanorequal', kme: number) => {
    const { reply } = await portal.call(countAdvancedSearch, {
      as: guest,
      body: {
        result_type: 'covariation-modules',
        filters: {
          modules: {
            combinator: 'and',
            not: false,
            rules: [{ field: 'kme_of_gene', gene: 'AIF1', operator, kme }],
          },
        },
      },
    });
    // A rule of modules holds under all three definitions.
    return reply.total / 3;
  };
  const { results, total } = await modulesOf('AIF1', { membership: 'all', sort: 'kme', order: 'asc' });
  expect(total).toBeGreaterThan(1);
  for (const [rank, { kme }] of results.entries()) {
    const value = kme ?? 0;
    // kME in the segments is packed to 1.6e-5; these limits are closer.
    expect(await count('greaterthanorequal', value)).toBe(total - rank);
    expect(await count('greaterthanorequal', value + 1e-9)).toBe(total - rank - 1);
    expect(await count('lessthanorequal', value)).toBe(rank + 1);
    expect(await count('lessthanorequal', value - 1e-9)).toBe(rank);
  }
});

test('while the store does not answer, kME is refused with 503, and afterwards there again', async () => {
  const before = await modulesOf('AIF1', { membership: 'all' });
  const read = vi.spyOn(portal.services.store, 'readInto').mockRejectedValue(new StoreUnavailable());
  onTestFinished(() => read.mockRestore());
  const { status } = await portal.call(listGeneModules, {
    as: guest,
    params: { symbol: 'AIF1' },
    query: { membership: 'all' },
  });
  expect([status, read.mock.calls.length > 0]).toEqual([503, true]);
  read.mockRestore();
  expect(await modulesOf('AIF1', { membership: 'all' })).toEqual(before);
});

test('data sets tell the level of the gene; hidden ones are not counted', async () => {
  const { reply } = await portal.call(listGeneDataSets, { as: guest, params: { symbol: 'AIF1' } });
  expect(reply.total).toBe(2);
  for (const { features } of reply.results) {
    expect(features.map(({ feature }) => feature)).toEqual(['AIF1']);
    expect(features[0]?.percentile).toBeGreaterThan(0);
  }
  const [first] = reply.results;
  const one = await portal.call(listGeneDataSets, {
    as: guest,
    params: { symbol: 'AIF1' },
    query: { data_set: first?.id ?? 0 },
  });
  expect(one.reply.results).toEqual([first]);
});

test('a gene is ranked by kME among the members of the module under the definition', async () => {
  for (const definition of ['Seed', 'Bonferroni', 'FDR'] as const) {
    const { results } = await modulesOf('CX3CR1', { membership: 'all', definition });
    expect(results).toHaveLength(2);
    for (const { id, definitions, member_rank, number_of_members } of results) {
      const { reply } = await portal.call(listModuleMembers, {
        as: guest,
        params: { id },
        query: { definition: DEFINITION_OF[definition], sort: 'kme', order: 'desc', page_size: 100 },
      });
      const rank = reply.results.findIndex(({ feature }) => feature === 'CX3CR1') + 1;
      expect(number_of_members).toBe(reply.total);
      expect(member_rank).toBe(rank === 0 ? null : rank);
      expect(definitions.includes(definition)).toBe(rank !== 0);
    }
  }
  // CX3CR1 is in the seed of blue with AIF1 and CD68, of which it has the smallest kME.
  const [blue] = (await modulesOf('CX3CR1')).results;
  expect(blue).toMatchObject({ name: 'blue', member_rank: 3, number_of_members: 3 });
});

test('the best trait of each module is that of its page, and unknown where the data set may not be read', async () => {
  const { results } = await modulesOf('AIF1', { membership: 'all' });
  for (const { id, best_trait } of results) {
    const { trait } = (await portal.call(getClosestTrait, { as: guest, params: { id } })).reply;
    expect(trait).not.toBeNull();
    expect(trait).toMatchObject(best_trait ?? {});
    expect(best_trait?.q_value).toBe(trait?.q_value);
  }
  const { rows: tables } = await sql`select 1 from trait_table`.execute(portal.services.db);
  expect(tables.length).toBeGreaterThan(0);
  await sql`delete from module_trait`.execute(portal.services.db);
  await sql`delete from trait_table`.execute(portal.services.db);
  const without = (await modulesOf('AIF1', { membership: 'all' })).results;
  expect(without.map(({ best_trait }) => best_trait)).toEqual([null, null]);
});

test('threads on modules with the gene are listed, and what cannot be read is not counted', async () => {
  const [module] = (await modulesOf('AIF1', { definition: 'Seed' })).results;
  const threads = async (symbol: string, as = guest) =>
    (await portal.call(listGeneThreads, { as, params: { symbol } })).reply;
  expect(await threads('AIF1')).toMatchObject({ total: 0, total_comments: 0 });
  const write = (visibility: 'public' | 'lab', covariation_module_id = module?.id ?? 0) =>
    portal.call(createComment, {
      as: member,
      body: {
        entity_type: 'project' as const,
        entity_id: covariation_module_id,
        message: 'Microglia?',
        visibility,
        comment_page_url: '/home/genes/AIF1',
      },
    });
  expect((await write('public')).status).toBe(201);
  await write('lab');
  expect(await threads('AIF1')).toMatchObject({
    total: 1,
    total_comments: 1,
    results: [{ id: module?.id, name: module?.name, network: NETWORK, number_of_comments: 1 }],
  });
  expect(await threads('AIF1', member)).toMatchObject({ total: 1, total_comments: 2 });
  // The same comments say nothing about a gene of another module.
  expect((await threads('OLIG2', member)).total).toBe(0);
  const hidden = (await modulesOf('SECRET1', {}, member)).results[0];
  await write('public', hidden?.id);
  expect((await threads('AIF1')).total).toBe(1);
  expect((await threads('AIF1', member)).total).toBe(2);
  const ordered = async (order: 'asc' | 'desc') =>
    (
      await portal.call(listGeneThreads, { as: member, params: { symbol: 'AIF1' }, query: { order } })
    ).reply.results.map(({ id }) => id);
  expect(await ordered('desc')).toEqual([hidden?.id, module?.id]);
  expect(await ordered('asc')).toEqual([module?.id, hidden?.id]);
});

test('the picture of levels has every readable data set with the numbers of the table', async () => {
  for (const as of [guest, member]) {
    const levels = (await portal.call(listGeneLevels, { as, params: { symbol: 'AIF1' } })).reply;
    const table = (
      await portal.call(listGeneDataSets, { as, params: { symbol: 'AIF1' }, query: { page_size: 100 } })
    ).reply;
    expect(levels.total).toBe(as === guest ? 2 : 4);
    expect(new Map(levels.results.map(({ id, percentile, mean }) => [id, [percentile, mean]]))).toEqual(
      new Map(table.results.map(({ id, features: [feature] }) => [id, [feature?.percentile, feature?.mean]])),
    );
  }
});

test('the objects of segments are known to the consistency check', async () => {
  expect(await verifyConsistency(portal.services)).toEqual(ALL_IN_ORDER);
});
