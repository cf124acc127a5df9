/** The connection to Postgres: one pool per process, typed by the tables of `database/tables.ts`. */
import { Kysely, PostgresDialect, sql, type Transaction } from 'kysely';
import pg from 'pg';
import type { Tables } from '../database/tables.ts';

// Counts and sizes fit a double up to 9e15; dates stay text so that nothing is shifted by a zone.
pg.types.setTypeParser(pg.types.builtins.INT8, Number);
pg.types.setTypeParser(pg.types.builtins.DATE, (value) => value);

export type Database = Kysely<Tables>;
export type Tx = Transaction<Tables>;
/** Either of both: statements run alone or inside a transaction. */
export type Db = Database | Tx;

export interface OpenDatabase {
  db: Database;
  pool: pg.Pool;
  close(): Promise<void>;
}

export interface DatabaseOptions {
  connections: number;
  /** by which Postgres lists the connections of this process */
  name?: string;
  /** for requests: nothing waits longer for a lock, nothing runs longer. Jobs have no such limit. */
  limits?: { lockMs: number; statementMs: number };
}

/** A request that waits on a locked row answers 503 within three seconds; no statement of a request runs on for long. */
export const REQUEST_LIMITS = { lockMs: 2500, statementMs: 20_000 };

export function openDatabase(url: string, options: DatabaseOptions): OpenDatabase {
  const pool = new pg.Pool({
    connectionString: url,
    max: options.connections,
    connectionTimeoutMillis: 2500,
    idleTimeoutMillis: 30_000,
    application_name: options.name ?? 'omicon',
    statement_timeout: options.limits?.statementMs ?? 0,
    lock_timeout: options.limits?.lockMs ?? 0,
  });
  // An idle connection that breaks (database restarted) must not end the process; the next query reconnects.
  pool.on('error', () => undefined);
  pool.on('connect', (client) => client.on('error', () => undefined));
  const db = new Kysely<Tables>({ dialect: new PostgresDialect({ pool }) });
  return { db, pool, close: () => db.destroy() };
}

/** A plain connection string of another database on the same server. */
export function withDatabaseName(url: string, name: string): string {
  const parsed = new URL(url);
  parsed.pathname = `/${name}`;
  return parsed.toString();
}

/** The time of the running transaction by the one clock that judges rows, whatever the clock of this process says. */
export const DATABASE_NOW = sql<Date>`now()`;

export { sql };
