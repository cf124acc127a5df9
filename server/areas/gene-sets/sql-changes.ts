/** Statements that change gene sets, inside the transaction of their call. */
import type { Principal } from '@omicon/domain/permissions/permissions.ts';
import { DATABASE_NOW, sql, type Tx } from '../../base/postgres/database.ts';
import { canReturn } from '../../records/access/deleted.ts';
import { knownTo } from '../../records/access/who-may-read.ts';
import { raiseCorpusVersion } from '../../records/search/corpus-version.ts';

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
  /** also false if it is not deleted */
  can_return: boolean;
}

/** One gene set that the caller may know, deleted or not; locked until the transaction ends. Primary key. */
export async function lockGeneSet(
  tx: Tx,
  principal: Principal,
  id: number,
): Promise<LockedGeneSet | undefined> {
  const { rows } = await sql<LockedGeneSet>`
    select g.number as id, g.name, g.version, g.owner_id, g.size, g.genes, g.deleted_at is not null as is_deleted,
           ${canReturn('g')} as can_return
      from gene_set g where g.number = ${id} and ${knownTo(principal, 'g')} for update`.execute(tx);
  return rows[0];
}

/**
 * Inserts a gene set. Its Set ID is `OMSET` plus the number of its Omicon ID, so it never clashes with the MOSET ids of
 * the laboratory's own pipeline. Writes omicon_record, gene_set.
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

/** Archives the current content as a version, then updates the set. Writes gene_set_version, gene_set. */
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
           visibility = case when ${content.genes}::text[] is null then visibility else 'public' end, version = version + 1, updated_at = now()
     where number = ${id}`.execute(tx);
  await raiseCorpusVersion(tx);
}

/** Marks a gene set as deleted or restores it; genes, versions and Set ID stay. Writes gene_set. */
export async function setGeneSetDeleted(tx: Tx, id: number, isDeleted: boolean): Promise<void> {
  const deleted_at = isDeleted ? DATABASE_NOW : null;
  await tx.updateTable('gene_set').set({ deleted_at }).where('number', '=', id).execute();
  await raiseCorpusVersion(tx);
}
