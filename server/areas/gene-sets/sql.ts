import type { Principal } from '@omicon/domain/permissions/permissions.ts';
import type { RawBuilder, SqlBool } from 'kysely';
import { type Db, sql } from '../../base/postgres/database.ts';
import { knownTo, readableNow } from '../../records/access/who-may-read.ts';
import { containing, hasText, type Paging, pageOf } from '../../records/lists/paging.ts';

export interface GeneSetRow {
  id: number;
  set_id: string;
  name: string;
  set_source: string;
  category: string | null;
  size: number | null;
  species: string | null;
  pubmed_id: string | null;
  description: string | null;
  updated_at: Date;
  uploaded_by: string | null;
  owner_id: number | null;
  version: number;
}

const COLUMNS = sql`g.number as id, g.set_id, g.name, g.set_source, g.category, g.size, g.species, g.pubmed_id, g.description,
  g.updated_at, g.owner as uploaded_by, g.owner_id, g.version`;

const ORDER: Record<string, RawBuilder<unknown>> = {
  set_id: sql`lower(g.set_id)`,
  name: sql`lower(g.name)`,
  set_source: sql`lower(g.set_source)`,
  category: sql`lower(g.category)`,
  size: sql`g.size`,
  species: sql`lower(g.species)`,
  pubmed_id: sql`g.pubmed_id`,
  updated_at: sql`g.updated_at`,
  omicon_id: sql`g.number`,
  uploaded_by: sql`lower(g.owner)`,
};

function matching(principal: Principal, search: string): RawBuilder<SqlBool> {
  const known = sql<SqlBool>`g.deleted_at is null and ${knownTo(principal, 'g')}`;
  if (search === '') return known;
  return sql<SqlBool>`${known} and (${hasText(sql`g.name`, search)} or lower(g.set_id) = ${search.toLowerCase()})`;
}

/** One page of gene sets. Table gene_set, index gene_set_name for searches; tens of thousands of rows. */
export async function listGeneSets(
  db: Db,
  principal: Principal,
  query: Paging & { search: string },
): Promise<GeneSetRow[]> {
  const { rows } = await sql<GeneSetRow>`
    select ${COLUMNS} from gene_set g where ${matching(principal, query.search)} ${pageOf(ORDER, query, sql`g.number`)}`.execute(
    db,
  );
  return rows;
}

/** Exact number of gene sets with the filter of `listGeneSets`, by the same index. */
export async function countGeneSets(db: Db, principal: Principal, search: string): Promise<number> {
  const { rows } = await sql<{
    n: number;
  }>`select count(*)::int as n from gene_set g where ${matching(principal, search)}`.execute(db);
  return rows[0]?.n ?? 0;
}

/**
 * A gene set in all its versions. Versions that were archived without a visibility have that of the set; a version that
 * only tables of the laboratory named stays theirs when the set gets genes.
 */
function versionsOf(principal: Principal, id: number): RawBuilder<unknown> {
  return sql`(select g.*, true as is_current from gene_set g where g.number = ${id} and g.deleted_at is null and ${knownTo(principal, 'g')}
      union all
      select g.*, false
        from gene_set c join gene_set_version v on v.number = c.number
        cross join lateral jsonb_populate_record(c, v.content) g
       where c.number = ${id} and c.deleted_at is null and ${knownTo(principal, 'c')} and ${knownTo(principal, 'g')})`;
}

interface Version {
  id: number;
  version: number | undefined;
}

/** The gene set in a version, by default the current one; empty for a deleted or unknown set. */
function heldIn(principal: Principal, { id, version }: Version): RawBuilder<unknown> {
  const wanted = version === undefined ? sql`v.is_current` : sql`v.version = ${version}`;
  return sql`(select v.* from ${versionsOf(principal, id)} v where ${wanted})`;
}

/** Primary keys of gene_set and gene_set_version. */
export async function findGeneSet(
  db: Db,
  principal: Principal,
  which: Version,
): Promise<(GeneSetRow & { number_of_genes: number | null }) | undefined> {
  const { rows } = await sql<GeneSetRow & { number_of_genes: number | null }>`
    select ${COLUMNS}, cardinality(g.genes) as number_of_genes from ${heldIn(principal, which)} g`.execute(
    db,
  );
  return rows[0];
}

/** All versions of a gene set, newest first. Primary keys of gene_set and gene_set_version. */
export async function listVersions(
  db: Db,
  principal: Principal,
  id: number,
): Promise<{ version: number; created_at: Date; is_current: boolean }[]> {
  const { rows } = await sql<{ version: number; created_at: Date; is_current: boolean }>`
    select v.version, v.updated_at as created_at, v.is_current from ${versionsOf(principal, id)} v
     order by v.version desc`.execute(db);
  return rows;
}

type GeneFilter = Version & { search: string };

function genesFound(principal: Principal, { search, ...which }: GeneFilter): RawBuilder<unknown> {
  return sql`from ${heldIn(principal, which)} g cross join unnest(g.genes) with ordinality as m(gene, place)
    where ${search === '' ? sql<SqlBool>`true` : sql<SqlBool>`${hasText(sql`m.gene`, search)}`}`;
}

/** One page of the genes of a set; `place` is the rank in its file, from 1. */
export async function listGenes(
  db: Db,
  principal: Principal,
  query: Paging & GeneFilter,
): Promise<{ place: number; gene: string }[]> {
  const order = { place: sql`place`, gene: sql`lower(gene)` };
  const { rows } = await sql<{ place: number; gene: string }>`
    select m.place::int as place, m.gene ${genesFound(principal, query)} ${pageOf(order, query, sql`place`)}`.execute(
    db,
  );
  return rows;
}

/** Exact number of genes with the filter of `listGenes`, by the same indexes. */
export async function countGenes(db: Db, principal: Principal, filter: GeneFilter): Promise<number> {
  const { rows } = await sql<{
    n: number;
  }>`select count(*)::int as n ${genesFound(principal, filter)}`.execute(db);
  return rows[0]?.n ?? 0;
}

export interface EnrichedModuleRow {
  module_id: number;
  module: string;
  theme: string | null;
  definition: number;
  source: string;
  /** 8 bytes, little-endian double */
  p_value: Buffer;
  network_id: number;
  network: string;
  analysis_id: number;
  analysis: string;
  data_set: string;
}

interface ModuleFilter {
  id: number;
  search: string;
}

/** Little-endian, as stored in module_enrichment. */
function packed(number: number): Buffer {
  const bytes = Buffer.alloc(4);
  bytes.writeUInt32LE(number);
  return bytes;
}

/** Index module_enrichment_gene_set; a set enriched everywhere has a few thousand rows. */
function enrichedIn(principal: Principal, { id, search }: ModuleFilter): RawBuilder<unknown> {
  const pattern = containing(search);
  const found =
    search === ''
      ? sql<SqlBool>`true`
      : sql<SqlBool>`(m.name ilike ${pattern} or m.theme ilike ${pattern} or n.name ilike ${pattern} or a.title ilike ${pattern} or a.input_data_set ilike ${pattern})`;
  return sql`from module_enrichment e
      join covariation_module m on m.id = e.covariation_module_id
      join covariation_network n on n.id = m.covariation_network_id
      join analysis a on a.id = n.analysis_id
     where public.unpack_u32(e.gene_sets) @> array[${id}::int] and ${readableNow(principal, 'a')} and ${found}`;
}

const MODULE_ORDER = {
  p_value: sql`public.turn_round(p_value)`,
  module: sql`lower(module)`,
  network: sql`lower(network)`,
  analysis: sql`lower(analysis)`,
  definition: sql`definition`,
};

/** One page of modules in which a gene set is enriched, ties by P. */
export async function listEnrichedModules(
  db: Db,
  principal: Principal,
  query: Paging & ModuleFilter,
): Promise<EnrichedModuleRow[]> {
  const bytes = packed(query.id);
  // The four bytes may also lie across two numbers; only then are the numbers unpacked to find the index.
  const index = sql`case when position(${bytes}::bytea in e.gene_sets) % 4 = 1 then position(${bytes}::bytea in e.gene_sets) / 4
    else array_position(public.unpack_u32(e.gene_sets), ${query.id}::int) - 1 end`;
  const tie = sql`(public.turn_round(p_value), module_id, definition, source)`;
  const { rows } = await sql<EnrichedModuleRow>`
    select * from (
      select m.number as module_id, m.name as module, m.theme, e.definition, e.source, substring(e.p_values from (${index}) * 8 + 1 for 8) as p_value,
             n.number as network_id, n.name as network, a.number as analysis_id, a.title as analysis, a.input_data_set as data_set
      ${enrichedIn(principal, query)}) listed
    ${pageOf(MODULE_ORDER, query, tie)}`.execute(db);
  return rows;
}

/** Exact number of modules with the filter of `listEnrichedModules`, by the same index. */
export async function countEnrichedModules(
  db: Db,
  principal: Principal,
  filter: ModuleFilter,
): Promise<number> {
  const { rows } = await sql<{ n: number }>`
    select count(*)::int as n ${enrichedIn(principal, filter)}`.execute(db);
  return rows[0]?.n ?? 0;
}

/** Values of a column of the form in stored sets, by name; tens of values. */
export async function listUsed(
  db: Db,
  principal: Principal,
  column: 'category' | 'species',
): Promise<string[]> {
  const { rows } = await sql<{ value: string }>`
    select distinct ${sql.ref(column)} as value from gene_set g
     where deleted_at is null and ${sql.ref(column)} is not null and ${knownTo(principal, 'g')} order by value`.execute(
    db,
  );
  return rows.map((row) => row.value);
}

export interface ExportedRow extends GeneSetRow {
  genes: string[] | null;
}

/** Up to 200 gene sets after a number, by number. */
export async function listForExport(
  db: Db,
  principal: Principal,
  filter: { search: string; id: number | undefined; after: number },
): Promise<ExportedRow[]> {
  const chosen = filter.id === undefined ? sql<SqlBool>`true` : sql<SqlBool>`g.number = ${filter.id}`;
  const { rows } = await sql<ExportedRow>`
    select ${COLUMNS}, g.genes from gene_set g
     where ${matching(principal, filter.search)} and ${chosen} and g.number > ${filter.after} order by g.number limit 200`.execute(
    db,
  );
  return rows;
}
