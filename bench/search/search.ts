/**
 * `node bench/search/search.ts [networks] [folder]`: searches and pages of genes over HTTP with permissions, on a generated corpus. A given folder is
 * kept and reused the next time.
 */
import { maintainSearchIndex } from '@omicon/server/areas/advanced-search/maintain-index.ts';
import { type Product, withProduct } from '../../journeys/harness/product.ts';
import { benchGenes } from '../analysis/genes.ts';
import { PLANTED_GENES, plantedAnswers, randomFrom } from '../corpus/corpus-generator.ts';
import { furnishCorpus } from '../corpus/furnish-corpus.ts';
import {
  bytesOfIndex,
  drawGenes,
  fillCorpus,
  fillOnce,
  INDEX_TABLES,
  symbolOf,
} from '../corpus/search-corpus.ts';
import { printTimes, repeat, timed } from '../report/figures.ts';
import { runScenarios } from '../report/run-scenarios.ts';
import { benchSampleQueries } from './sample-query-times.ts';
import { benchBaselines } from './search-baselines.ts';

const SEED = 20_261_121;
const TRIES = 30;

const ADULT_GLIOMA = {
  quantifier: 'solely',
  rules: [
    { field: 'Developmental_Epoch', operator: 'contains', value: 'adult' },
    { field: 'Disease', operator: 'under', value: 'glioma' },
  ],
};

function features(value: string[], operator: string, more: object = {}) {
  return {
    rules: [{ field: 'features', operator, value, definition: 'Any', identifier: 'SYMBOL', ...more }],
  };
}

function enrichment(more: object) {
  return { rules: [{ field: 'enrichment', definition: 'Any', ...more }] };
}

/** Each try uses another list or limit, to avoid caches. */
const QUESTIONS: Record<string, (random: () => number) => object> = {
  'q1 modules enriched in 40 sets, best P a module': (random) => ({
    result_type: 'covariation-modules',
    page_size: 100,
    filters: {
      sample: ADULT_GLIOMA,
      genesets: enrichment({
        name_contains: 'microglia',
        keep: 'best_per_module',
        p_below: 0.05 - random() / 1e4,
      }),
    },
  }),
  'q2 genes of the best module a data set, 40 sets': (random) => ({
    result_type: 'features',
    page_size: 100,
    filters: {
      sample: ADULT_GLIOMA,
      genesets: enrichment({
        name_contains: 'neuron',
        keep: 'most_significant_per_dataset',
        p_below: 0.05 - random() / 1e4,
      }),
    },
  }),
  'q3 modules with all of 4 genes': (random) => ({
    result_type: 'covariation-modules',
    filters: { modules: features(drawGenes(random, 4), 'all') },
  }),
  'q4 modules with any of 4 genes, by Jaccard': (random) => ({
    result_type: 'covariation-modules',
    page_size: 100,
    filters: { modules: features(drawGenes(random, 4), 'any') },
  }),
  ...Object.fromEntries(
    [10, 100, 500].map((size) => [
      `modules with any of ${size} genes, by Jaccard`,
      (random: () => number) => ({
        result_type: 'covariation-modules',
        page_size: 100,
        filters: { modules: features(drawGenes(random, size), 'any') },
      }),
    ]),
  ),
  'q5 seeds with 1 % of 150 genes': (random) => ({
    result_type: 'covariation-modules',
    page_size: 100,
    sort: 'Percent',
    order: 'desc',
    filters: {
      modules: features(drawGenes(random, 150), 'greaterthanorequal', { percent: 1, definition: 'Seed' }),
    },
  }),
  'q6a which of 400 sets, P < 1e-10, 20 % of networks': (random) => ({
    result_type: 'gene-sets',
    page_size: 100,
    filters: {
      sample: ADULT_GLIOMA,
      genesets: enrichment({
        set_id: Array.from(
          { length: 400 },
          (_, at) => `MOSET${20_001 + Math.floor(random() * 50) + at * 49}`,
        ),
        p_below: 1e-10,
      }),
    },
  }),
  'q6b all sets, P < 1e-10, 2 % of networks': (random) => ({
    result_type: 'gene-sets',
    page_size: 100,
    filters: {
      dataset: {
        rules: [{ field: 'Title', operator: 'contains', value: `set ${Math.floor(random() * 9) + 1}0 ` }],
      },
      genesets: enrichment({ p_below: 1e-10 }),
    },
  }),
  'samples: data sets solely of adult glioma': (random) => ({
    result_type: 'data-sets',
    filters: {
      sample: {
        ...ADULT_GLIOMA,
        rules: [
          ...ADULT_GLIOMA.rules,
          { field: 'Tumor_Grade', operator: 'lessthan', value: 5 + Math.floor(random() * 1e6) },
        ],
      },
    },
  }),
};

function countOf(text: string): number {
  const reply = JSON.parse(text) as { data: { searchResults: { result_count: number } } };
  return reply.data.searchResults.result_count;
}

async function measure(
  product: Product,
  ask: (random: () => number) => object,
): Promise<{ times: number[]; cold: number; total: number }> {
  const random = randomFrom(SEED);
  let total = 0;
  const [cold = 0, ...times] = await repeat(TRIES + 1, async () => {
    const { ms, text } = await product.post('/api/advanced-search/', ask(random));
    total = countOf(text);
    return ms;
  });
  return { times, cold, total };
}

/** Every module of every network against a list of genes, by hypergeometric P and q. */
async function benchRanking(product: Product): Promise<void> {
  const random = randomFrom(SEED + 1);
  for (const size of [10, 100, 500]) {
    const ask = async () => {
      const body = { identifiers: drawGenes(random, size), page_size: 100 };
      return (await product.post('/api/explore/modules/', body)).ms;
    };
    const first = await ask();
    const times = await repeat(TRIES, ask);
    printTimes(`every module ranked by P against ${size} genes`, times, `${first.toFixed(0)} ms`);
  }
}

async function checkPlanted(product: Product, count: number): Promise<void> {
  const { text } = await product.post('/api/advanced-search/', {
    result_type: 'covariation-modules',
    filters: { modules: features(PLANTED_GENES.map(symbolOf), 'all', { definition: 'Seed' }) },
  });
  const found = countOf(text);
  const planted = plantedAnswers(count).networksWithGenes.length;
  // Genes that are not detected in a data set are in none of its modules.
  if (found > planted || found === 0)
    throw new Error(`${found} modules hold the planted genes; at most ${planted} can.`);
}

/** Fills an empty database, and prints the cost of its index. */
async function fill({ opened }: Product, count: number): Promise<void> {
  const { indexMs, bytesOfIndex: bytes } = await fillCorpus(opened.db, SEED, count);
  const merging = await timed(() => maintainSearchIndex(opened.services));
  console.log(
    `\nsearch index, ${count} networks: ${indexMs.toFixed(0)} ms a network at intake, ${(merging / count).toFixed(0)} ms to merge its segment`,
  );
  console.log(`  ${(bytes / count / 1e6).toFixed(2)} MB a network before segments were merged`);
  for (const table of INDEX_TABLES) await opened.pool.query(`vacuum full analyze ${table}`);
}

/** Prints the figures of a corpus of this size. */
export async function benchSearch(count: number, folder?: string): Promise<void> {
  const measureAll = async (product: Product) => {
    await fillOnce(product.dataDir, () => fill(product, count));
    const { opened } = product;
    await furnishCorpus(opened);
    await checkPlanted(product, count);
    const size = (await bytesOfIndex(opened.db)) / count / 1e6;
    console.log(
      `\nsearches, ${count} networks, ${size.toFixed(2)} MB a network; p50 / p95 of ${TRIES}, first`,
    );
    for (const [name, ask] of Object.entries(QUESTIONS)) {
      const { times, cold, total } = await measure(product, ask);
      printTimes(name, times, `${cold.toFixed(0)} ms  (${total} rows)`);
    }
    await benchRanking(product);
    await benchGenes(product, count);
    await benchSampleQueries(product, SEED);
    await benchBaselines(opened.db, { seed: SEED, count, random: randomFrom(SEED) });
  };
  await withProduct(measureAll, folder);
}

if (import.meta.main) {
  const [count = '100', folder] = process.argv.slice(2);
  await runScenarios({ search: () => benchSearch(Number(count), folder) });
}
