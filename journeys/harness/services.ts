import { type OpenServices, openServices } from '@omicon/server/base/open-services.ts';
import { startEmbeddedPostgres } from '@omicon/server/base/postgres/embedded-postgres.ts';
import { readConfig } from '@omicon/server/config.ts';

/** Runs with the services of a durable embedded database in a folder, without a web process. */
export async function withServices<T>(
  folder: string,
  run: (opened: OpenServices, databaseUrl: string) => Promise<T>,
  connections = 4,
): Promise<T> {
  const postgres = await startEmbeddedPostgres(folder, { isDurable: true });
  try {
    const config = readConfig({ OMICON_DATA_DIR: folder, LOG_LEVEL: 'silent' });
    const opened = await openServices(config, postgres.url, { connections });
    return await run(opened, postgres.url).finally(opened.close);
  } finally {
    await postgres.stop();
  }
}
