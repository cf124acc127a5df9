/** Statements of drafts. Owns table data_draft. */
import type { Draft } from '@omicon/contract/areas/drafts.ts';
import type { IntakeProgress } from '@omicon/contract/areas/uploads.ts';
import type { DataMap, DataProposal } from '@omicon/domain/data-map/data-map.ts';
import type { Principal } from '@omicon/domain/permissions/permissions.ts';
import { DATABASE_NOW, type Db, sql, type Tx } from '../../../base/postgres/database.ts';

export interface DraftRow {
  upload_id: number;
  person_id: number;
  file_name: string;
  status: Draft['status'];
  files: unknown;
  map: unknown;
  proposal: unknown;
  fault: string | null;
  progress: unknown;
  revision: number;
}

const DRAFT = sql`
  select d.upload_id, u.person_id, u.file_name, u.status, d.files, d.map, d.proposal, d.fault, d.progress, d.revision
    from data_draft d join upload u on u.id = d.upload_id`;

/** A draft for its jobs. Primary key. */
export async function findDraft(db: Db, uploadId: number): Promise<DraftRow | undefined> {
  const { rows } = await sql<DraftRow>`${DRAFT} where d.upload_id = ${uploadId}`.execute(db);
  return rows[0];
}

/** A draft of this person; administrators do not see those of others. Primary key. */
export async function findOwnDraft(
  db: Db,
  principal: Principal,
  uploadId: number,
): Promise<DraftRow | undefined> {
  const { rows } = await sql<DraftRow>`
    ${DRAFT} where d.upload_id = ${uploadId} and u.person_id = ${principal.person_id}`.execute(db);
  return rows[0];
}

/** As `findOwnDraft`, locked until the transaction ends. */
export async function lockOwnDraft(
  tx: Tx,
  principal: Principal,
  uploadId: number,
): Promise<DraftRow | undefined> {
  const { rows } = await sql<DraftRow>`
    ${DRAFT} where d.upload_id = ${uploadId} and u.person_id = ${principal.person_id}
       for update of u, d`.execute(tx);
  return rows[0];
}

/** The map of the person's last stored draft of a form; undefined without one. Index upload_person. */
export async function findEarlierMap(
  db: Db,
  { personId, form }: { personId: number; form: string },
): Promise<unknown> {
  const { rows } = await sql<{ map: unknown }>`
    select d.map from upload u join data_draft d on d.upload_id = u.id
     where u.person_id = ${personId} and u.kind = 'data' and u.status = 'stored' and d.proposal->>'form' = ${form}
     order by u.created_at desc limit 1`.execute(db);
  return rows[0]?.map;
}

/** Writes data_draft, primary key. */
export async function saveProgress(db: Db, uploadId: number, progress: IntakeProgress): Promise<void> {
  await sql`
    update data_draft set progress = ${JSON.stringify(progress)}::jsonb where upload_id = ${uploadId}`.execute(
    db,
  );
}

/**
 * Saves what was read by the map of a revision, and lets the person decide. Writes data_draft, upload.
 * @returns false if another map was saved meanwhile
 */
export async function saveReading(
  db: Db,
  uploadId: number,
  read: { revision: number; files: unknown; map: DataMap; proposal: DataProposal },
): Promise<boolean> {
  const { rows } = await sql`
    with read as (
      update data_draft
         set files = ${JSON.stringify(read.files)}::jsonb, map = ${JSON.stringify(read.map)}::jsonb,
             proposal = ${JSON.stringify(read.proposal)}::jsonb
       where upload_id = ${uploadId} and revision = ${read.revision} returning upload_id)
    update upload u set status = 'mapping', last_part_at = now() from read
     where u.id = read.upload_id and u.status = 'checking' returning u.id`.execute(db);
  return rows.length > 0;
}

/** Writes data_draft, primary key. */
export async function saveFault(tx: Tx, uploadId: number, fault: string): Promise<void> {
  await sql`update data_draft set fault = ${fault} where upload_id = ${uploadId}`.execute(tx);
}

/** Saves a map that a person decided on. Writes data_draft, upload. */
export async function saveMap(tx: Tx, uploadId: number, map: DataMap): Promise<void> {
  await sql`
    update data_draft set map = ${JSON.stringify(map)}::jsonb, revision = revision + 1
     where upload_id = ${uploadId}`.execute(tx);
  await tx.updateTable('upload').set({ status: 'checking' }).where('id', '=', uploadId).execute();
}

type ImportedDraft = Pick<DraftRow, 'upload_id' | 'person_id' | 'file_name'>;

async function createRun(tx: Tx, draft: ImportedDraft): Promise<number> {
  const { id } = await tx
    .insertInto('intake_run')
    .values({
      upload_id: draft.upload_id,
      person_id: draft.person_id,
      source: draft.file_name,
      started_at: DATABASE_NOW,
    })
    .returning('id')
    .executeTakeFirstOrThrow();
  return id;
}

/** Begins the import of a draft. Writes upload, intake_run. @returns number of the run */
export async function createDraftRun(
  tx: Tx,
  draft: ImportedDraft,
  visibility: DataMap['visibility'],
): Promise<number> {
  await tx
    .updateTable('upload')
    .set({ status: 'storing', visibility })
    .where('id', '=', draft.upload_id)
    .execute();
  return createRun(tx, draft);
}

/** Makes a draft the upload of a collection, and begins its import. Writes upload, intake_run. @returns number of the run */
export async function becomeCollection(tx: Tx, draft: ImportedDraft): Promise<number> {
  await tx.updateTable('upload').set({ kind: 'collection' }).where('id', '=', draft.upload_id).execute();
  return createRun(tx, draft);
}

/** Deletes a draft with its upload. Writes upload, primary key. @returns keys of its objects */
export async function deleteDraft(tx: Tx, uploadId: number): Promise<string[]> {
  const { rows } = await sql<{ key: string }>`
    select encode(sha256, 'hex') as key from upload_part where upload_id = ${uploadId}
    union select storage_key from upload where id = ${uploadId} and storage_key is not null`.execute(tx);
  await tx.deleteFrom('upload').where('id', '=', uploadId).execute();
  return rows.map(({ key }) => key);
}
