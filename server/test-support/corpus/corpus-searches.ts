/**
 * The laboratory's sample queries on the real corpus return the rows that an independent program found in its files.
 */
import { readFileSync } from 'node:fs';
import path from 'node:path';
import {
  exportAdvancedSearch,
  type SearchQueryInput,
  searchAdvanced,
} from '@omicon/contract/areas/advanced-search/advanced-search.ts';
import { listPossibleTerms } from '@omicon/contract/areas/attributes.ts';
import { CHUNK_ROWS } from '@omicon/search-index/kit/chunks.ts';
import { rebuildIndex, verifyIndex } from '@omicon/search-index/write/verify-index.ts';
import { parse } from 'csv-parse/sync';
import { beforeAll, expect, test } from 'vitest';
import { z } from 'zod';
import { mapFeatures } from '../../records/data-set/feature-mapping.ts';
import { raiseCorpusVersion } from '../../records/search/corpus-version.ts';
import type { Caller, TestPortal } from '../portal.ts';
import { CORPUS } from './corpus.ts';
import { CORPUS_QUERIES } from './corpus-queries.ts';
import { runSamples } from './sample-queries.ts';

const cell = z.union([z.string(), z.number(), z.null()]);
type Cell = z.output<typeof cell>;
const answerFile = z.object({
  columns: z.array(z.string()),
  rows: z.array(z.array(cell)),
  row_count: z.number(),
});

/** P to nine digits, other figures to the eight decimals of the replies; numbers in text are numbers. */
function comparable(column: string, value: Cell): string {
  const isNumber = column !== 'Label' && value !== null && value !== '' && Number.isFinite(Number(value));
  if (!isNumber) return String(value ?? 'NA');
  return column === 'Pval' ? Number(value).toExponential(9) : String(Number(Number(value).toFixed(8)));
}

/** Columns that rank a result; most significant rows are listed by data set there. */
const RANKED = ['Pval', 'Jaccard', 'Percent', 'No.Datasets', 'No.Samples'];

/** @param open returns the portal with the imported corpus, once the tests run */
export function describeCorpusSearches(open: () => TestPortal): void {
  let portal: TestPortal;
  let guest: Caller;
  beforeAll(async () => {
    portal = open();
    guest = await portal.signInAs('GU');
  });

  async function listAll(query: SearchQueryInput, as = guest) {
    const rows: Record<string, Cell>[] = [];
    for (let page = 1; ; page += 1) {
      const { reply } = await portal.call(searchAdvanced, {
        as,
        body: { ...query, page, page_size: 1000 },
      });
      const { results, result_count } = reply.data.searchResults;
      rows.push(...results);
      if (rows.length >= result_count) return { rows, total: result_count };
    }
  }

  async function compare(name: string): Promise<void> {
    const wanted = answerFile.parse(
      JSON.parse(readFileSync(path.join(CORPUS, 'answers/queries', `${name}.json`), 'utf8')),
    );
    const query = CORPUS_QUERIES[name];
    if (query === undefined) throw new Error(`No query is named ${name}.`);
    const { rows, total } = await listAll(query);
    const lines = rows.map((row) =>
      wanted.columns.map((column) => comparable(column, row[column] ?? null)).join(' | '),
    );
    const expected = wanted.rows.map((row) =>
      row.map((value, at) => comparable(wanted.columns[at] ?? '', value)).join(' | '),
    );
    expect([...lines].sort()).toEqual([...expected].sort());
    expect(total).toBe(wanted.row_count);
    const rank = wanted.columns.find((column) => RANKED.includes(column));
    if (rank === undefined || name.endsWith('m') || name.endsWith('_modules')) return;
    const ranked = (values: Cell[]) => values.map((value) => comparable(rank, value));
    expect(ranked(rows.map((row) => row[rank] ?? null))).toEqual(
      ranked(wanted.rows.map((row) => row[wanted.columns.indexOf(rank)] ?? null)),
    );
  }

  test.each(Object.keys(CORPUS_QUERIES))('%s has exactly the rows of its answer', compare);

  test.each(['Disease', 'Tissue', 'Organism'])(
    'the samples beside a term of %s are those of its query',
    async (field) => {
      const terms = new Map<string, number>();
      for (const search of ['', 'glioma', 'brain', 'a']) {
        const query = { attribute: field, search, limit: 12 };
        const { reply } = await portal.call(listPossibleTerms, { as: guest, query });
        for (const { name, samples } of reply.results) terms.set(name, samples);
      }
      expect(terms.size).toBeGreaterThan(0);
      for (const [value, samples] of terms) {
        const rules = [{ field, operator: 'under', value }];
        const { reply } = await portal.call(searchAdvanced, {
          as: guest,
          body: { result_type: 'samples', filters: { sample: { rules } } },
        });
        expect([value, reply.data.searchResults.result_count]).toEqual([value, samples]);
      }
    },
  );

  test('answers every sample query, most of them with something', async () => {
    const found = await runSamples(portal);
    expect([...found].filter(([, total]) => total > 0).length).toBeGreaterThan(9);
  });

  const ENRICHED = { rules: [{ field: 'enrichment', p_below: 0.05, name_contains: 'cell' }] };
  const MARKERS = [
    'GFAP',
    'APOE',
    'VIM',
    'CD74',
    'MBP',
    'MKI67',
    'TOP2A',
    'CDK1',
    'COL1A1',
    'OLIG2',
    'SPARC',
    'CD3E',
  ];
  const MARKED = { rules: [{ field: 'features', operator: 'any', value: MARKERS }] };
  test.each<[string, SearchQueryInput]>([
    ['by P', { result_type: 'covariation-modules', filters: { genesets: ENRICHED } }],
    [
      'from the largest P',
      {
        result_type: 'covariation-modules',
        filters: { genesets: ENRICHED },
        sort: 'Pval',
        order: 'desc',
      },
    ],
    [
      'by name',
      { result_type: 'covariation-modules', filters: { genesets: ENRICHED }, sort: 'SetName', order: 'asc' },
    ],
    [
      'by Jaccard',
      {
        result_type: 'covariation-modules',
        filters: { genesets: ENRICHED, modules: MARKED },
        sort: 'Jaccard',
      },
    ],
  ])('an export %s has the rows of all pages in their order', async (_, query) => {
    const member = await portal.signInAs('RU');
    const { rows, total } = await listAll(query, member);
    expect(total).toBeGreaterThan(CHUNK_ROWS);
    const file = await portal.app.inject({
      method: 'POST',
      url: `${exportAdvancedSearch.path}?format=tsv`,
      headers: { authorization: `Token ${member.token}` },
      payload: query,
    });
    const [columns = [], ...lines] = parse(file.payload, { delimiter: '\t' }) as string[][];
    expect(lines.length).toBe(total);
    expect(lines).toEqual(rows.map((row) => columns.map((column) => String(row[column] ?? ''))));
  });

  test('the index is what its rows say, also after it is rebuilt, and a wrong posting is found', async () => {
    const { db } = portal.services;
    const right = { gene_post: 0, set_post: 0, missing: 0 };
    expect(await verifyIndex(db)).toEqual(right);
    await db.transaction().execute(async (tx) => {
      await rebuildIndex(tx, (kind, names) => mapFeatures(tx, kind, names));
      await raiseCorpusVersion(tx);
    });
    expect(await verifyIndex(db)).toEqual(right);
    await compare('Q8b');
    await portal.pool.query(
      `update gene_post set modules = set_byte(modules, 0, (get_byte(modules, 0) + 1) % 256)
        where (feature_id, definition, block_id) in (select feature_id, definition, block_id from gene_post order by 1, 2, 3 limit 1)`,
    );
    expect(await verifyIndex(db)).toEqual({ ...right, gene_post: 1 });
    await db.transaction().execute(async (tx) => {
      await rebuildIndex(tx, (kind, names) => mapFeatures(tx, kind, names));
      await raiseCorpusVersion(tx);
    });
  }, 600_000);

  test('features are mapped again and segments merged without changing a result', async () => {
    await portal.runJobs();
    for (const name of ['Q8b', 'Q14', 'Q18', 'C1', 'Q20']) await compare(name);
  }, 600_000);
}
