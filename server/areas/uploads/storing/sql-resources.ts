/**
 * Statements of intake for resources: gene sets, mapping tables, ontologies. As in sql.ts, inside one unit's
 * transaction.
 */
import type { Visibility } from '@omicon/domain/permissions/permissions.ts';
import { type Db, sql, type Tx } from '../../../base/postgres/database.ts';

/** Numbers of gene sets by the laboratory's set id. Unique index on set_id. */
export async function listGeneSetNumbers(tx: Tx, setIds: readonly string[]): Promise<Map<string, number>> {
  const { rows } = await sql<{ set_id: string; number: number }>`
    select set_id, number from gene_set where set_id = any(${setIds}::text[])`.execute(tx);
  return new Map(rows.map((row) => [row.set_id, row.number]));
}

export interface GeneSetContent {
  set_id: string;
  name: string;
  category: string | null;
  size: number | null;
  species: string | null;
  pubmed_id: string | null;
  description: string | null;
  genes: string[] | null;
}

/** Stored content of gene sets, for comparison. */
export async function listGeneSetContents(
  tx: Tx,
  setIds: readonly string[],
): Promise<(GeneSetContent & { number: number; version: number })[]> {
  const { rows } = await sql<GeneSetContent & { number: number; version: number }>`
    select number, version, set_id, name, category, size, species, pubmed_id, description, genes
      from gene_set where set_id = any(${setIds}::text[])`.execute(tx);
  return rows;
}

const GENE_SET_RECORD = sql`g(number int, version int, set_id text, name text, set_source text, category text, size int, species text, pubmed_id text, description text, genes json)`;
const GENES = sql`case when g.genes is null or json_typeof(g.genes) = 'null' then null else array(select json_array_elements_text(g.genes)) end`;

/** Inserts new gene sets with the given numbers. Writes gene_set. */
export async function createGeneSets(
  tx: Tx,
  sets: readonly (GeneSetContent & { number: number; set_source: string })[],
  by: { person_id: number | null; owner: string | null },
): Promise<void> {
  await sql`
    insert into gene_set (number, set_id, name, set_source, category, size, species, pubmed_id, description, genes, visibility, owner_id, owner)
    select g.number, g.set_id, g.name, g.set_source, g.category, g.size, g.species, g.pubmed_id, g.description, ${GENES}, case when ${GENES} is null then 'private' else 'public' end, ${by.person_id}::int, ${by.owner}
      from json_to_recordset(${JSON.stringify(sets)}::json) as ${GENE_SET_RECORD}`.execute(tx);
}

/**
 * Records which sets without genes the tables of an analysis name, so that whoever reads the analysis may know them.
 * Primary key of gene_set. Writes analysis_gene_set, gene_set.
 */
export async function nameGeneSets(
  tx: Tx,
  analysis: { id: number; visibility: Visibility; person_id: number | null },
  numbers: readonly number[],
): Promise<void> {
  const { id, visibility, person_id } = analysis;
  await sql`
    with named as (
      insert into analysis_gene_set (analysis_id, gene_sets)
      select ${id}::int, array_agg(number) from gene_set where number = any(${numbers}::int[]) and genes is null
      having count(*) > 0 returning gene_sets)
    update gene_set g
       set visibility = case when ${visibility} = 'public' then 'public' else g.visibility end,
           named_by = case when ${person_id}::int is null then g.named_by
                      else array(select distinct unnest(g.named_by || ${person_id}::int) order by 1) end
      from named n where g.number = any(n.gene_sets)
       and (g.visibility <> ${visibility} or not g.named_by @> array_remove(array[${person_id}::int], null))`.execute(
    tx,
  );
}

/** Archives the current content as versions, then updates the sets. Writes gene_set_version, gene_set. */
export async function replaceGeneSets(
  tx: Tx,
  sets: readonly (GeneSetContent & { number: number })[],
): Promise<void> {
  await sql`
    insert into gene_set_version (number, version, content)
    select s.number, s.version, to_jsonb(s) from gene_set s where s.number = any(${sets.map((set) => set.number)}::int[])`.execute(
    tx,
  );
  await sql`
    update gene_set s set name = g.name, category = g.category, size = g.size, species = g.species, pubmed_id = g.pubmed_id,
           description = g.description, genes = ${GENES}, visibility = 'public', version = s.version + 1, updated_at = now()
      from json_to_recordset(${JSON.stringify(sets)}::json) as ${GENE_SET_RECORD} where s.number = g.number`.execute(
    tx,
  );
}

/** The current table of a name, for comparison; at most one. */
export async function findMappingTable(
  db: Db,
  name: string,
): Promise<{ id: number; content_sha256: Buffer } | undefined> {
  return db
    .selectFrom('mapping_table')
    .select(['id', 'content_sha256'])
    .where('name', '=', name)
    .where('is_current', '=', true)
    .executeTakeFirst();
}

export interface NewMappingTable {
  name: string;
  release: string;
  platform: string | null;
  organism: string | null;
  from_identifier: string;
  to_identifier: string;
  number_of_rows: number;
  content_sha256: Buffer;
  storage_key: string;
  size_bytes: number;
}

/** Inserts a new current table of this name; the earlier one is kept. Writes mapping_table, mapping_row. */
export async function createMappingTable(
  tx: Tx,
  table: NewMappingTable,
  rows: readonly [string, string | null][],
): Promise<void> {
  await tx.updateTable('mapping_table').set({ is_current: false }).where('name', '=', table.name).execute();
  const { id } = await tx.insertInto('mapping_table').values(table).returning('id').executeTakeFirstOrThrow();
  for (let first = 0; first < rows.length; first += 20_000) {
    const part = rows.slice(first, first + 20_000);
    await sql`
      insert into mapping_row (mapping_table_id, place, identifier, target)
      select ${id}, ${first} + r.rank, r.identifier, r.target
        from unnest(${part.map((row) => row[0])}::text[], ${part.map((row) => row[1])}::text[]) with ordinality as r(identifier, target, rank)`.execute(
      tx,
    );
  }
}

/** The current version of an ontology, for comparison; at most one. */
export async function findOntology(
  db: Db,
  name: string,
): Promise<{ id: number; version: number; content_sha256: Buffer } | undefined> {
  return db
    .selectFrom('ontology')
    .select(['id', 'version', 'content_sha256'])
    .where('name', '=', name)
    .where('is_current', '=', true)
    .executeTakeFirst();
}

export interface NewOntology {
  name: string;
  version: number;
  content_sha256: Buffer;
  storage_key: string;
  size_bytes: number;
  terms: { term_id: string; name: string; is_obsolete: boolean; is_a: string[]; part_of: string[] }[];
}

/** Inserts a new current version of an ontology. Writes ontology, ontology_term, ontology_parent. */
export async function createOntology(tx: Tx, ontology: NewOntology): Promise<void> {
  await tx.updateTable('ontology').set({ is_current: false }).where('name', '=', ontology.name).execute();
  const { terms, ...head } = ontology;
  const { id } = await tx
    .insertInto('ontology')
    .values({ ...head, number_of_terms: terms.length })
    .returning('id')
    .executeTakeFirstOrThrow();
  const parents = terms.flatMap(({ term_id, is_a, part_of }) => [
    ...is_a.map((parent_id) => ({ term_id, relation: 'is_a', parent_id })),
    ...part_of.map((parent_id) => ({ term_id, relation: 'part_of', parent_id })),
  ]);
  await sql`
    insert into ontology_term (ontology_id, term_id, name, is_obsolete)
    select ${id}, t.term_id, t.name, t.is_obsolete
      from json_to_recordset(${JSON.stringify(terms)}::json) as t(term_id text, name text, is_obsolete boolean)`.execute(
    tx,
  );
  await sql`
    insert into ontology_parent (ontology_id, term_id, relation, parent_id)
    select distinct ${id}::int, p.term_id, p.relation, p.parent_id
      from json_to_recordset(${JSON.stringify(parents)}::json) as p(term_id text, relation text, parent_id text)`.execute(
    tx,
  );
}
