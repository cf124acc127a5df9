/** A primary with the corpus, web processes with and without search nodes, and nodes with a shard each. */
import { execFileSync } from 'node:child_process';
import { mkdtempSync, rmSync } from 'node:fs';
import os from 'node:os';
import path from 'node:path';
import {
  PASSWORD,
  type Portal,
  signInByToken,
  startSingle,
  TEST_DATA,
  takeIn,
} from '../journeys/harness/portal.ts';
import { removeSearchNode, type SearchNode, startSearchNode } from '../journeys/harness/search-node.ts';
import { openServices } from '../server/base/open-services.ts';
import { removeEmbeddedPostgres, startEmbeddedPostgres } from '../server/base/postgres/embedded-postgres.ts';
import { REPOSITORY, readConfig } from '../server/config.ts';
import { makeDemoAccounts } from '../server/demo/accounts.ts';

/** Searches that were answered in parts, so far. */
export async function countMerged({ address }: Pick<Portal, 'address'>): Promise<number> {
  const text = await (await fetch(`${address}/metrics`)).text();
  return Number(/omicon_searches_split_total\{[^}]*result="merged"[^}]*\} (\d+)/.exec(text)?.[1] ?? 0);
}

export interface Question {
  path: string;
  body: object;
}

/** A ranking or a search for modules that no cache has yet. */
export function makeQuestion(symbols: readonly string[], random: () => number): Question {
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

/** The answer of a web process, without how long it took. */
export async function ask(
  { address, token }: { address: string; token: string },
  { path: at, body }: Question,
): Promise<{ isRefused: boolean; text: string }> {
  const answer = await fetch(`${address}${at}`, {
    method: 'POST',
    headers: { authorization: `Token ${token}`, 'content-type': 'application/json' },
    body: JSON.stringify(body),
  });
  const text = (await answer.text()).replace(/"execution_ms":[0-9.e-]+/, '');
  return { isRefused: !answer.ok, text };
}

/** All gene symbols that networks have. */
export async function listSymbols(databaseUrl: string, folder: string): Promise<string[]> {
  const config = readConfig({ DATABASE_URL: databaseUrl, OMICON_DATA_DIR: folder });
  const { db, close } = await openServices(config, databaseUrl, { connections: 1 });
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

export interface SearchCluster {
  databaseUrl: string;
  /** a web process without search nodes */
  alone: Portal;
  /** all gene symbols of the corpus */
  symbols: string[];
  /** starts a node, counted from 0; it takes part in searches once it has a version */
  startNode(shard: number, of: number): Promise<SearchNode>;
  /** a web process that asks these nodes, in the order of their shards, as often as it can */
  startSharded(nodes: readonly SearchNode[]): Promise<Portal>;
}

/** Runs on a cluster with the corpus, and removes it afterwards. */
export async function withSearchCluster(run: (cluster: SearchCluster) => Promise<void>): Promise<void> {
  const folder = mkdtempSync(path.join(os.tmpdir(), 'omicon-nodes-'));
  const primaryFolder = path.join(folder, 'primary');
  const primary = await startEmbeddedPostgres(primaryFolder, {
    isDurable: true,
    isPublisher: true,
    connections: 150,
  });
  const shared = {
    DATABASE_URL: primary.url,
    OMICON_SEARCH_SECRET: 'of this run, and long enough for a secret',
  };
  const dataDir = path.join(folder, 'web');
  const ends: (() => Promise<unknown>)[] = [() => primary.stop()];
  const startWeb = async (env: Record<string, string>): Promise<Portal> => {
    const started = await startSingle({
      args: ['--empty'],
      dataDir,
      env: { ...shared, OMICON_ROLE: 'web', ...env },
    });
    ends.push(() => started.stop());
    return { ...started, settings: { ...shared, OMICON_DATA_DIR: dataDir } };
  };
  try {
    const alone = await startWeb({});
    await fill(alone, primary.url);
    await run({
      databaseUrl: primary.url,
      alone,
      symbols: await listSymbols(primary.url, dataDir),
      async startNode(shard, of) {
        const node = await startSearchNode({
          env: shared,
          folder: path.join(folder, `node-${shard + 1}-of-${of}`),
          shard,
          of,
        });
        ends.push(() => removeSearchNode(node));
        return node;
      },
      startSharded: (nodes) =>
        startWeb({
          OMICON_SEARCH_NODES: nodes.map(({ address }) => address).join(','),
          OMICON_SEARCH_SPLIT_FROM: '0',
          // A search that waits for a frozen node is answered late, not in the background.
          OMICON_SEARCH_WAIT_MS: '60000',
        }),
    });
  } finally {
    for (const end of ends.reverse()) await end();
    removeEmbeddedPostgres(primaryFolder);
    rmSync(folder, { recursive: true, force: true });
  }
}

export interface Seen {
  answers: number;
  wrong: number;
  refused: number;
  /** ms */
  waits: number[];
}

/** Asks a web process without nodes and one with nodes the same question after the other until it is over. */
export async function keepComparing(
  { alone, symbols }: SearchCluster,
  {
    sharded,
    random,
    seen,
    isOver,
  }: { sharded: () => Portal; random: () => number; seen: Seen; isOver(): boolean },
): Promise<void> {
  // A token is that of a person, whichever process is asked.
  const { token } = await signInByToken(alone.address, 'demo_lab');
  while (!isOver()) {
    const question = makeQuestion(symbols, random);
    const expected = await ask({ address: alone.address, token }, question);
    if (expected.isRefused) throw new Error(`${question.path}: ${expected.text}`);
    const begun = performance.now();
    const given = await ask({ address: sharded().address, token }, question);
    seen.waits.push(performance.now() - begun);
    seen.answers += 1;
    if (given.isRefused) seen.refused += 1;
    else if (given.text !== expected.text) {
      console.log(
        `  wrong: ${question.path} ${JSON.stringify(question.body).slice(0, 200)}: ${given.text.slice(0, 200)}`,
      );
      seen.wrong += 1;
    }
  }
}

/** Answers, waits above the bar, and errors, in words. */
export function describeSeen(seen: Seen, barMs: number): string {
  const waits = seen.waits.toSorted((a, b) => b - a).map((ms) => ms / 1000);
  const late = waits.filter((seconds) => seconds > barMs / 1000).length;
  const p95 = waits[Math.floor(waits.length / 20)];
  return `${seen.answers} answers, ${seen.wrong} wrong, ${seen.refused} refused; ${late} waits above ${barMs / 1000} s, the longest ${waits[0]?.toFixed(1)} s, p95 ${p95?.toFixed(2)} s`;
}
