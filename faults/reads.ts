/**
 * Signed-in list reads (REL-13: 2,000 per second with p99 100 ms at 64 connections) and overload (REL-15: at four times
 * the connections, goodput is 80 % of the peak, health checks take less than a second, and ten seconds later everything
 * is back to normal).
 */
import { setTimeout as sleep } from 'node:timers/promises';
import {
  type Calls,
  closedLoop,
  describeLoad,
  inTurn,
  type LoadResult,
  openLoop,
} from '../bench/load/http-load.ts';
import { keepDoing } from '../bench/load/keep-doing.ts';
import {
  COLLECTIONS,
  CONNECTIONS,
  DATA_SETS,
  fillLists,
  makeReads,
  usefulRate,
} from '../bench/load/list-reads.ts';
import { measureHttp, withCalibration } from '../bench/report/calibration.ts';
import { noteMissed, quantile, timed } from '../bench/report/figures.ts';
import { type Product, withProduct } from '../journeys/harness/product.ts';

const RATE = 2000;
const SECONDS = Number(process.env.OMICON_LOAD_SECONDS ?? 20);
const OVERLOAD_MS = 10_000;

/** Checks health every 200 ms until stopped. @returns the longest duration in ms */
function watchHealth(address: string): () => Promise<number> {
  let longest = 0;
  const stop = keepDoing(async () => {
    const ms = await timed(() => fetch(`${address}/healthz`).then((answer) => answer.text()));
    longest = Math.max(longest, ms);
    await sleep(200);
  });
  return async () => {
    await stop();
    return longest;
  };
}

async function overload(product: Product, reads: Calls, peak: LoadResult): Promise<void> {
  const endHealth = watchHealth(product.address);
  const result = await closedLoop(reads, { connections: 4 * CONNECTIONS, ms: OVERLOAD_MS });
  const health = await endHealth();
  const after = await closedLoop(reads, { connections: CONNECTIONS, ms: 5000 });
  const kept = usefulRate(result) / usefulRate(peak);
  console.log(`  ${4 * CONNECTIONS} connections           ${describeLoad(result)}
  goodput                   ${(100 * kept).toFixed(0)} % of the peak (target 80 %), slowest health check ${health.toFixed(0)} ms (target 1000 ms)
  right after               ${describeLoad(after)}`);
}

async function measure(product: Product, reads: Calls): Promise<void> {
  // Warm-up, so that the code of server and client is compiled.
  await closedLoop(reads, { connections: CONNECTIONS, ms: 4000 });
  const peak = await closedLoop(reads, { connections: CONNECTIONS, ms: OVERLOAD_MS });
  console.log(`  maximum rate              ${describeLoad(peak)}`);
  // Right after the peak, because the performance of a shared machine varies.
  const http = await measureHttp();
  console.log(
    `  bare server               ${http.toFixed(0)}/s, the product 1 in ${(http / usefulRate(peak)).toFixed(1)}`,
  );
  for (const rate of [RATE, Math.round(usefulRate(peak) / 2)]) {
    const result = await openLoop(reads, { connections: CONNECTIONS, ms: SECONDS * 1000, rate });
    const isKept = usefulRate(result) > 0.99 * rate && quantile(result.times, 0.99) <= 100;
    console.log(`  fixed rate of ${`${rate}/s`.padEnd(11)} ${describeLoad(result)}${noteMissed(!isKept)}`);
  }
  await overload(product, reads, peak);
  const { nowMiB, peakMiB } = product.memory();
  console.log(`  web process               ${nowMiB.toFixed(0)} MiB, peak ${peakMiB.toFixed(0)} MiB`);
}

export async function loadReads(): Promise<void> {
  await withProduct(async (product) => {
    await fillLists(product);
    const reads = inTurn(await makeReads(product));
    const title = `list reads of ${COLLECTIONS} collections and ${DATA_SETS} data sets, 25 rows each, ${CONNECTIONS} connections`;
    await withCalibration(title, () => measure(product, reads));
  });
}
