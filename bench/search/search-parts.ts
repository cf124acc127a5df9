/**
 * `node bench/search/search-parts.ts [networks] [folder]`: large questions to one search thread, and in two and three parts, on a
 * generated corpus. Prints wall time and processor time; replies are compared. A given folder is kept.
 */
import { isDeepStrictEqual } from 'node:util';
import type { Query } from '@omicon/domain/query/query.ts';
import type { SplitRequest } from '@omicon/search-index/requests.ts';
import { openSearchThreads, type SearchThreads } from '@omicon/search-index/threads.ts';
import { listSegments, mergeSegments } from '@omicon/search-index/write/maintain-index.ts';
import type { OpenServices } from '@omicon/server/base/open-services.ts';
import type { Database } from '@omicon/server/base/postgres/database.ts';
import { migrate } from '@omicon/server/base/postgres/migrate.ts';
import { processorTimeOf } from '../../journeys/harness/processes.ts';
import { withServices } from '../../journeys/harness/services.ts';
import { withFolder } from '../../journeys/harness/temporary-folder.ts';
import { randomFrom } from '../corpus/corpus-generator.ts';
import { drawGenes, fillCorpus, fillOnce } from '../corpus/search-corpus.ts';
import { describeTimes } from '../report/figures.ts';
import { runScenarios } from '../report/run-scenarios.ts';

const SEED = 20_261_121;
const TRIES = 20;
const PARTS = [1, 2, 3];
const SEGMENTS = 5;

const VIEWER = { person_id: null, readsLab: true };
const UNFOLDED = { fold: 'module', folded_under: undefined } as const;
const WHOLE_ORDER = { page: 1, page_size: 100, sort: undefined, order: undefined };

function rank(symbols: string[], filters: Query['filters'] = {}): SplitRequest {
  const question = { symbols, background: null, definition: 'Any' as const, filters };
  return {
    kind: 'rank-modules',
    viewer: VIEWER,
    direction: 'over',
    ...UNFOLDED,
    ...question,
    ...WHOLE_ORDER,
  };
}

function search(result_type: Query['result_type'], filters: Query['filters']): SplitRequest {
  return { kind: 'search', viewer: VIEWER, query: { result_type, filters }, show: 'records', ...WHOLE_ORDER };
}

const group = (...rules: NonNullable<Query['filters']['modules']>['rules']) => ({
  combinator: 'and' as const,
  not: false,
  rules,
});
const features = (value: string[]) => group({ field: 'features', operator: 'any', value, definition: 'Any' });
const enrichment = (
  name_contains: string,
  keep: 'best_per_module' | 'most_significant_per_dataset',
  p: number,
) => group({ field: 'enrichment', definition: 'Any', name_contains, keep, p_below: p });

/** Each try uses another list or limit. */
export const QUESTIONS: Record<string, (random: () => number) => SplitRequest> = {
  'every module ranked by P, 10 genes': (random) => rank(drawGenes(random, 10)),
  '100 genes': (random) => rank(drawGenes(random, 100)),
  '500 genes': (random) => rank(drawGenes(random, 500)),
  'modules with any of 10 genes, by Jaccard': (random) =>
    search('covariation-modules', { modules: features(drawGenes(random, 10)) }),
  'any of 100 genes': (random) =>
    search('covariation-modules', { modules: features(drawGenes(random, 100)) }),
  'any of 500 genes': (random) =>
    search('covariation-modules', { modules: features(drawGenes(random, 500)) }),
  'networks of them': (random) =>
    search('covariation-networks', { modules: features(drawGenes(random, 500)) }),
  'modules enriched in 40 sets, best P a module': (random) =>
    search('covariation-modules', {
      genesets: enrichment('microglia', 'best_per_module', 0.05 - random() / 1e4),
    }),
  'genes of the best module a data set, 40 sets': (random) =>
    search('features', {
      genesets: enrichment('neuron', 'most_significant_per_dataset', 0.05 - random() / 1e4),
    }),
  'counts after each of two rules': (random) => ({
    kind: 'count',
    viewer: VIEWER,
    query: {
      result_type: 'covariation-modules',
      filters: {
        modules: features(drawGenes(random, 200)),
        genesets: enrichment('opc', 'best_per_module', 0.01),
      },
    },
  }),
  'two data sets, 1 gene: overhead of splitting': (random) =>
    rank(drawGenes(random, 1), {
      dataset: {
        combinator: 'or',
        not: false,
        rules: [1, 2].map((at) => ({ field: 'Title', operator: 'contains', value: `set ${at} ` })),
      },
    }),
};

/** Processor time of this process with its threads, and of the database connections of searches, in ms. */
async function processorTime({ pool }: OpenServices): Promise<number> {
  const { user, system } = process.cpuUsage();
  const { rows } = await pool.query<{ pid: number }>(
    "select pid from pg_stat_activity where application_name = 'omicon search'",
  );
  return rows.reduce((sum, { pid }) => sum + processorTimeOf(pid).ownMs, (user + system) / 1000);
}

interface Figures {
  times: number[];
  /** processor time of all tries */
  processor: number;
}

async function measure(opened: OpenServices, pools: readonly SearchThreads[], name: string): Promise<void> {
  const ask = QUESTIONS[name];
  if (ask === undefined) return;
  const figures = pools.map((): Figures => ({ times: [], processor: 0 }));
  const random = randomFrom(SEED);
  for (let attempt = 0; attempt < TRIES + 2; attempt += 1) {
    const request = ask(random);
    let first: unknown;
    for (const [at, pool] of pools.entries()) {
      const before = await processorTime(opened);
      const started = performance.now();
      const reply = await pool.ask(request);
      const ms = performance.now() - started;
      const processor = (await processorTime(opened)) - before;
      first ??= reply;
      if (!isDeepStrictEqual(reply, first)) throw new Error(`${name}: ${PARTS[at]} parts reply differently.`);
      // The first tries of each question fill caches.
      if (attempt < 2) continue;
      figures[at]?.times.push(ms);
      if (figures[at]) figures[at].processor += processor;
    }
  }
  const columns = figures.map(
    ({ times, processor }) => `${describeTimes(times)} (${(processor / TRIES).toFixed(0)} ms)`,
  );
  console.log(`  ${name.padEnd(52)} ${columns.map((column) => column.padStart(28)).join('')}`);
}

/** Merges the segments to this many, as a corpus of 5,000 networks has. */
async function mergeInto(db: Database, count: number): Promise<void> {
  const segments = (await listSegments(db)).map(({ id }) => id);
  const size = Math.ceil(segments.length / count);
  for (let from = 0; from < segments.length; from += size)
    await mergeSegments(db, segments.slice(from, from + size));
}

async function measureAll(opened: OpenServices, pools: readonly SearchThreads[], count: number) {
  for (const pool of pools) await pool.warm();
  const blocks = await opened.pool.query<{ networks: number }>(
    'select number_of_networks as networks from search_block order by id',
  );
  console.log(
    `\nlarge questions, ${count} networks in segments of ${blocks.rows.map(({ networks }) => networks).join(', ')}; p50 / p95 of ${TRIES} (processor time of a question, Postgres included)`,
  );
  console.log(
    `  ${''.padEnd(52)} ${PARTS.map((parts) => `${parts} part${parts > 1 ? 's' : ''}`.padStart(28)).join('')}`,
  );
  for (const name of Object.keys(QUESTIONS)) await measure(opened, pools, name);
  console.log(`  ${pools.map(({ splitCounts }) => splitCounts.merged).join(', ')} questions were split`);
}

/** Prints the figures of a corpus of this size. */
export async function benchSearchParts(count: number, folder?: string): Promise<void> {
  if (folder === undefined) return withFolder((own) => benchSearchParts(count, own));
  await withServices(folder, async (opened, databaseUrl) => {
    await migrate(opened.db);
    await fillOnce(folder, async () => {
      await fillCorpus(opened.db, SEED, count);
      await mergeInto(opened.db, SEGMENTS);
      await opened.pool.query('vacuum analyze');
    });
    const pools = PARTS.map((parts) =>
      openSearchThreads(databaseUrl, { count: parts, parts, costThreshold: 0, readObjects: async () => [] }),
    );
    await measureAll(opened, pools, count).finally(() => Promise.all(pools.map((pool) => pool.close())));
  });
}

if (import.meta.main) {
  const [count = '100', folder] = process.argv.slice(2);
  await runScenarios({ 'search-parts': () => benchSearchParts(Number(count), folder) });
}
