/** Opens the services of a process in order; they are closed in reverse. */
import { randomUUID } from 'node:crypto';
import path from 'node:path';
import { openSearchThreads } from '@omicon/search-index/threads.ts';
import { openComputeThreads } from '../compute/threads.ts';
import type { Config } from '../config.ts';
import { openRequestThreads } from '../request-threads/threads.ts';
import { ShardClient } from '../search-node/shard-client.ts';
import { openAdmissions } from './limits/admission.ts';
import { createLog } from './log.ts';
import { type DatabaseOptions, type OpenDatabase, openDatabase } from './postgres/database.ts';
import type { Services } from './services.ts';
import { createIdentityProviders } from './sign-in/identity-providers.ts';
import { createLoginKeys } from './sign-in/login-keys.ts';
import { createSessionCache } from './sign-in/session-cache.ts';
import { openDiskStore } from './store/disk-store.ts';
import { readRanges } from './store/read-ranges.ts';
import { openS3Store, PATIENT } from './store/s3/s3-store.ts';
import type { Store } from './store/store.ts';

export interface OpenServices extends OpenDatabase {
  services: Services;
}

export interface ServicesOptions extends DatabaseOptions {
  /** for jobs and commands: they wait for a busy store rather than fail, and their computations give way to requests */
  isBackground?: boolean;
  /** for web processes: costly calls are answered by request threads */
  answersCalls?: boolean;
}

/** The objects of this installation, on disk or in a bucket. */
export async function openStore(
  config: Pick<Config, 's3' | 'dataDir'>,
  { isBackground = false }: Pick<ServicesOptions, 'isBackground'> = {},
): Promise<Store> {
  return config.s3
    ? openS3Store(config.s3, isBackground ? PATIENT : undefined)
    : openDiskStore(path.join(config.dataDir, 'objects'));
}

/** The search nodes, in the order of their shards. */
function openShards({ searchNodes, searchSecret }: Config): ShardClient[] {
  const asker = randomUUID();
  return searchNodes.map((address) => new ShardClient(address, { secret: searchSecret ?? '', asker }));
}

/** Opens database and store and all that a process shares; call `close` at its end. */
export async function openServices(
  config: Config,
  databaseUrl: string,
  options: ServicesOptions,
): Promise<OpenServices> {
  const database = openDatabase(databaseUrl, options);
  const store = await openStore(config, options);
  const log = createLog(config.logLevel);
  const searchThreads = openSearchThreads(databaseUrl, {
    count: config.searchThreads,
    parts: config.searchParts,
    ...(config.searchSplitFrom === null ? {} : { costThreshold: config.searchSplitFrom }),
    shards: openShards(config),
    replicaUrls: config.searchDatabaseUrls,
    onReplica: (replica, thread) => {
      if (replica === 'read') log.info({ thread }, 'searches read the replica again');
      else log.warn({ thread, replica }, 'searches read the primary in place of the replica');
    },
    readObjects: (ranges) => readRanges(store, ranges),
  });
  const computeThreads = openComputeThreads({
    count: config.computeThreads,
    memoryMiB: config.computeMemoryMiB,
    store: { s3: config.s3, dataDir: config.dataDir },
    isBackground: options.isBackground ?? false,
  });
  const requestThreads =
    options.answersCalls === true && config.requestThreads > 0
      ? openRequestThreads({
          count: config.requestThreads,
          config,
          databaseUrl,
          searchThreads,
          computeThreads,
        })
      : null;
  const services: Services = {
    config,
    db: database.db,
    pool: database.pool,
    store,
    sessionCache: createSessionCache(config.sessionCacheMs),
    loginKeys: createLoginKeys(database.db),
    identityProviders: createIdentityProviders(config),
    log,
    searchThreads,
    computeThreads,
    admissions: openAdmissions(),
    requestThreads,
  };
  return {
    ...database,
    services,
    close: async () => {
      await requestThreads?.close();
      await Promise.all([searchThreads.close(), computeThreads.close()]);
      await database.close();
    },
  };
}
