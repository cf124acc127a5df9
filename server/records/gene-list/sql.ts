import type { Principal } from '@omicon/domain/permissions/permissions.ts';
import { type Db, sql } from '../../base/postgres/database.ts';
import { knownTo, readableNow } from '../access/who-may-read.ts';

export interface ListedModule {
  number: number;
  name: string;
  theme: string | null;
  data_set_title: string;
  network_version_id: number;
  /** indexes in the feature list of the network, u32; null without members under the definition */
  members: Buffer | null;
}

/**
 * A module of a readable current analysis with its members. Index covariation_module_number, primary key of
 * module_member.
 */
export async function findModule(
  db: Db,
  principal: Principal,
  { id, definition }: { id: number; definition: number },
): Promise<ListedModule | undefined> {
  const { rows } = await sql<ListedModule>`
    select m.number, m.name, m.theme, a.input_data_set as data_set_title, n.id as network_version_id,
           (select x.features from module_member x where x.covariation_module_id = m.id and x.definition = ${definition}) as members
      from covariation_module m join covariation_network n on n.id = m.covariation_network_id
      join analysis a on a.id = n.analysis_id
     where m.number = ${id} and ${readableNow(principal, 'a')}`.execute(db);
  return rows[0];
}

/** Name, genes and organism of a gene set that the caller may know. Primary key. */
export async function findGeneSet(
  db: Db,
  principal: Principal,
  number: number,
): Promise<{ name: string; genes: string[]; species: string | null } | undefined> {
  const { rows } = await sql<{ name: string; genes: string[] | null; species: string | null }>`
    select g.name, g.genes, g.species from gene_set g
     where g.number = ${number} and g.deleted_at is null and ${knownTo(principal, 'g')}`.execute(db);
  const [row] = rows;
  return row && { ...row, genes: row.genes ?? [] };
}
