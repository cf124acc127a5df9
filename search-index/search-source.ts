/** Where a search thread reads: the primary database, or a replica while it is as new as the primary. */
import pg from 'pg';
import { type Engine, readVersion, Searcher } from './match/find-matches.ts';
import type { ReadObjects } from './read/kme-segments.ts';

/** Whether a replica is read; `behind` and `unreachable`: the primary is read instead. */
export type ReplicaState = 'read' | 'behind' | 'unreachable';

export interface SourceOptions {
  databaseUrl: string;
  /** null for none */
  replicaUrl: string | null;
  readObjects: ReadObjects;
  /** called when it changes */
  onReplica(state: ReplicaState): void;
}

/** A replica that has fallen behind gets so long to catch up. */
const CATCH_UP_MS = 2000;
const BETWEEN_LOOKS_MS = 25;
/** A replica that failed is left alone for so long. */
const REST_MS = 10_000;
/**
 * A replica that has not answered by then is given up, as it may be frozen; the widest search takes a second or two.
 */
const MOST_MS = 20_000;

interface Connection {
  client: pg.Client;
  searcher: Searcher;
}

class ReplicaSilent extends Error {}

/** @throws ReplicaSilent after the time */
async function within<T>(ms: number, work: Promise<T>): Promise<T> {
  const { promise, reject } = Promise.withResolvers<never>();
  const timer = setTimeout(() => reject(new ReplicaSilent('The replica did not answer.')), ms);
  try {
    return await Promise.race([work, promise]);
  } finally {
    clearTimeout(timer);
    // It may still fail when nobody waits for it.
    work.catch(() => undefined);
  }
}

/** One connection to each database, opened by the first request that needs it, and again after a failure. */
export class SearchSource {
  private readonly options: SourceOptions;
  private primary: Connection | null = null;
  private replica: Connection | null = null;
  private state: ReplicaState = 'read';
  private restsUntil = 0;

  constructor(options: SourceOptions) {
    this.options = options;
  }

  private async connect(connectionString: string, onEnd: () => void): Promise<Connection> {
    const client = new pg.Client({
      connectionString,
      application_name: 'omicon search',
      connectionTimeoutMillis: 2500,
      statement_timeout: 60_000,
    });
    client.on('error', onEnd);
    client.on('end', onEnd);
    await client.connect();
    return { client, searcher: new Searcher(client, this.options.readObjects) };
  }

  private async openPrimary(): Promise<Connection> {
    this.primary ??= await this.connect(this.options.databaseUrl, () => {
      this.primary = null;
    });
    return this.primary;
  }

  private tell(state: ReplicaState): void {
    if (state !== this.state) this.options.onReplica(state);
    this.state = state;
  }

  /** Leaves the replica alone for a while: the next requests go to the primary. */
  private failReplica(): void {
    const failed = this.replica;
    this.replica = null;
    this.restsUntil = performance.now() + REST_MS;
    this.tell('unreachable');
    // A frozen one does not answer this either.
    failed?.client.end().catch(() => undefined);
  }

  /** The replica once it is as new as the primary; null if it is not in time. */
  private async openReplica(url: string, version: number): Promise<Connection | null> {
    if (performance.now() < this.restsUntil) return null;
    try {
      this.replica ??= await this.connect(url, () => {
        this.replica = null;
      });
      const { replica } = this;
      // Do not wait again for a replica that is known to be behind.
      const until = performance.now() + (this.state === 'behind' ? 0 : CATCH_UP_MS);
      while ((await within(CATCH_UP_MS, readVersion(replica.client))) < version) {
        if (performance.now() >= until) {
          this.tell('behind');
          return null;
        }
        await new Promise((resolve) => setTimeout(resolve, BETWEEN_LOOKS_MS));
      }
      this.tell('read');
      return replica;
    } catch {
      this.failReplica();
      return null;
    }
  }

  async answerFromPrimary<T>(ask: (engine: Engine) => Promise<T>): Promise<T> {
    const primary = await this.openPrimary();
    return ask(await primary.searcher.open());
  }

  /**
   * Answers from a replica that is as new as the primary is now, else from the primary; from the primary too if the
   * replica fails meanwhile.
   * @param isFinal whether an error is the answer
   */
  async answer<T>(ask: (engine: Engine) => Promise<T>, isFinal: (error: unknown) => boolean): Promise<T> {
    const primary = await this.openPrimary();
    const { replicaUrl } = this.options;
    const replica =
      replicaUrl === null ? null : await this.openReplica(replicaUrl, await readVersion(primary.client));
    if (replica === null) return ask(await primary.searcher.open());
    try {
      return await within(MOST_MS, replica.searcher.open().then(ask));
    } catch (error) {
      if (isFinal(error)) throw error;
      this.failReplica();
      return ask(await primary.searcher.open());
    }
  }
}
