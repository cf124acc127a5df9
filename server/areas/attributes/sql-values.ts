/**
 * Values of attributes in records that the caller may read. Tables attribute_value and facet, both written with the
 * records.
 */
import type { Principal } from '@omicon/domain/permissions/permissions.ts';
import { ENTITY_TYPES, recordKind } from '@omicon/domain/records/record-kinds.ts';
import type { RawBuilder } from 'kysely';
import { type Db, sql } from '../../base/postgres/database.ts';
import { readableNow } from '../../records/access/who-may-read.ts';
import { containing, startingWith } from '../../records/lists/paging.ts';

export interface ValueFilter {
  kind: 'data-sets' | 'data-collections' | 'projects' | 'samples';
  /** with underscores for blanks */
  attribute: string;
  search: string;
  /** coded values whose labels contain the text */
  labelled: readonly string[];
}

/**
 * Values of samples, counted by data set, because a collection's samples occur again in its data sets. Index
 * facet_attribute.
 */
function sampleValues(
  principal: Principal,
  { attribute, search, labelled }: ValueFilter,
): RawBuilder<unknown> {
  return sql`select f.value, f.n from facet f join data_set r on r.id = f.owner_id
     where f.attribute = ${attribute} and f.owner_type = 'ds' and f.value is not null
       and (${search === ''} or f.value ilike ${containing(search)} or f.value = any(${labelled}::text[]))
       and ${readableNow(principal, 'r')}`;
}

/** Index attribute_value_attribute. */
function recordValues(principal: Principal, { kind, attribute, search }: ValueFilter): RawBuilder<unknown> {
  const owner = kind === 'data-sets' ? 'ds' : kind === 'data-collections' ? 'dc' : 'project';
  return sql`select v.value, 1 as n from attribute_value v join ${sql.table(recordKind(owner).table)} r on r.id = v.owner_id
     where v.owner_type = ${owner} and v.attribute = ${attribute}
       and (${search === ''} or v.value ilike ${containing(search)}) and ${readableNow(principal, 'r')}`;
}

/** One page of values and the total: values starting with the text first, then by frequency. */
export async function listValues(
  db: Db,
  principal: Principal,
  { limit, ...filter }: ValueFilter & { limit: number },
): Promise<{ results: { value: string; records: number }[]; total: number }> {
  const found = filter.kind === 'samples' ? sampleValues(principal, filter) : recordValues(principal, filter);
  const [listed, counted] = await Promise.all([
    sql<{ value: string; records: number }>`
      select value, sum(n)::int as records from (${found}) found
       group by value order by value ilike ${startingWith(filter.search)} desc, records desc, value limit ${limit}`.execute(
      db,
    ),
    sql<{ n: number }>`select count(distinct value)::int as n from (${found}) found`.execute(db),
  ]);
  return { results: listed.rows, total: counted.rows[0]?.n ?? 0 };
}

/** Owners of current records of any kind, by name; tens of names. Tables data_collection, data_set, analysis. */
export async function listOwners(db: Db, principal: Principal): Promise<string[]> {
  const parts = ENTITY_TYPES.map(
    (type) =>
      sql`select r.owner from ${sql.table(recordKind(type).table)} r where r.owner is not null and ${readableNow(principal, 'r')}`,
  );
  const { rows } = await sql<{ owner: string }>`${sql.join(parts, sql` union `)} order by owner`.execute(db);
  return rows.map(({ owner }) => owner);
}

/** Analysts of current analyses, by name; tens of names. Table analysis. */
export async function listAnalysts(db: Db, principal: Principal): Promise<string[]> {
  const { rows } = await sql<{ analyst: string }>`
    select distinct r.analyst from analysis r where r.analyst is not null and ${readableNow(principal, 'r')} order by r.analyst`.execute(
    db,
  );
  return rows.map(({ analyst }) => analyst);
}
