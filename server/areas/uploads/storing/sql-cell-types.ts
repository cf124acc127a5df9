/** Statements of intake for cell type references. As in sql.ts, inside one unit's transaction. */
import type { Visibility } from '@omicon/domain/permissions/permissions.ts';
import { sql, type Tx } from '../../../base/postgres/database.ts';

export interface EarlierReference {
  number: number;
  version: number;
  visibility: Visibility;
  content_sha256: Buffer;
}

/** The current reference of a title. Unique index cell_type_reference_title. */
export async function findReference(tx: Tx, title: string): Promise<EarlierReference | undefined> {
  return tx
    .selectFrom('cell_type_reference')
    .select(['number', 'version', 'visibility', 'content_sha256'])
    .where('title', '=', title)
    .where('is_current', '=', true)
    .where('deleted_at', 'is', null)
    .executeTakeFirst();
}

/** Ends the current version before the next one. Unique index cell_type_reference_current. */
export async function retire(tx: Tx, number: number): Promise<void> {
  await tx
    .updateTable('cell_type_reference')
    .set({ is_current: false })
    .where('number', '=', number)
    .where('is_current', '=', true)
    .execute();
}

/**
 * Shows the current version, or hides all: earlier ones may hold what was never to be shown. Unique index on number and
 * version.
 */
export async function setVisibility(tx: Tx, number: number, visibility: Visibility): Promise<void> {
  let update = tx.updateTable('cell_type_reference').set({ visibility }).where('number', '=', number);
  if (visibility === 'public') update = update.where('is_current', '=', true);
  await update.execute();
}

export interface NewLevel {
  name: string;
  genes: string[];
  types: string[];
  cells: number[];
  ontology_ids: (string | null)[];
  parents: (string | null)[];
  has_variance: boolean;
  has_percent: boolean;
  features_unmapped: number;
  features_ambiguous: number;
  features_merged: number;
  storage_key: string;
}

interface NewReference {
  number: number;
  version: number;
  title: string;
  organism: string;
  region: string | null;
  condition: string | null;
  source: string | null;
  citation: string | null;
  pubmed_id: string | null;
  doi: string | null;
  identifier: string;
  description: string | null;
  number_of_genes: number;
  number_of_types: number;
  number_of_cells: number;
  visibility: Visibility;
  owner_id: number | null;
  owner: string | null;
  content_sha256: Buffer;
  size_bytes: number;
}

/** Inserts a version with its levels and files. Writes cell_type_reference, cell_type_level, cell_type_file. */
export async function createReference(
  tx: Tx,
  made: {
    reference: NewReference;
    levels: readonly NewLevel[];
    files: readonly { name: string; size_bytes: number; storage_key: string }[];
  },
): Promise<void> {
  const { id } = await tx
    .insertInto('cell_type_reference')
    .values(made.reference)
    .returning('id')
    .executeTakeFirstOrThrow();
  for (const [place, level] of made.levels.entries()) {
    const { name, genes, types, cells, ontology_ids, parents, storage_key } = level;
    await sql`
      insert into cell_type_level (reference_id, place, name, genes, types, cells, ontology_ids, parents, has_variance,
        has_percent, features_unmapped, features_ambiguous, features_merged, storage_key)
      values (${id}, ${place}, ${name}, ${genes}::text[], ${types}::text[], ${cells}::int[], ${ontology_ids}::text[],
        ${parents}::text[], ${level.has_variance}, ${level.has_percent}, ${level.features_unmapped},
        ${level.features_ambiguous}, ${level.features_merged}, ${storage_key})`.execute(tx);
  }
  await tx
    .insertInto('cell_type_file')
    .values(made.files.map((file) => ({ reference_id: id, ...file })))
    .execute();
}
