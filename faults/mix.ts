/**
 * Ten minutes of nine list reads per comment (REL-13): no call fails, no acknowledged comment is missing, and the web
 * process grows by less than a tenth. Runs at half the maximum rate, so that nothing waits because of overload.
 */
import { randomUUID } from 'node:crypto';
import { type Call, type Calls, closedLoop, describeLoad, openLoop } from '../bench/load/http-load.ts';
import { CONNECTIONS, fillLists, makeReads, usefulRate } from '../bench/load/list-reads.ts';
import { withCalibration } from '../bench/report/calibration.ts';
import { median, noteMissed } from '../bench/report/figures.ts';
import { commentOn } from '../journeys/harness/calls.ts';
import { type Product, withProduct } from '../journeys/harness/product.ts';
import { sql } from '../server/base/postgres/database.ts';

const SECONDS = Number(process.env.OMICON_LOAD_SECONDS ?? 600);
/** Warm-up: a process reaches its final size when its code is compiled and its caches are full. */
const SETTLED_SECONDS = 60;
const SAMPLE_MS = 2000;
const MAX_GROWTH = 0.1;

async function listDataSets({ opened }: Product): Promise<number[]> {
  const rows = await opened.db.selectFrom('data_set').select('number').orderBy('number').execute();
  return rows.map(({ number }) => number);
}

/** Every tenth call is a comment, alternating people and data sets, as in a real laboratory. */
function mixed(reads: readonly Call[], { address }: Product, dataSets: readonly number[]): Calls {
  return (number) => {
    const read = reads[number % reads.length];
    if (read === undefined) throw new Error('There is no list to read.');
    if (number % 10 !== 9) return read;
    const data_set = dataSets[Math.floor(number / 10) % dataSets.length] ?? 0;
    return {
      url: `${address}/api/comment/create/`,
      headers: { ...read.headers, 'content-type': 'application/json', 'idempotency-key': randomUUID() },
      body: JSON.stringify(commentOn('ds', data_set, `Batch <strong>${number}</strong> differs.`)),
    };
  };
}

/** Samples the resident memory of the web process every second until stopped. */
function watchMemory(product: Product): () => { at: number; mib: number }[] {
  const seen: { at: number; mib: number }[] = [];
  const started = performance.now();
  const timer = setInterval(() => {
    seen.push({ at: (performance.now() - started) / 1000, mib: product.memory().nowMiB });
  }, SAMPLE_MS);
  return () => {
    clearInterval(timer);
    return seen;
  };
}

async function countComments({ opened }: Product): Promise<number> {
  const { rows } = await sql<{ n: number }>`select count(*)::int as n from comment`.execute(opened.db);
  return rows[0]?.n ?? 0;
}

async function measure(product: Product): Promise<void> {
  const reads = await makeReads(product);
  const calls = mixed(reads, product, await listDataSets(product));
  const peak = await closedLoop(calls, { connections: CONNECTIONS, ms: 10_000 });
  console.log(`  maximum rate              ${describeLoad(peak)}`);
  const before = await countComments(product);
  const endMemory = watchMemory(product);
  const rate = Math.floor(usefulRate(peak) / 2);
  const result = await openLoop(calls, { connections: CONNECTIONS, ms: SECONDS * 1000, rate });
  const memory = endMemory();
  console.log(`  fixed rate of ${`${rate}/s`.padEnd(11)} ${describeLoad(result)}`);
  const between = (from: number, to: number) =>
    median(memory.filter(({ at }) => at >= from && at < to).map(({ mib }) => mib));
  const early = between(SETTLED_SECONDS, 2 * SETTLED_SECONDS);
  const late = between(SECONDS - SETTLED_SECONDS, SECONDS);
  const growth = late / early - 1;
  console.log(
    `  web process               ${early.toFixed(0)} MiB in the second minute, ${late.toFixed(0)} MiB in the last (${(100 * growth).toFixed(1)} %, target 10 %)${noteMissed(growth > MAX_GROWTH)}`,
  );
  const answered = result.statuses.get(201) ?? 0;
  const kept = (await countComments(product)) - before;
  console.log(`  comments                  ${answered} acknowledged, ${kept} stored`);
  const isWhole = kept === answered && result.times.length === result.answers;
  if (!isWhole) throw new Error('A call failed, or an acknowledged comment is missing.');
}

export async function mixReadsAndComments(): Promise<void> {
  await withProduct(async (product) => {
    await fillLists(product);
    const title = `${SECONDS} s of nine list reads per comment, ${CONNECTIONS} connections`;
    await withCalibration(title, () => measure(product));
  });
}
