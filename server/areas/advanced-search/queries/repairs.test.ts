/** Old names in gene lists are replaced by official symbols, and the reply reports it. */
import {
  countAdvancedSearch,
  exportAdvancedSearch,
  type SearchQueryInput,
  searchAdvanced,
} from '@omicon/contract/areas/advanced-search/advanced-search.ts';
import {
  getSearchQuery,
  getSearchResults,
  listRecentQueries,
} from '@omicon/contract/areas/advanced-search/search-queries.ts';
import { repairList } from '@omicon/contract/areas/genes/gene-lists.ts';
import type { Rule } from '@omicon/domain/query/query.ts';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { takeIn } from '../../../test-support/intake.ts';
import { smallLaboratory, smallResources } from '../../../test-support/laboratories/small-laboratory.ts';
import { type Caller, openTestPortal, type TestPortal } from '../../../test-support/portal.ts';

// MBP is official, and an alias of SOX10, too; SHARED is an alias of two.
const ALIASES = {
  'resources/mapping_tables/2026-11-21/homo_sapiens_mapping_tables/SYMBOL/Homo_sapiens_SYMBOL_ALIAS.csv':
    'SYMBOL,ALIAS\nAIF1,IBA1\nCD68,GP110\nMBP,SHARED\nSOX10,SHARED\nSOX10,MBP\nSEPTIN2,SEPT2\n',
};

let portal: TestPortal;
let person: Caller;
beforeAll(async () => {
  portal = await openTestPortal();
  person = await portal.signInAs('LAB');
  expect((await takeIn(portal, { ...smallResources(), ...ALIASES })).faults).toEqual([]);
  expect((await takeIn(portal, smallLaboratory())).faults).toEqual([]);
  await portal.runJobs();
});
afterAll(() => portal.close());

function ofModules(value: string[], rule: Partial<Rule> = {}): SearchQueryInput {
  const rules = [{ field: 'features', operator: 'any' as const, value, ...rule }];
  return { result_type: 'covariation-modules', filters: { modules: { rules } } };
}

function ofDataSets(value: string[]): SearchQueryInput {
  const rules = [{ field: 'feature', operator: 'all' as const, value }];
  return { result_type: 'data-sets', filters: { dataset: { rules } } };
}

async function search(body: SearchQueryInput) {
  return (await portal.call(searchAdvanced, { as: person, body })).reply.data.searchResults;
}

async function rowsOf(body: SearchQueryInput) {
  const { results, result_count } = await search(body);
  expect(result_count).toBeGreaterThan(0);
  return results;
}

const replaced = (path: string, given: string, used: string) => ({ path, given, used, candidates: [] });

describe('an old name', () => {
  test('in a list of features finds the modules of the official symbol, and the reply reports it', async () => {
    expect(await rowsOf(ofModules(['iba1', 'P2RY12']))).toEqual(await rowsOf(ofModules(['AIF1', 'P2RY12'])));
    expect((await search(ofModules(['iba1', 'P2RY12']))).repairs).toEqual([
      replaced('modules.rules[0]', 'iba1', 'AIF1'),
    ]);
  });

  test('in a list of measured features finds the data sets of the official symbol', async () => {
    expect(await rowsOf(ofDataSets(['GP110', 'IDH1']))).toEqual(await rowsOf(ofDataSets(['CD68', 'IDH1'])));
    expect((await search(ofDataSets(['GP110']))).repairs).toEqual([
      replaced('dataset.rules[0]', 'GP110', 'CD68'),
    ]);
  });

  test('listed with its official symbol counts as one feature', async () => {
    const all = { operator: 'all' as const };
    expect(await rowsOf(ofModules(['IBA1', 'AIF1'], all))).toEqual(await rowsOf(ofModules(['AIF1'], all)));
  });

  test('is repaired as in Explore, including spreadsheet dates', async () => {
    const identifiers = ['IBA1', 'GP110', '2-Sep', 'CD68', 'nonsense'];
    const { mapped, dates } = (await portal.call(repairList, { as: person, body: { identifiers } })).reply;
    const { repairs } = await search(ofModules(identifiers));
    expect(repairs.map(({ given, used }) => [given, used])).toEqual(
      expect.arrayContaining([...mapped, ...dates].map(({ from, to }) => [from, to])),
    );
    expect(repairs).toHaveLength(mapped.length + dates.length + 1);
  });

  test('is reported with live counts, by rule', async () => {
    const dataset = { rules: [{ rules: [{ field: 'feature', operator: 'any', value: 'GP110' }] }] };
    const modules = { rules: [{ field: 'features', operator: 'any', value: 'IBA1' }] };
    const body: SearchQueryInput = { result_type: 'covariation-modules', filters: { modules, dataset } };
    const { reply } = await portal.call(countAdvancedSearch, { as: person, body });
    expect(reply.total).toBeGreaterThan(0);
    expect(reply.repairs).toEqual([
      replaced('dataset.rules[0].rules[0]', 'GP110', 'CD68'),
      replaced('modules.rules[0]', 'IBA1', 'AIF1'),
    ]);
  });

  test('is repaired in exports, kME tables and searches in the background, too', async () => {
    const exported = async (given: string) =>
      (await portal.ask(exportAdvancedSearch, { as: person, body: ofModules([given]) })).text;
    expect(await exported('IBA1')).toBe(await exported('AIF1'));

    const table = await search({ ...ofModules(['IBA1']), result_type: 'kme-table' });
    expect([table.result_count, table.repairs.length]).toEqual([16, 1]);

    const body = { ...ofModules(['IBA1']), background: true };
    const begun = (await portal.call(searchAdvanced, { as: person, body })).reply.data.notifId ?? 0;
    await portal.runJobs();
    const { reply } = await portal.call(getSearchResults, { as: person, params: { notif_id: begun } });
    expect(reply.data.searchResults).toMatchObject({
      results: await rowsOf(ofModules(['AIF1'])),
      repairs: [replaced('modules.rules[0]', 'IBA1', 'AIF1')],
    });
  });

  test('stays unchanged in the stored query', async () => {
    await search(ofModules(['IBA1']));
    const [recent] = (await portal.call(listRecentQueries, { as: person })).reply.results;
    const opened = await portal.call(getSearchQuery, { as: person, params: { id: String(recent?.rId) } });
    expect(JSON.stringify(opened.reply.query)).toContain('IBA1');
  });
});

describe('left unchanged', () => {
  test('are official symbols, even if they are aliases of others', async () => {
    for (const symbol of ['MBP', 'mbp', 'AIF1', 'OLIG2', 'CD68'])
      expect((await search(ofModules([symbol]))).repairs, symbol).toEqual([]);
    const [mbp, sox10] = [await search(ofDataSets(['MBP'])), await search(ofModules(['SOX10']))];
    expect(mbp.result_count).toBeGreaterThan(0);
    expect((await search(ofModules(['MBP']))).results).not.toEqual(sox10.results);
  });

  test('are ambiguous names, from which the person has to choose', async () => {
    expect((await search(ofModules(['SHARED', 'CD68']))).repairs).toEqual([
      { path: 'modules.rules[0]', given: 'SHARED', used: null, candidates: ['MBP', 'SOX10'] },
    ]);
  });

  test('are unknown names, which the reply lists', async () => {
    const unknown = (given: string) => ({ path: 'modules.rules[0]', given, used: null, candidates: [] });
    const { repairs, result_count } = await search(ofModules(['CD68', 'nonsense']));
    expect(repairs).toEqual([unknown('nonsense')]);
    expect(result_count).toBe((await search(ofModules(['CD68']))).result_count);
    expect((await search(ofModules(['IBA1'], { identifier: 'ENTREZID' }))).repairs).toEqual([
      unknown('IBA1'),
    ]);
  });
});

describe('a name in other characters', () => {
  test.each(['"CD68"', '""CD68""', '“CD68', 'CD68\u200B', '\u00ADCD68', 'ＣＤ68', 'СD68', 'CD68*', 'CD68;'])(
    '%j is searched as its symbol, and the reply says so',
    async (given) => {
      expect(await rowsOf(ofModules([given]))).toEqual(await rowsOf(ofModules(['CD68'])));
      expect((await search(ofModules([given]))).repairs).toEqual([
        replaced('modules.rules[0]', given, 'CD68'),
      ]);
    },
  );

  test('is read in rules of kME and of measured features, too', async () => {
    const kme = { field: 'kme_of_gene', gene: '“CD68”', operator: 'greaterthanorequal' as const, kme: -1 };
    const body: SearchQueryInput = {
      result_type: 'covariation-modules',
      filters: { modules: { rules: [kme] } },
    };
    expect((await search(body)).repairs).toEqual([replaced('modules.rules[0]', '“CD68”', 'CD68')]);
    expect((await search(ofDataSets(['GP110*']))).repairs).toEqual([
      replaced('dataset.rules[0]', 'GP110*', 'CD68'),
    ]);
  });
});
