/** A search node with the embedded database of its shard, as a process of its own. */
import { mkdirSync } from 'node:fs';
import { removeEmbeddedPostgres } from '@omicon/server/base/postgres/embedded-postgres.ts';
import { freePort, startProcess, until } from './portal.ts';

/** A copy of a small corpus takes half a minute, and longer beside searches. */
const COPIED_MS = 240_000;

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
}

export async function startSearchNode({
  env: given,
  folder,
  shard,
  of,
}: SearchNodeOptions): Promise<SearchNode> {
  mkdirSync(folder, { recursive: true });
  const port = await freePort();
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

/** Stops the node and removes its database. */
export async function removeSearchNode({ running, folder }: SearchNode): Promise<void> {
  await running.stop();
  removeEmbeddedPostgres(folder);
}
