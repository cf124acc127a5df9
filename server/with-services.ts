/** For commands: opens the services of this installation, starting its embedded database if it is not running. */
import pg from 'pg';
import { toPortalError } from './base/errors.ts';
import { type OpenServices, openServices } from './base/open-services.ts';
import {
  type EmbeddedPostgres,
  embeddedUrl,
  startEmbeddedPostgres,
} from './base/postgres/embedded-postgres.ts';
import { ConfigError, readConfig } from './config.ts';
import { prepareTables } from './prepare-tables.ts';

async function answers(url: string): Promise<boolean> {
  const client = new pg.Client({ connectionString: url, connectionTimeoutMillis: 2000 });
  try {
    await client.connect();
    await client.end();
    return true;
  } catch {
    // Not running; the caller starts it.
    return false;
  }
}

/** A database that was killed is back within seconds; each attempt waits some for the data folder. */
const ATTEMPTS = 5;

/**
 * The embedded database, started if nobody else has; null if it is running. While a product holds the folder and its
 * database is coming back, neither is possible.
 */
async function startUnlessRunning(dataDir: string): Promise<EmbeddedPostgres | null> {
  for (let attempt = 1; ; attempt += 1) {
    if (await answers(embeddedUrl(dataDir))) return null;
    try {
      return await startEmbeddedPostgres(dataDir, { isDurable: true });
    } catch (error) {
      if (!(error instanceof ConfigError) || attempt === ATTEMPTS) throw error;
    }
  }
}

interface Options {
  /** whether to migrate the schema first; a backup has its own */
  migrates: boolean;
}

type Act<T> = (opened: OpenServices) => Promise<T>;

async function run<T>(act: Act<T>, { migrates }: Options): Promise<T> {
  let config: ReturnType<typeof readConfig>;
  try {
    config = readConfig(process.env);
  } catch (error) {
    if (!(error instanceof ConfigError)) throw error;
    console.error(error.message);
    process.exit(2);
  }
  const running = config.databaseUrl ?? embeddedUrl(config.dataDir);
  const postgres = config.databaseUrl === null ? await startUnlessRunning(config.dataDir) : null;
  try {
    const databaseUrl = postgres?.url ?? running;
    const opened = await openServices(config, databaseUrl, { connections: 8, isBackground: true });
    try {
      if (migrates) await prepareTables(databaseUrl, (line) => console.error(line));
      return await act(opened);
    } finally {
      await opened.close();
    }
  } finally {
    await postgres?.stop();
  }
}

/** Errors that the operator can fix end the command with a message, without a stack trace. */
export async function withServices<T>(act: Act<T>, options: Options = { migrates: true }): Promise<T> {
  try {
    return await run(act, options);
  } catch (error) {
    const shown = toPortalError(error);
    if (shown.code === 'internal') throw error;
    const cause = shown === error ? shown.cause : error;
    console.error(shown.message, ...(cause instanceof Error ? [`(${cause.message})`] : []));
    process.exit(1);
  }
}
