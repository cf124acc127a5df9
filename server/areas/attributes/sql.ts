import type { Principal } from '@omicon/domain/permissions/permissions.ts';
import type {
  AttributeKind,
  AttributeType,
  FollowUpRole,
} from '@omicon/domain/records/samples/attribute-definitions.ts';
import type { ValueLabels } from '@omicon/domain/records/samples/value-labels.ts';
import type { RawBuilder } from 'kysely';
import { DATABASE_NOW, type Db, sql, type Tx } from '../../base/postgres/database.ts';
import { lockInTransaction } from '../../base/postgres/transaction-lock.ts';
import { canReturn } from '../../records/access/deleted.ts';
import { readableNow } from '../../records/access/who-may-read.ts';
import { containing, type Paging, pageOf } from '../../records/lists/paging.ts';
import { raiseCorpusVersion } from '../../records/search/corpus-version.ts';

export interface AttributeContent {
  name: string;
  attribute_type: AttributeType;
  possible_values: string[];
  examples: string;
  is_required: boolean;
  is_indexed: boolean;
  data_source: string;
  description: string;
  category: string | null;
  value_labels: ValueLabels;
  follow_up: FollowUpRole | null;
  unit: string | null;
}

export interface NewAttribute extends AttributeContent {
  deletable: boolean;
}

export interface AttributeRow extends AttributeContent {
  id: number;
  deletable: boolean;
  version: number;
  updated_at: Date;
  used_in: number;
}

const COLUMNS = sql`d.id, d.name, d.attribute_type, d.possible_values, d.examples, d.is_required, d.is_indexed, d.data_source,
  d.description, d.category, d.value_labels, d.follow_up, d.unit, d.deletable, d.version, d.updated_at`;

const OWNERS = {
  'data-collection': { table: 'data_collection', owner: 'dc' },
  'data-set': { table: 'data_set', owner: 'ds' },
  analysis: { table: 'analysis', owner: 'project' },
};

/** Attribute names in lower case with underscores for blanks, and the number of records that have them. */
function usesOf(kind: AttributeKind, principal: Principal): RawBuilder<unknown> {
  if (kind === 'sample')
    return sql`select lower(replace(name, ' ', '_')) as name, count(*)::int as n from (
        select unnest(c.sample_columns) as name from data_collection c where ${readableNow(principal, 'c')}
        union all select unnest(s.sample_columns) from data_set s where ${readableNow(principal, 's')}) carried group by 1`;
  const { table, owner } = OWNERS[kind];
  return sql`select lower(v.attribute) as name, count(distinct v.owner_id)::int as n
      from attribute_value v join ${sql.table(table)} r on r.id = v.owner_id
     where v.owner_type = ${owner} and ${readableNow(principal, 'r')} group by 1`;
}

const ORDER: Record<string, RawBuilder<unknown>> = {
  name: sql`lower(name)`,
  attribute_type: sql`attribute_type`,
  category: sql`lower(category)`,
  data_source: sql`lower(data_source)`,
  is_required: sql`is_required`,
  is_indexed: sql`is_indexed`,
  used_in: sql`used_in`,
};

interface TableFilter {
  kind: AttributeKind;
  search: string;
}

function matching({ kind, search }: TableFilter): RawBuilder<unknown> {
  const pattern = containing(search);
  return sql`d.kind = ${kind} and d.deleted_at is null
    and (${search === ''} or d.name ilike ${pattern} or d.description ilike ${pattern} or d.category ilike ${pattern})`;
}

/** One page of a table of attributes with their use; tens of attributes, thousands of records. */
export async function listAttributes(
  db: Db,
  principal: Principal,
  query: Paging & TableFilter,
): Promise<AttributeRow[]> {
  const { rows } = await sql<AttributeRow>`
    select * from (select ${COLUMNS}, coalesce(u.n, 0) as used_in from attribute_definition d
        left join (${usesOf(query.kind, principal)}) u on u.name = lower(replace(d.name, ' ', '_'))
       where ${matching(query)}) listed ${pageOf(ORDER, query, sql`id`)}`.execute(db);
  return rows;
}

/** Exact number of those attributes. Table attribute_definition; tens of rows. */
export async function countAttributes(db: Db, filter: TableFilter): Promise<number> {
  const { rows } = await sql<{ n: number }>`
    select count(*)::int as n from attribute_definition d where ${matching(filter)}`.execute(db);
  return rows[0]?.n ?? 0;
}

/** One attribute of a kind with its use. */
export async function findAttributeWithUse(
  db: Db,
  principal: Principal,
  { kind, id }: { kind: AttributeKind; id: number },
): Promise<AttributeRow | undefined> {
  const { rows } = await sql<AttributeRow>`
    select ${COLUMNS}, coalesce(u.n, 0) as used_in from attribute_definition d
      left join (${usesOf(kind, principal)}) u on u.name = lower(replace(d.name, ' ', '_'))
     where d.kind = ${kind} and d.id = ${id} and d.deleted_at is null`.execute(db);
  return rows[0];
}

/** Locks an attribute table until the transaction ends, so that its versions are consecutive. */
export async function lockTable(tx: Tx, kind: AttributeKind): Promise<void> {
  await lockInTransaction(tx, `attribute table ${kind}`);
}

export interface StoredAttribute {
  id: number;
  name: string;
  version: number;
  possible_values: string[];
  value_labels: ValueLabels;
  follow_up: FollowUpRole | null;
  unit: string | null;
  deletable: boolean;
  is_deleted: boolean;
  /** also false if it is not deleted */
  can_return: boolean;
}

/** One attribute, deleted or not. Primary key. */
export async function findAttribute(
  db: Db,
  { kind, id }: { kind: AttributeKind; id: number },
): Promise<StoredAttribute | undefined> {
  const { rows } = await sql<StoredAttribute>`
    select d.id, d.name, d.version, d.possible_values, d.value_labels, d.follow_up, d.unit, d.deletable, d.deleted_at is not null as is_deleted, ${canReturn('d')} as can_return
      from attribute_definition d where d.kind = ${kind} and d.id = ${id}`.execute(db);
  return rows[0];
}

/**
 * Whether another attribute of the kind that is not deleted has this name, ignoring case. Index
 * attribute_definition_name.
 */
export async function isNameTaken(
  db: Db,
  { kind, name, except }: { kind: AttributeKind; name: string; except: number | null },
): Promise<boolean> {
  const { rows } = await sql<{ id: number }>`
    select id from attribute_definition
     where kind = ${kind} and lower(name) = lower(${name}) and deleted_at is null and id is distinct from ${except}`.execute(
    db,
  );
  return rows.length > 0;
}

/** Writes attribute_definition. */
export async function createAttributes(
  tx: Tx,
  kind: AttributeKind,
  contents: readonly NewAttribute[],
): Promise<number[]> {
  const rows = await tx
    .insertInto('attribute_definition')
    .values(
      contents.map(({ value_labels, ...content }) => ({
        ...content,
        kind,
        value_labels: JSON.stringify(value_labels),
      })),
    )
    .returning('id')
    .execute();
  await raiseCorpusVersion(tx);
  return rows.map(({ id }) => id);
}

/** Writes attribute_definition. */
export async function replaceAttribute(
  tx: Tx,
  id: number,
  { value_labels, ...content }: AttributeContent,
): Promise<void> {
  await tx
    .updateTable('attribute_definition')
    .set((row) => ({
      ...content,
      value_labels: JSON.stringify(value_labels),
      version: row('version', '+', 1),
      updated_at: DATABASE_NOW,
    }))
    .where('id', '=', id)
    .execute();
  await raiseCorpusVersion(tx);
}

/** Writes attribute_definition. */
export async function setAttributeDeleted(tx: Tx, id: number, isDeleted: boolean): Promise<void> {
  const deleted_at = isDeleted ? DATABASE_NOW : null;
  await tx.updateTable('attribute_definition').set({ deleted_at }).where('id', '=', id).execute();
  await raiseCorpusVersion(tx);
}

/** All attributes of a kind that are not deleted, by name. */
export async function listWholeTable(db: Db, kind: AttributeKind): Promise<AttributeContent[]> {
  const { rows } = await sql<AttributeContent>`
    select ${COLUMNS} from attribute_definition d where d.kind = ${kind} and d.deleted_at is null
     order by lower(d.name), d.id`.execute(db);
  return rows;
}
