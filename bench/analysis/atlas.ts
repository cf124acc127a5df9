/**
 * `npm run bench -- atlas`: the parts of the atlas in a compute thread, at the size of a laboratory with 5,000 networks of
 * 40 modules in 30 data sets, each of 20,000 features and from disk. The times of the parts give the time from nothing:
 * recurring modules of each data set, matches of each pair, consensus of all meta-modules; and that of one data set that
 * changed: its recurring modules, its 29 pairs, the consensus. The targets are 30 and 2 minutes, and 2 GiB.
 */
import path from 'node:path';
import { Readable } from 'node:stream';
import { openDiskStore } from '@omicon/server/base/store/disk-store.ts';
import type { RequestOf } from '@omicon/server/compute/requests.ts';
import { type ComputeThreads, openComputeThreads } from '@omicon/server/compute/threads.ts';
import { withFolder } from '../../journeys/harness/temporary-folder.ts';
import { randomFrom } from '../corpus/corpus-generator.ts';
import { noteMissed, timed } from '../report/figures.ts';

const [DATA_SETS, NETWORKS, MODULES, SAMPLES] = [30, 167, 40, 200];
const [FEATURES, RECURRING, MEMBERS] = [20_000, 300, 150];
/** Signals that every data set has; the other recurring modules are its own. */
const SIGNALS = 150;
/** Pairs measured, and meta-modules. */
const [MEASURED_PAIRS, META_MODULES] = [4, 400];
const FROM_NOTHING_MS = 30 * 60_000;
const CHANGED_MS = 2 * 60_000;
const MOST_BYTES = 2 * 1024 ** 3;

const times = <T>(count: number, make: (at: number) => T) =>
  Array.from({ length: count }, (_, at) => make(at));

/** Eigengenes of all networks of a data set: each network has most of the signals, with some noise. */
function eigengenesOfDataSet(): RequestOf<'recurring_modules'> {
  const random = randomFrom(3);
  const signals = times(RECURRING, () => Float64Array.from({ length: SAMPLES }, () => 2 * random() - 1));
  return {
    networks: times(NETWORKS, (network) => ({
      samples: Uint32Array.from({ length: SAMPLES }, (_, at) => at),
      eigengenes: times(MODULES, (module) => {
        const signal = signals[(network * 7 + module * 5) % RECURRING] ?? new Float64Array(SAMPLES);
        return signal.map((value) => value + 0.4 * (2 * random() - 1));
      }),
    })),
  };
}

const genesOf = (signal: number) =>
  Uint32Array.from({ length: MEMBERS }, (_, at) => (signal * 131 + at) % FEATURES);

/** Number of the signal of a recurring module; those after the shared ones are other genes in each data set. */
const signalOf = (dataSet: number, module: number) =>
  module < SIGNALS ? module : module + dataSet * RECURRING;

/** kME of the recurring modules of a data set: high for the genes of the signal; kME and then P, module by module. */
function kmeOfDataSet(dataSet: number): Float64Array {
  const random = randomFrom(dataSet + 1);
  const values = new Float64Array(2 * FEATURES * RECURRING);
  for (let module = 0; module < RECURRING; module += 1) {
    const start = 2 * FEATURES * module;
    for (let feature = 0; feature < FEATURES; feature += 1)
      values[start + feature] = 0.3 * (2 * random() - 1);
    for (const gene of genesOf(signalOf(dataSet, module))) values[start + gene] = 0.6 + 0.3 * random();
  }
  return values;
}

/** Data sets, of which two are on disk; every other one reads the second with the genes of its own. */
async function writeDataSets(dataDir: string) {
  const store = await openDiskStore(path.join(dataDir, 'objects'));
  const put = async (values: Float64Array) =>
    (await store.put(Readable.from([Buffer.from(values.buffer)]))).storageKey;
  const keys = [await put(kmeOfDataSet(0)), await put(kmeOfDataSet(1))];
  const symbols = Uint32Array.from({ length: FEATURES }, (_, at) => at);
  const lists = [{ features: symbols, symbols }];
  const dataSets = times(DATA_SETS, (dataSet) => ({
    lists: [0],
    modules: times(RECURRING, (module) => ({
      kme_values_storage_key: keys[Math.min(dataSet, 1)] ?? '',
      number_of_features: FEATURES,
      list: 0,
      moduleIndex: module,
      members: genesOf(signalOf(Math.min(dataSet, 1), module)),
    })),
  }));
  return { symbolCount: FEATURES, lists, dataSets };
}

const seconds = (ms: number) => `${(ms / 1000).toFixed(1)} s`;

async function timeParts(threads: ComputeThreads, dataDir: string) {
  const request = eigengenesOfDataSet();
  const ofDataSet = await timed(() => threads.compute('recurring_modules', request));
  const { dataSets, ...symbols } = await writeDataSets(dataDir);
  const [one, ...others] = dataSets;
  if (one === undefined) throw new Error('There are no data sets.');
  const measured = others.slice(0, MEASURED_PAIRS);
  const ofPairs = await timed(() =>
    threads.compute('data_set_matches', { ...symbols, one, others: measured }),
  );
  const metaModules = times(META_MODULES, (at) =>
    times(DATA_SETS / 2, (dataSet) => ({
      cohort: dataSet,
      module: dataSets[2 * dataSet]?.modules[at % RECURRING] ?? one.modules[0],
    })).flatMap(({ cohort, module }) => (module === undefined ? [] : [{ cohort, module }])),
  );
  const lists = dataSets.map((dataSet) => dataSet.lists);
  const ofConsensus = await timed(() =>
    threads.compute('meta_consensus', { ...symbols, dataSets: lists, metaModules }),
  );
  return { ofDataSet, ofPair: ofPairs / MEASURED_PAIRS, ofConsensus };
}

export async function benchAtlas(): Promise<void> {
  await withFolder(async (dataDir) => {
    const threads = openComputeThreads({ count: 1, memoryMiB: 1024, store: { s3: null, dataDir } });
    const { ofDataSet, ofPair, ofConsensus } = await timeParts(threads, dataDir);
    const peak = process.resourceUsage().maxRSS * 1024;
    await threads.close();
    const pairs = (DATA_SETS * (DATA_SETS - 1)) / 2;
    const fromNothing = DATA_SETS * ofDataSet + pairs * ofPair + ofConsensus;
    const changed = ofDataSet + (DATA_SETS - 1) * ofPair + ofConsensus;
    console.log(
      `\natlas of ${DATA_SETS * NETWORKS} networks in ${DATA_SETS} data sets, ${RECURRING} recurring modules and ${FEATURES} features each, one thread`,
    );
    console.log(`  recurring modules of ${NETWORKS * MODULES} modules      ${seconds(ofDataSet)}`);
    console.log(`  matches of two data sets                ${seconds(ofPair)}`);
    console.log(
      `  consensus of ${META_MODULES} meta-modules of ${DATA_SETS / 2} data sets  ${seconds(ofConsensus)}`,
    );
    console.log(
      `  from nothing, computed from the parts   ${seconds(fromNothing)}${noteMissed(fromNothing > FROM_NOTHING_MS)}`,
    );
    console.log(
      `  a changed data set, from the parts      ${seconds(changed)}${noteMissed(changed > CHANGED_MS)}`,
    );
    console.log(
      `  largest memory of the process           ${(peak / 1024 ** 3).toFixed(2)} GiB${noteMissed(peak > MOST_BYTES)}`,
    );
  });
}
