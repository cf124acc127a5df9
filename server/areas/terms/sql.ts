import { getTerms, type Terms } from '@omicon/contract/areas/people/terms.ts';
import { type Db, sql, type Tx } from '../../base/postgres/database.ts';
import { shownName } from '../../records/person/people.ts';

/** The current terms: the newest version; undefined before the first. Table `terms_version`, primary key. */
export async function findNewestTerms(db: Db): Promise<Terms | undefined> {
  const row = await db
    .selectFrom('terms_version')
    .select(['version', 'dated', 'sections'])
    .orderBy('version', 'desc')
    .limit(1)
    .executeTakeFirst();
  return row && getTerms.reply.parse(row);
}

/** One version with its text; undefined if there is none. Table `terms_version`, primary key. */
export async function findTermsVersion(db: Db, version: number): Promise<Terms | undefined> {
  const row = await db
    .selectFrom('terms_version')
    .select(['version', 'dated', 'sections'])
    .where('version', '=', version)
    .executeTakeFirst();
  return row && getTerms.reply.parse(row);
}

interface TermsVersionRow {
  version: number;
  dated: string;
  created_at: Date;
  name: string | null;
  accepted_by: number;
}

/**
 * All versions without their texts, newest first, each with its author and the number of people who accepted it last.
 * Tables `terms_version` and `person`; a few dozen rows, one pass over the members by index person_member.
 */
export async function listTermsVersions(db: Db): Promise<TermsVersionRow[]> {
  const { rows } = await sql<TermsVersionRow>`
    select t.version, t.dated::text as dated, t.created_at,
           ${shownName('p')} as name,
           coalesce(a.n, 0)::int as accepted_by
      from terms_version t
      left join person p on p.id = t.created_by
      left join (select m.tos_accepted_version as version, count(*) as n
                   from person m where m.removed_at is null and m.role <> 'GU' group by 1) a
        on a.version = t.version
     order by t.version desc`.execute(db);
  return rows;
}

/** Inserts the first version if `terms_version` is empty. */
export async function createFirstVersion(tx: Tx, { version, dated, sections }: Terms): Promise<void> {
  await sql`
    insert into terms_version (version, dated, sections)
    select ${version}::integer, ${dated}::date, ${JSON.stringify(sections)}::jsonb
     where not exists (select 1 from terms_version)
    on conflict do nothing`.execute(tx);
}

/** Locks new versions until the transaction ends, without blocking readers. */
export async function lockTerms(tx: Tx): Promise<void> {
  await sql`lock table terms_version in share row exclusive mode`.execute(tx);
}

/** Inserts the next version, in force at once; call within `lockTerms`. Writes `terms_version`. */
export async function createNextVersion(
  tx: Tx,
  terms: { dated: string; sections: Terms['sections']; created_by: number | null },
): Promise<number> {
  const { rows } = await sql<{ version: number }>`
    insert into terms_version (version, dated, sections, created_by)
    select coalesce(max(version), 0) + 1, ${terms.dated}::date, ${JSON.stringify(terms.sections)}::jsonb,
           ${terms.created_by}::integer
      from terms_version
    returning version`.execute(tx);
  if (!rows[0]) throw new Error('The terms were not stored.');
  return rows[0].version;
}

/** Records that a person accepts the current terms, and when. Writes `person`, primary key. */
export async function acceptNewestTerms(tx: Tx, person_id: number): Promise<number | null> {
  const { rows } = await sql<{ version: number | null }>`
    update person
       set tos_accepted_at = now(), tos_accepted_version = (select max(version) from terms_version)
     where id = ${person_id} returning tos_accepted_version as version`.execute(tx);
  return rows[0]?.version ?? null;
}

/** Everybody with a valid session. Table `session`; one row per session. */
export async function listSignedInPeople(db: Db): Promise<number[]> {
  const { rows } = await sql<{ person_id: number }>`
    select distinct s.person_id from session s where s.expires_at > now() order by s.person_id`.execute(db);
  return rows.map((row) => row.person_id);
}
