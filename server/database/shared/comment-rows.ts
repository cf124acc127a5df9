/** Who may read which comment, as conditions of statements, and how many there are. Shared by comments, notifications and lists of files. */
import type { EntityType } from '@omicon/contract/base/records.ts';
import type { Principal } from '@omicon/domain/permissions/permissions.ts';
import type { RawBuilder, SqlBool } from 'kysely';
import { type Db, sql } from '../../base/postgres/database.ts';
import { askerOf, type Reader, visibleToReader } from './who-may-read.ts';

/**
 * Rows of comment under `alias` that the reader may read as far as the comment itself says: `canReadComment` of
 * domain/records/comments.ts for statements, with deletion and the codes for reading at all. Nothing is said of what it answers.
 */
export function isSeen(reader: Reader, alias: string): RawBuilder<SqlBool> {
  const column = (name: string) => sql.ref(`${alias}.${name}`);
  const visibility = column('visibility');
  return sql<SqlBool>`(${column('deleted_at')} is null
    and ${reader.may('COMMENTS_LIST_VIEW')} and (${column('level')} = 0 or ${reader.may('REPLIES_LIST_VIEW')})
    and (${visibility} = 'public'
      or ${column('person_id')} = ${reader.person_id} or ${column('to_person_id')} = ${reader.person_id}
      or (${visibility} = 'lab' and ${reader.may('LAB_RECORDS_VIEW')})
      or (${visibility} = 'private' and ${reader.may('COMMENTS_UPDATE')})))`;
}

/** As `isSeen`, and all that the comment answers is seen, too. Primary key of comment, at most three rows. */
function isSeenWithAncestors(reader: Reader, alias: string): RawBuilder<SqlBool> {
  const column = (name: string) => sql.ref(`${alias}.${name}`);
  return sql<SqlBool>`(${isSeen(reader, alias)} and (${column('level')} = 0 or ${column('level')} =
    (select count(*) from comment answered where answered.id = any(${column('ancestors')}) and ${isSeen(reader, 'answered')})))`;
}

/** One place to talk about, as comment_thread has it. */
export interface Place {
  entity_type: EntityType;
  entity_number: number;
  path: string;
  covariation_network_number: number | null;
  covariation_module_number: number | null;
}

/** A place as expressions of a statement; of one that is known only what it needs is asked. */
export interface Located {
  entity_type: RawBuilder<EntityType>;
  entity_number: RawBuilder<number>;
  path: RawBuilder<string>;
  module: RawBuilder<number | null>;
  kind: 'record' | 'path' | 'module' | 'unknown';
}

/** The places of rows of comment_thread, or of the same columns, under this alias. */
export function placesOf(alias: string): Located {
  return {
    entity_type: sql`${sql.ref(`${alias}.entity_type`)}`,
    entity_number: sql`${sql.ref(`${alias}.entity_number`)}`,
    path: sql`${sql.ref(`${alias}.path`)}`,
    module: sql`${sql.ref(`${alias}.covariation_module_number`)}`,
    kind: 'unknown',
  };
}

/** The one place that is known, as values. */
export function thePlace(place: Omit<Place, 'covariation_network_number'>): Located {
  const { entity_type, entity_number, path, covariation_module_number } = place;
  return {
    entity_type: sql`${entity_type}::text`,
    entity_number: sql`${entity_number}::int`,
    path: sql`${path}::text`,
    module: sql`${covariation_module_number}::int`,
    kind: covariation_module_number !== null ? 'module' : path === '' ? 'record' : 'path',
  };
}

/** Files of any version of the place's record that the reader may read, under `f`, their versions under `v`. */
function readableFiles(reader: Reader, at: Located): RawBuilder<unknown> {
  return sql`record_version v join file f on f.entity_type = v.entity_type and f.owner_id = v.id
    where v.entity_type = ${at.entity_type} and v.number = ${at.entity_number}
      and v.deleted_at is null and ${visibleToReader(reader, 'f', 'person_id')}`;
}

/** The file, under `f`, that lies at the path of a place. */
function isAtPath({ path }: Located): RawBuilder<SqlBool> {
  return sql<SqlBool>`f.folder = (case when ${path} like '%/%' then regexp_replace(${path}, '/[^/]*$', '') else '' end)
    and f.name = regexp_replace(${path}, '^.*/', '')`;
}

/** Versions of the place's module, under `m`, `n` and `v` with network and analysis, that the reader may read. */
function readableModules(reader: Reader, at: Located): RawBuilder<unknown> {
  return sql`covariation_module m
    join covariation_network n on n.id = m.covariation_network_id
    join analysis v on v.id = n.analysis_id
   where m.number = ${at.module} and v.deleted_at is null and ${visibleToReader(reader, 'v')}`;
}

/** Whether some version of what is talked about inside the record may be read. */
function isPartOpenTo(reader: Reader, at: Located): RawBuilder<SqlBool> {
  const module = sql<SqlBool>`exists (select 1 from ${readableModules(reader, at)})`;
  const files = readableFiles(reader, at);
  const path = sql<SqlBool>`(exists (select 1 from ${files} and ${isAtPath(at)})
    or exists (select 1 from ${files} and f.folder = ${at.path})
    or exists (select 1 from ${files} and starts_with(f.folder, ${at.path} || '/')))`;
  switch (at.kind) {
    case 'record':
      return sql<SqlBool>`true`;
    case 'module':
      return module;
    case 'path':
      return path;
    default:
      return sql<SqlBool>`case when ${at.module} is not null then ${module} when ${at.path} = '' then true else ${path} end`;
  }
}

/**
 * Whether the reader may open a place: the record is there and may be read as it is now, and so may some version of
 * the file, folder or module that is talked about.
 */
function isOpenTo(reader: Reader, at: Located): RawBuilder<SqlBool> {
  return sql<SqlBool>`(
    exists (select 1 from record_version r
             where r.entity_type = ${at.entity_type} and r.number = ${at.entity_number}
               and r.is_current and r.deleted_at is null and ${visibleToReader(reader, 'r')})
    and ${isPartOpenTo(reader, at)})`;
}

/** Whether a reader may read comments under `alias` at a place: the one rule of lists, counts and news. */
export function isReadable(reader: Reader, alias: string, at: Located): RawBuilder<SqlBool> {
  return sql<SqlBool>`(${isSeenWithAncestors(reader, alias)} and ${isOpenTo(reader, at)})`;
}

/** What is talked about, by its names of now. */
export interface Topic extends Place {
  /** of the record */
  title: string;
  module: string | null;
  network: string | null;
  file_id: number | null;
  file_name: string | null;
}

const NOTHING = sql`(select null::text as module, null::text as network)`;
const NO_FILE = sql`(select null::int as id, null::text as name)`;

/** The file that stands for a place: the one at its path, or the module PDF of its network. */
function fileOf(reader: Reader, at: Located): RawBuilder<unknown> {
  if (at.kind === 'record') return NO_FILE;
  return sql`(select f.id, f.name from ${readableFiles(reader, at)}
     and case when ${at.module} is null then ${isAtPath(at)}
              else f.folder = part.network and f.name ilike 'Modules%.pdf' and not f.is_derived end
   order by v.is_current desc, v.version desc, f.id limit 1)`;
}

/**
 * Places under `t` with their names; those that the reader may not open are left out. A row or some, by primary keys.
 * @param at the place, where all rows are of one that is known
 */
export async function listTopics<T extends Topic = Topic>(
  db: Db,
  principal: Principal,
  { places, at = placesOf('t') }: { places: RawBuilder<unknown>; at?: Located },
): Promise<T[]> {
  const reader = askerOf(principal);
  const part =
    at.kind === 'module' || at.kind === 'unknown'
      ? sql`(select m.name as module, n.name as network from ${readableModules(reader, at)}
              order by v.is_current desc, v.version desc limit 1)`
      : NOTHING;
  const { rows } = await sql<T>`
    select t.*, r.title, part.module, part.network, shown.id as file_id, shown.name as file_name
      from ${places} t
      join record_version r on r.entity_type = ${at.entity_type} and r.number = ${at.entity_number} and r.is_current
      left join lateral ${part} part on true
      left join lateral ${fileOf(reader, at)} shown on true
     where ${isOpenTo(reader, at)}`.execute(db);
  return rows;
}

/** A module PDF lies in the folder of its network; the network's name, or null for any other file. */
export function networkOfPdf(file: { entity_type: EntityType; folder: string; name: string }): string | null {
  const isPdf = file.entity_type === 'project' && file.folder !== '' && /^modules.*\.pdf$/i.test(file.name);
  return isPdf ? file.folder : null;
}

/** A place to count at; with the name of a network, also on the pages of its module PDF. */
export interface CountedPlace extends Omit<Place, 'covariation_network_number'> {
  network: string | null;
}

/**
 * Comments and replies that the asker may read, for each place in the order given. One statement for all of them:
 * comment_thread by its unique index and comment_thread_network, comment by comment_of_thread.
 */
export async function countComments(
  db: Db,
  principal: Principal,
  places: readonly CountedPlace[],
): Promise<number[]> {
  const counts = places.map(() => 0);
  if (places.length === 0) return counts;
  const column = <K extends keyof CountedPlace>(name: K) => places.map((place) => place[name]);
  const { rows } = await sql<{ place: number; n: number }>`
    select w.place::int as place, count(*)::int as n
      from unnest(${column('entity_type')}::text[], ${column('entity_number')}::int[], ${column('path')}::text[],
                  ${column('covariation_module_number')}::int[], ${column('network')}::text[])
           with ordinality as w(entity_type, entity_number, path, module, network, place)
      cross join lateral (
        select t.* from comment_thread t
         where t.entity_type = w.entity_type and t.entity_number = w.entity_number and t.path = w.path
           and t.covariation_module_number is not distinct from w.module
        union all
        select t.*
          from analysis a
          join covariation_network n on n.analysis_id = a.id
          join comment_thread t on t.covariation_network_number = n.number
          join covariation_module m on m.covariation_network_id = n.id and m.number = t.covariation_module_number
         where a.number = w.entity_number and a.is_current and n.name = w.network) t
      join comment c on c.comment_thread_id = t.id
     where ${isReadable(askerOf(principal), 'c', placesOf('t'))}
     group by w.place`.execute(db);
  for (const { place, n } of rows) counts[place - 1] = n;
  return counts;
}
