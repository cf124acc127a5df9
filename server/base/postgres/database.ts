/** The connection to Postgres: one pool per process, typed by the tables of `database/tables.ts`. */
import { Kysely, PostgresDialect, sql, type Transaction } from 'kysely';
import pg from 'pg';
import type { Tables } from '../../database/tables.ts';

// Counts and sizes fit a double up to 9e15; dates stay text so that nothing is shifted by a zone.
pg.types.setTypeParser(pg.types.builtins.INT8, Number);
pg.types.setTypeParser(pg.types.builtins.DATE, (value) => value);

export type Database = Kysely<Tables>;
export type Tx = Transaction<Tables>;
/** Database or transaction: statements run in both. */
export type Db = Database | Tx;

export interface OpenDatabase {
  db: Database;
  pool: pg.Pool;
  close(): Promise<void>;
}

export interface DatabaseOptions {
  connections: number;
  /** application_name of the connections of this process */
  name?: string;
  /** timeouts of locks and statements for requests; jobs have none */
  limits?: { lockMs: number; statementMs: number };
}

/** A request waiting for a locked row gets 503 within three seconds; statements of requests have a timeout. */
export const REQUEST_LIMITS = { lockMs: 2500, statementMs: 20_000 };

const MARK = '/* prepared */';

/**
 * Marks a frequent statement as prepared: after a few runs Postgres caches its plan per connection, as planning a small
 * statement takes longer than running it. Only for statements whose best plan does not depend on their values.
 */
export const PREPARED = sql.raw(MARK);

/** Clients choose order and page size, so there are many texts; a connection caches only the first ones. */
const MAX_PREPARED = 200;

/** Postgres caches plans only of named statements; kysely sets no names. */
const names = new Map<string, string>();

function nameOf(text: string): string | undefined {
  if (!names.has(text) && names.size < MAX_PREPARED) names.set(text, `prepared_${names.size}`);
  return names.get(text);
}

function prepareMarked(client: pg.PoolClient): void {
  const query = client.query.bind(client) as (...asked: unknown[]) => unknown;
  function queryPrepared(text: unknown, values: unknown, ...others: unknown[]): unknown {
    const name = typeof text === 'string' && text.startsWith(MARK) ? nameOf(text) : undefined;
    return name === undefined ? query(text, values, ...others) : query({ name, text, values }, ...others);
  }
  client.query = queryPrepared as typeof client.query;
}

/** A pool of connections, with Kysely on top. Broken idle connections are replaced at the next query. */
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
  pool.on('connect', (client) => {
    client.on('error', () => undefined);
    prepareMarked(client);
  });
  const db = new Kysely<Tables>({ dialect: new PostgresDialect({ pool }) });
  return { db, pool, close: () => db.destroy() };
}

/** A plain connection string of another database on the same server. */
export function withDatabaseName(url: string, name: string): string {
  const parsed = new URL(url);
  parsed.pathname = `/${name}`;
  return parsed.toString();
}

/** The time of the transaction by the database clock, which all rows use, rather than the clock of this process. */
export const DATABASE_NOW = sql<Date>`now()`;

export { sql };
