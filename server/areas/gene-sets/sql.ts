import type { RawBuilder, SqlBool } from 'kysely';
import { type Db, sql } from '../../base/database.ts';
import { containing, type Paging, pageOf } from '../../database/visible.ts';

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
}

const ORDER: Record<string, RawBuilder<unknown>> = {
  set_id: sql`lower(g.set_id)`,
  name: sql`lower(g.name)`,
  category: sql`lower(g.category)`,
  size: sql`g.size`,
  species: sql`lower(g.species)`,
  pubmed_id: sql`g.pubmed_id`,
  updated_at: sql`g.updated_at`,
  omicon_id: sql`g.number`,
};

function matching(search: string): RawBuilder<SqlBool> {
  if (search === '') return sql<SqlBool>`g.deleted_at is null`;
  return sql<SqlBool>`g.deleted_at is null and (g.name ilike ${containing(search)} or lower(g.set_id) = ${search.toLowerCase()})`;
}

/** One page of gene sets. Table gene_set, index gene_set_name for searches; some ten thousand rows. */
export async function listGeneSets(db: Db, query: Paging & { search: string }): Promise<GeneSetRow[]> {
  const { rows } = await sql<GeneSetRow>`
    select g.number as id, g.set_id, g.name, g.set_source, g.category, g.size, g.species, g.pubmed_id, g.description,
           g.updated_at, g.owner as uploaded_by
      from gene_set g where ${matching(query.search)} ${pageOf(ORDER, query, sql`g.number`)}`.execute(db);
  return rows;
}

export async function countGeneSets(db: Db, search: string): Promise<number> {
  const { rows } = await sql<{
    n: number;
  }>`select count(*)::int as n from gene_set g where ${matching(search)}`.execute(db);
  return rows[0]?.n ?? 0;
}
