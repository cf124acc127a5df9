/**
 * `node bench/pipeline/pipeline-beside.ts [rounds]`: ordinary calls over HTTP, alternately alone, during a search for
 * modules in 10,000 features of 79 samples on the same cores, and during endless loops of the same low priority. The
 * target is at most 20 % slower than alone. Times of all rounds are pooled.
 */
import { spawn } from 'node:child_process';
import { existsSync } from 'node:fs';
import os from 'node:os';
import path from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import { z } from 'zod';
import { type KillablePortal, openKillablePortal } from '../../journeys/harness/killable-portal.ts';
import { TEST_DATA, takeIn } from '../../journeys/harness/portal.ts';
import { ascending, quantile } from '../report/figures.ts';
import { runScenarios } from '../report/run-scenarios.ts';

const ROUNDS = 4;
const WARM_UP_MS = 4000;
const ALONE_MS = 8000;
const PAUSE_MS = 10;
/** as often as a page that shows a run */
const WATCH_MS = 200;
/** that of the worker's compute threads */
const LOW_PRIORITY = 19;
const started = z.object({ id: z.number() });
const run = z.object({ state: z.string() });
const CALLS = ['/api/data-sets/', '/api/data-collections/', '/api/analyses/', '/api/search/?q=TCGA'];

/** Times of consecutive calls, until the other work has ended. */
async function callUntil(product: KillablePortal, isOver: () => boolean): Promise<number[]> {
  const times: number[] = [];
  for (let at = 0; !isOver(); at += 1) {
    const started = performance.now();
    const answer = await product.ask(CALLS[at % CALLS.length] ?? '');
    await answer.text();
    times.push(performance.now() - started);
    if (!answer.ok) throw new Error(`${CALLS[at % CALLS.length]} answered ${answer.status}.`);
    await sleep(PAUSE_MS);
  }
  return times;
}

/** What any work of low priority costs: an endless loop on each core, without memory, store or database. */
async function withBusyCores<T>(work: () => Promise<T>): Promise<T> {
  const loops = os.cpus().map(() => {
    const loop = spawn(process.execPath, ['-e', 'for (;;);'], { stdio: 'ignore' });
    os.setPriority(loop.pid ?? 0, LOW_PRIORITY);
    return loop;
  });
  try {
    return await work();
  } finally {
    for (const loop of loops) loop.kill('SIGKILL');
  }
}

async function stateOf(product: KillablePortal, id: number): Promise<string> {
  return run.parse(await (await product.ask(`/api/pipeline-runs/${id}/`)).json()).state;
}

async function startRun(product: KillablePortal, dataSet: number, thresholds: number[]): Promise<number> {
  const answer = await product.ask(`/api/data-sets/${dataSet}/module-searches/`, { body: { thresholds } });
  return started.parse(await answer.json()).id;
}

/** Calls until the time is over, or until the run has ended; somebody watches the run's page in both cases. */
async function callWatching(product: KillablePortal, id: number, mostMs?: number): Promise<number[]> {
  const end = mostMs === undefined ? Number.POSITIVE_INFINITY : Date.now() + mostMs;
  let isOver = false;
  const watch = async () => {
    while (!isOver) {
      const state = await stateOf(product, id);
      isOver = Date.now() > end || (mostMs === undefined && state !== 'running');
      if (!isOver) await sleep(WATCH_MS);
    }
  };
  const [times] = await Promise.all([callUntil(product, () => isOver), watch()]);
  return times;
}

/** A search for modules to its end. The grid is not chosen from, so that the next search may begin. */
async function callBeside(product: KillablePortal, dataSet: number, thresholds: number[]) {
  const id = await startRun(product, dataSet, thresholds);
  const times = await callWatching(product, id);
  await product.inDatabase((db) =>
    db.updateTable('pipeline_run').set({ state: 'cancelled' }).where('id', '=', id).execute(),
  );
  return { id, times };
}

const listed = z.object({
  results: z.array(
    z.object({ id: z.number(), number_of_features: z.number(), number_of_samples: z.number() }),
  ),
});

/** Times of all rounds, by what ran at the same time. */
async function measure(product: KillablePortal, rounds: number): Promise<Map<string, number[]>> {
  const { results } = listed.parse(await (await product.ask('/api/data-sets/')).json());
  const dataSet = results[0]?.id ?? 0;
  const times = new Map<string, number[]>();
  const add = (what: string, more: readonly number[]) =>
    times.set(what, [...(times.get(what) ?? []), ...more]);
  // Another threshold each, as branches of earlier runs would not be computed again.
  const thresholds = (round: number) => [0.9999 - 1e-5 * round, 0.98, 0.96];
  const { id } = await callBeside(product, dataSet, thresholds(0));
  await callWatching(product, id, WARM_UP_MS);
  for (let round = 1; round <= rounds; round += 1) {
    add('alone', await callWatching(product, id, ALONE_MS));
    add('during a run', (await callBeside(product, dataSet, thresholds(round))).times);
    add('during endless loops', await withBusyCores(() => callWatching(product, id, ALONE_MS)));
  }
  return times;
}

export async function benchBesidePipeline(rounds = ROUNDS): Promise<void> {
  const input = path.join(TEST_DATA, 'followup/TCGA_ACC/makeDC');
  if (!existsSync(input)) return;
  const product = await openKillablePortal();
  try {
    takeIn(product.portal(), input);
    const load = os.loadavg()[0] ?? 0;
    const times = await measure(product, rounds);
    console.log(`\ncalls during a pipeline run, 10,000 x 79, at load ${load.toFixed(1)}`);
    const alone = times.get('alone') ?? [];
    for (const [what, own] of times) {
      const [half, most] = [0.5, 0.95].map((share) => {
        const ms = quantile(ascending(own), share);
        return `${ms.toFixed(1)} ms (${(ms / quantile(ascending(alone), share)).toFixed(2)})`;
      });
      console.log(`  ${what.padEnd(24)} p50 ${half}, p95 ${most}, ${own.length} calls`);
    }
  } finally {
    await product.remove();
  }
}

if (import.meta.main)
  await runScenarios({ 'pipeline-beside': () => benchBesidePipeline(Number(process.argv[2] ?? ROUNDS)) });
