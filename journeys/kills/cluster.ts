/**
 * The portal of a larger laboratory on one machine: separate Postgres with a replica, S3 store, three web processes
 * behind a proxy, two workers, and two search nodes with a shard each, which answer every search that can be split.
 * Each process has its own data folder, as on separate machines.
 */
import { mkdirSync, mkdtempSync, rmSync } from 'node:fs';
import os from 'node:os';
import path from 'node:path';
import { buffer } from 'node:stream/consumers';
import { SLOTS } from '@omicon/search-index/kit/slots.ts';
import { setSlots } from '@omicon/search-index/write/slots.ts';
import { addJob } from '@omicon/server/base/jobs/jobs.ts';
import { openServices } from '@omicon/server/base/open-services.ts';
import { removeEmbeddedPostgres } from '@omicon/server/base/postgres/embedded-postgres.ts';
import { openS3Store } from '@omicon/server/base/store/s3-store.ts';
import { readConfig } from '@omicon/server/config.ts';
import { makeDemoAccounts } from '@omicon/server/demo/accounts.ts';
import { startWithReplica } from '@omicon/server/test-support/replica.ts';
import { makeBucket, toEnvironment } from '@omicon/server/test-support/store/buckets.ts';
import type { Gateway } from '@omicon/server/test-support/store/radosgw.ts';
import {
  freePort,
  PASSWORD,
  type Portal,
  type StartOptions,
  startProcess,
  startSingle,
  until,
} from '../browser/portal.ts';
import { openProxy } from './proxy.ts';

/** Maximum database connections of three web processes, two workers, the search nodes and the tests. */
const CONNECTIONS = 200;

const SEARCH_NODES = 2;

/** The S3 store for the journeys, started by `scripts/test-cluster.ts`. */
export const GATEWAY_SETTING = 'OMICON_JOURNEYS_GATEWAY';

interface Members {
  webs: Portal[];
  workers: ReturnType<typeof startProcess>[];
  nodes: ReturnType<typeof startProcess>[];
}

/** The first web process migrates the database, receives the imports, and starts before the others. */
async function startMembers(
  dataDir: string,
  args: string[],
  env: Record<string, string>,
  whenFirstIsReady: () => Promise<void>,
): Promise<Members> {
  const web = (name: string, given: string[]) =>
    startSingle({ args: given, dataDir: path.join(dataDir, name), env: { ...env, OMICON_ROLE: 'web' } });
  const first = await web('web-1', args);
  await whenFirstIsReady();
  const worker = (name: string) => {
    const folder = path.join(dataDir, name);
    // A worker writes the demo laboratory there before importing it.
    mkdirSync(folder, { recursive: true });
    return startProcess([], { ...env, OMICON_ROLE: 'worker', OMICON_DATA_DIR: folder });
  };
  return {
    webs: [first, ...(await Promise.all(['web-2', 'web-3'].map((name) => web(name, ['--empty']))))],
    workers: [worker('worker-1'), worker('worker-2')],
    nodes: await startNodes(dataDir, env),
  };
}

/** The search nodes, at the addresses that the web processes know. */
async function startNodes(dataDir: string, env: Record<string, string>): Promise<Members['nodes']> {
  const addresses = env.OMICON_SEARCH_NODES?.split(',') ?? [];
  const nodes = addresses.map((address, shard) => {
    const { OMICON_SEARCH_NODES: _, OMICON_SEARCH_DATABASE_URLS: __, ...others } = env;
    return startProcess([], {
      ...others,
      OMICON_ROLE: 'search',
      OMICON_SEARCH_SHARD: `${shard + 1}/${addresses.length}`,
      OMICON_DATA_DIR: nodeFolder(dataDir, shard),
      PORT: new URL(address).port,
    });
  });
  for (const address of addresses)
    await until('a search node', async () => {
      const alive = await fetch(`${address}/healthz`).catch(() => null);
      return alive?.ok === true ? true : null;
    });
  return nodes;
}

function nodeFolder(dataDir: string, shard: number): string {
  return path.join(dataDir, `node-${shard + 1}`);
}

async function stopMembers({ webs, workers, nodes }: Members): Promise<void> {
  await Promise.all([...webs, ...workers, ...nodes].map((member) => member.stop()));
}

/**
 * Creates the demo accounts and queues the demo import; automatic only with the embedded database. The index gets slots
 * for the search nodes.
 */
async function makeDemo(settings: Record<string, string>, url: string, isEmpty: boolean): Promise<void> {
  const config = readConfig({ ...settings, OMICON_DEMO_PASSWORD: PASSWORD, LOG_LEVEL: 'silent' });
  const { services, db, close } = await openServices(config, url, { connections: 1 });
  await makeDemoAccounts(services);
  await db.transaction().execute((tx) => setSlots(tx, SLOTS));
  if (!isEmpty) await addJob(db, 'make_demo', { key: 'make_demo', payload: {} });
  await close();
}

function findGateway(): Gateway {
  const given = process.env[GATEWAY_SETTING];
  if (given === undefined) throw new Error('The journeys on a cluster are started by npm run test:cluster.');
  return JSON.parse(given) as Gateway;
}

/** Starts all processes with the same options. */
export async function startCluster({ args, env = {}, dataDir }: StartOptions): Promise<Portal> {
  const folder = dataDir ?? mkdtempSync(path.join(os.tmpdir(), 'omicon-cluster-'));
  const { primary, replica, close } = await startWithReplica(async () => undefined, {
    isDurable: true,
    connections: CONNECTIONS,
    isPublisher: true,
  });
  const nodePorts = await Promise.all(Array.from({ length: SEARCH_NODES }, freePort));
  const store = await makeBucket(findGateway());
  let members: Members = { webs: [], workers: [], nodes: [] };
  const port = await freePort();
  const proxy = await openProxy(port, () => members.webs.map(({ address }) => address));
  const settings = { OMICON_DATA_DIR: folder, DATABASE_URL: primary.url, ...toEnvironment(store) };
  const everywhere = {
    ...env,
    ...settings,
    OMICON_PUBLIC_URL: proxy.address,
    OMICON_TRUSTED_PROXIES: 'loopback',
    OMICON_SEARCH_DATABASE_URLS: replica.url,
    OMICON_SEARCH_NODES: nodePorts.map((nodePort) => `http://127.0.0.1:${nodePort}`).join(','),
    OMICON_SEARCH_SECRET: 'known to all processes of this cluster',
    OMICON_SEARCH_SPLIT_FROM: '0',
  };
  const hasImports = args.includes('--import');
  members = await startMembers(folder, args, everywhere, () =>
    makeDemo(settings, primary.url, hasImports || args.includes('--empty')),
  );
  const [first] = members.webs;
  if (first === undefined) throw new Error('There is no web process.');
  const objects = openS3Store(store);
  const portal: Portal = {
    address: proxy.address,
    dataDir: folder,
    process: first.process,
    settings,
    readObject: async (key) => buffer(await objects.read(key)),
    output: () =>
      [...members.webs, ...members.workers, ...members.nodes].map((member) => member.output()).join('\n'),
    async stop() {
      await stopMembers(members);
      return members.webs.every(({ process: { exitCode } }) => exitCode === 0) ? 0 : 1;
    },
    async restart() {
      await stopMembers(members);
      members = await startMembers(folder, [], everywhere, async () => undefined);
      return { ...portal, process: members.webs[0]?.process ?? first.process };
    },
    async remove() {
      await portal.stop();
      console.log(`Requests to each web process: ${proxy.counts().join(', ')}`);
      await proxy.close();
      await close();
      for (const shard of nodePorts.keys()) removeEmbeddedPostgres(nodeFolder(folder, shard));
      rmSync(folder, { recursive: true, force: true });
    },
  };
  return portal;
}
