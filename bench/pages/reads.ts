/**
 * Reads in proportion to bare routes: lists of 25 rows over 64 connections, in turn with Fastify routes that run one
 * statement (`bare-route.ts`), one process each, so that the speed of the machine cancels out (REL-13).
 */
import path from 'node:path';
import { REPOSITORY } from '@omicon/server/config.ts';
import { startServer } from '../../journeys/harness/processes.ts';
import { type Product, withProduct } from '../../journeys/harness/product.ts';
import {
  type Call,
  type Calls,
  closedLoop,
  describeLoad,
  inTurn,
  type LoadResult,
  openLoop,
} from '../load/http-load.ts';
import { CONNECTIONS, fillLists, makeReads, usefulRate } from '../load/list-reads.ts';
import { median, noteMissed, quantile } from '../report/figures.ts';
import { runScenarios } from '../report/run-scenarios.ts';

const ROUNDS = 5;
const ROUND_MS = 4000;
const WARM_UP_MS = 6000;
const TARGET_RATIO = 0.45;
const RATE = 2000;
const MAX_P99_MS = 100;
const RATE_MS = 20_000;

interface BareRoutes {
  oneRow: Calls;
  page: Calls;
  stop(): void;
}

async function startBareRoutes({ settings, opened }: Product): Promise<BareRoutes> {
  const { address, stop } = await startServer([path.join(REPOSITORY, 'bench/pages/bare-route.ts')], {
    ...settings,
    NODE_ENV: 'production',
  });
  const people = await opened.db.selectFrom('person').select('id').orderBy('id').execute();
  const call = (at: string) => ({ url: `${address}/${at}`, headers: {} });
  return {
    oneRow: inTurn(people.map(({ id }) => call(`people/${id}`))),
    page: inTurn([call('data-sets')]),
    stop,
  };
}

/** Throws for an answer that is no success: its speed would say nothing. */
function rateOf(result: LoadResult): number {
  if (result.times.length !== result.answers) throw new Error(`Reads failed: ${describeLoad(result)}`);
  return usefulRate(result);
}

interface Round {
  lists: number;
  p99: number;
  dataSets: number;
  page: number;
  oneRow: number;
}

async function measureRounds(lists: Calls, dataSets: Calls, bare: BareRoutes): Promise<Round[]> {
  const run = (calls: Calls, ms = ROUND_MS) => closedLoop(calls, { connections: CONNECTIONS, ms });
  for (const calls of [lists, bare.page, bare.oneRow]) await run(calls, WARM_UP_MS);
  const rounds: Round[] = [];
  for (let round = 0; round < ROUNDS; round += 1) {
    const result = await run(lists);
    rounds.push({
      lists: rateOf(result),
      p99: quantile(result.times, 0.99),
      dataSets: rateOf(await run(dataSets)),
      page: rateOf(await run(bare.page)),
      oneRow: rateOf(await run(bare.oneRow)),
    });
  }
  return rounds;
}

function printRounds(rounds: readonly Round[]): void {
  const of = (value: (round: Round) => number) => median(rounds.map(value));
  const ratio = of((round) => round.dataSets / round.page);
  console.log(`  maximum rate              ${of((round) => round.lists).toFixed(0)} lists/s, p99 ${of(({ p99 }) => p99).toFixed(1)} ms
  lists of data sets        ${of(({ dataSets }) => dataSets).toFixed(0)}/s; bare route with the same rows ${of(({ page }) => page).toFixed(0)}/s, ratio ${ratio.toFixed(2)}, target ${TARGET_RATIO}${noteMissed(ratio < TARGET_RATIO)}
  bare route with one row   ${of(({ oneRow }) => oneRow).toFixed(0)}/s, lists ${of((round) => round.lists / round.oneRow).toFixed(2)} of it`);
}

async function measure(reads: readonly Call[], bare: BareRoutes): Promise<void> {
  const lists = inTurn(reads);
  const dataSets = inTurn(reads.filter(({ url }) => url.includes('/data-sets/')));
  printRounds(await measureRounds(lists, dataSets, bare));
  const due = await openLoop(lists, { connections: CONNECTIONS, ms: RATE_MS, rate: RATE });
  const isKept = rateOf(due) > 0.99 * RATE && quantile(due.times, 0.99) <= MAX_P99_MS;
  console.log(`  fixed rate of ${RATE}/s      ${describeLoad(due)}${noteMissed(!isKept)}`);
}

export async function benchReads(): Promise<void> {
  await withProduct(async (product) => {
    await fillLists(product);
    const reads = await makeReads(product);
    const bare = await startBareRoutes(product);
    console.log(
      `\nlist reads of 25 rows at ${CONNECTIONS} connections, medians of ${ROUNDS} rounds, alternating with bare routes`,
    );
    await measure(reads, bare).finally(bare.stop);
  });
}

if (import.meta.main) await runScenarios({ reads: benchReads });
