/** The complete product for a benchmark: a durable database, separate web process and worker, one member. */
import { randomUUID } from 'node:crypto';
import { mkdtempSync, readFileSync, rmSync } from 'node:fs';
import os from 'node:os';
import path from 'node:path';
import { type OpenServices, openServices } from '@omicon/server/base/open-services.ts';
import {
  removeEmbeddedPostgres,
  startEmbeddedPostgres,
} from '@omicon/server/base/postgres/embedded-postgres.ts';
import { createSession } from '@omicon/server/base/sign-in/sessions.ts';
import { readConfig } from '@omicon/server/config.ts';
import { startSingle } from './portal.ts';

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
  close(): Promise<void>;
}

function memoryOf(pid: number) {
  const status = readFileSync(`/proc/${pid}/status`, 'utf8');
  const read = (name: string) => Number(new RegExp(`${name}:\\s+(\\d+) kB`).exec(status)?.[1]) / 1024;
  return { nowMiB: read('VmRSS'), peakMiB: read('VmHWM') };
}

async function makeMember({ db }: OpenServices): Promise<string> {
  const person = await db
    .insertInto('person')
    .values({ role: 'LAB', username: `bench_${randomUUID()}`, verified_at: new Date() })
    .returning(['id', 'expires_at'])
    .executeTakeFirstOrThrow();
  return createSession(db, person, 'header');
}

/** Starts `server/main.ts` on a database that the benchmark fills; a given folder is kept. */
export async function openProduct(keptFolder?: string): Promise<Product> {
  const folder = keptFolder ?? mkdtempSync(path.join(os.tmpdir(), 'omicon-bench-'));
  const postgres = await startEmbeddedPostgres(folder, { isDurable: true });
  const portal = await startSingle({
    args: ['--empty'],
    dataDir: folder,
    // Searches are timed until their result, never until they move to the background.
    env: { DATABASE_URL: postgres.url, LOG_LEVEL: 'error', OMICON_SEARCH_WAIT_MS: '60000' },
  }).catch(async (error: unknown) => {
    await postgres.stop();
    throw error;
  });
  const config = readConfig({ OMICON_DATA_DIR: folder, LOG_LEVEL: 'silent' });
  const opened = await openServices(config, postgres.url, { connections: 4 });
  // Signs in at the first call: filling the product may take longer than a session lasts.
  let member: Promise<string> | null = null;
  const pid = portal.process.pid ?? 0;
  async function ask(address: string, { method, body }: { method?: string; body?: string }) {
    member ??= makeMember(opened);
    const token = await member;
    const started = performance.now();
    const answer = await fetch(`${portal.address}${address}`, {
      method: method ?? 'GET',
      headers: {
        authorization: `Token ${token}`,
        ...(body === undefined ? {} : { 'content-type': 'application/json' }),
      },
      ...(body === undefined ? {} : { body }),
    });
    const text = await answer.text();
    if (!answer.ok) throw new Error(`${address} returned ${answer.status}: ${text}`);
    return { ms: performance.now() - started, text };
  }
  return {
    opened,
    address: portal.address,
    dataDir: folder,
    settings: { OMICON_DATA_DIR: folder, DATABASE_URL: postgres.url },
    pid,
    isRunning: () => portal.process.exitCode === null && portal.process.signalCode === null,
    memory: () => memoryOf(pid),
    forgetPeak: () => process.getBuiltinModule('node:fs').writeFileSync(`/proc/${pid}/clear_refs`, '5'),
    post: (address, body) => ask(address, { method: 'POST', body: JSON.stringify(body) }),
    get: (address) => ask(address, {}),
    async close() {
      await opened.close();
      await portal.stop();
      await postgres.stop();
      if (keptFolder !== undefined) return;
      removeEmbeddedPostgres(folder);
      rmSync(folder, { recursive: true, force: true });
    },
  };
}

/** p50 and p95, such as `12.3 / 45.6 ms`. */
export function describeTimes(times: readonly number[]): string {
  const sorted = times.toSorted((a, b) => a - b);
  const at = (share: number) => sorted[Math.min(sorted.length - 1, Math.floor(share * sorted.length))];
  return `${at(0.5)?.toFixed(1)} / ${at(0.95)?.toFixed(1)} ms`;
}

export async function repeat(tries: number, run: (number: number) => Promise<number>): Promise<number[]> {
  const times: number[] = [];
  for (let number = 0; number < tries; number += 1) times.push(await run(number));
  return times;
}

/** Processor, cores, memory and Node version, printed with all figures. */
export function describeMachine(): string {
  return `${os.cpus()[0]?.model ?? 'unknown processor'}, ${os.cpus().length} cores, ${Math.round(os.totalmem() / 1024 ** 3)} GiB, Node ${process.version}`;
}
