/** Migrates tables, job queue and permissions to this version. */

import { completeRoundedKme } from './areas/analyses/compute-kme.ts';
import { storeEarlierTraits } from './areas/analyses/traits/store-traits.ts';
import { computeEarlierAtlas } from './areas/atlas/earlier-atlas.ts';
import { storeEarlierMatrices } from './areas/collections/store-matrix.ts';
import { grantNewPermissions } from './areas/sign-in/grants.ts';
import { migrateJobs } from './base/jobs/jobs.ts';
import { openDatabase } from './base/postgres/database.ts';
import { migrate } from './base/postgres/migrate.ts';

export const TABLES_LOCK = 'tables';

/**
 * One process at a time; others wait. Uses connections without the timeouts of requests, as indexing a large table
 * takes long.
 * @param tell gets a line about each migration of a database that is not new
 */
export async function prepareTables(databaseUrl: string, tell?: (line: string) => void): Promise<void> {
  const { db, pool, close } = openDatabase(databaseUrl, { connections: 3, name: 'omicon tables' });
  try {
    const holder = await pool.connect();
    try {
      // The lock ends with its connection.
      await holder.query('select pg_advisory_lock(hashtextextended($1, 0))', [TABLES_LOCK]);
      await migrate(db, tell === undefined ? {} : { tell });
      await migrateJobs(pool);
      await grantNewPermissions(db);
      await completeRoundedKme(db);
      await storeEarlierMatrices(db);
      await storeEarlierTraits(db);
      await computeEarlierAtlas(db);
    } finally {
      holder.release(true);
    }
  } finally {
    await close();
  }
}
