/** Versions of tables of attributes and of ontologies, and terms. */
import type { AttributeKind } from '@omicon/domain/records/samples/attribute-definitions.ts';
import type { RawBuilder, SqlBool } from 'kysely';
import { type Db, sql, type Tx } from '../../base/postgres/database.ts';
import { containing, type Paging, pageOf, startingWith } from '../../records/lists/paging.ts';
import { shownName } from '../../records/person/people.ts';

export interface TableVersionRow {
  kind: AttributeKind;
  version: number;
  size_bytes: number;
  number_of_attributes: number;
  change: string;
  changed_by: string | null;
  created_at: Date;
}

/** Every version of every attribute table, newest first, without their texts. */
export async function listTableVersions(db: Db): Promise<TableVersionRow[]> {
  const { rows } = await sql<TableVersionRow>`
    select v.kind, v.version, octet_length(v.content)::int as size_bytes, v.number_of_attributes, v.change, v.created_at,
           ${shownName('p')} as changed_by
      from attribute_table_version v left join person p on p.id = v.person_id
     order by v.kind, v.version desc`.execute(db);
  return rows;
}

/** The text of one version. Primary key. */
export async function findTableVersion(db: Db, kind: AttributeKind, version: number): Promise<string | null> {
  const row = await db
    .selectFrom('attribute_table_version')
    .select('content')
    .where('kind', '=', kind)
    .where('version', '=', version)
    .executeTakeFirst();
  return row?.content ?? null;
}

export interface NewTableVersion {
  kind: AttributeKind;
  content: string;
  number_of_attributes: number;
  change: string;
  person_id: number | null;
}

/** Stores the next version of a table; the caller holds its lock. Writes attribute_table_version. */
export async function createTableVersion(tx: Tx, next: NewTableVersion): Promise<void> {
  await sql`
    insert into attribute_table_version (kind, version, content, number_of_attributes, change, person_id)
    select ${next.kind}, coalesce(max(version), 0) + 1, ${next.content}, ${next.number_of_attributes}::int, ${next.change}, ${next.person_id}::int
      from attribute_table_version where kind = ${next.kind}`.execute(tx);
}

/** Whether the table has a version. Primary key. */
export async function hasTableVersion(db: Db, kind: AttributeKind): Promise<boolean> {
  return (await findTableVersion(db, kind, 1)) !== null;
}

export interface OntologyRow {
  name: string;
  version: number;
  number_of_terms: number;
  size_bytes: number;
  storage_key: string;
  created_at: Date;
}

/** Every version of every ontology, newest first; a few rows. */
export async function listOntologies(db: Db): Promise<OntologyRow[]> {
  return db
    .selectFrom('ontology')
    .select(['name', 'version', 'number_of_terms', 'size_bytes', 'storage_key', 'created_at'])
    .orderBy('name')
    .orderBy('version', 'desc')
    .execute();
}

interface TermFilter {
  ontology_id: number;
  search: string;
}

/** The current version of an ontology, by case-insensitive name. */
export async function findCurrentOntology(db: Db, name: string): Promise<number | undefined> {
  const { rows } = await sql<{ id: number }>`
    select id from ontology where lower(name) = lower(${name}) and is_current`.execute(db);
  return rows[0]?.id;
}

function termsFound({ ontology_id, search }: TermFilter): RawBuilder<SqlBool> {
  if (search === '') return sql<SqlBool>`t.ontology_id = ${ontology_id}`;
  return sql<SqlBool>`t.ontology_id = ${ontology_id}
    and (lower(t.name) like ${containing(search.toLowerCase())} or upper(t.term_id) = ${search.toUpperCase()})`;
}

export interface TermRow {
  term_id: string;
  name: string;
  is_obsolete: boolean;
  is_a: string[];
  part_of: string[];
}

/** One page of terms with their parents. Primary key of ontology_term; scans tens of thousands of terms. */
export async function listTerms(db: Db, query: Paging & TermFilter): Promise<TermRow[]> {
  const isLater = sql`not lower(t.name) like ${startingWith(query.search.toLowerCase())}`;
  const order = {
    // Names starting with the text come first in both directions.
    name: query.search === '' ? sql`lower(t.name)` : sql`${isLater}, lower(t.name)`,
    term_id: sql`t.term_id`,
  };
  const parents = (relation: string) => sql`array(select p.parent_id from ontology_parent p
     where p.ontology_id = t.ontology_id and p.term_id = t.term_id and p.relation = ${relation} order by p.parent_id)`;
  const { rows } = await sql<TermRow>`
    select t.term_id, t.name, t.is_obsolete, ${parents('is_a')} as is_a, ${parents('part_of')} as part_of
      from ontology_term t where ${termsFound(query)} ${pageOf(order, query, sql`t.term_id`)}`.execute(db);
  return rows;
}

/** Exact number of terms with the filter of `listTerms`, by the same index. */
export async function countTerms(db: Db, filter: TermFilter): Promise<number> {
  const { rows } = await sql<{ n: number }>`
    select count(*)::int as n from ontology_term t where ${termsFound(filter)}`.execute(db);
  return rows[0]?.n ?? 0;
}
