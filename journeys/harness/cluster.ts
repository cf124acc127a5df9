/**
 * The portal of a larger laboratory on one machine: separate Postgres with a replica, S3 store, three web processes
 * behind a proxy, two workers, and two search nodes with a shard each, which answer every search that can be split.
 * Each process has its own data folder, as on separate machines.
 */
import { once } from 'node:events';
import { mkdirSync, mkdtempSync, rmSync } from 'node:fs';
import os from 'node:os';
import path from 'node:path';
import { buffer } from 'node:stream/consumers';
import { SLOTS } from '@omicon/search-index/kit/slot-of-data-set.ts';
import { setSlots } from '@omicon/search-index/write/slot-layout.ts';
import { addJob } from '@omicon/server/base/jobs/jobs.ts';
import { openServices } from '@omicon/server/base/open-services.ts';
import { removeEmbeddedPostgres } from '@omicon/server/base/postgres/embedded-postgres.ts';
import { openS3Store } from '@omicon/server/base/store/s3/s3-store.ts';
import { readConfig } from '@omicon/server/config.ts';
import { makeDemoAccounts } from '@omicon/server/demo/accounts.ts';
import { startWithReplica } from '@omicon/server/test-support/replica.ts';
import { makeBucket, toEnvironment } from '@omicon/server/test-support/store/buckets.ts';
import type { Gateway } from '@omicon/server/test-support/store/radosgw.ts';
import { freePort, PASSWORD, type Portal, type StartOptions, startProcess, startSingle } from './portal.ts';
import { openProxy } from './proxy.ts';
import { killSearchNode, type SearchNode, startSearchNode, untilReady } from './search-node.ts';

/** Maximum database connections of three web processes, two workers, the search nodes and the tests. */
const CONNECTIONS = 200;

const SEARCH_NODES = 2;

/** The S3 store for the journeys, started by `scripts/test-cluster.ts`. */
export const GATEWAY_SETTING = 'OMICON_JOURNEYS_GATEWAY';

type Running = ReturnType<typeof startProcess>;

interface Members {
  webs: Portal[];
  workers: ReturnType<typeof keepRunning>[];
  nodes: SearchNode[];
}

/** A part of the cluster that can be killed. */
export interface Killable {
  name: string;
  /** kills it without warning and starts it again, as a service manager does; resolves when it works again */
  kill(): Promise<void>;
}

export interface Cluster extends Portal {
  databaseUrl: string;
  /** of the present processes */
  readonly killables: readonly Killable[];
  /** of the present web processes, not through the proxy */
  readonly webAddresses: readonly string[];
  /** one more web process, without replica and search nodes, and not behind the proxy */
  startAlone(): Promise<Portal>;
}

const WEBS = ['web-1', 'web-2', 'web-3'];
const WORKERS = ['worker-1', 'worker-2'];

function startWeb(dataDir: string, name: string, env: Record<string, string>, args = ['--empty']) {
  return startSingle({ args, dataDir: path.join(dataDir, name), env: { ...env, OMICON_ROLE: 'web' } });
}

/** A process that is started again whenever it ends, as a service manager does: workers end with their database. */
function keepRunning(start: () => Running) {
  let isStopping = false;
  let running = start();
  let printed = '';
  const watch = () =>
    running.process.once('exit', () => {
      if (isStopping) return;
      printed += running.output();
      running = start();
      watch();
    });
  watch();
  return {
    output: () => printed + running.output(),
    kill: () => running.process.kill('SIGKILL'),
    stop() {
      isStopping = true;
      return running.stop();
    },
  };
}

function startWorker(dataDir: string, name: string, env: Record<string, string>) {
  const folder = path.join(dataDir, name);
  // A worker writes the demo laboratory there before importing it.
  mkdirSync(folder, { recursive: true });
  return keepRunning(() => startProcess([], { ...env, OMICON_ROLE: 'worker', OMICON_DATA_DIR: folder }));
}

/** The search nodes, at the addresses that the web processes know. */
async function startNodes(dataDir: string, env: Environment): Promise<SearchNode[]> {
  const { OMICON_SEARCH_NODES: addresses, OMICON_SEARCH_DATABASE_URLS: _, ...others } = env;
  const ports = addresses.split(',').map((address) => Number(new URL(address).port));
  const nodes = await Promise.all(
    ports.map((port, shard) =>
      startSearchNode({
        env: others,
        folder: path.join(dataDir, `node-${shard + 1}`),
        shard,
        of: ports.length,
        port,
      }),
    ),
  );
  await untilReady(nodes);
  return nodes;
}

/** The first web process migrates the database, receives the imports, and starts before the others. */
async function startMembers(
  dataDir: string,
  args: string[],
  env: Environment,
  whenFirstIsReady: () => Promise<void>,
): Promise<Members> {
  const [firstName = '', ...otherNames] = WEBS;
  const first = await startWeb(dataDir, firstName, env, args);
  await whenFirstIsReady();
  return {
    webs: [first, ...(await Promise.all(otherNames.map((name) => startWeb(dataDir, name, env))))],
    workers: WORKERS.map((name) => startWorker(dataDir, name, env)),
    nodes: await startNodes(dataDir, env),
  };
}

async function stopMembers({ webs, workers, nodes }: Members): Promise<void> {
  const running = nodes.map((node) => node.running);
  await Promise.all([...webs, ...workers, ...running].map((member) => member.stop()));
}

/** Web processes, workers, search nodes and their databases. */
function listKillables(members: Members, dataDir: string, env: Environment): Killable[] {
  const { webs, workers, nodes } = members;
  const killables: Killable[] = [];
  for (const [at, web] of webs.entries()) {
    const name = WEBS[at] ?? '';
    const kill = async () => {
      const { process: child } = webs[at] ?? web;
      child.kill('SIGKILL');
      await once(child, 'exit');
      webs[at] = await startWeb(dataDir, name, env);
    };
    killables.push({ name, kill });
  }
  for (const [at, worker] of workers.entries())
    killables.push({
      name: WORKERS[at] ?? '',
      async kill() {
        worker.kill();
      },
    });
  for (const [at, node] of nodes.entries())
    for (const what of ['node', 'database'] as const) {
      const kill = async () => {
        await killSearchNode(node, what);
        await untilReady([node]);
      };
      killables.push({ name: what === 'node' ? `node-${at + 1}` : `database of node-${at + 1}`, kill });
    }
  return killables;
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

interface Environment extends Record<string, string> {
  DATABASE_URL: string;
  OMICON_SEARCH_SECRET: string;
  OMICON_SEARCH_NODES: string;
}

function findGateway(): Gateway {
  const given = process.env[GATEWAY_SETTING];
  if (given === undefined) throw new Error('The journeys on a cluster are started by npm run test:cluster.');
  return JSON.parse(given) as Gateway;
}

/** Starts all processes with the same options. @param gateway of the S3 store */
export async function startCluster(
  { args, env = {}, dataDir }: StartOptions,
  gateway = findGateway(),
): Promise<Cluster> {
  const folder = dataDir ?? mkdtempSync(path.join(os.tmpdir(), 'omicon-cluster-'));
  const databases = await startWithReplica(async () => undefined, {
    isDurable: true,
    connections: CONNECTIONS,
    isPublisher: true,
  });
  const databaseUrl = databases.primary.url;
  const nodePorts = await Promise.all(Array.from({ length: SEARCH_NODES }, freePort));
  const store = await makeBucket(gateway);
  let members: Members = { webs: [], workers: [], nodes: [] };
  const port = await freePort();
  const addresses = () => members.webs.map(({ address }) => address);
  let proxy = await openProxy(port, addresses);
  const settings = { OMICON_DATA_DIR: folder, DATABASE_URL: databaseUrl, ...toEnvironment(store) };
  const alone = { ...env, ...settings, OMICON_PUBLIC_URL: proxy.address, OMICON_TRUSTED_PROXIES: 'loopback' };
  const everywhere = {
    ...alone,
    OMICON_SEARCH_DATABASE_URLS: databases.replica.url,
    OMICON_SEARCH_NODES: nodePorts.map((nodePort) => `http://127.0.0.1:${nodePort}`).join(','),
    OMICON_SEARCH_SECRET: 'known to all processes of this cluster',
    OMICON_SEARCH_SPLIT_FROM: '0',
  };
  const hasImports = args.includes('--import');
  members = await startMembers(folder, args, everywhere, () =>
    makeDemo(settings, databaseUrl, hasImports || args.includes('--empty')),
  );
  const [first] = members.webs;
  if (first === undefined) throw new Error('There is no web process.');
  const objects = openS3Store(store);
  const killables = (): Killable[] => [
    ...listKillables(members, folder, everywhere),
    { name: 'replica', kill: () => databases.kill('replica') },
    { name: 'primary', kill: () => databases.kill('primary') },
    {
      name: 'proxy',
      async kill() {
        await proxy.close();
        proxy = await openProxy(port, addresses);
      },
    },
  ];
  const cluster: Cluster = {
    address: proxy.address,
    dataDir: folder,
    databaseUrl,
    get killables() {
      return killables();
    },
    get webAddresses() {
      return addresses();
    },
    startAlone: () => startWeb(folder, 'alone', alone),
    process: first.process,
    settings,
    readObject: async (key) => buffer(await objects.read(key)),
    output: () =>
      [...members.webs, ...members.workers, ...members.nodes.map(({ running }) => running)]
        .map((member) => member.output())
        .join('\n'),
    async stop() {
      await stopMembers(members);
      return members.webs.every(({ process: { exitCode } }) => exitCode === 0) ? 0 : 1;
    },
    async restart() {
      await stopMembers(members);
      members = await startMembers(folder, [], everywhere, async () => undefined);
      return { ...cluster, process: members.webs[0]?.process ?? first.process };
    },
    async remove() {
      await cluster.stop();
      console.log(`Requests to each web process: ${proxy.counts().join(', ')}`);
      await proxy.close();
      await databases.close();
      for (const node of members.nodes) removeEmbeddedPostgres(node.folder);
      rmSync(folder, { recursive: true, force: true });
    },
  };
  return cluster;
}
