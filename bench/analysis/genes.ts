/**
 * `node bench/analysis/genes.ts [networks] [folder]`: what the page of a gene asks for, and the suggestions of the search box, over
 * HTTP on a generated corpus. A corpus in a given data folder is kept, continued if it was interrupted, and made once;
 * its kME takes 4 MB a network. The targets are those of the design for 5,000 networks: 100 ms for modules and topics, 60
 * ms by kME, each as p95.
 */
import { maintainSearchIndex } from '@omicon/server/areas/advanced-search/maintain-index.ts';
import { type Product, withProduct } from '../../journeys/harness/product.ts';
import { randomFrom } from '../corpus/corpus-generator.ts';
import { furnishCorpus } from '../corpus/furnish-corpus.ts';
import { fillCorpus, symbolOf } from '../corpus/search-corpus.ts';
import { printTimes, repeat } from '../report/figures.ts';
import { runScenarios } from '../report/run-scenarios.ts';

const SEED = 20_261_125;
/** not timed: after them the code of the web process is compiled */
const WARM_UP = 20;
const TRIES = 100;
const GENES = 25_000;

/** Address of each part, for one gene. */
const PARTS: Record<string, (symbol: string) => string> = {
  'names and counts': (symbol) => `/api/genes/${symbol}/`,
  'modules that contain it': (symbol) => `/api/genes/${symbol}/modules/`,
  'all modules by kME': (symbol) => `/api/genes/${symbol}/modules/?membership=all`,
  'the best module of each data set': (symbol) => `/api/genes/${symbol}/modules/?best_of=data-set`,
  'topics of its modules': (symbol) => `/api/genes/${symbol}/topics/`,
  'gene sets': (symbol) => `/api/genes/${symbol}/gene-sets/`,
  'data sets': (symbol) => `/api/genes/${symbol}/data-sets/`,
  'level in every data set': (symbol) => `/api/genes/${symbol}/levels/`,
  'expression in every data set': (symbol) => `/api/genes/${symbol}/expression/?attribute=Disease`,
  'comments on its modules': (symbol) => `/api/genes/${symbol}/threads/`,
  'suggestions for the first letters': (symbol) =>
    `/api/search/suggestions/?q=${encodeURIComponent(symbol.slice(0, 5))}`,
};

/** Prints p50 and p95 of every part, each try for another gene after a warm-up, and the first call. */
export async function benchGenes(product: Product, networks: number): Promise<void> {
  console.log(`\npage of a gene, ${networks} networks; p50 / p95 of ${TRIES}, first`);
  for (const [name, addressOf] of Object.entries(PARTS)) {
    const random = randomFrom(SEED);
    const ask = async () => (await product.get(addressOf(symbolOf(Math.floor(random() * GENES))))).ms;
    const first = await ask();
    await repeat(WARM_UP, ask);
    printTimes(name, await repeat(TRIES, ask), `${first.toFixed(0)} ms`);
  }
}

/** A corpus of that many networks with genes and kME; what a kept folder has of it is not made again. */
export async function makeGeneCorpus({ opened }: Product, networks: number): Promise<void> {
  await fillCorpus(opened.db, SEED, networks);
  await maintainSearchIndex(opened.services);
  await furnishCorpus(opened);
  // Furnishing gave the networks their kME.
  await maintainSearchIndex(opened.services);
}

if (import.meta.main) {
  const networks = Number(process.argv[2] ?? 100);
  const measure = async (product: Product) => {
    await makeGeneCorpus(product, networks);
    await benchGenes(product, networks);
  };
  await runScenarios({ genes: () => withProduct(measure, process.argv[3]) });
}
