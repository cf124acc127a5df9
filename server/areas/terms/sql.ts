import { getTerms, type Terms } from '@omicon/contract/terms.ts';
import { type Db, sql, type Tx } from '../../base/database.ts';

/** The terms in force: the newest version; undefined before the first. Table `terms_version`, primary key. */
export async function getNewestTerms(db: Db): Promise<Terms | undefined> {
  const row = await db
    .selectFrom('terms_version')
    .select(['version', 'dated', 'sections'])
    .orderBy('version', 'desc')
    .limit(1)
    .executeTakeFirst();
  return row && getTerms.reply.parse(row);
}

/** Writes `terms_version` while it is empty. */
export async function createFirstVersion(tx: Tx, { version, dated, sections }: Terms): Promise<void> {
  await sql`
    insert into terms_version (version, dated, sections)
    select ${version}::integer, ${dated}::date, ${JSON.stringify(sections)}::jsonb
     where not exists (select 1 from terms_version)
    on conflict do nothing`.execute(tx);
}

/** The next version, in force at once; two at once get two numbers. Writes `terms_version`. */
export async function createNextVersion(
  tx: Tx,
  terms: { dated: string; sections: Terms['sections']; created_by: number | null },
): Promise<number> {
  await sql`lock table terms_version in share row exclusive mode`.execute(tx);
  const { rows } = await sql<{ version: number }>`
    insert into terms_version (version, dated, sections, created_by)
    select coalesce(max(version), 0) + 1, ${terms.dated}::date, ${JSON.stringify(terms.sections)}::jsonb,
           ${terms.created_by}::integer
      from terms_version
    returning version`.execute(tx);
  if (!rows[0]) throw new Error('The terms were not stored.');
  return rows[0].version;
}

/** Notes that a person accepts the terms in force, and when. Writes `person`, primary key. */
export async function acceptNewestTerms(tx: Tx, person_id: number): Promise<number | null> {
  const { rows } = await sql<{ version: number | null }>`
    update person
       set tos_accepted_at = now(), tos_accepted_version = (select max(version) from terms_version)
     where id = ${person_id} returning tos_accepted_version as version`.execute(tx);
  return rows[0]?.version ?? null;
}
