/**
 * Reads in proportion to a bare route: lists of 25 rows over 64 connections, in turn with a Fastify route that runs one
 * statement (`bare-route.ts`), one process each, so that the speed of the machine cancels out (REL-13).
 */
import { spawn } from 'node:child_process';
import path from 'node:path';
import { REPOSITORY } from '@omicon/server/config.ts';
import {
  type Calls,
  closedLoop,
  describeLoad,
  inTurn,
  type LoadResult,
  openLoop,
  quantile,
} from '../faults/http-load.ts';
import { CONNECTIONS, fillLists, makeReads, usefulRate } from '../faults/reads.ts';
import { describeMachine, openProduct, type Product } from './product.ts';

const ROUNDS = 5;
const ROUND_MS = 4000;
const WARM_UP_MS = 6000;
const BAR = 0.45;
const RATE = 2000;
const MAX_P99_MS = 100;
const RATE_MS = 20_000;

async function startBareRoute({ settings, opened }: Product): Promise<{ calls: Calls; stop(): void }> {
  const child = spawn(process.execPath, [path.join(REPOSITORY, 'bench/bare-route.ts')], {
    env: { ...process.env, ...settings, NODE_ENV: 'production' },
    stdio: ['ignore', 'pipe', 'inherit'],
  });
  const port = await new Promise<string>((resolve) =>
    child.stdout.once('data', (chunk: Buffer) => resolve(chunk.toString().trim())),
  );
  const people = await opened.db.selectFrom('person').select('id').orderBy('id').execute();
  const calls = people.map(({ id }) => ({ url: `http://localhost:${port}/people/${id}`, headers: {} }));
  return { calls: inTurn(calls), stop: () => child.kill('SIGTERM') };
}

function median(values: readonly number[]): number {
  return values.toSorted((a, b) => a - b)[Math.floor(values.length / 2)] ?? Number.NaN;
}

/** Throws for an answer that is no success: its speed would say nothing. */
function rateOf(result: LoadResult): number {
  if (result.times.length !== result.answers) throw new Error(`Reads failed: ${describeLoad(result)}`);
  return usefulRate(result);
}

async function measure(lists: Calls, bare: Calls): Promise<void> {
  const run = (calls: Calls, ms: number) => closedLoop(calls, { connections: CONNECTIONS, ms });
  await run(lists, WARM_UP_MS);
  await run(bare, WARM_UP_MS);
  const rounds: { lists: number; bare: number; ratio: number; p99: number }[] = [];
  for (let round = 0; round < ROUNDS; round += 1) {
    const ofBare = rateOf(await run(bare, ROUND_MS));
    const result = await run(lists, ROUND_MS);
    const ofLists = rateOf(result);
    rounds.push({
      lists: ofLists,
      bare: ofBare,
      ratio: ofLists / ofBare,
      p99: quantile(result.times, 0.99),
    });
  }
  const ratio = median(rounds.map((round) => round.ratio));
  console.log(
    `  as many as there are      ${median(rounds.map((round) => round.lists)).toFixed(0)} lists/s, p99 ${median(rounds.map(({ p99 }) => p99)).toFixed(1)} ms; bare route ${median(rounds.map((round) => round.bare)).toFixed(0)}/s`,
  );
  console.log(
    `  ratio                     ${ratio.toFixed(2)} (${rounds.map((round) => round.ratio.toFixed(2)).join(', ')}), bar ${BAR}${ratio < BAR ? ', missed' : ''}`,
  );
  const due = await openLoop(lists, { connections: CONNECTIONS, ms: RATE_MS, rate: RATE });
  const isKept = rateOf(due) > 0.99 * RATE && quantile(due.times, 0.99) <= MAX_P99_MS;
  console.log(`  ${RATE} due a second        ${describeLoad(due)}${isKept ? '' : ', the bar is missed'}`);
}

export async function benchReads(): Promise<void> {
  const product = await openProduct();
  try {
    await fillLists(product);
    const lists = inTurn(await makeReads(product));
    const bare = await startBareRoute(product);
    console.log(
      `\nlist reads of 25 rows at ${CONNECTIONS} connections, medians of ${ROUNDS} rounds in turn with a bare route`,
    );
    try {
      await measure(lists, bare.calls);
    } finally {
      bare.stop();
    }
  } finally {
    await product.close();
  }
}

if (import.meta.main) {
  console.log(describeMachine());
  await benchReads();
}
