import { type Db, sql } from '../../base/postgres/database.ts';

/** Names of the current ontologies, in capitals; a few rows. */
export async function listCurrentOntologies(db: Db): Promise<string[]> {
  const { rows } = await sql<{
    name: string;
  }>`select upper(name) as name from ontology where is_current`.execute(db);
  return rows.map(({ name }) => name);
}
