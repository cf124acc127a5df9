/** `OMICON_ROLE=search`: a search node beside the database of its shard. */
import { setTimeout as sleep } from 'node:timers/promises';
import { openSearchThreads, type SearchThreads } from '@omicon/search-index/threads.ts';
import type { Logger } from 'pino';
import { createLog } from '../base/log.ts';
import { openStore } from '../base/open-services.ts';
import { type Database, openDatabase } from '../base/postgres/database.ts';
import { startEmbeddedPostgres } from '../base/postgres/embedded-postgres.ts';
import { readRanges } from '../base/store/read-ranges.ts';
import type { Config } from '../config.ts';
import { buildNodeApp } from './node-app.ts';
import { prepareShard, readShardVersion } from './shard-database.ts';

export interface SearchNode {
  address: string;
  stop(): Promise<void>;
}

const LOOK_EVERY_MS = 200;

/**
 * Reads what searches need into memory once the shard is complete: the first part after a start would take seconds.
 * @returns whether that has happened, and an end of waiting for it
 */
function warmOnceComplete(shard: Database, threads: SearchThreads, log: Logger) {
  const ending = new AbortController();
  let isReady = false;
  const warm = async () => {
    while (!ending.signal.aborted) {
      try {
        if ((await readShardVersion(shard)) !== null) {
          await threads.warm();
          isReady = true;
          return;
        }
      } catch (error) {
        // Web processes answer without this node, which tries again.
        if (!ending.signal.aborted) log.warn({ err: error }, 'the search node could not read its shard');
      }
      await sleep(LOOK_EVERY_MS, null, ending).catch(() => undefined);
    }
  };
  const warming = warm();
  const stop = async () => {
    ending.abort();
    await warming;
  };
  return { isReady: () => isReady, stop };
}

/** @throws ConfigError if the primary is not prepared for shards; errors of both databases */
export async function startSearchNode(config: Config): Promise<SearchNode> {
  const log = createLog(config.logLevel);
  const postgres =
    config.shardDatabaseUrl === null
      ? await startEmbeddedPostgres(config.dataDir, { isDurable: true })
      : null;
  // The database of the shard is of use only to this process, which is started again with it.
  postgres?.onUnexpectedExit(() => {
    log.error('The database of the shard ended.');
    process.exit(1);
  });
  const shardUrl = config.shardDatabaseUrl ?? postgres?.url ?? '';
  try {
    const place = config.shard ?? { shard: 0, of: 1 };
    await prepareShard({ shard: shardUrl, primary: config.databaseUrl ?? '' }, place);
    const store = await openStore(config);
    const { db, close } = openDatabase(shardUrl, { connections: 4, name: 'omicon search node' });
    const threads = openSearchThreads(shardUrl, {
      count: config.searchThreads,
      readObjects: (ranges) => readRanges(store, ranges),
    });
    const { isReady, stop: stopWarming } = warmOnceComplete(db, threads, log);
    const app = buildNodeApp({ shard: db, threads, secret: config.searchSecret ?? '', log, isReady });
    const address = await app.listen({ port: config.port, host: config.host });
    return {
      address,
      async stop() {
        await app.close();
        await stopWarming();
        await threads.close();
        await close();
        await postgres?.stop();
      },
    };
  } catch (error) {
    await postgres?.stop();
    throw error;
  }
}

/** Runs until the process is told to stop. */
export async function runSearchNode(config: Config): Promise<void> {
  const node = await startSearchNode(config);
  const { shard, of } = config.shard ?? { shard: 0, of: 1 };
  const stop = () => {
    node.stop().then(
      () => process.exit(0),
      (error: unknown) => {
        console.error(error);
        process.exit(1);
      },
    );
  };
  for (const signal of ['SIGINT', 'SIGTERM'] as const) process.once(signal, stop);
  // Last, as whoever reads it may send a signal at once.
  console.log(`Search node ${shard + 1} of ${of} answers at ${node.address}. Ctrl-C stops it.`);
}
