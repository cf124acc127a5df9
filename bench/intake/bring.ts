/**
 * A text matrix of the usual size, from the end of its upload to the mapping and from Store to the stored data set,
 * with the peak memory of both processes; with `--large`, one of two gigabytes, which must not take more memory.
 */
import { createWriteStream, readFileSync, writeFileSync } from 'node:fs';
import { stat } from 'node:fs/promises';
import path from 'node:path';
import { Readable } from 'node:stream';
import { pipeline } from 'node:stream/promises';
import { makeMember } from '../../journeys/harness/members.ts';
import { listProcesses } from '../../journeys/harness/portal.ts';
import { memoryOf, processorTimeOf } from '../../journeys/harness/processes.ts';
import { type Product, withProduct } from '../../journeys/harness/product.ts';
import { withFolder } from '../../journeys/harness/temporary-folder.ts';
import { randomFrom } from '../corpus/corpus-generator.ts';
import { withCalibration } from '../report/calibration.ts';
import { noteMissed } from '../report/figures.ts';
import { bringFile, storeDraft } from './drafts.ts';

const FEATURES = 54_675;
const SAMPLES = 284;
/** About two gigabytes of text with as many features. */
const LARGE_SAMPLES = Number(process.env.OMICON_BRING_SAMPLES ?? 5200);
const TARGET_MS = 20_000;
const TARGET_MIB = 600;

/** Different values, from which all others are drawn: writing a number takes longer than all else. */
const TEXTS = 10_000;

function* matrixRows(samples: number): Iterable<string> {
  const random = randomFrom(58);
  const texts = Array.from({ length: TEXTS }, () => (2 + 12 * random()).toFixed(4));
  yield `gene\t${Array.from({ length: samples }, (_, at) => `Patient_${at + 1}`).join('\t')}\n`;
  for (let feature = 1; feature <= FEATURES; feature += 1) {
    let row = `ENSG${String(feature).padStart(11, '0')}`;
    for (let sample = 0; sample < samples; sample += 1) row += `\t${texts[Math.floor(random() * TEXTS)]}`;
    yield `${row}\n`;
  }
}

/** @returns size in bytes */
async function writeMatrix(file: string, samples: number): Promise<number> {
  await pipeline(Readable.from(matrixRows(samples), { objectMode: false }), createWriteStream(file));
  return (await stat(file)).size;
}

const seconds = (ms: number) => `${(ms / 1000).toFixed(1)} s`;

function isWorker(pid: number): boolean {
  try {
    return readFileSync(`/proc/${pid}/cmdline`, 'utf8').includes('server/worker.ts');
  } catch (error) {
    // It has ended since it was listed.
    if ((error as NodeJS.ErrnoException).code === 'ENOENT') return false;
    throw error;
  }
}

function findWorker({ dataDir }: Product): number {
  const pid = listProcesses([dataDir]).find(isWorker);
  if (pid === undefined) throw new Error('There is no worker.');
  return pid;
}

/** Processes by name, and the most memory of each since the last call. */
function watchMemory(pids: Readonly<Record<string, number>>): (phase: string) => void {
  const forget = () => {
    for (const pid of Object.values(pids)) writeFileSync(`/proc/${pid}/clear_refs`, '5');
  };
  forget();
  return (phase) => {
    for (const [name, pid] of Object.entries(pids)) {
      const { peakMiB } = memoryOf(pid);
      const line = `  ${`${name}, ${phase}`.padEnd(28)} ${peakMiB.toFixed(0)} MiB at most`;
      console.log(line + noteMissed(peakMiB > TARGET_MIB));
    }
    forget();
  };
}

async function measureMatrix(product: Product, file: string, targetMs: number | null): Promise<void> {
  const { address, opened, pid } = product;
  const { token } = await makeMember(opened.db);
  const owner = { address, token };
  const worker = findWorker(product);
  const processorMs = processorTimeOf(worker).ownMs;
  const printMemory = watchMemory({ worker, 'web process': pid });
  const { id, ms, draft } = await bringFile(owner, file);
  if (draft.fault !== null) throw new Error(`${path.basename(file)} was refused: ${draft.fault}`);
  console.log(`  upload complete to mapping   ${seconds(ms)} (${draft.proposal?.sentence})`);
  printMemory('reading');
  const storedMs = await storeDraft(owner, id);
  console.log(`  Store to stored              ${seconds(storedMs)}`);
  printMemory('storing');
  const total = ms + storedMs;
  console.log(
    `  together                     ${seconds(total)}${noteMissed(targetMs !== null && total > targetMs)}`,
  );
  console.log(`  processor time of the worker ${seconds(processorTimeOf(worker).ownMs - processorMs)}`);
}

async function benchMatrix(samples: number, targetMs: number | null): Promise<void> {
  await withFolder(async (folder) => {
    const file = path.join(folder, `bench_${samples}.tsv`);
    const bytes = await writeMatrix(file, samples);
    const size = `${(bytes / 1024 ** 2).toFixed(0)} MiB`;
    await withProduct((product) =>
      withCalibration(`text matrix of ${FEATURES} features in ${samples} samples, ${size}`, () =>
        measureMatrix(product, file, targetMs),
      ),
    );
  });
}

export async function benchBring(isLarge: boolean): Promise<void> {
  await benchMatrix(SAMPLES, TARGET_MS);
  if (isLarge) await benchMatrix(LARGE_SAMPLES, null);
}
