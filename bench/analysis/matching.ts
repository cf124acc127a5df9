/**
 * `node bench/analysis/matching.ts`: the same module elsewhere. First the compute threads alone, at the size of a laboratory with
 * 5,000 networks: 300 candidates of 100 feature lists against a network of 100 modules, a preservation with 1,000
 * random sets, a consensus of 50 data sets, each of 20,000 features and from disk. Then the calls on the real corpus,
 * and whether modules measured by one technology find those measured by another, where the eigengenes over the same
 * tumours agree. The targets are 400 ms for counterparts (with the search for candidates, which search.ts measures), 2 s
 * for a preservation and 200 ms for a consensus, as p95. R, where it is installed, computes matches and consensus from
 * the same kME, which it has read before. `node bench/analysis/matching.ts 5000 folder` measures whole answers of
 * counterparts with that many networks instead, in a corpus that stays in the folder (`bench/analysis/genes.ts` makes
 * and fills the same one).
 */
import { existsSync } from 'node:fs';
import path from 'node:path';
import { Readable } from 'node:stream';
import { sql } from '@omicon/server/base/postgres/database.ts';
import { openDiskStore } from '@omicon/server/base/store/disk-store.ts';
import type { ReplyOf, RequestOf } from '@omicon/server/compute/requests.ts';
import { type ComputeThreads, openComputeThreads } from '@omicon/server/compute/threads.ts';
import { CORPUS } from '../../journeys/harness/corpus-files.ts';
import { type Product, withProduct } from '../../journeys/harness/product.ts';
import { withFolder } from '../../journeys/harness/temporary-folder.ts';
import { randomFrom } from '../corpus/corpus-generator.ts';
import { importCorpus } from '../pages/module-pages.ts';
import { describeTimes, printTimes, repeat, timed } from '../report/figures.ts';
import { runScenarios } from '../report/run-scenarios.ts';
import { makeGeneCorpus } from './genes.ts';
import { fidelityInR, largestDifference, matchInR, type TimedInR } from './matching-in-r.ts';

const [FEATURES, SAMPLES, MODULES, MEMBERS] = [20_000, 200, 100, 100];
const [CANDIDATES, LISTS, DATA_SETS, RANDOM_SETS] = [300, 100, 50, 1000];
const TRIES = 20;
/** Eigengenes that agree at least so much are of the same module. */
const AGREEING = 0.8;
const BEST = 3;

/** What drives the expression of many genes at once, as cell classes do; without it no module would stand out. */
const FACTORS = 12;

/** Reproducible numbers in [-1, 1). */
function noise(count: number, seed: number): Float64Array {
  const random = randomFrom(seed);
  return Float64Array.from({ length: count }, () => 2 * random() - 1);
}

/** Rows that covary through the factors, each with its own noise: rows x columns. */
function mixtures(rows: number, columns: number, seed: number): Float64Array {
  const loadings = noise(rows * FACTORS, seed);
  const factors = noise(FACTORS * columns, seed + 1);
  const own = noise(rows * columns, seed + 2);
  for (let row = 0; row < rows; row += 1)
    for (let factor = 0; factor < FACTORS; factor += 1) {
      const loading = loadings[row * FACTORS + factor] ?? 0;
      for (let column = 0; column < columns; column += 1)
        own[row * columns + column] =
          (own[row * columns + column] ?? 0) + loading * (factors[factor * columns + column] ?? 0);
    }
  return own;
}

/** kME within (-1, 1) of every module, and P, module by module. */
function kmeOfModules(): Float64Array {
  const mixed = mixtures(2 * MODULES, FEATURES, 5);
  return mixed.map((value) => Math.tanh(value / 2));
}

const members = (seed: number) =>
  Uint32Array.from({ length: MEMBERS }, (_, at) => (at * 197 + seed * 31) % FEATURES);

/** Nine of ten features have a symbol, the same one in every list; lists lack different ones. */
function symbolsOf(list: number) {
  const features = Uint32Array.from({ length: FEATURES }, (_, at) => at).filter((at) => (at + list) % 10 > 0);
  return { features, symbols: features.map((feature) => (feature * 7) % FEATURES) };
}

type Inputs = {
  /** the object of kME of all networks */
  kmeKey: string;
} & {
  [Kind in 'module_matches' | 'preservation' | 'consensus']: RequestOf<Kind>;
};

/** One object of kME for all networks: what is read is the same, what it says does not matter. */
async function writeInputs(dataDir: string): Promise<Inputs> {
  const store = await openDiskStore(path.join(dataDir, 'objects'));
  const put = async (values: Float64Array) =>
    (await store.put(Readable.from([Buffer.from(values.buffer)]))).storageKey;
  const kme = await put(kmeOfModules());
  const matrices = [await put(mixtures(FEATURES, SAMPLES, 11)), await put(mixtures(FEATURES, SAMPLES, 21))];
  const statistics = await put(noise(6 * FEATURES, 4));
  const stored = { kme_values_storage_key: kme, number_of_features: FEATURES };
  const [discovery, test] = matrices.map((matrix_storage_key) => ({
    matrix_storage_key,
    number_of_features: FEATURES,
    number_of_samples: SAMPLES,
  }));
  if (discovery === undefined || test === undefined) throw new Error('The matrices are missing.');
  const rows = Uint32Array.from({ length: FEATURES }, (_, row) => row);
  return {
    kmeKey: kme,
    module_matches: {
      symbolCount: FEATURES,
      lists: Array.from({ length: LISTS }, (_, list) => symbolsOf(list)),
      subject: { ...stored, list: 0, moduleIndex: 0, members: members(0) },
      numberOfModules: MODULES,
      candidates: Array.from({ length: CANDIDATES }, (_, at) => ({
        ...stored,
        list: at % LISTS,
        moduleIndex: at % MODULES,
        members: members(at),
      })),
    },
    preservation: {
      discovery,
      test,
      samples: rows.subarray(0, SAMPLES),
      discoveryRows: rows,
      testRows: rows,
      modules: [{ members: members(0), seed: 17 }],
      permutations: RANDOM_SETS,
    },
    consensus: {
      symbolCount: FEATURES,
      lists: Array.from({ length: DATA_SETS }, (_, list) => symbolsOf(list)),
      modules: Array.from({ length: DATA_SETS }, (_, at) => ({
        ...stored,
        moduleIndex: at,
        sampleCount: SAMPLES,
        list: at,
        row_statistics_storage_key: statistics,
        rows: Int32Array.from(rows),
      })),
    },
  };
}

type Kind = Exclude<keyof Inputs, 'kmeKey'>;

async function timeKind<K extends Kind>(
  threads: ComputeThreads,
  kind: K,
  request: Inputs[K],
): Promise<{ times: number[]; reply: ReplyOf<K> }> {
  let reply = await threads.compute(kind, request);
  const compute = async () => {
    reply = await threads.compute(kind, request);
  };
  const times = await repeat(TRIES, () => timed(compute));
  return { times, reply };
}

/** The fidelity by symbol; NaN for symbols that no module has. */
function fidelityBySymbol({ genes }: ReplyOf<'consensus'>): Float64Array {
  const fidelity = new Float64Array(FEATURES).fill(Number.NaN);
  genes.symbols.forEach((symbol, gene) => {
    fidelity[symbol] = genes.fidelity[gene] ?? Number.NaN;
  });
  return fidelity;
}

/** The times of R for the same inputs, and how far the answers differ; empty without R. */
function describeR(inR: TimedInR | null, own: Float64Array): string {
  if (inR === null) return '';
  return `R: ${describeTimes(inR.times)}, largest difference ${largestDifference(own, inR.answer).toExponential(1)}`;
}

async function benchThreads(dataDir: string): Promise<void> {
  const inputs = await writeInputs(dataDir);
  const { kmeKey, module_matches, preservation, consensus } = inputs;
  const kmeFile = path.join(dataDir, 'objects', kmeKey.slice(0, 2), kmeKey.slice(2, 4), kmeKey);
  const inR = { folder: dataDir, kmeFile, features: FEATURES, modules: MODULES, symbolCount: FEATURES };
  const threads = openComputeThreads({ count: 1, memoryMiB: 1024, store: { s3: null, dataDir } });
  console.log(`\nmatching modules in a compute thread, ${FEATURES} features; p50 / p95 of ${TRIES}`);
  const matched = await timeKind(threads, 'module_matches', module_matches);
  printTimes(
    `${CANDIDATES} candidates against ${MODULES} modules`,
    matched.times,
    describeR(await matchInR(inR, module_matches), matched.reply.rho),
  );
  const preserved = await timeKind(threads, 'preservation', preservation);
  printTimes(`preservation, ${RANDOM_SETS} sets of ${MEMBERS}`, preserved.times);
  const agreed = await timeKind(threads, 'consensus', consensus);
  printTimes(
    `consensus of ${DATA_SETS} data sets`,
    agreed.times,
    describeR(await fidelityInR(inR, consensus), fidelityBySymbol(agreed.reply)),
  );
  await threads.close();
}

interface Listed {
  results: { id: number; data_set: string }[];
}
interface Match {
  modules: { name: string }[];
  rho: (number | null)[][];
  eigengene_r: (number | null)[][];
}

async function ask<T>(product: Product, address: string): Promise<T> {
  return JSON.parse((await product.get(address)).text) as T;
}

/**
 * Of modules whose eigengene agrees with one of another data set over the same samples: found among the best by kME.
 */
async function benchTruth(product: Product): Promise<void> {
  const { results } = await ask<Listed>(product, '/api/covariation-networks/?page_size=100');
  let [agreeing, found] = [0, 0];
  for (const one of results) {
    for (const other of results) {
      if (one.data_set === other.data_set) continue;
      const match = await ask<Match>(product, `/api/covariation-networks/${one.id}/matches/${other.id}/`);
      match.modules.forEach((_, row) => {
        const r = match.eigengene_r[row] ?? [];
        const best = r.reduce<number>((most, each, at) => ((each ?? -1) > (r[most] ?? -1) ? at : most), 0);
        if ((r[best] ?? -1) < AGREEING) return;
        agreeing += 1;
        const rho = match.rho[row] ?? [];
        const better = rho.filter((each) => (each ?? -1) > (rho[best] ?? -1)).length;
        if (better < BEST) found += 1;
      });
    }
  }
  console.log(
    `  of ${agreeing} modules whose eigengene agrees (r >= ${AGREEING}) with that of a module from another data set over the same samples, ${found} find it among their best ${BEST} matches`,
  );
}

export async function benchMatching(): Promise<void> {
  await withFolder(benchThreads);
  if (!existsSync(CORPUS)) {
    console.log(`  calls skipped: there is no corpus in ${CORPUS}`);
    return;
  }
  await withProduct(async (product) => {
    const modules = await importCorpus(product);
    const call = (number: number) =>
      product
        .get(`/api/covariation-modules/${modules[number % modules.length]?.module}/counterparts/`)
        .then(({ ms }) => ms);
    printTimes('counterparts of every module, first call', await repeat(modules.length, call));
    await benchTruth(product);
  });
}

/**
 * Prints p50 and p95 of whole answers, each for another module: search for candidates, rows, kME and ranking.
 */
async function benchCounterparts(product: Product, networks: number): Promise<void> {
  const { rows } = await sql<{ number: number }>`
    select m.number from covariation_module m
      join covariation_network n on n.id = m.covariation_network_id
     where n.kme_values_storage_key is not null
     order by md5(m.number::text) limit ${TRIES + 1}`.execute(product.opened.db);
  const found: number[] = [];
  const call = async (at: number) => {
    const { ms, text } = await product.get(`/api/covariation-modules/${rows[at]?.number}/counterparts/`);
    found.push((JSON.parse(text) as { results: unknown[] }).results.length);
    return ms;
  };
  const first = await call(0);
  const times = await repeat(rows.length - 1, (at) => call(at + 1));
  console.log(`\ncounterparts of a module, ${networks} networks; p50 / p95 of ${times.length}, first`);
  printTimes(
    `complete reply, ${Math.min(...found)} to ${Math.max(...found)} compared`,
    times,
    `${first.toFixed(0)} ms`,
  );
}

if (import.meta.main) {
  const [networks, folder] = process.argv.slice(2);
  const measureKept = async (product: Product) => {
    await makeGeneCorpus(product, Number(networks));
    await benchCounterparts(product, Number(networks));
  };
  const matching = folder === undefined ? benchMatching : () => withProduct(measureKept, folder);
  await runScenarios({ matching });
}
