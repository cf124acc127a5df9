/** Links by which a person fetches bytes: opaque, for one person and one thing, for some minutes. Table download. */
import { randomBytes } from 'node:crypto';
import { type Db, sql } from '../../base/postgres/database.ts';

/** Lifetimes in seconds: downloads generally; previews, which the lineage view opens too. */
const LIFETIME = { download: 1800, preview: 900 } as const;

/** An id nobody guesses: 192 random bits, 32 letters. */
export function randomId(): string {
  return randomBytes(24).toString('base64url');
}

export interface NewLink {
  person_id: number;
  purpose: 'download' | 'preview';
  target: { file_id: number } | { download_request_id: string };
}

/** Makes a link; its end is counted by the clock of the database, which also judges it. */
export async function createLink(
  db: Db,
  { person_id, purpose, target }: NewLink,
): Promise<{ url: string; expires_at: string }> {
  const { id, expires_at } = await db
    .insertInto('download')
    .values({
      id: randomId(),
      person_id,
      purpose,
      ...target,
      expires_at: sql<Date>`now() + make_interval(secs => ${LIFETIME[purpose]})`,
    })
    .returning(['id', 'expires_at'])
    .executeTakeFirstOrThrow();
  const area = 'file_id' in target ? 'files' : 'downloads';
  return { url: `/api/${area}/content/${id}`, expires_at: expires_at.toISOString() };
}
