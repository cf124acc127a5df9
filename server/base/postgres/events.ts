/** Signals between processes over LISTEN/NOTIFY: "topic changed". The data stay in the tables. */
import pg from 'pg';
import { type Db, sql } from './database.ts';

const CHANNEL = 'omicon';
/** Timeout of a connection attempt, after which it is retried. */
const ANSWER_MS = 5000;
const PAUSE_MS = 500;

/** Sent when the transaction commits, never before. Signals carry ids, not contents. */
export async function notifyTopic(db: Db, topic: string): Promise<void> {
  await sql`select pg_notify(${CHANNEL}, ${topic})`.execute(db);
}

/** As `notifyTopic`, for many topics in one statement. */
export async function notifyTopics(db: Db, topics: readonly string[]): Promise<void> {
  await sql`select pg_notify(${CHANNEL}, topic) from unnest(${topics}::text[]) topic`.execute(db);
}

export interface EventHub {
  on(topic: string, listener: () => void): () => void;
  close(): Promise<void>;
}

/** One listening connection per process; it reconnects by itself. */
export async function openEventHub(databaseUrl: string): Promise<EventHub> {
  const listeners = new Map<string, Set<() => void>>();
  let client: pg.Client | null = null;
  let isClosed = false;

  async function listen(): Promise<void> {
    const fresh = new pg.Client({
      connectionString: databaseUrl,
      connectionTimeoutMillis: ANSWER_MS,
      query_timeout: ANSWER_MS,
    });
    fresh.on('error', () => undefined);
    fresh.on('notification', ({ payload }) => {
      for (const listener of listeners.get(payload ?? '') ?? []) listener();
    });
    try {
      await fresh.connect();
      await fresh.query(`listen ${CHANNEL}`);
    } catch (error) {
      // A half-open connection must not keep listening beside the next one.
      void fresh.end().catch(() => undefined);
      throw error;
    }
    if (isClosed) return fresh.end();
    fresh.on('end', comeBack);
    client = fresh;
    // Signals sent while disconnected are lost, so all listeners are told to reload.
    for (const set of listeners.values()) for (const listener of set) listener();
  }

  function comeBack(): void {
    if (!isClosed) setTimeout(() => listen().catch(comeBack), PAUSE_MS);
  }

  await listen();
  return {
    on(topic, listener) {
      const set = listeners.get(topic) ?? new Set();
      listeners.set(topic, set.add(listener));
      return () => {
        set.delete(listener);
        if (set.size === 0) listeners.delete(topic);
      };
    },
    async close() {
      isClosed = true;
      await client?.end();
    },
  };
}
