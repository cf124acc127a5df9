/** Compares the gene page of the real corpus with the advanced search and with the stored kME. */
import { buffer } from 'node:stream/consumers';
import {
  countAdvancedSearch,
  searchAdvanced,
} from '@omicon/contract/areas/advanced-search/advanced-search.ts';
import { getGene, listGeneModules } from '@omicon/contract/areas/genes/genes.ts';
import { expect, test } from 'vitest';
import { sql } from '../../base/postgres/database.ts';
import type { Caller, TestPortal } from '../portal.ts';

const GENES = 200;

/** Genes spread evenly over those that the data sets measure. */
async function chooseGenes({ services }: TestPortal, count: number): Promise<string[]> {
  const { rows } = await sql<{ spelling: string }>`
    select spelling from (
      select spelling, row_number() over (order by md5(target)) as place from search_target where identifier = 'SYMBOL') t
     where place <= ${count} order by place`.execute(services.db);
  return rows.map(({ spelling }) => spelling);
}

async function countModules(
  portal: TestPortal,
  as: Caller,
  symbol: string,
  definition: 'Seed' | 'Bonferroni' | 'FDR',
) {
  const rule = {
    field: 'features',
    operator: 'any' as const,
    value: [symbol],
    identifier: 'SYMBOL' as const,
    definition,
  };
  const filters = { modules: { combinator: 'and' as const, not: false, rules: [rule] } };
  const body = { result_type: 'covariation-modules' as const, filters };
  return (await portal.call(countAdvancedSearch, { as, body })).reply.total;
}

/** |kME| of every feature of a symbol with every module of every network, read from the objects of the networks. */
async function strongestByHand({ services }: TestPortal, symbol: string, most: number) {
  const { rows } = await sql<{
    key: string;
    features: number;
    indexes: number[];
    modules: number[];
  }>`
    select n.kme_values_storage_key as key, cardinality(l.identifiers) as features,
           array(select m.number from covariation_module m where m.covariation_network_id = n.id order by m.page) as modules,
           array(select i.place - 1 from unnest(unpack_u32(s.features)) with ordinality i(feature, place)
                   join unnest(unpack_u32(t.features)) of_gene(feature) using (feature)) as indexes
      from covariation_network n join feature_list l on l.id = n.feature_list_id
      join search_network w on w.covariation_network_id = n.id
      join search_feature_list s on s.id = w.search_feature_list_id
      join search_target t on t.identifier = 'SYMBOL' and t.target = ${symbol.toUpperCase()}`.execute(
    services.db,
  );
  const found: { module: number; kme: number }[] = [];
  for (const { key, features, indexes, modules } of rows) {
    const bytes = await buffer(await services.store.read(key));
    modules.forEach((module, at) => {
      const values = indexes.map((index) => bytes.readDoubleLE(8 * (2 * features * at + Number(index))));
      const known = values.filter((value) => !Number.isNaN(value));
      if (known.length > 0)
        found.push({
          module,
          kme: known.reduce((best, value) => (Math.abs(value) > Math.abs(best) ? value : best)),
        });
    });
  }
  return found.toSorted((a, b) => Math.abs(b.kme) - Math.abs(a.kme)).slice(0, most);
}

/** @param open returns the portal with the imported corpus and its jobs done, once the tests run */
export function describeCorpusGenes(open: () => TestPortal): void {
  test(`counts the modules of ${GENES} random genes as the advanced search does`, async () => {
    const portal = open();
    await portal.runJobs();
    const guest = await portal.signInAs('GU');
    let modules = 0;
    for (const symbol of await chooseGenes(portal, GENES)) {
      const { number_of_modules } = (await portal.call(getGene, { as: guest, params: { symbol } })).reply;
      for (const definition of ['Seed', 'Bonferroni', 'FDR'] as const) {
        const expected = await countModules(portal, guest, symbol, definition);
        expect([symbol, definition, number_of_modules[definition]]).toEqual([symbol, definition, expected]);
        modules += expected;
      }
    }
    expect(modules).toBeGreaterThan(1000);
  }, 600_000);

  test('lists the modules of a gene by |kME|, with the values of the kME tables', async () => {
    const portal = open();
    await portal.runJobs();
    const member = await portal.signInAs('LAB');
    for (const symbol of ['TREM2', 'OLIG2', 'MKI67', 'CSF1R', 'VIM']) {
      const expected = await strongestByHand(portal, symbol, 100);
      const { results, total } = (
        await portal.call(listGeneModules, {
          as: member,
          params: { symbol },
          query: { membership: 'all', page_size: 100 },
        })
      ).reply;
      expect(total).toBeGreaterThan(100);
      const kmeOf = new Map(expected.map(({ module, kme }) => [module, kme]));
      for (const { id, kme } of results.slice(0, 90)) expect([id, kmeOf.get(id)]).toEqual([id, kme]);
    }
  }, 600_000);

  test('finds modules by the kME of a gene as the kME tables have it, at the limit too', async () => {
    const portal = open();
    await portal.runJobs();
    const member = await portal.signInAs('LAB');
    for (const gene of ['TREM2', 'MKI67']) {
      const all = await strongestByHand(portal, gene, 100_000);
      // The limits are kME of modules, so that one value lies exactly on each.
      const at = all.map(({ kme }) => kme).toSorted((a, b) => b - a)[9] ?? 0;
      for (const [operator, kme] of [
        ['greaterthanorequal', at],
        ['greaterthanorequal', 0.5],
        ['lessthanorequal', -0.4],
        ['lessthanorequal', at],
      ] as const) {
        const expected = all.filter((each) =>
          operator === 'lessthanorequal' ? each.kme <= kme : each.kme >= kme,
        );
        const rule = { field: 'kme_of_gene', gene, operator, kme };
        const { reply } = await portal.call(searchAdvanced, {
          as: member,
          body: {
            result_type: 'covariation-modules',
            filters: { modules: { combinator: 'and', not: false, rules: [rule] } },
            page_size: 60,
          },
        });
        const { results, result_count } = reply.data.searchResults;
        // A module is listed under each of its three definitions.
        expect([gene, operator, kme, result_count]).toEqual([gene, operator, kme, 3 * expected.length]);
        const exact = new Map(expected.map(({ module, kme: value }) => [`OM.CM.${module}`, value]));
        for (const row of results)
          expect([row.Covariation_Module_Omicon_ID, row.kME]).toEqual([
            row.Covariation_Module_Omicon_ID,
            exact.get(String(row.Covariation_Module_Omicon_ID)),
          ]);
      }
    }
  }, 600_000);
}
