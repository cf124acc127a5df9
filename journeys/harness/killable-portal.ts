/** A portal whose parts are killed or stopped while it works, and callers that retry until they get a response. */
import { spawnSync } from 'node:child_process';
import { existsSync } from 'node:fs';
import path from 'node:path';
import { type Database, openDatabase, sql } from '@omicon/server/base/postgres/database.ts';
import { embeddedUrl } from '@omicon/server/base/postgres/embedded-postgres.ts';
import { REPOSITORY } from '@omicon/server/config.ts';
import { openMailServer } from '@omicon/server/test-support/mail-server.ts';
import { type Portal, readText, signInByToken, until } from './portal.ts';
import { startPortal } from './start-portal.ts';

/** Ways in which a part of the product ends during its work. */
export const ENDS = {
  server: 'the server killed',
  worker: 'the worker killed',
  database: 'the database killed',
  stop: 'the server stopped by a signal',
} as const;
export type End = keyof typeof ENDS;

export interface CallOptions {
  method?: 'POST' | 'PUT';
  /** sent as JSON; bytes as they are */
  body?: unknown;
  /** idempotency key: a repeated create takes effect once */
  key?: string;
}

export interface KillablePortal {
  /** the current portal: a new process after each kill of the server */
  portal(): Portal;
  end(what: End): Promise<void>;
  /** seconds until a killed or stopped server was ready again, one entry per time */
  readonly secondsAway: readonly number[];
  /** seconds that the server took to stop after a signal, one entry per time */
  readonly secondsToStop: readonly number[];
  /** statuses from 500 on of refused calls */
  readonly refusals: ReadonlySet<number>;
  /** mails received by its mail server, in order of arrival; the mail server is never killed */
  readonly mails: readonly string[];
  databaseFolder(): string;
  databasePid(): number;
  /** repeats a call of a laboratory member until the product answers */
  ask(path: string, options?: CallOptions): Promise<Response>;
  /** queries the database directly */
  inDatabase<T>(read: (db: Database) => Promise<T>): Promise<T>;
  /** runs the consistency check, as an operator does */
  verify(): unknown;
  remove(): Promise<void>;
}

export async function openKillablePortal(): Promise<KillablePortal> {
  const mailServer = await openMailServer();
  const options = { args: ['--empty'], env: { SMTP_URL: mailServer.url } };
  let portal = await startPortal(options);
  const { dataDir } = portal;
  const secondsAway: number[] = [];
  const secondsToStop: number[] = [];
  const refusals = new Set<number>();
  // Sessions survive kills.
  const { token } = await signInByToken(portal.address, 'demo_lab');

  function databaseFolder(): string {
    const location = path.join(dataDir, 'postgres-location.txt');
    return existsSync(location)
      ? path.join(readText(location).trim(), 'data')
      : path.join(dataDir, 'postgres');
  }

  function databasePid(): number {
    return Number(readText(path.join(databaseFolder(), 'postmaster.pid')).split('\n')[0]);
  }

  async function findWorker(): Promise<number | null> {
    const { stdout } = spawnSync('ps', ['-o', 'pid=,args=', '--ppid', String(portal.process.pid), '-ww'], {
      encoding: 'utf8',
    });
    const line = stdout.split('\n').find((candidate) => candidate.includes('server/worker.ts'));
    return line === undefined ? null : Number(line.trim().split(/\s+/)[0]);
  }

  async function send(path: string, { method, body, key }: CallOptions): Promise<Response> {
    const isBytes = body instanceof Uint8Array;
    return fetch(`${portal.address}${path}`, {
      method: method ?? (body === undefined ? 'GET' : 'POST'),
      headers: {
        authorization: `Token ${token}`,
        ...(body === undefined
          ? {}
          : { 'content-type': isBytes ? 'application/octet-stream' : 'application/json' }),
        ...(key === undefined ? {} : { 'idempotency-key': key }),
      },
      ...(body === undefined ? {} : { body: isBytes ? new Uint8Array(body) : JSON.stringify(body) }),
    });
  }

  async function ask(path: string, options: CallOptions = {}): Promise<Response> {
    let last: unknown = null;
    const answered = until(path, async () => {
      try {
        const answer = await send(path, options);
        if (answer.status < 500) return answer;
        refusals.add(answer.status);
        last = await answer.text();
      } catch (error) {
        // The product is down or restarting: retry.
        last = error;
      }
      return null;
    });
    return answered.catch((cause: unknown) => {
      throw new Error(`The last answer was ${last}. The product printed:\n${portal.output()}`, { cause });
    });
  }

  return {
    portal: () => portal,
    async end(what) {
      if (what === 'worker' || what === 'database') {
        // Wait for the replacement of a worker that has just been killed; otherwise the kill would hit nothing.
        process.kill(what === 'worker' ? await until('a worker', findWorker) : databasePid(), 'SIGKILL');
        return;
      }
      const stopped = performance.now();
      if (what === 'server') portal.process.kill('SIGKILL');
      else {
        const status = await portal.stop();
        secondsToStop.push((performance.now() - stopped) / 1000);
        if (status !== 0)
          throw new Error(`The product stopped with ${status} and printed:\n${portal.output()}`);
      }
      const started = performance.now();
      portal = await startPortal({ ...options, dataDir });
      secondsAway.push((performance.now() - started) / 1000);
    },
    secondsToStop,
    refusals,
    mails: mailServer.mails,
    secondsAway,
    databaseFolder,
    databasePid,
    ask,
    async inDatabase(read) {
      const { db, close } = openDatabase(embeddedUrl(dataDir), { connections: 1 });
      // A database that has just been killed may not be running again yet.
      const isBack = () => sql`select 1`.execute(db).catch(() => null);
      return until('the database', isBack)
        .then(() => read(db))
        .finally(close);
    },
    verify() {
      const { stdout, stderr } = spawnSync(
        process.execPath,
        [path.join(REPOSITORY, 'server/commands/verify.ts'), '--json', '--strict'],
        { env: { ...process.env, OMICON_DATA_DIR: dataDir }, encoding: 'utf8' },
      );
      if (stdout === '') throw new Error(`The check could not be made:\n${stderr}`);
      return JSON.parse(stdout);
    },
    async remove() {
      await portal.remove();
      await mailServer.close();
    },
  };
}
