import { type Db, sql, type Tx } from '../../base/postgres/database.ts';

/** The number of the corpus as it is now. Table corpus_version. */
export async function getCorpusVersion(db: Db): Promise<string> {
  const { rows } = await sql<{ number: string }>`select number::text from corpus_version`.execute(db);
  return rows[0]?.number ?? '';
}

/** Told to everything that keeps records or answers of searches: whatever they find has changed. Table corpus_version. */
export async function raiseCorpusVersion(tx: Tx): Promise<void> {
  await sql`update corpus_version set number = number + 1`.execute(tx);
}
