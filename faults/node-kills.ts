/**
 * Search nodes killed and frozen, and their databases killed, while searches run: every answer equals that of a web
 * process without search nodes, and nobody waits long.
 */
import { execFileSync } from 'node:child_process';
import { mkdirSync, mkdtempSync, readFileSync, rmSync } from 'node:fs';
import os from 'node:os';
import path from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import { randomFrom } from '../bench/corpus/corpus-generator.ts';
import {
  freePort,
  PASSWORD,
  type Portal,
  signInByToken,
  startProcess,
  startSingle,
  TEST_DATA,
  takeIn,
  until,
} from '../journeys/browser/portal.ts';
import { openServices } from '../server/base/open-services.ts';
import { removeEmbeddedPostgres, startEmbeddedPostgres } from '../server/base/postgres/embedded-postgres.ts';
import { REPOSITORY, readConfig } from '../server/config.ts';
import { makeDemoAccounts } from '../server/demo/accounts.ts';

const KILLS = Number(process.env.OMICON_KILLS ?? 40);
const SHARDS = 2;
const ASKERS = 2;
const FROZEN_MS = 4000;
const WAYS = ['killed', 'frozen', 'database killed'] as const;
const BAR_MS = 3000;

interface Node {
  port: number;
  folder: string;
  env: Record<string, string>;
  running: ReturnType<typeof startProcess>;
}

function startNode(node: Omit<Node, 'running'>): Node {
  return { ...node, running: startProcess([], node.env) };
}

async function versionOf({ port }: Node): Promise<number | null> {
  try {
    const answer = await fetch(`http://127.0.0.1:${port}/healthz`, { signal: AbortSignal.timeout(1000) });
    return ((await answer.json()) as { version: number | null }).version;
  } catch {
    // Not there yet.
    return null;
  }
}

function databasePidOf({ folder }: Node): number {
  const home = readFileSync(path.join(folder, 'postgres-location.txt'), 'utf8').trim();
  return Number(readFileSync(path.join(home, 'data/postmaster.pid'), 'utf8').split('\n')[0]);
}

const hasEnded = ({ running: { process: child } }: Node) =>
  child.exitCode !== null || child.signalCode !== null;

/** Ends a node in one way, and brings it back. */
async function strike(node: Node, way: (typeof WAYS)[number]): Promise<void> {
  const { process: child } = node.running;
  if (way === 'frozen') {
    child.kill('SIGSTOP');
    await sleep(FROZEN_MS);
    child.kill('SIGCONT');
    return;
  }
  if (way === 'killed') child.kill('SIGKILL');
  else process.kill(databasePidOf(node), 'SIGKILL');
  await until('the end of a node', async () => (hasEnded(node) ? true : null));
  node.running = startProcess([], node.env);
}

/** Searches that were answered in parts, so far. */
async function countMerged({ address }: Portal): Promise<number> {
  const text = await (await fetch(`${address}/metrics`)).text();
  return Number(/omicon_searches_split_total\{[^}]*result="merged"[^}]*\} (\d+)/.exec(text)?.[1] ?? 0);
}

/** A ranking or a search for modules that no cache has yet. */
function makeQuestion(symbols: readonly string[], random: () => number) {
  const genes = symbols.filter(() => random() < 0.02).slice(0, 200);
  const page = { page: 1 + Math.floor(2 * random()), page_size: 20 };
  if (random() < 0.5) return { path: '/api/explore/modules/', body: { identifiers: genes, ...page } };
  const rules = [{ field: 'Features', operator: 'any', value: genes, definition: 'Any' }];
  const filters = { modules: { rules } };
  return {
    path: '/api/advanced-search/',
    body: { result_type: random() < 0.5 ? 'covariation-modules' : 'features', filters, ...page },
  };
}

interface Seen {
  answers: number;
  wrong: number;
  refused: number;
  waits: number[];
}

/** Asks both web processes the same until it is over. */
async function keepAsking(
  webs: { alone: Portal; sharded: Portal },
  {
    symbols,
    random,
    seen,
    isOver,
  }: { symbols: readonly string[]; random: () => number; seen: Seen; isOver(): boolean },
): Promise<void> {
  const alone = await signInByToken(webs.alone.address, 'demo_lab');
  const sharded = await signInByToken(webs.sharded.address, 'demo_lab');
  while (!isOver()) {
    const { path: at, body } = makeQuestion(symbols, random);
    const expected = await alone.send('POST', at, body);
    if (!expected.ok) throw new Error(`${at} answered ${expected.status}: ${await expected.text()}`);
    const begun = performance.now();
    const given = await sharded.send('POST', at, body);
    const text = await given.text();
    seen.waits.push(performance.now() - begun);
    const timeless = (reply: string) => reply.replace(/"execution_ms":[0-9.e-]+/, '');
    seen.answers += 1;
    if (!given.ok) seen.refused += 1;
    else if (timeless(text) !== timeless(await expected.text())) {
      console.log(`  wrong: ${at} ${JSON.stringify(body).slice(0, 200)}: ${text.slice(0, 200)}`);
      seen.wrong += 1;
    }
  }
}

async function listSymbols(databaseUrl: string, folder: string): Promise<string[]> {
  const { db, close } = await openServices(
    readConfig({ DATABASE_URL: databaseUrl, OMICON_DATA_DIR: folder }),
    databaseUrl,
    {
      connections: 1,
    },
  );
  const rows = await db
    .selectFrom('search_target')
    .select('spelling')
    .where('identifier', '=', 'SYMBOL')
    .orderBy('target')
    .execute();
  await close();
  return rows.map(({ spelling }) => spelling);
}

async function fill(portal: Portal, databaseUrl: string): Promise<void> {
  const config = readConfig({ ...portal.settings, OMICON_DEMO_PASSWORD: PASSWORD, LOG_LEVEL: 'silent' });
  const { services, close } = await openServices(config, databaseUrl, { connections: 1 });
  await makeDemoAccounts(services);
  await close();
  takeIn(portal, path.join(TEST_DATA, 'corpus'));
  execFileSync(process.execPath, [path.join(REPOSITORY, 'server/commands/search-index.ts'), '--slots', '8'], {
    env: { ...process.env, ...portal.settings, LOG_LEVEL: 'warn' },
    stdio: 'pipe',
  });
}

export async function killSearchNodes(): Promise<void> {
  const folder = mkdtempSync(path.join(os.tmpdir(), 'omicon-nodes-'));
  const primaryFolder = path.join(folder, 'primary');
  const primary = await startEmbeddedPostgres(primaryFolder, {
    isDurable: true,
    isPublisher: true,
    connections: 100,
  });
  const ports = await Promise.all(Array.from({ length: SHARDS }, freePort));
  const shared = {
    DATABASE_URL: primary.url,
    OMICON_SEARCH_SECRET: 'of this run, and long enough for a secret',
  };
  const dataDir = path.join(folder, 'web');
  const settings = { ...shared, OMICON_DATA_DIR: dataDir };
  const web = async (args: string[], env: Record<string, string>) => ({
    ...(await startSingle({ args, dataDir, env: { ...shared, OMICON_ROLE: 'web', ...env } })),
    settings,
  });
  const ends: (() => Promise<unknown>)[] = [() => primary.stop()];
  try {
    const alone = await web(['--empty'], {});
    ends.push(() => alone.stop());
    await fill(alone, primary.url);
    const nodes = ports.map((port, shard) => {
      const home = path.join(folder, `node-${shard}`);
      mkdirSync(home);
      const env = {
        ...shared,
        OMICON_ROLE: 'search',
        OMICON_SEARCH_SHARD: `${shard + 1}/${SHARDS}`,
        OMICON_DATA_DIR: home,
        OMICON_HOST: '127.0.0.1',
        PORT: String(port),
      };
      const node = startNode({ port, folder: home, env });
      ends.push(async () => {
        await node.running.stop();
        removeEmbeddedPostgres(home);
      });
      return node;
    });
    const sharded = await web(['--empty'], {
      OMICON_SEARCH_NODES: ports.map((port) => `http://127.0.0.1:${port}`).join(','),
      OMICON_SEARCH_SPLIT_FROM: '0',
      // A search that waits for a frozen node is answered late, not in the background.
      OMICON_SEARCH_WAIT_MS: '60000',
    });
    ends.push(() => sharded.stop());
    for (const node of nodes) await until('a node with a version', () => versionOf(node), 180_000);
    console.log('  the nodes are ready');
    const seen: Seen = { answers: 0, wrong: 0, refused: 0, waits: [] };
    const random = randomFrom(20_261_126);
    const symbols = await listSymbols(primary.url, dataDir);
    let isOver = false;
    const asking = Array.from({ length: ASKERS }, () =>
      keepAsking({ alone, sharded }, { symbols, random, seen, isOver: () => isOver }),
    );
    try {
      for (let kill = 0; kill < KILLS; kill += 1) {
        const before = await countMerged(sharded);
        // Answers of both nodes, so that each kill strikes a node at work.
        await until(
          'answers in parts',
          async () => ((await countMerged(sharded)) > before + 2 ? true : null),
          120_000,
        );
        const node = nodes[Math.floor(kill / WAYS.length) % SHARDS];
        if (node) await strike(node, WAYS[kill % WAYS.length] ?? 'killed');
      }
    } finally {
      isOver = true;
      await Promise.all(asking);
    }
    const merged = await countMerged(sharded);
    const waits = seen.waits.toSorted((a, b) => b - a).map((ms) => ms / 1000);
    const late = waits.filter((seconds) => seconds > BAR_MS / 1000).length;
    console.log(
      `\nsearch nodes: ${KILLS} kills; ${seen.answers} answers, ${merged} in parts, ${seen.wrong} wrong, ${seen.refused} refused; ${late} waits above ${BAR_MS / 1000} s, the longest ${waits[0]?.toFixed(1)} s, p95 ${waits[Math.floor(waits.length / 20)]?.toFixed(1)} s`,
    );
    if (seen.wrong > 0 || seen.refused > 0) throw new Error('Search nodes changed answers.');
  } finally {
    for (const end of ends.reverse()) await end();
    removeEmbeddedPostgres(primaryFolder);
    rmSync(folder, { recursive: true, force: true });
  }
}
