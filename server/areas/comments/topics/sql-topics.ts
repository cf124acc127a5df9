import type { Principal } from '@omicon/domain/permissions/permissions.ts';
import type { TopicType } from '@omicon/domain/records/comments.ts';
import type { EntityType } from '@omicon/domain/records/record-kinds.ts';
import type { RawBuilder } from 'kysely';
import { type Db, PREPARED, sql, type Tx } from '../../../base/postgres/database.ts';
import { readableNow, readerOf, visibleTo } from '../../../records/access/who-may-read.ts';
import {
  geneTopic,
  isMetaModuleOf,
  knownTopic,
  listTopics,
  type NamedTopic,
  type Topic,
  titleOfMetaModule,
} from '../../../records/comment/comment-rows.ts';
import { findKnownSymbol } from '../../../records/gene/known-gene.ts';

interface TitledTopic extends Topic {
  title: string;
}

/** A readable module as a topic of its analysis, by its newest version. Index covariation_module_number. */
function findModule(principal: Principal, number: number): RawBuilder<unknown> {
  return sql`(
    select 'project' as entity_type, a.number as entity_number, null::text as gene_symbol, '' as path, a.title,
           n.number as covariation_network_number, m.number as covariation_module_number
      from covariation_module m
      join covariation_network n on n.id = m.covariation_network_id
      join analysis v on v.id = n.analysis_id
      join analysis a on a.number = v.number and a.is_current
     where m.number = ${number} and v.deleted_at is null and ${visibleTo(principal, 'v')}
       and a.deleted_at is null and ${visibleTo(principal, 'a')}
     order by v.is_current desc, v.version desc limit 1)`;
}

/** A meta-module that the reader has, as a topic. Primary key of meta_module. */
function findMetaModule(principal: Principal, number: number): RawBuilder<unknown> {
  const at = { entity_number: sql<number>`${number}::int` };
  return sql`(
    select 'meta-module' as entity_type, ${number}::int as entity_number, null::text as gene_symbol, '' as path, s.title,
           null::int as covariation_network_number, null::int as covariation_module_number
      from ${titleOfMetaModule(principal, at)} s
     where ${isMetaModuleOf(readerOf(principal), at)})`;
}

/** The statements of the kinds besides records with versions that can have this number, for `union all`. */
function findParts(
  principal: Principal,
  number: number,
  entity_type: TopicType | undefined,
): RawBuilder<unknown> {
  const isWanted = (type: TopicType) => entity_type === undefined || entity_type === type;
  const modules = isWanted('project') ? sql`union all ${findModule(principal, number)}` : sql``;
  const metaModules = isWanted('meta-module') ? sql`union all ${findMetaModule(principal, number)}` : sql``;
  return sql`${modules} ${metaModules}`;
}

/**
 * The readable record, module or meta-module with this number, without a path. Uses the number index of each table; at
 * most one row.
 * @param entity_type the required kind; only tables that can hold it are queried
 */
export async function findRecordTopic(
  db: Db,
  principal: Principal,
  number: number,
  entity_type?: TopicType,
): Promise<TitledTopic | undefined> {
  const isKind = entity_type === undefined ? sql`true` : sql`r.entity_type = ${entity_type}`;
  const { rows } = await sql<TitledTopic>`${PREPARED}
    select r.entity_type, r.number as entity_number, null::text as gene_symbol, '' as path, r.title,
           null::int as covariation_network_number, null::int as covariation_module_number
      from record_version r
     where r.number = ${number} and ${isKind} and ${readableNow(principal, 'r')}
    ${findParts(principal, number, entity_type)}`.execute(db);
  return rows[0];
}

/** The topic with its names; undefined if the reader may not open it. */
export async function findNamedTopic(
  db: Db,
  principal: Principal,
  topic: Topic,
): Promise<NamedTopic | undefined> {
  const row = sql`(select ${topic.entity_type}::text as entity_type, ${topic.entity_number}::int as entity_number,
    ${topic.gene_symbol}::text as gene_symbol, ${topic.path}::text as path, ${topic.covariation_network_number}::int as covariation_network_number,
    ${topic.covariation_module_number}::int as covariation_module_number)`;
  return (await listTopics(db, principal, { topics: row, at: knownTopic(topic) }))[0];
}

/** The gene in its usual spelling; undefined if the reader may not know it. */
export async function findGeneTopic(
  db: Db,
  principal: Principal,
  symbol: string,
): Promise<NamedTopic | undefined> {
  const known = await findKnownSymbol(db, principal, symbol);
  if (known === null) return undefined;
  return { ...geneTopic(known), title: known, module: null, network: null, file_id: null, file_name: null };
}

export interface ThreadTopic extends NamedTopic {
  id: number;
}

/** Topics of threads that the reader may open, by thread id. Primary key. */
export async function listThreadTopics(
  db: Db,
  principal: Principal,
  ids: readonly number[],
): Promise<Map<number, ThreadTopic>> {
  const threads = sql`(select h.id, h.entity_type, h.entity_number, h.gene_symbol, h.path, h.covariation_network_number,
    h.covariation_module_number from comment_thread h where h.id = any(${ids}::int[]))`;
  const rows = await listTopics<ThreadTopic>(db, principal, { topics: threads });
  return new Map(rows.map((row) => [row.id, row]));
}

export interface FileLocation {
  entity_type: EntityType;
  entity_number: number;
  folder: string;
  name: string;
}

/** Folder and name of a readable file, of any version of a record that is not deleted. Primary key. */
export async function findFile(db: Db, principal: Principal, id: number): Promise<FileLocation | undefined> {
  const { rows } = await sql<FileLocation>`
    select f.entity_type, f.entity_number, f.folder, f.name
      from file f join record_version v on v.entity_type = f.entity_type and v.id = f.owner_id
     where f.id = ${id} and v.deleted_at is null and ${visibleTo(principal, 'f', 'person_id')}`.execute(db);
  return rows[0];
}

/** The thread of a topic, if it has one. Unique indexes comment_thread_topic and comment_thread_gene. */
export async function findThread(db: Db, topic: Topic): Promise<number | undefined> {
  const ofGene = sql`upper(t.gene_symbol) = upper(${topic.gene_symbol})`;
  const ofRecord = sql`t.entity_type = ${topic.entity_type} and t.entity_number = ${topic.entity_number} and t.path = ${topic.path}
       and t.covariation_module_number is not distinct from ${topic.covariation_module_number}`;
  const { rows } = await sql<{ id: number }>`${PREPARED}
    select t.id from comment_thread t where ${topic.gene_symbol === null ? ofRecord : ofGene}`.execute(db);
  return rows[0]?.id;
}

/** As `findThread`, but creates a missing thread; of two concurrent inserts, one waits and finds the other's row. */
export async function ensureThread(tx: Tx, topic: Topic): Promise<number> {
  const found = await findThread(tx, topic);
  if (found !== undefined) return found;
  await sql`
    insert into comment_thread (entity_type, entity_number, gene_symbol, path, covariation_network_number,
                                covariation_module_number)
    values (${topic.entity_type}, ${topic.entity_number}, ${topic.gene_symbol}, ${topic.path},
            ${topic.covariation_network_number}, ${topic.covariation_module_number})
    on conflict do nothing`.execute(tx);
  const created = await findThread(tx, topic);
  if (created === undefined) throw new Error('The comment thread was not created.');
  return created;
}

export interface NetworkPages {
  /** of the analysis */
  entity_number: number;
  name: string;
  modules: { number: number; name: string; page: number }[];
}

/** The modules of a readable, current network, by page. Index covariation_network_number. */
export async function findNetworkPages(
  db: Db,
  principal: Principal,
  number: number,
): Promise<NetworkPages | undefined> {
  const { rows } = await sql<NetworkPages>`
    select a.number as entity_number, n.name,
           (select coalesce(jsonb_agg(jsonb_build_object('number', m.number, 'name', m.name, 'page', m.page) order by m.page, m.number), '[]')
              from covariation_module m where m.covariation_network_id = n.id) as modules
      from covariation_network n join analysis a on a.id = n.analysis_id
     where n.number = ${number} and ${readableNow(principal, 'a')}`.execute(db);
  return rows[0];
}
