/**
 * One guest sends twenty costly calls at once, again and again: how long lists and correlates of another person take
 * meanwhile, on the real corpus.
 */
import { setTimeout as sleep } from 'node:timers/promises';
import {
  type Call,
  type Calls,
  closedLoop,
  describeLoad,
  inTurn,
  type LoadResult,
  openLoop,
} from '../bench/load/http-load.ts';
import { withCalibration } from '../bench/report/calibration.ts';
import { noteMissed, quantile } from '../bench/report/figures.ts';
import { runCommand } from '../journeys/harness/commands.ts';
import { CORPUS, requireInput } from '../journeys/harness/corpus-files.ts';
import { withProduct } from '../journeys/harness/product.ts';

const CALLS_AT_ONCE = 20;
const STORM_MS = Number(process.env.OMICON_LOAD_SECONDS ?? 15) * 1000;
const LISTS_A_SECOND = 20;
const LIST_P95_MS = 100;
const CORRELATES_P95_MS = 2000;
/** The limits of Explore. */
const [MAX_IDENTIFIERS, MAX_NAMES] = [5000, 60_000];

interface Guest {
  address: string;
  headers: Record<string, string>;
  get<T>(path: string): Promise<T>;
}

/** A guest of its own: each has a share of its own. */
async function enterAsGuest(address: string): Promise<Guest> {
  const json = { 'content-type': 'application/json' };
  const entered = await fetch(`${address}/api/guest-login/`, { method: 'POST', headers: json, body: '{}' });
  const { token } = (await entered.json()) as { token: string };
  const headers = { ...json, authorization: `Token ${token}` };
  return {
    address,
    headers,
    async get<T>(path: string) {
      const answer = await fetch(`${address}${path}`, { headers });
      if (!answer.ok) throw new Error(`${path} returned ${answer.status}: ${await answer.text()}`);
      return (await answer.json()) as T;
    },
  };
}

/** What the calls of a storm name. */
interface Corpus {
  /** a data set with an analysis */
  dataSet: number;
  features: string[];
  /** samples of the data set */
  samples: string[];
  /** modules with these genes, one of each network first */
  modules: number[];
}

const DATA_SET = 'TCGA GBM RNA-seq EXT OR QN';

async function readCorpus({ get }: Guest): Promise<Corpus> {
  const sets = await get<{ results: { id: number; title: string }[] }>('/api/data-sets/?page_size=100');
  const dataSet = sets.results.find(({ title }) => title === DATA_SET)?.id;
  if (dataSet === undefined) throw new Error(`The corpus has no ${DATA_SET}.`);
  const [correlates, expression, modules] = await Promise.all([
    Promise.all(
      Array.from({ length: 10 }, (_, at) =>
        get<{ results: { feature: string }[] }>(
          `/api/data-sets/${dataSet}/correlates/?feature=CX3CR1&page_size=100&page=${at + 1}`,
        ),
      ),
    ),
    get<{ samples: string[] }>(`/api/data-sets/${dataSet}/expression/?features=CX3CR1`),
    get<{ results: { id: number }[] }>('/api/genes/CX3CR1/modules/?page_size=50'),
  ]);
  return {
    dataSet,
    features: correlates.flatMap(({ results }) => results.map(({ feature }) => feature)),
    samples: expression.samples,
    modules: modules.results.map(({ id }) => id),
  };
}

/** Names without the one of this number: genes of the corpus first, then names that nobody knows. */
function namesOf({ features }: Corpus, count: number, number: number): string[] {
  const known = features.filter((_, at) => at !== number % features.length);
  return Array.from({ length: count }, (_, at) => known[at] ?? `LOC${at}`);
}

/** Each call differs from those before it, so that no cache answers. */
const KINDS: Record<string, (corpus: Corpus, number: number) => { path: string; body?: unknown }> = {
  [`ranked list of ${MAX_NAMES} genes`]: (corpus, number) => ({
    path: '/api/explore/ranked/',
    body: {
      genes: namesOf(corpus, MAX_NAMES, number),
      values: Array.from({ length: MAX_NAMES }, (_, at) => Math.sin(at + number)),
    },
  }),
  [`${MAX_IDENTIFIERS} identifiers against ${MAX_NAMES}`]: (corpus, number) => ({
    path: '/api/explore/modules/',
    body: {
      identifiers: namesOf(corpus, MAX_IDENTIFIERS, number),
      background: namesOf(corpus, MAX_NAMES, number + 1),
    },
  }),
  comparison: ({ dataSet, samples }, number) => ({
    path: `/api/data-sets/${dataSet}/comparison/`,
    body: {
      groups: [
        { name: 'left', samples: samples.slice(0, 20 + (number % 50)) },
        { name: 'right', samples: samples.slice(80 + (number % 37)) },
      ],
    },
  }),
  consensus: ({ modules }, number) => ({
    path: '/api/consensus/',
    body: { modules: modules.filter((_, at) => at !== number % modules.length).slice(0, 12), page_size: 200 },
  }),
  correlates: ({ dataSet, features }, number) => ({
    path: `/api/data-sets/${dataSet}/correlates/?feature=${features[number % features.length]}&measure=bicor&page_size=100`,
  }),
  preservation: ({ modules, dataSet }, number) => ({
    path: `/api/covariation-modules/${modules[number % modules.length]}/preservation/${dataSet}/`,
  }),
};

function callsOf(
  guest: Guest,
  count: number,
  make: (number: number) => { path: string; body?: unknown },
): Calls {
  const calls = Array.from({ length: count }, (_, number): Call => {
    const { path, body } = make(number);
    const call = { url: `${guest.address}${path}`, headers: guest.headers };
    return body === undefined ? call : { ...call, body: JSON.stringify(body) };
  });
  return inTurn(calls);
}

function describeSpan({ times, answers }: LoadResult, targetMs: number): string {
  const p95 = quantile(times, 0.95);
  return `p95 ${p95.toFixed(0)} ms, longest ${quantile(times, 1).toFixed(0)} ms of ${answers}${noteMissed(p95 > targetMs)}`;
}

const CALLS_OF_A_KIND = 30;

/** Lists and correlates of one guest during a storm of another. */
async function measureBeside(
  { storm, other, corpus }: { storm: Guest; other: Guest; corpus: Corpus },
  make: (number: number) => { path: string; body?: unknown },
): Promise<{ lists: LoadResult; correlates: LoadResult; stormed: LoadResult }> {
  const listing = inTurn([
    { url: `${other.address}/api/data-collections/?page_size=25`, headers: other.headers },
  ]);
  const correlating = callsOf(other, corpus.features.length, (number) => ({
    path: `/api/data-sets/${corpus.dataSet}/correlates/?feature=${corpus.features[number]}&page_size=20`,
  }));
  const stormCalls = callsOf(storm, CALLS_OF_A_KIND, make);
  const storming = closedLoop(stormCalls, { connections: CALLS_AT_ONCE, ms: STORM_MS });
  await sleep(500);
  const [lists, correlates] = await Promise.all([
    openLoop(listing, { connections: CALLS_AT_ONCE, ms: STORM_MS - 1000, rate: LISTS_A_SECOND }),
    closedLoop(correlating, { connections: 1, ms: STORM_MS - 1000 }),
  ]);
  return { lists, correlates, stormed: await storming };
}

async function measureStorm(address: string): Promise<void> {
  const [storm, other] = await Promise.all([enterAsGuest(address), enterAsGuest(address)]);
  const corpus = await readCorpus(other);
  for (const [kind, make] of Object.entries(KINDS)) {
    const { lists, correlates, stormed } = await measureBeside({ storm, other, corpus }, (number) =>
      make(corpus, number),
    );
    console.log(`  during ${CALLS_AT_ONCE} x ${kind} (${describeLoad(stormed)})
    lists       ${describeSpan(lists, LIST_P95_MS)}
    correlates  ${describeSpan(correlates, CORRELATES_P95_MS)}`);
    if (lists.times.length < lists.answers || correlates.times.length < correlates.answers)
      throw new Error(`A call of the other guest failed during ${kind}.`);
  }
}

export async function storm(): Promise<void> {
  requireInput();
  await withProduct(async ({ address, settings }) => {
    await runCommand('import', [CORPUS], settings);
    const title = 'lists and correlates of one guest during costly calls of another';
    await withCalibration(title, () => measureStorm(address));
  });
}
