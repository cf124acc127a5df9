/** A primary with the corpus, web processes with and without search nodes, and nodes with a shard each. */
import path from 'node:path';
import { ascending, quantile } from '../../bench/report/figures.ts';
import { runCommand } from '../../journeys/harness/commands.ts';
import { CORPUS } from '../../journeys/harness/corpus-files.ts';
import { PASSWORD, type Portal, signInByToken, startSingle } from '../../journeys/harness/portal.ts';
import { removeSearchNode, type SearchNode, startSearchNode } from '../../journeys/harness/search-node.ts';
import { withFolder } from '../../journeys/harness/temporary-folder.ts';
import { openServices } from '../../server/base/open-services.ts';
import {
  removeEmbeddedPostgres,
  startEmbeddedPostgres,
} from '../../server/base/postgres/embedded-postgres.ts';
import { readConfig } from '../../server/config.ts';
import { makeDemoAccounts } from '../../server/demo/accounts.ts';

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
  await runCommand('import', [CORPUS], portal.settings);
  await runCommand('search-index', ['--slots', '8'], portal.settings);
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
export function withSearchCluster(run: (cluster: SearchCluster) => Promise<void>): Promise<void> {
  return withFolder((folder) => runInFolder(folder, run));
}

async function runInFolder(folder: string, run: (cluster: SearchCluster) => Promise<void>): Promise<void> {
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

/** Answers, waits over the target, and errors, in words. */
export function describeSeen(seen: Seen, targetMs: number): string {
  const waits = ascending(seen.waits);
  const late = waits.filter((ms) => ms > targetMs).length;
  const seconds = (share: number, digits: number) => (quantile(waits, share) / 1000).toFixed(digits);
  return `${seen.answers} responses, ${seen.wrong} wrong, ${seen.refused} refused; ${late} waits over ${targetMs / 1000} s, longest ${seconds(1, 1)} s, p95 ${seconds(0.95, 2)} s`;
}
