/** A search node with the embedded database of its shard, as a process of its own. */
import { existsSync, mkdirSync } from 'node:fs';
import path from 'node:path';
import { removeEmbeddedPostgres } from '@omicon/server/base/postgres/embedded-postgres.ts';
import { freePort, readText, startProcess, until } from './portal.ts';
import { TIMEOUT_FACTOR } from './timeouts.ts';

/** A copy of a small corpus takes half a minute, and longer beside searches. */
const COPIED_MS = 240_000 * TIMEOUT_FACTOR;

export interface SearchNode {
  address: string;
  folder: string;
  env: Record<string, string>;
  running: ReturnType<typeof startProcess>;
}

export interface SearchNodeOptions {
  /** of the primary, with the secret of the web processes that ask */
  env: { DATABASE_URL: string; OMICON_SEARCH_SECRET: string } & Record<string, string>;
  folder: string;
  /** counted from 0 */
  shard: number;
  of: number;
  /** default: a free one */
  port?: number;
}

export async function startSearchNode({
  env: given,
  folder,
  shard,
  of,
  port: givenPort,
}: SearchNodeOptions): Promise<SearchNode> {
  mkdirSync(folder, { recursive: true });
  const port = givenPort ?? (await freePort());
  const env = {
    ...given,
    OMICON_ROLE: 'search',
    OMICON_SEARCH_SHARD: `${shard + 1}/${of}`,
    OMICON_DATA_DIR: folder,
    OMICON_HOST: '127.0.0.1',
    PORT: String(port),
  };
  return { address: `http://127.0.0.1:${port}`, folder, env, running: startProcess([], env) };
}

/** Version of the corpus that a node has; null until it takes part in searches. */
async function versionOf({ address }: SearchNode): Promise<number | null> {
  try {
    const answer = await fetch(`${address}/healthz`, { signal: AbortSignal.timeout(1000) });
    return ((await answer.json()) as { version: number | null }).version;
  } catch {
    // Not there yet.
    return null;
  }
}

/** @throws Error with what the node printed if it has ended */
export async function untilReady(nodes: readonly SearchNode[], timeoutMs = COPIED_MS): Promise<void> {
  for (const node of nodes)
    await until(
      `a version of ${node.address}`,
      async () => {
        const { exitCode } = node.running.process;
        if (exitCode !== null) throw new Error(`The search node ended:\n${node.running.output()}`);
        return versionOf(node);
      },
      timeoutMs,
    );
}

/** Process of the node's database. */
function databasePidOf({ folder }: SearchNode): number {
  const note = path.join(folder, 'postgres-location.txt');
  const data = existsSync(note) ? path.join(readText(note).trim(), 'data') : path.join(folder, 'postgres');
  return Number(readText(path.join(data, 'postmaster.pid')).split('\n')[0]);
}

/** Kills a node, or its database, which ends the node, without warning, and starts the node again. */
export async function killSearchNode(node: SearchNode, what: 'node' | 'database'): Promise<void> {
  const { process: child } = node.running;
  if (what === 'node') child.kill('SIGKILL');
  else process.kill(databasePidOf(node), 'SIGKILL');
  await until('the end of a node', async () =>
    child.exitCode !== null || child.signalCode !== null ? true : null,
  );
  node.running = startProcess([], node.env);
}

/** Stops the node and removes its database. */
export async function removeSearchNode({ running, folder }: SearchNode): Promise<void> {
  await running.stop();
  removeEmbeddedPostgres(folder);
}
