/** A streaming replica of an embedded Postgres, made from a copy of its stopped data folder. */
import {
  appendFileSync,
  cpSync,
  existsSync,
  mkdtempSync,
  readFileSync,
  rmSync,
  writeFileSync,
} from 'node:fs';
import os from 'node:os';
import path from 'node:path';
import {
  copyEmbeddedPostgres,
  type EmbeddedPostgres,
  type PostgresOptions,
  removeEmbeddedPostgres,
  startEmbeddedPostgres,
} from '../base/postgres/embedded-postgres.ts';

export interface Replica {
  primary: EmbeddedPostgres;
  replica: EmbeddedPostgres;
  /** kills a server without warning, and starts it again */
  kill(which: 'primary' | 'replica'): Promise<void>;
  /** restarts the replica, which then applies each change so many seconds after it was committed */
  delay(seconds: number): Promise<void>;
  close(): Promise<void>;
}

/** The data folder of a copied cluster: root's is elsewhere. */
function dataOf(folder: string): string {
  const note = path.join(folder, 'postgres-location.txt');
  return existsSync(note)
    ? path.join(readFileSync(note, 'utf8').trim(), 'data')
    : path.join(folder, 'postgres');
}

async function killServer(server: EmbeddedPostgres): Promise<void> {
  const { promise, resolve } = Promise.withResolvers<void>();
  server.onUnexpectedExit(resolve);
  const pid = server.pid();
  if (pid === undefined) throw new Error('The server has no process.');
  process.kill(pid, 'SIGKILL');
  await promise;
}

/** Starts both servers. @param prepare fills the primary before it is copied */
export async function startWithReplica(
  prepare: (url: string) => Promise<void>,
  options: PostgresOptions = { isDurable: false },
): Promise<Replica> {
  const [folder, copy] = ['primary', 'replica'].map((name) =>
    mkdtempSync(path.join(os.tmpdir(), `omicon-${name}-`)),
  ) as [string, string];
  const first = await startEmbeddedPostgres(folder, options);
  await prepare(first.url);
  await first.stop();
  copyEmbeddedPostgres(folder, copy);
  const data = dataOf(copy);
  if (!existsSync(data)) cpSync(dataOf(folder), data, { recursive: true });
  let primary = await startEmbeddedPostgres(folder, options);
  const { searchParams, username } = new URL(primary.url);
  writeFileSync(path.join(data, 'standby.signal'), '');
  const settings = path.join(data, 'postgresql.auto.conf');
  appendFileSync(settings, `primary_conninfo = 'host=${searchParams.get('host')} user=${username}'\n`);
  let replica = await startEmbeddedPostgres(copy, options);
  return {
    get primary() {
      return primary;
    },
    get replica() {
      return replica;
    },
    async kill(which) {
      await killServer(which === 'primary' ? primary : replica);
      if (which === 'primary') primary = await startEmbeddedPostgres(folder, options);
      else replica = await startEmbeddedPostgres(copy, options);
    },
    async delay(seconds) {
      await replica.stop();
      appendFileSync(settings, `recovery_min_apply_delay = '${seconds}s'\n`);
      replica = await startEmbeddedPostgres(copy, options);
    },
    async close() {
      await replica.stop();
      await primary.stop();
      for (const each of [folder, copy]) {
        removeEmbeddedPostgres(each);
        rmSync(each, { recursive: true, force: true });
      }
    },
  };
}
