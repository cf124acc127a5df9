import type { Principal, Visibility } from '@omicon/domain/permissions/permissions.ts';
import type { RawBuilder, SqlBool } from 'kysely';
import { type Db, sql } from '../../base/postgres/database.ts';
import { isVersion, readableNow, visibleTo } from '../../records/access/who-may-read.ts';
import { hasText, type Paging, pageOf } from '../../records/lists/paging.ts';

export interface ReferenceRow {
  /** permanent number */
  id: number;
  version_id: number;
  version: number;
  title: string;
  visibility: Visibility;
  owner: string | null;
  created_at: Date;
  organism: string;
  region: string | null;
  condition: string | null;
  number_of_genes: number;
  number_of_types: number;
  number_of_cells: number;
}

const COLUMNS = sql`r.number as id, r.id as version_id, r.version, r.title, r.visibility, r.owner, r.created_at, r.organism,
  r.region, r.condition, r.number_of_genes, r.number_of_types, r.number_of_cells`;

const ORDER: Record<string, RawBuilder<unknown>> = {
  title: sql`lower(r.title)`,
  organism: sql`lower(r.organism)`,
  region: sql`lower(r.region)`,
  condition: sql`lower(r.condition)`,
  number_of_types: sql`r.number_of_types`,
  number_of_cells: sql`r.number_of_cells`,
  number_of_genes: sql`r.number_of_genes`,
  upload_date: sql`r.created_at`,
  omicon_id: sql`r.number`,
};

const SEARCHED = ['title', 'organism', 'region', 'condition'] as const;

function matching(principal: Principal, search: string): RawBuilder<SqlBool> {
  const readable = readableNow(principal, 'r');
  if (search === '') return readable;
  const found = SEARCHED.map((column) => sql`coalesce(${hasText(sql.ref(`r.${column}`), search)}, false)`);
  return sql<SqlBool>`${readable} and (${sql.join(found, sql` or `)})`;
}

/** One page of current references. Table cell_type_reference; tens of rows. */
export async function listReferences(
  db: Db,
  principal: Principal,
  query: Paging & { search: string },
): Promise<ReferenceRow[]> {
  const { rows } = await sql<ReferenceRow>`
    select ${COLUMNS} from cell_type_reference r
     where ${matching(principal, query.search)} ${pageOf(ORDER, query, sql`r.number`)}`.execute(db);
  return rows;
}

/** Exact number of references with the filter of `listReferences`. */
export async function countReferences(db: Db, principal: Principal, search: string): Promise<number> {
  const { rows } = await sql<{ n: number }>`
    select count(*)::int as n from cell_type_reference r where ${matching(principal, search)}`.execute(db);
  return rows[0]?.n ?? 0;
}

export interface ReferenceDetail extends ReferenceRow {
  source: string | null;
  citation: string | null;
  pubmed_id: string | null;
  doi: string | null;
  description: string | null;
  identifier: string;
}

/** A reference in a version, by default the current one. Unique index on number and version. */
export async function findReference(
  db: Db,
  principal: Principal,
  { id, version }: { id: number; version: number | undefined },
): Promise<ReferenceDetail | undefined> {
  const { rows } = await sql<ReferenceDetail>`
    select ${COLUMNS}, r.source, r.citation, r.pubmed_id, r.doi, r.description, r.identifier
      from cell_type_reference r
     where r.number = ${id} and ${isVersion('r', version)} and r.deleted_at is null and ${visibleTo(principal, 'r')}`.execute(
    db,
  );
  return rows[0];
}

/** Versions of a reference that the caller may read, newest first. Unique index on number and version. */
export async function listVersions(
  db: Db,
  principal: Principal,
  id: number,
): Promise<{ version: number; created_at: Date; is_current: boolean }[]> {
  const { rows } = await sql<{ version: number; created_at: Date; is_current: boolean }>`
    select r.version, r.created_at, r.is_current from cell_type_reference r
     where r.number = ${id} and r.deleted_at is null and ${visibleTo(principal, 'r')} order by r.version desc`.execute(
    db,
  );
  return rows;
}

export interface LevelRow {
  reference_id: number;
  place: number;
  name: string;
  types: string[];
  cells: number[];
  ontology_ids: (string | null)[];
  parents: (string | null)[];
  has_variance: boolean;
  has_percent: boolean;
  features_unmapped: number;
  features_ambiguous: number;
  features_merged: number;
  number_of_genes: number;
  storage_key: string;
}

const LEVEL_COLUMNS = sql`l.reference_id, l.place, l.name, l.types, l.cells, l.ontology_ids, l.parents, l.has_variance,
  l.has_percent, l.features_unmapped, l.features_ambiguous, l.features_merged, cardinality(l.genes) as number_of_genes, l.storage_key`;

/** Levels of versions that the caller was found to read, the coarsest first. Primary key. */
export async function listLevels(db: Db, versionIds: readonly number[]): Promise<LevelRow[]> {
  const { rows } = await sql<LevelRow>`
    select ${LEVEL_COLUMNS} from cell_type_level l
     where l.reference_id = any(${versionIds}::int[]) order by l.reference_id, l.place`.execute(db);
  return rows;
}

/** Symbols of the rows of a level. Primary key. */
export async function listGenesOf(
  db: Db,
  { reference_id, place }: Pick<LevelRow, 'reference_id' | 'place'>,
): Promise<string[]> {
  const { rows } = await sql<{ genes: string[] }>`
    select genes from cell_type_level where reference_id = ${reference_id} and place = ${place}`.execute(db);
  return rows[0]?.genes ?? [];
}

/** Files of a version, as they came in. Primary key. */
export async function listFiles(
  db: Db,
  versionId: number,
): Promise<{ name: string; size_bytes: number; storage_key: string; is_damaged: boolean }[]> {
  const { rows } = await sql<{ name: string; size_bytes: number; storage_key: string; is_damaged: boolean }>`
    select f.name, f.size_bytes, f.storage_key,
           exists (select 1 from fixity_check c where c.storage_key = f.storage_key and not c.is_right) as is_damaged
      from cell_type_file f where f.reference_id = ${versionId} order by f.name`.execute(db);
  return rows;
}

function ofOrganism(principal: Principal, organism: string | null): RawBuilder<SqlBool> {
  const readable = readableNow(principal, 'r');
  return organism === null ? readable : sql<SqlBool>`${readable} and lower(r.organism) = lower(${organism})`;
}

/** The first current references of an organism, of any if it is null, by number. Index cell_type_reference_organism. */
export async function listOfOrganism(
  db: Db,
  principal: Principal,
  { organism, limit }: { organism: string | null; limit: number },
): Promise<ReferenceRow[]> {
  const { rows } = await sql<ReferenceRow>`
    select ${COLUMNS} from cell_type_reference r where ${ofOrganism(principal, organism)}
     order by r.number limit ${limit}`.execute(db);
  return rows;
}

/** Exact number of references with the filter of `listOfOrganism`, by the same index. */
export async function countOfOrganism(
  db: Db,
  principal: Principal,
  organism: string | null,
): Promise<number> {
  const { rows } = await sql<{ n: number }>`
    select count(*)::int as n from cell_type_reference r where ${ofOrganism(principal, organism)}`.execute(
    db,
  );
  return rows[0]?.n ?? 0;
}

/** Rows of genes in levels, from 0, by version; keys are those of `mappingKey`. Primary key; reads all genes of these. */
export async function listRowsOfGenes(
  db: Db,
  levels: readonly Pick<LevelRow, 'reference_id' | 'place'>[],
  keys: readonly string[],
): Promise<Map<number, number[]>> {
  const { rows } = await sql<{ reference_id: number; found: number[] }>`
    select l.reference_id, array_agg(g.place::int - 1 order by g.place) as found
      from unnest(${levels.map(({ reference_id }) => reference_id)}::int[], ${levels.map(({ place }) => place)}::int[]) wanted(reference_id, place)
      join cell_type_level l using (reference_id, place)
      cross join unnest(l.genes) with ordinality g(gene, place)
     where upper(g.gene) = any(${keys}::text[])
     group by l.reference_id`.execute(db);
  return new Map(rows.map(({ reference_id, found }) => [reference_id, found]));
}
