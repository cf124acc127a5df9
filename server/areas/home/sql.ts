import { MOST_FILES_COUNTED, MOST_NEW_COMMENTS } from '@omicon/contract/areas/home.ts';
import type { PermissionCode, Principal } from '@omicon/domain/permissions/permissions.ts';
import type { EntityType } from '@omicon/domain/records/record-kinds.ts';
import type { RawBuilder } from 'kysely';
import { type Db, sql } from '../../base/postgres/database.ts';
import { readableNow, readerOf, visibleTo } from '../../records/access/who-may-read.ts';
import { isReadable, topicOfThread } from '../../records/comment/comment-rows.ts';
import type { FileRow } from '../../records/file/file-rows.ts';
import { shownName } from '../../records/person/people.ts';

/** Longer ago nothing is new. */
const NEW_DAYS = 30;

/**
 * The last visit of a person: the sign-in before the present one, as a session ends after 12 hours at most; at most 30
 * days ago. Null for guests and at the first visit. Primary key of person.
 */
export async function findLastVisit(db: Db, principal: Principal): Promise<Date | null> {
  const { rows } = await sql<{ at: Date | null }>`
    select case when previous_login_at is null then null
                else greatest(previous_login_at, now() - make_interval(days => ${NEW_DAYS})) end as at
      from person where id = ${principal.person_id}`.execute(db);
  return rows[0]?.at ?? null;
}

interface Since {
  since: Date;
  /** permission to list such records */
  code: PermissionCode;
}

/** Records `alias` of other people that came, or came in a new version, since the last visit. */
function isNew(principal: Principal, alias: string, { since, code }: Since): RawBuilder<unknown> {
  const column = (name: string) => sql.ref(`${alias}.${name}`);
  return sql`${readerOf(principal).may(code)} and ${readableNow(principal, alias)} and ${column('created_at')} > ${since}
    and ${column('owner_id')} is distinct from ${principal.person_id}::int`;
}

/** Numbers of new records of other people. Indexes data_collection_newest, data_set_newest and analysis_newest. */
export async function countNewRecords(
  db: Db,
  principal: Principal,
  since: Date,
): Promise<{ data_collections: number; data_sets: number; networks: number }> {
  const { rows } = await sql<{ data_collections: number; data_sets: number; networks: number }>`
    select (select count(*)::int from data_collection c
             where ${isNew(principal, 'c', { since, code: 'COLLECTION_LIST_VIEW' })}) as data_collections,
           (select count(*)::int from data_set d
             where ${isNew(principal, 'd', { since, code: 'DATA_SET_LIST_VIEW' })}) as data_sets,
           (select coalesce(sum(number_of_networks), 0)::int from analysis a
             where ${isNew(principal, 'a', { since, code: 'PROJECT_LIST_VIEW' })}) as networks`.execute(db);
  const [counts] = rows;
  if (counts === undefined) throw new Error('Counting new records gave no row.');
  return counts;
}

export interface NewComment {
  id: number;
  said_by: string;
  text: string;
  comment_page_url: string;
}

/**
 * New comments of other people that the caller may read, newest first, at most `MOST_NEW_COMMENTS`. Index
 * comment_newest.
 */
export async function listNewComments(db: Db, principal: Principal, since: Date): Promise<NewComment[]> {
  const { rows } = await sql<NewComment>`
    select c.id, ${shownName('p')} as said_by, left(c.plain_text, 120) as text, c.page_url as comment_page_url
      from comment c join comment_thread t on t.id = c.comment_thread_id join person p on p.id = c.person_id
     where c.deleted_at is null and c.created_at > ${since} and c.person_id <> ${principal.person_id}
       and ${isReadable(readerOf(principal), 'c', topicOfThread('t'))}
     order by c.created_at desc, c.id desc limit ${MOST_NEW_COMMENTS}`.execute(db);
  return rows;
}

export interface CollectionRow {
  id: number;
  title: string;
  data_sets: number;
  number_of_samples: number;
  technologies: string[];
  created_at: Date;
}

/** The newest collections. Indexes data_collection_newest and data_set_counted. */
export async function listNewestCollections(
  db: Db,
  principal: Principal,
  limit: number,
): Promise<CollectionRow[]> {
  const { rows } = await sql<CollectionRow>`
    select c.number as id, c.title, of.data_sets, c.number_of_samples, of.technologies, c.created_at
      from data_collection c cross join lateral (
        select count(*)::int as data_sets,
               coalesce(array_agg(distinct d.technology) filter (where d.technology is not null), '{}') as technologies
          from data_set d where d.data_collection_number = c.number and ${readableNow(principal, 'd')}) of
     where ${readableNow(principal, 'c')}
     order by c.created_at desc nulls last, c.number desc nulls last limit ${limit}`.execute(db);
  return rows;
}

export interface AnalysisRow {
  id: number;
  title: string;
  networks: number;
  modules: number;
  technology: string | null;
  created_at: Date;
}

/** The newest analyses. Indexes analysis_newest and data_set_current. */
export async function listNewestAnalyses(
  db: Db,
  principal: Principal,
  limit: number,
): Promise<AnalysisRow[]> {
  const { rows } = await sql<AnalysisRow>`
    select a.number as id, a.title, a.number_of_networks as networks, a.number_of_modules as modules, d.technology, a.created_at
      from analysis a left join data_set d on d.number = a.input_data_set_number and ${readableNow(principal, 'd')}
     where ${readableNow(principal, 'a')}
     order by a.created_at desc nulls last, a.number desc nulls last limit ${limit}`.execute(db);
  return rows;
}

export interface HomeFileRow extends FileRow {
  entity_type: EntityType;
  record_created_at: Date;
  is_made: boolean;
  /** files of this record and kind */
  total: number;
}

interface FileLimits {
  records: number;
  /** of each record, brought and made */
  files: number;
}

/**
 * Newest records of one kind; `is_made` are those that a pipeline run stored, whose attributes name the program
 * (`PROGRAM` of pipeline/files).
 */
function newest(
  principal: Principal,
  kind: { type: EntityType; table: string; title: RawBuilder<unknown> },
  limit: number,
) {
  return sql`(
    select ${kind.type}::text as entity_type, r.id, r.number, ${kind.title} as title, r.created_at,
           exists (select 1 from jsonb_array_elements(r.attributes) pair
                    where pair->>0 = 'Program' and pair->>1 like 'Omicon %') as is_made
      from ${sql.table(kind.table)} r where ${readableNow(principal, 'r')}
     order by r.created_at desc nulls last, r.number desc nulls last limit ${limit})`;
}

/**
 * First files of the newest records, by record, brought files before made ones. Indexes data_collection_newest,
 * data_set_newest, analysis_newest, and the unique one on the path of a file; at most `MOST_FILES_COUNTED` files of a
 * record.
 */
export async function listNewestFiles(
  db: Db,
  principal: Principal,
  limits: FileLimits,
): Promise<HomeFileRow[]> {
  const kinds = [
    { type: 'dc' as const, table: 'data_collection', title: sql`r.title` },
    { type: 'ds' as const, table: 'data_set', title: sql`r.title || ' ' || r.ds_version` },
    { type: 'project' as const, table: 'analysis', title: sql`r.title` },
  ].map((kind) => newest(principal, kind, limits.records));
  const { rows } = await sql<HomeFileRow>`
    with record as (
      select * from (${sql.join(kinds, sql` union all `)}) each_kind
       order by created_at desc, entity_type, number limit ${limits.records}),
    listed as (
      select f.id, f.entity_type, f.entity_number, r.title as record_title, f.folder, f.name, f.size_bytes, f.visibility,
             f.owner, f.created_at, r.created_at as record_created_at, r.is_made or f.is_derived as is_made
        from record r cross join lateral (
          select f.* from file f
           where f.entity_type = r.entity_type and f.owner_id = r.id and ${visibleTo(principal, 'f', 'person_id')}
           order by f.folder, f.name limit ${MOST_FILES_COUNTED}) f),
    ranked as (
      select listed.*, count(*) over kind::int as total, row_number() over (kind order by folder, name, id) as rank
        from listed window kind as (partition by entity_type, entity_number, is_made))
    select id, entity_type, entity_number, record_title, folder, name, size_bytes, visibility, owner, created_at,
           record_created_at, is_made, total
      from ranked where rank <= ${limits.files}
     order by record_created_at desc, entity_type, entity_number, is_made, rank`.execute(db);
  return rows;
}
