/** Download links: opaque, for one person and one file, valid for minutes. Table download. */
import { randomBytes } from 'node:crypto';
import { type Db, sql } from '../../base/postgres/database.ts';

/** Lifetimes in seconds of downloads, and of previews, which the lineage view also opens. */
const LIFETIME = { download: 1800, preview: 900 } as const;

/** An unguessable id: 192 random bits, 32 letters. */
export function randomId(): string {
  return randomBytes(24).toString('base64url');
}

export interface NewLink {
  person_id: number;
  purpose: 'download' | 'preview';
  target: { file_id: number } | { download_request_id: string };
}

/** Creates a link; its expiry uses the database clock, which also checks it. */
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
