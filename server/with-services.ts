/** For commands: the services of this installation, with its embedded database started only when it is not running. */
import pg from 'pg';
import { grantNewPermissions } from './areas/accounts/grants.ts';
import { embeddedUrl, startEmbeddedPostgres } from './base/embedded-postgres.ts';
import { migrateJobs } from './base/jobs.ts';
import { migrate } from './base/migrate.ts';
import { type OpenServices, openServices } from './base/open-services.ts';
import { ConfigError, readConfig } from './config.ts';

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

interface Options {
  /** the schema is brought up to date before; a backup brings its own */
  migrates: boolean;
}

export async function withServices<T>(
  act: (opened: OpenServices) => Promise<T>,
  { migrates }: Options = { migrates: true },
): Promise<T> {
  let config: ReturnType<typeof readConfig>;
  try {
    config = readConfig(process.env);
  } catch (error) {
    if (!(error instanceof ConfigError)) throw error;
    console.error(error.message);
    process.exit(2);
  }
  const running = config.databaseUrl ?? embeddedUrl(config.dataDir);
  const postgres =
    config.databaseUrl === null && !(await answers(running))
      ? await startEmbeddedPostgres(config.dataDir, { isDurable: true })
      : null;
  try {
    const opened = await openServices(config, postgres?.url ?? running, { connections: 8 });
    try {
      if (migrates) {
        await migrate(opened.db);
        await migrateJobs(opened.pool);
        await grantNewPermissions(opened.db);
      }
      return await act(opened);
    } finally {
      await opened.close();
    }
  } finally {
    await postgres?.stop();
  }
}
