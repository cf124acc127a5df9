/**
 * Who may read which comment, as SQL conditions, and comment counts. Shared by comments, notifications and file lists.
 */

import type { Audience } from '@omicon/domain/permissions/audience.ts';
import type { Principal } from '@omicon/domain/permissions/permissions.ts';
import type { TopicType } from '@omicon/domain/records/comments.ts';
import type { EntityType } from '@omicon/domain/records/record-kinds.ts';
import type { RawBuilder, SqlBool } from 'kysely';
import { type Db, PREPARED, sql } from '../../base/postgres/database.ts';
import { type Reader, readerOf, visibleToReader } from '../access/who-may-read.ts';
import { readableMetaModules, readerOfAudience } from '../atlas/meta-modules-of.ts';
import { isKnownGene } from '../gene/known-gene.ts';

/**
 * Whether the comment `alias` itself may be read: `canReadComment` of domain/records/comments.ts in SQL, plus deletion
 * and the permissions to list comments. Does not check the comments above it.
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

/** As `isSeen`, for the comment and all comments above it. Primary key of comment, at most three rows. */
function isSeenWithAncestors(reader: Reader, alias: string): RawBuilder<SqlBool> {
  const column = (name: string) => sql.ref(`${alias}.${name}`);
  return sql<SqlBool>`(${isSeen(reader, alias)} and (${column('level')} = 0 or ${column('level')} =
    (select count(*) from comment answered where answered.id = any(${column('ancestors')}) and ${isSeen(reader, 'answered')})))`;
}

/** What a thread is about: a record, a path in it, a module, a meta-module or a gene, as comment_thread stores it. */
export interface Topic {
  entity_type: TopicType;
  /** null for a gene */
  entity_number: number | null;
  /** null for a record and what belongs to it */
  gene_symbol: string | null;
  path: string;
  covariation_network_number: number | null;
  covariation_module_number: number | null;
}

/** A gene as a topic. */
export function geneTopic(gene_symbol: string): Topic {
  return {
    entity_type: 'gene',
    entity_number: null,
    gene_symbol,
    path: '',
    covariation_network_number: null,
    covariation_module_number: null,
  };
}

/** A topic as SQL expressions. If its kind is known, conditions check only that kind. */
export interface TopicSql {
  entity_type: RawBuilder<TopicType>;
  entity_number: RawBuilder<number | null>;
  gene: RawBuilder<string | null>;
  path: RawBuilder<string>;
  module: RawBuilder<number | null>;
  kind: 'record' | 'path' | 'module' | 'gene' | 'meta-module' | 'unknown';
}

/** The topic of a row of comment_thread, or of a row with the same columns, under this alias. */
export function topicOfThread(alias: string): TopicSql {
  return {
    entity_type: sql`${sql.ref(`${alias}.entity_type`)}`,
    entity_number: sql`${sql.ref(`${alias}.entity_number`)}`,
    gene: sql`${sql.ref(`${alias}.gene_symbol`)}`,
    path: sql`${sql.ref(`${alias}.path`)}`,
    module: sql`${sql.ref(`${alias}.covariation_module_number`)}`,
    kind: 'unknown',
  };
}

/** A topic known in advance, as values. */
export function knownTopic(topic: Omit<Topic, 'covariation_network_number'>): TopicSql {
  const { entity_type, entity_number, gene_symbol, path, covariation_module_number } = topic;
  return {
    entity_type: sql`${entity_type}::text`,
    entity_number: sql`${entity_number}::int`,
    gene: sql`${gene_symbol}::text`,
    path: sql`${path}::text`,
    module: sql`${covariation_module_number}::int`,
    kind: kindOf(topic),
  };
}

function kindOf({
  entity_type,
  path,
  covariation_module_number,
}: Pick<Topic, 'entity_type' | 'path' | 'covariation_module_number'>): TopicSql['kind'] {
  if (entity_type === 'gene' || entity_type === 'meta-module') return entity_type;
  if (covariation_module_number !== null) return 'module';
  return path === '' ? 'record' : 'path';
}

/** Files of any version of the topic's record that the reader may read, under `f`, their versions under `v`. */
function readableFiles(reader: Reader, at: TopicSql): RawBuilder<unknown> {
  return sql`record_version v join file f on f.entity_type = v.entity_type and f.owner_id = v.id
    where v.entity_type = ${at.entity_type} and v.number = ${at.entity_number}
      and v.deleted_at is null and ${visibleToReader(reader, 'f', 'person_id')}`;
}

/** Whether the file `f` is at the path of the topic. */
function isAtPath({ path }: TopicSql): RawBuilder<SqlBool> {
  return sql<SqlBool>`f.folder = (case when ${path} like '%/%' then regexp_replace(${path}, '/[^/]*$', '') else '' end)
    and f.name = regexp_replace(${path}, '^.*/', '')`;
}

/** Versions of the topic's module, under `m`, `n` and `v` with network and analysis, that the reader may read. */
function readableModules(reader: Reader, at: TopicSql): RawBuilder<unknown> {
  return sql`covariation_module m
    join covariation_network n on n.id = m.covariation_network_id
    join analysis v on v.id = n.analysis_id
   where m.number = ${at.module} and v.deleted_at is null and ${visibleToReader(reader, 'v')}`;
}

/** Whether some version of the file, folder or module of a record's topic may be read. */
function isPartOpenTo(reader: Reader, at: TopicSql): RawBuilder<SqlBool> {
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
 * Whether the audience of the reader has the meta-module. One that ended, or that rests on a hidden record, has none.
 * The data sets of an audience are looked at once in a statement, whatever the number of rows.
 */
export function isMetaModuleOf(
  reader: Reader,
  { entity_number }: Pick<TopicSql, 'entity_number'>,
): RawBuilder<SqlBool> {
  const among = (audience: Audience) =>
    sql`exists (select 1 from ${readableMetaModules(readerOfAudience(audience))} where mm.number = ${entity_number})`;
  return sql<SqlBool>`(case when ${reader.may('LAB_RECORDS_VIEW')} then ${among('laboratory')} else ${among('public')} end)`;
}

/** The title of the meta-module of a topic that the reader has; null for other topics. Primary key of meta_module. */
export function titleOfMetaModule(
  principal: Principal,
  { entity_number }: Pick<TopicSql, 'entity_number'>,
): RawBuilder<unknown> {
  return sql`(select mm.title from ${readableMetaModules(principal)} where mm.number = ${entity_number})`;
}

/**
 * Whether the reader may open a topic: its record is readable in its current version, and some version of its file,
 * folder or module is readable; or the reader may know its gene, or has its meta-module.
 */
function isOpenTo(reader: Reader, at: TopicSql): RawBuilder<SqlBool> {
  if (at.kind === 'gene') return isKnownGene(reader, at.gene);
  if (at.kind === 'meta-module') return isMetaModuleOf(reader, at);
  const record = sql<SqlBool>`(
    exists (select 1 from record_version r
             where r.entity_type = ${at.entity_type} and r.number = ${at.entity_number}
               and r.is_current and r.deleted_at is null and ${visibleToReader(reader, 'r')})
    and ${isPartOpenTo(reader, at)})`;
  if (at.kind !== 'unknown') return record;
  return sql<SqlBool>`(case ${at.entity_type} when 'gene' then ${isKnownGene(reader, at.gene)}
    when 'meta-module' then ${isMetaModuleOf(reader, at)} else ${record} end)`;
}

/** Whether the reader may read comment `alias` on a topic: the one rule of lists, counts and notifications. */
export function isReadable(reader: Reader, alias: string, at: TopicSql): RawBuilder<SqlBool> {
  return sql<SqlBool>`(${isSeenWithAncestors(reader, alias)} and ${isOpenTo(reader, at)})`;
}

/** A topic with its current names. */
export interface NamedTopic extends Topic {
  /** of the record or meta-module, or the symbol of the gene */
  title: string;
  module: string | null;
  network: string | null;
  file_id: number | null;
  file_name: string | null;
}

const NOTHING = sql`(select null::text as module, null::text as network)`;
const NO_FILE = sql`(select null::int as id, null::text as name)`;

/** The file of a topic: the one at its path, or the module PDF of its network. */
function fileOf(reader: Reader, at: TopicSql): RawBuilder<unknown> {
  if (at.kind !== 'path' && at.kind !== 'module' && at.kind !== 'unknown') return NO_FILE;
  return sql`(select f.id, f.name from ${readableFiles(reader, at)}
     and case when ${at.module} is null then ${isAtPath(at)}
              else f.folder = part.network and f.name ilike 'Modules%.pdf' and not f.is_derived end
   order by v.is_current desc, v.version desc, f.id limit 1)`;
}

/**
 * Topics `t` with their names, without those the reader may not open. A few rows, by primary keys.
 * @param at the topic, if all rows have one known topic
 */
export async function listTopics<T extends NamedTopic = NamedTopic>(
  db: Db,
  principal: Principal,
  { topics, at = topicOfThread('t') }: { topics: RawBuilder<unknown>; at?: TopicSql },
): Promise<T[]> {
  const reader = readerOf(principal);
  const part =
    at.kind === 'module' || at.kind === 'unknown'
      ? sql`(select m.name as module, n.name as network from ${readableModules(reader, at)}
              order by v.is_current desc, v.version desc limit 1)`
      : NOTHING;
  const signal =
    at.kind === 'meta-module' || at.kind === 'unknown' ? titleOfMetaModule(principal, at) : sql`null`;
  const { rows } = await sql<T>`${PREPARED}
    select t.*, coalesce(r.title, ${signal}, ${at.gene}) as title, part.module, part.network, shown.id as file_id, shown.name as file_name
      from ${topics} t
      left join record_version r on r.entity_type = ${at.entity_type} and r.number = ${at.entity_number} and r.is_current
      left join lateral ${part} part on true
      left join lateral ${fileOf(reader, at)} shown on true
     where ${isOpenTo(reader, at)}`.execute(db);
  return rows;
}

/** The network's name if the file is a module PDF, which lies in the folder of its network; null for any other file. */
export function networkOfPdf(file: { entity_type: EntityType; folder: string; name: string }): string | null {
  const isPdf = file.entity_type === 'project' && file.folder !== '' && /^modules.*\.pdf$/i.test(file.name);
  return isPdf ? file.folder : null;
}

/** A topic to count; with `network`, the pages of its module PDF are included. */
export interface CountedTopic extends Omit<Topic, 'covariation_network_number' | 'gene_symbol'> {
  /** default: none */
  gene_symbol?: string | null;
  network: string | null;
}

/**
 * Number of readable comments and replies of each topic, in the given order. One statement:
 * comment_thread by its unique indexes and comment_thread_network, comment by comment_of_thread.
 */
export async function countComments(
  db: Db,
  principal: Principal,
  topics: readonly CountedTopic[],
): Promise<number[]> {
  const counts = topics.map(() => 0);
  if (topics.length === 0) return counts;
  const column = <K extends keyof CountedTopic>(name: K) => topics.map((topic) => topic[name]);
  const { rows } = await sql<{ rank: number; n: number }>`${PREPARED}
    select w.rank::int as rank, count(*)::int as n
      from unnest(${column('entity_type')}::text[], ${column('entity_number')}::int[], ${column('path')}::text[],
                  ${column('covariation_module_number')}::int[], ${column('network')}::text[],
                  ${topics.map(({ gene_symbol }) => gene_symbol ?? null)}::text[])
           with ordinality as w(entity_type, entity_number, path, module, network, gene, rank)
      cross join lateral (
        select t.* from comment_thread t
         where t.entity_type = w.entity_type and t.entity_number = w.entity_number and t.path = w.path
           and t.covariation_module_number is not distinct from w.module
        union all
        select t.* from comment_thread t where upper(t.gene_symbol) = upper(w.gene)
        union all
        select t.*
          from analysis a
          join covariation_network n on n.analysis_id = a.id
          join comment_thread t on t.covariation_network_number = n.number
          join covariation_module m on m.covariation_network_id = n.id and m.number = t.covariation_module_number
         where a.number = w.entity_number and a.is_current and n.name = w.network) t
      join comment c on c.comment_thread_id = t.id
     where ${isReadable(readerOf(principal), 'c', topicOfThread('t'))}
     group by w.rank`.execute(db);
  for (const { rank, n } of rows) counts[rank - 1] = n;
  return counts;
}
