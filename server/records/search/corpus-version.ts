import { addJob } from '../../base/jobs/jobs.ts';
import { type Db, sql, type Tx } from '../../base/postgres/database.ts';

/** The current version of the corpus. Table corpus_version. */
export async function getCorpusVersion(db: Db): Promise<string> {
  const { rows } = await sql<{ number: string }>`select number::text from corpus_version`.execute(db);
  return rows[0]?.number ?? '';
}

/** The job that computes meta-modules; it looks whether a change concerns them. */
export const ATLAS_JOB = { key: 'compute atlas', payload: {}, delay_s: 10 };

/** Increments the corpus version, which invalidates all cached search results. Table corpus_version. */
export async function invalidateSearches(tx: Tx): Promise<void> {
  await sql`update corpus_version set number = number + 1`.execute(tx);
}

/** Marks the records as changed: invalidates cached search results and schedules the atlas. Table corpus_version. */
export async function raiseCorpusVersion(tx: Tx): Promise<void> {
  await invalidateSearches(tx);
  await addJob(tx, 'compute_atlas', ATLAS_JOB);
}
