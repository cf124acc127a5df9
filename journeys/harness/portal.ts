/** The product as its users start it: a separate process with its own data folder, on a free port. */
import { type ChildProcess, execFileSync, spawn } from 'node:child_process';
import { mkdtempSync, readFileSync, rmSync } from 'node:fs';
import { createServer } from 'node:net';
import os from 'node:os';
import path from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import { removeEmbeddedPostgres } from '@omicon/server/base/postgres/embedded-postgres.ts';
import { REPOSITORY } from '@omicon/server/config.ts';
import type { Page } from 'playwright-core';
import { PATIENCE_MS } from './timeouts.ts';

export const PASSWORD = 'journeys-password-1';

/** Real input, next to the repository or at OMICON_TEST_DATA. */
export const TEST_DATA = path.resolve(REPOSITORY, process.env.OMICON_TEST_DATA ?? '../shared/data');

export interface Portal {
  address: string;
  dataDir: string;
  /** address, of the first of several web processes */
  process: ChildProcess;
  /** environment for commands on the same installation */
  settings: Record<string, string>;
  /** the stored bytes of an object */
  readObject(storageKey: string): Promise<Buffer>;
  /** all output of the product */
  output(): string;
  /** sends SIGTERM and waits for the exit */
  stop(): Promise<number | null>;
  /** starts again with the same data */
  restart(): Promise<Portal>;
  /** stops and deletes all data */
  remove(): Promise<void>;
}

export async function freePort(): Promise<number> {
  return new Promise((resolve, reject) => {
    const server = createServer();
    server.once('error', reject);
    server.listen(0, 'localhost', () => {
      const address = server.address();
      server.close(() =>
        address && typeof address === 'object' ? resolve(address.port) : reject(new Error('No free port.')),
      );
    });
  });
}

async function isReady(address: string): Promise<boolean> {
  return fetch(`${address}/readyz`).then(
    (answer) => answer.ok,
    () => false,
  );
}

async function waitUntilReady(address: string, child: ChildProcess, output: () => string): Promise<void> {
  for (let waited = 0; waited < 120_000; waited += 100) {
    if (child.exitCode !== null) throw new Error(`The product ended at once:\n${output()}`);
    if (await isReady(address)) return;
    await sleep(100);
  }
  throw new Error(`The product was not ready within two minutes:\n${output()}`);
}

function ended(child: ChildProcess): Promise<number | null> {
  if (child.exitCode !== null || child.signalCode !== null) return Promise.resolve(child.exitCode);
  return new Promise((resolve) => child.once('exit', (code) => resolve(code)));
}

export interface StartOptions {
  args: string[];
  env?: Record<string, string>;
  dataDir?: string;
  /** folder of another version; this repository by default */
  program?: string;
}

/** A process of `server/main.ts`, with its output. */
export function startProcess(args: string[], env: Record<string, string>, program = REPOSITORY) {
  const child = spawn(
    process.execPath,
    ['--disable-warning=ExperimentalWarning', path.join(program, 'server/main.ts'), ...args],
    {
      cwd: program,
      // In a journey, one person writes within seconds what people write in days.
      env: { ...process.env, NODE_ENV: 'test', LOG_LEVEL: 'warn', OMICON_COMMENTS_A_MINUTE: '0', ...env },
      stdio: ['ignore', 'pipe', 'pipe'],
    },
  );
  let printed = '';
  const keep = (chunk: Buffer) => {
    printed += chunk.toString();
  };
  child.stdout.on('data', keep);
  child.stderr.on('data', keep);
  return {
    process: child as ChildProcess,
    output: () => printed,
    async stop() {
      child.kill('SIGTERM');
      return ended(child);
    },
  };
}

/** Starts `server/main.ts` and resolves when it is ready. */
export async function startSingle({
  args,
  env = {},
  dataDir = mkdtempSync(path.join(os.tmpdir(), 'omicon-journey-')),
  program = REPOSITORY,
}: StartOptions): Promise<Portal> {
  const port = await freePort();
  const address = `http://localhost:${port}`;
  const settings = {
    PORT: String(port),
    OMICON_DATA_DIR: dataDir,
    OMICON_DEMO_PASSWORD: PASSWORD,
    ...env,
  };
  const started = startProcess(args, settings, program);
  await waitUntilReady(address, started.process, started.output);
  return {
    ...started,
    address,
    dataDir,
    settings: { OMICON_DATA_DIR: dataDir },
    readObject: async (key) =>
      readFileSync(path.join(dataDir, 'objects', key.slice(0, 2), key.slice(2, 4), key)),
    async restart() {
      await started.stop();
      return startSingle({ args: [], env, dataDir, program });
    },
    async remove() {
      await started.stop();
      removeEmbeddedPostgres(dataDir);
      rmSync(dataDir, { recursive: true, force: true });
    },
  };
}

/** Imports a folder with the command while the product runs. */
export function takeIn({ settings }: Portal, folder: string, ...options: string[]): void {
  execFileSync(process.execPath, [path.join(REPOSITORY, 'server/commands/import.ts'), folder, ...options], {
    env: { ...process.env, ...settings, LOG_LEVEL: 'warn' },
    stdio: 'pipe',
  });
}

export interface Caller {
  get(path: string): Promise<Response>;
  send(method: 'POST' | 'PUT' | 'DELETE', path: string, body?: unknown): Promise<Response>;
  token: string;
}

/** A script that signs in with a token. */
export async function signInByToken(address: string, username: string): Promise<Caller> {
  const answer = await fetch(`${address}/api/user-login`, {
    method: 'POST',
    headers: { 'content-type': 'application/json' },
    body: JSON.stringify({ username, password: PASSWORD }),
  });
  if (!answer.ok) throw new Error(`Sign-in failed: ${await answer.text()}`);
  const { token } = (await answer.json()) as { token: string };
  const headers = { authorization: `Token ${token}`, 'content-type': 'application/json' };
  return {
    token,
    get: (path) => fetch(`${address}${path}`, { headers: { authorization: headers.authorization } }),
    send: (method, path, body) =>
      fetch(`${address}${path}`, {
        method,
        ...(body === undefined
          ? { headers: { authorization: headers.authorization } }
          : { headers, body: JSON.stringify(body) }),
      }),
  };
}

/** Processes of one installation: their command line or environment names its data folder. */
export function listProcesses(marks: readonly string[]): number[] {
  const lines = execFileSync('ps', ['axeww', '-o', 'pid,args'], { encoding: 'utf8' }).split('\n');
  return lines
    .filter((line) => marks.some((mark) => line.includes(mark)) && !line.includes('ps axeww'))
    .map((line) => Number(line.trim().split(/\s+/)[0]));
}

/** Polls until the result is not null. */
export async function until<T>(
  what: string,
  ask: () => Promise<T | null>,
  timeoutMs = PATIENCE_MS,
): Promise<T> {
  for (let waited = 0; waited < timeoutMs; waited += 200) {
    const answer = await ask();
    if (answer !== null) return answer;
    await sleep(200);
  }
  throw new Error(`Timed out waiting for ${what}.`);
}

export function readText(file: string): string {
  return readFileSync(file, 'utf8');
}

/** Accepts the terms, which everybody sees at the first sign-in. */
export async function acceptTerms(page: Page): Promise<void> {
  const modal = page.getByRole('dialog', { name: 'Terms Of Service', exact: true });
  await modal.getByRole('button', { name: 'Accept', exact: true }).click();
  await modal.waitFor({ state: 'hidden' });
}

/** Number of analyses in the demo laboratory, which are created last. */
const ANALYSES_OF_DEMO = 4;

/** Waits until the demo laboratory is complete. */
export async function untilDemo(person: Caller, timeoutMs?: number): Promise<void> {
  const ask = async () => {
    const answer = await person.get('/api/analyses/');
    return ((await answer.json()) as { total: number }).total === ANALYSES_OF_DEMO ? true : null;
  };
  await until('the demo laboratory', ask, timeoutMs);
}
