/**
 * `node bench/search/search-nodes.ts [networks] [folder]`: large questions about a narrow corpus to one search thread, and
 * to two search nodes with a shard each. Prints wall time, and processor time and bytes of every node; replies are
 * compared. A given folder is kept.
 */
import { readdirSync } from 'node:fs';
import path from 'node:path';
import { isDeepStrictEqual } from 'node:util';
import { SLOTS } from '@omicon/search-index/kit/slot-of-data-set.ts';
import { openSearchThreads, type SearchThreads } from '@omicon/search-index/threads.ts';
import { setSlots } from '@omicon/search-index/write/slot-layout.ts';
import { maintainSearchIndex } from '@omicon/server/areas/advanced-search/maintain-index.ts';
import { type OpenServices, openServices } from '@omicon/server/base/open-services.ts';
import { openDatabase } from '@omicon/server/base/postgres/database.ts';
import {
  embeddedUrl,
  removeEmbeddedPostgres,
  startEmbeddedPostgres,
} from '@omicon/server/base/postgres/embedded-postgres.ts';
import { migrate } from '@omicon/server/base/postgres/migrate.ts';
import { readConfig } from '@omicon/server/config.ts';
import { ShardClient } from '@omicon/server/search-node/shard-client.ts';
import { memoryOf, processorTimeOf } from '../../journeys/harness/processes.ts';
import { type SearchNode, startSearchNode, untilReady } from '../../journeys/harness/search-node.ts';
import { withFolder } from '../../journeys/harness/temporary-folder.ts';
import { NARROW, randomFrom } from '../corpus/corpus-generator.ts';
import { bytesOfIndex, fillCorpus, fillOnce } from '../corpus/search-corpus.ts';
import { describeTimes, timed } from '../report/figures.ts';
import { runScenarios } from '../report/run-scenarios.ts';
import { QUESTIONS } from './search-parts.ts';

const SEED = 20_261_126;
const TRIES = 20;
const SHARDS = 2;
/** For the copy of a large corpus. */
const COPIED_MS = 3_600_000;
const SECRET = 'of this benchmark, and long enough for a secret';

const nodeName = (shard: number) => `node-${shard + 1}`;

/** Processor time of a process and its children, other than these, in ms. */
function processorTime(pid: number, others: readonly number[]): number {
  const parents = new Map<number, number>();
  const times = new Map<number, number>();
  for (const name of readdirSync('/proc').filter((each) => /^\d+$/.test(each))) {
    try {
      const { parent, totalMs } = processorTimeOf(Number(name));
      parents.set(Number(name), parent);
      times.set(Number(name), totalMs);
    } catch {
      // It has just ended.
    }
  }
  const belongs = (of: number): boolean =>
    of === pid || (of > 1 && !others.includes(of) && belongs(parents.get(of) ?? 0));
  return [...times].filter(([of]) => belongs(of)).reduce((sum, [, time]) => sum + time, 0);
}

/** Size of the embedded database of a data folder. */
async function bytesOf(folder: string): Promise<number> {
  const { pool, close } = openDatabase(embeddedUrl(folder), { connections: 1 });
  const { rows } = await pool.query<{ bytes: number }>(
    'select pg_database_size(current_database())::float8 as bytes',
  );
  await close();
  return rows[0]?.bytes ?? 0;
}

interface Figures {
  times: number[];
  /** of all tries, in ms: of this process with its database connections, or of each node */
  processor: number[];
}

/** Asks one pool the same questions as the other; what a node does meanwhile counts as its own. */
async function measure(
  { pool, pids }: { pool: SearchThreads; pids: number[] },
  requests: ReturnType<NonNullable<(typeof QUESTIONS)[string]>>[],
): Promise<Figures & { replies: unknown[] }> {
  const times: number[] = [];
  const replies: unknown[] = [];
  const readTimes = () => pids.map((pid) => processorTime(pid, pids));
  const before = readTimes();
  for (const request of requests) {
    const started = performance.now();
    replies.push(await pool.ask(request));
    times.push(performance.now() - started);
  }
  return { times, replies, processor: readTimes().map((ms, at) => ms - (before[at] ?? 0)) };
}

function describeProcessor({ processor, times }: Figures): string {
  return processor.map((ms) => `${(ms / times.length).toFixed(0)} ms`).join(' + ');
}

async function fill(opened: OpenServices, count: number): Promise<void> {
  const ms = await timed(async () => {
    await opened.services.db.transaction().execute((tx) => setSlots(tx, SLOTS));
    await fillCorpus(opened.db, SEED, count, NARROW);
    await maintainSearchIndex(opened.services);
    await opened.pool.query('vacuum analyze');
  });
  console.log(`  filled in ${(ms / 60_000).toFixed(0)} min`);
}

async function describeCorpus({ db, pool }: OpenServices): Promise<void> {
  const { rows } = await pool.query<{ networks: number; modules: number; bytes: number }>(
    `select (select count(*)::int from covariation_network) as networks, (select count(*)::int from covariation_module) as modules,
            pg_database_size(current_database())::float8 as bytes`,
  );
  const { networks, modules, bytes } = rows[0] ?? { networks: 0, modules: 0, bytes: 0 };
  const postings = await bytesOfIndex(db);
  console.log(
    `\n${networks} networks of ${(modules / networks).toFixed(0)} modules\n  primary ${(bytes / 1e9).toFixed(2)} GB, its postings ${(postings / 1e9).toFixed(2)} GB, ${(postings / modules / 1e3).toFixed(1)} kB a module`,
  );
}

/** Prints the figures of a corpus of this size. */
export async function benchSearchNodes(count: number, keptFolder?: string): Promise<void> {
  if (keptFolder !== undefined) return benchInFolder(count, keptFolder);
  await withFolder(async (folder) => {
    await benchInFolder(count, folder).finally(() => {
      for (const name of ['primary', ...Array.from({ length: SHARDS }, (_, shard) => nodeName(shard))])
        removeEmbeddedPostgres(path.join(folder, name));
    });
  });
}

async function benchInFolder(count: number, folder: string): Promise<void> {
  const primaryFolder = path.join(folder, 'primary');
  const primary = await startEmbeddedPostgres(primaryFolder, {
    isDurable: true,
    isPublisher: true,
    connections: 60,
  });
  const config = readConfig({ OMICON_DATA_DIR: folder, LOG_LEVEL: 'silent' });
  const opened = await openServices(config, primary.url, { connections: 4 });
  await migrate(opened.db);
  const nodes: SearchNode[] = [];
  const pools: SearchThreads[] = [];
  try {
    await fillOnce(folder, () => fill(opened, count));
    await describeCorpus(opened);
    const copying = performance.now();
    const env = { DATABASE_URL: primary.url, OMICON_SEARCH_SECRET: SECRET, OMICON_SEARCH_THREADS: '1' };
    for (let shard = 0; shard < SHARDS; shard += 1)
      nodes.push(
        await startSearchNode({ env, folder: path.join(folder, nodeName(shard)), shard, of: SHARDS }),
      );
    await untilReady(nodes, COPIED_MS);
    console.log(`  nodes ready after ${((performance.now() - copying) / 60_000).toFixed(1)} min`);
    const common = { count: 1, readObjects: async () => [] };
    const alone = openSearchThreads(primary.url, common);
    const sharded = openSearchThreads(primary.url, {
      ...common,
      costThreshold: 0,
      shards: nodes.map(
        ({ address }) => new ShardClient(address, { secret: SECRET, asker: 'the benchmark' }),
      ),
    });
    pools.push(alone, sharded);
    for (const pool of pools) await pool.warm();
    const ofNodes = nodes.map(({ running }) => running.process.pid ?? 0);
    console.log(
      `  ${'p50 / p95; processor time of a question'.padEnd(52)} ${'one thread'.padStart(28)} ${'two nodes, each its own'.padStart(40)}`,
    );
    for (const [name, draw] of Object.entries(QUESTIONS)) {
      const random = randomFrom(SEED);
      const requests = Array.from({ length: TRIES + 2 }, () => draw(random));
      // The first questions of each kind fill caches.
      for (const pool of pools) for (const request of requests.slice(0, 2)) await pool.ask(request);
      const one = await measure({ pool: alone, pids: [process.pid] }, requests.slice(2));
      const two = await measure({ pool: sharded, pids: [process.pid, ...ofNodes] }, requests.slice(2));
      if (!isDeepStrictEqual(two.replies, one.replies))
        throw new Error(`${name}: the nodes reply differently.`);
      console.log(
        `  ${name.padEnd(52)} ${`${describeTimes(one.times)} (${describeProcessor(one)})`.padStart(28)} ${`${describeTimes(two.times)} (${describeProcessor(two)})`.padStart(40)}`,
      );
    }
    console.log(`  ${sharded.splitCounts.merged} questions were answered by the nodes`);
    for (const { folder: home, running } of nodes)
      console.log(
        `  a node: ${((await bytesOf(home)) / 1e9).toFixed(2)} GB on disk, ${memoryOf(running.process.pid ?? 0).nowMiB.toFixed(0)} MiB resident`,
      );
  } finally {
    await Promise.all(pools.map((pool) => pool.close()));
    for (const node of nodes) await node.running.stop();
    await opened.close();
    await primary.stop();
  }
}

if (import.meta.main) {
  const [count = '500', folder] = process.argv.slice(2);
  await runScenarios({ 'search-nodes': () => benchSearchNodes(Number(count), folder) });
}
