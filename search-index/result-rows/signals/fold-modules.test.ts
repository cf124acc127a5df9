/** Folded modules of random laboratories with random signals, against the same list without folding. */
import type { ModuleFold } from '@omicon/domain/records/module-fold.ts';
import { sql } from '@omicon/server/base/postgres/database.ts';
import { createNumbers } from '@omicon/server/records/lists/numbers.ts';
import { invalidateSearches } from '@omicon/server/records/search/corpus-version.ts';
import {
  type CorpusSpec,
  createPlainTables,
  storeCorpus,
  wideCorpusSpec,
} from '@omicon/server/test-support/corpus/random-corpus.ts';
import { openTestPortal, type TestPortal } from '@omicon/server/test-support/portal.ts';
import fc from 'fast-check';
import { afterAll, beforeAll, expect, test } from 'vitest';
import type { Row } from '../../kit/sorting.ts';
import type { RankModulesRequest, SearchReply, SearchRequest } from '../../requests.ts';
import { openSearchThreads, type SearchThreads } from '../../threads.ts';

const CORPUS = fc
  .sample(wideCorpusSpec, { seed: 5, numRuns: 40 })
  .find((corpus) => corpus.filter(({ analysis }) => analysis.networks.length > 0).length > 4) as CorpusSpec;

const SEARCH: SearchRequest = {
  kind: 'search',
  viewer: { person_id: null, readsLab: true },
  query: { result_type: 'covariation-modules', filters: {} },
  show: 'records',
  page: 1,
  page_size: 1000,
  sort: undefined,
  order: undefined,
};
const GENES: SearchRequest['query'] = {
  result_type: 'covariation-modules',
  filters: {
    modules: {
      combinator: 'and',
      not: false,
      rules: [{ field: 'features', operator: 'any', value: ['GENE0', 'GENE1', 'GENE5'] }],
    },
  },
};

const RANKING: RankModulesRequest = {
  kind: 'rank-modules',
  viewer: SEARCH.viewer,
  symbols: ['GENE0', 'GENE1', 'GENE5'],
  background: null,
  definition: 'Any',
  filters: {},
  direction: 'over',
  fold: 'module',
  folded_under: undefined,
  page: 1,
  page_size: 1000,
  sort: undefined,
  order: undefined,
};

let portal: TestPortal;
let one: SearchThreads;
let two: SearchThreads;
/** signal of each module by its number: recurring module of its data set, and meta-module */
const signals = new Map<number, { own: string | null; meta: number | null }>();

/** Every third module is not in the atlas, and some recurring modules are in a meta-module. */
async function storeSignals(): Promise<void> {
  await portal.services.db.transaction().execute(async (tx) => {
    const metas = await createNumbers(tx, 'MM', 2);
    await sql`insert into atlas (audience, fingerprint, networks, counts) values ('laboratory', '\\x00', '', '{}')`.execute(
      tx,
    );
    for (const number of metas)
      await sql`
        insert into meta_module (audience, number, title, made_title, genes, theme_number, found, findable, modules,
                                 data_set_numbers, analysis_numbers)
        values ('laboratory', ${number}, ${`signal ${number}`}, '', '{}', ${number}, 2, 3, 1, '{}', '{}')`.execute(
        tx,
      );
    const { rows } = await sql<{ id: number; number: number; data_set: number }>`
      select m.id, m.number, a.input_data_set_number as data_set from covariation_module m
        join covariation_network n on n.id = m.covariation_network_id join analysis a on a.id = n.analysis_id
       order by m.id`.execute(tx);
    for (const [at, { id, number, data_set }] of rows.entries()) {
      if (at % 3 === 0) continue;
      const own = at % 4;
      const meta = own === 3 ? null : (metas[own % 2] ?? null);
      signals.set(number, { own: `${data_set} ${own}`, meta });
      await sql`
        insert into recurring_module_member (audience, module_id, data_set_number, recurring_module, is_representative,
                                             meta_module_number)
        values ('laboratory', ${id}, ${data_set}, ${own}, false, ${meta})`.execute(tx);
    }
    await invalidateSearches(tx);
  });
}

beforeAll(async () => {
  portal = await openTestPortal();
  await createPlainTables(portal);
  await storeCorpus(portal, CORPUS, (await portal.signInAs('RU')).person_id);
  await storeSignals();
  const open = (count: number) =>
    openSearchThreads(portal.services.config.databaseUrl ?? '', {
      ...{ count, parts: count, costThreshold: 0 },
      readObjects: async () => [],
    });
  [one, two] = [open(1), open(2)];
}, 60_000);
afterAll(async () => {
  await one.close();
  await two.close();
  await portal.close();
});

const moduleOfRow = (row: Row) => Number(String(row.Covariation_Module_Omicon_ID).split('.')[2]);

function groupOf(row: Row, fold: ModuleFold): string {
  const module = moduleOfRow(row);
  const { own = null, meta = null } = signals.get(module) ?? {};
  if (fold === 'meta-module' && meta !== null) return `meta ${meta}`;
  return own === null ? `module ${module}` : `own ${own}`;
}

/** The first row of each group, with the number of the others. */
function foldPlainly({ rows }: Pick<SearchReply, 'rows'>, fold: ModuleFold): Row[] {
  return [...Map.groupBy(rows, (row) => groupOf(row, fold)).values()].map(([first, ...others]) => ({
    ...first,
    Folded: others.length,
  }));
}

const question = fc.record({
  query: fc.constantFrom(SEARCH.query, GENES),
  fold: fc.constantFrom<ModuleFold>('data-set', 'meta-module'),
  sort: fc.constantFrom(undefined, 'Dataset', 'Module', 'Support_found', 'Meta_module'),
  order: fc.constantFrom<'asc' | 'desc' | undefined>(undefined, 'asc', 'desc'),
});

test('a folded list is the first row of each signal in the order of the list, by one thread or by two', async () => {
  await fc.assert(
    fc.asyncProperty(question, async ({ query, fold, sort, order }) => {
      const asked = { ...SEARCH, query, sort, order };
      const all = await one.ask(asked);
      const folded = await two.ask({ ...asked, fold });
      expect(folded).toEqual(await one.ask({ ...asked, fold }));
      expect(folded.rows).toEqual(foldPlainly(all, fold));
      expect(folded.folded).toEqual({ rows: all.total, modules: new Set(all.rows.map(moduleOfRow)).size });
      expect(folded.total).toBeLessThan(all.total);
      const page = await one.ask({ ...asked, fold, page: 2, page_size: 3 });
      expect(page.rows).toEqual(folded.rows.slice(3, 6));
      expect(page.total).toBe(folded.total);
    }),
    { numRuns: 60 },
  );
}, 120_000);

test('a folded ranking is the module with the smallest P of each signal, in any order, by one thread or by two', async () => {
  const before = two.splitCounts.merged;
  const asked = fc.record({
    fold: fc.constantFrom<ModuleFold>('data-set', 'meta-module'),
    symbols: fc.constantFrom(['GENE0'], ['GENE1', 'GENE7'], RANKING.symbols),
    direction: fc.constantFrom<'over' | 'both'>('over', 'both'),
    sort: fc.constantFrom(undefined, 'Pval', 'qval', 'Overlap', 'Dataset'),
    order: fc.constantFrom<'asc' | 'desc' | undefined>(undefined, 'asc', 'desc'),
  });
  await fc.assert(
    fc.asyncProperty(asked, async ({ fold, symbols, direction, sort, order }) => {
      const request = { ...RANKING, symbols, direction };
      const all = await one.ask(request);
      const folded = await two.ask({ ...request, fold, sort, order });
      expect(folded).toEqual(await one.ask({ ...request, fold, sort, order }));
      expect([folded.tested, folded.unfolded]).toEqual([all.tested, all.total]);
      const expected = foldPlainly(all, fold);
      expect(folded.total).toBe(expected.length);
      const byModule = (rows: Row[]) =>
        rows.map(({ Meta_Module: _, Found_In: __, Meta_Module_Omicon_ID: ___, ...row }) => row);
      if (sort === undefined && order !== 'desc') expect(byModule(folded.rows)).toEqual(expected);
      const names = (rows: Row[]) => rows.map((row) => JSON.stringify(Object.entries(row).sort())).sort();
      expect(names(byModule(folded.rows))).toEqual(names(expected));
      const page = await two.ask({ ...request, fold, sort, order, page: 2, page_size: 3 });
      expect(page.rows).toEqual(folded.rows.slice(3, 6));
    }),
    { numRuns: 60 },
  );
  // Others are in another order than that of P, which the parts cannot fold by.
  expect(two.splitCounts.merged - before).toBeGreaterThan(20);
}, 120_000);

test('a row opens the rows of its signal that follow it', async () => {
  await fc.assert(
    fc.asyncProperty(question, async ({ query, fold, sort, order }) => {
      const asked = { ...SEARCH, query, sort, order, fold };
      const all = await one.ask({ ...asked, fold: 'module' });
      for (const row of (await one.ask(asked)).rows.slice(0, 5)) {
        const opened = await one.ask({ ...asked, folded_under: moduleOfRow(row) });
        const [, ...others] = all.rows.filter((each) => groupOf(each, fold) === groupOf(row, fold));
        expect(opened.rows).toEqual(others.map((each) => ({ ...each, Folded: 0 })));
      }
    }),
    { numRuns: 20 },
  );
}, 120_000);

test('somebody who reads public records only has none of the signals of the laboratory', async () => {
  const viewer = { person_id: null, readsLab: false };
  const all = await one.ask({ ...SEARCH, viewer });
  const folded = await one.ask({ ...SEARCH, viewer, fold: 'meta-module' });
  expect(folded.total).toBe(new Set(all.rows.map(moduleOfRow)).size);
  const modules = all.rows.map(moduleOfRow);
  const { signals: cells } = await one.ask({
    kind: 'module-signals',
    viewer,
    modules: [...new Set(modules)],
  });
  for (const row of cells.values())
    expect(row).toEqual({
      ...{ Meta_module: null, Support_found: null, Support_findable: null, Meta_module_Omicon_ID: null },
    });
});
