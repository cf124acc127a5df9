/** Statements that change gene sets, inside the transaction of their call. */
import { DATABASE_NOW, sql, type Tx } from '../../base/postgres/database.ts';
import { raiseCorpusVersion } from '../../database/shared/corpus-version.ts';
import { canReturn } from '../../database/shared/deleted.ts';

export interface GeneSetContent {
  name: string;
  category: string;
  size: number | null;
  species: string;
  pubmed_id: string | null;
  description: string;
  genes: string[];
}

export interface LockedGeneSet {
  id: number;
  name: string;
  version: number;
  owner_id: number | null;
  size: number | null;
  genes: string[] | null;
  is_deleted: boolean;
  /** false for one that is not deleted, too */
  can_return: boolean;
}

/** One gene set, deleted or not, for whoever changes it; others wait until the transaction ends. Primary key. */
export async function lockGeneSet(tx: Tx, id: number): Promise<LockedGeneSet | undefined> {
  const { rows } = await sql<LockedGeneSet>`
    select g.number as id, g.name, g.version, g.owner_id, g.size, g.genes, g.deleted_at is not null as is_deleted,
           ${canReturn('g')} as can_return
      from gene_set g where g.number = ${id} for update`.execute(tx);
  return rows[0];
}

/**
 * A new gene set. Its Set ID is `OMSET` and the number of its Omicon ID, which is never given again; the laboratory's own
 * pipeline goes on counting MOSET ids without meeting it. Writes omicon_record, gene_set.
 */
export async function createGeneSet(
  tx: Tx,
  content: GeneSetContent,
  by: { person_id: number | null; owner: string | null },
): Promise<number> {
  const { number } = await tx
    .insertInto('omicon_record')
    .values({ type: 'GS' })
    .returning('number')
    .executeTakeFirstOrThrow();
  await tx
    .insertInto('gene_set')
    .values({
      ...content,
      number,
      set_id: `OMSET${number}`,
      set_source: 'OMSET',
      owner_id: by.person_id,
      owner: by.owner,
    })
    .execute();
  await raiseCorpusVersion(tx);
  return number;
}

/** Keeps what the set holds as its version, then writes what it holds now. Writes gene_set_version, gene_set. */
export async function replaceGeneSet(
  tx: Tx,
  id: number,
  content: Omit<GeneSetContent, 'genes'> & { genes: string[] | null },
): Promise<void> {
  await sql`
    insert into gene_set_version (number, version, content)
    select s.number, s.version, to_jsonb(s) from gene_set s where s.number = ${id}`.execute(tx);
  await sql`
    update gene_set set name = ${content.name}, category = ${content.category}, size = ${content.size}, species = ${content.species},
           pubmed_id = ${content.pubmed_id}, description = ${content.description}, genes = ${content.genes}::text[],
           version = version + 1, updated_at = now()
     where number = ${id}`.execute(tx);
  await raiseCorpusVersion(tx);
}

/** Writes gene_set; the genes, versions and Set ID stay. */
export async function setGeneSetDeleted(tx: Tx, id: number, isDeleted: boolean): Promise<void> {
  const deleted_at = isDeleted ? DATABASE_NOW : null;
  await tx.updateTable('gene_set').set({ deleted_at }).where('number', '=', id).execute();
  await raiseCorpusVersion(tx);
}
