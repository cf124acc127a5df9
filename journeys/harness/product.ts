/** The complete product for a benchmark: a durable database, separate web process and worker, one member. */
import { writeFileSync } from 'node:fs';
import type { OpenServices } from '@omicon/server/base/open-services.ts';
import { makeMember } from './members.ts';
import { startSingle } from './portal.ts';
import { memoryOf } from './processes.ts';
import { withServices } from './services.ts';
import { withFolder } from './temporary-folder.ts';

export interface Product {
  opened: OpenServices;
  address: string;
  dataDir: string;
  /** settings for commands on the same installation */
  settings: Record<string, string>;
  /** of the web process */
  pid: number;
  /** whether the started web process still runs */
  isRunning(): boolean;
  /** resident memory of the web process in MiB: now, and the most since `forgetPeak` */
  memory(): { nowMiB: number; peakMiB: number };
  forgetPeak(): void;
  /** body of the reply and the time until it was read, in ms; throws for error replies */
  post(path: string, body: unknown): Promise<{ ms: number; text: string }>;
  get(path: string): Promise<{ ms: number; text: string }>;
}

/** Sends calls of one member, who signs in at the first: filling the product may take longer than a session lasts. */
function makeAsk({ db }: OpenServices, address: string) {
  let member: ReturnType<typeof makeMember> | null = null;
  return async (at: string, body?: unknown) => {
    member ??= makeMember(db);
    const { token } = await member;
    const started = performance.now();
    const answer = await fetch(`${address}${at}`, {
      method: body === undefined ? 'GET' : 'POST',
      headers: { authorization: `Token ${token}`, 'content-type': 'application/json' },
      body: JSON.stringify(body) ?? null,
    });
    const text = await answer.text();
    if (!answer.ok) throw new Error(`${at} returned ${answer.status}: ${text}`);
    return { ms: performance.now() - started, text };
  };
}

/** Runs on `server/main.ts` with a new database, or on that of a given folder, which is kept. */
export async function withProduct(
  run: (product: Product) => Promise<unknown>,
  folder?: string,
): Promise<void> {
  if (folder === undefined) return withFolder((own) => withProduct(run, own));
  await withServices(folder, async (opened, databaseUrl) => {
    const portal = await startSingle({
      args: ['--empty'],
      dataDir: folder,
      // Searches are timed until their result, never until they move to the background.
      env: { DATABASE_URL: databaseUrl, LOG_LEVEL: 'error', OMICON_SEARCH_WAIT_MS: '60000' },
    });
    const pid = portal.process.pid ?? 0;
    const ask = makeAsk(opened, portal.address);
    await run({
      opened,
      address: portal.address,
      dataDir: folder,
      settings: { OMICON_DATA_DIR: folder, DATABASE_URL: databaseUrl },
      pid,
      isRunning: () => portal.process.exitCode === null && portal.process.signalCode === null,
      memory: () => memoryOf(pid),
      forgetPeak: () => writeFileSync(`/proc/${pid}/clear_refs`, '5'),
      post: ask,
      get: (address) => ask(address),
    }).finally(portal.stop);
  });
}
