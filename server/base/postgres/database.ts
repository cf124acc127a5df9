/** The connection to Postgres: one pool per process, typed by the tables of `database/tables.ts`. */
import { Kysely, PostgresDialect, sql, type Transaction } from 'kysely';
import pg from 'pg';
import type { Tables } from '../../database/tables.ts';

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

const MARK = '/* prepared */';

/**
 * Begins a statement that is asked again and again: Postgres plans it a few times and then keeps the plan with the
 * connection, as planning a small statement takes longer than its rows. For statements with the same best plan whatever
 * their values are.
 */
export const PREPARED = sql.raw(MARK);

/** A caller chooses order and page size and so among many texts; a connection keeps the plans of the first ones. */
const MOST_PREPARED = 200;

/** Postgres keeps plans of statements that have a name; kysely gives none. */
const names = new Map<string, string>();

function nameOf(text: string): string | undefined {
  if (!names.has(text) && names.size < MOST_PREPARED) names.set(text, `prepared_${names.size}`);
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

/** The time of the running transaction by the one clock that judges rows, whatever the clock of this process says. */
export const DATABASE_NOW = sql<Date>`now()`;

export { sql };
