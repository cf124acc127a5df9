import type { Principal } from '@omicon/domain/permissions/permissions.ts';
import { DATABASE_NOW, type Db, sql, type Tx } from '../../base/postgres/database.ts';
import { lockInTransaction } from '../../base/postgres/transaction-lock.ts';
import type { Services } from '../../base/services.ts';
import { keepObjects } from '../../database/operations/storage-keys.ts';
import { isVersion, visibleTo } from '../../records/access/who-may-read.ts';

export interface StoredFileRow {
  id: number;
  entity_type: 'dc' | 'ds' | 'project';
  folder: string;
  name: string;
  size_bytes: number;
  sha256: Buffer;
  storage_key: string;
}

/** One file the caller may read, of any version of a record that is not deleted. Primary key. */
export async function findFile(db: Db, principal: Principal, id: number): Promise<StoredFileRow | undefined> {
  const { rows } = await sql<StoredFileRow>`
    select f.id, f.entity_type, f.folder, f.name, f.size_bytes, f.sha256, f.storage_key
      from file f join record_version r on r.entity_type = f.entity_type and r.id = f.owner_id
     where f.id = ${id} and r.deleted_at is null and ${visibleTo(principal, 'f', 'person_id')}`.execute(db);
  return rows[0];
}

/** The file and purpose of a valid link of this person. Primary key of download. */
export async function findDownload(
  db: Db,
  principal: Principal,
  id: string,
): Promise<{ file_id: number; purpose: 'download' | 'preview'; is_expired: boolean } | undefined> {
  const { rows } = await sql<{ file_id: number; purpose: 'download' | 'preview'; is_expired: boolean }>`
    select file_id, purpose, expires_at <= now() as is_expired from download
     where id = ${id} and person_id = ${principal.person_id} and file_id is not null`.execute(db);
  return rows[0];
}

export interface RecordRow {
  entity_type: 'dc' | 'ds' | 'project';
  owner_id: number;
  entity_number: number;
  title: string;
  visibility: 'public' | 'private';
  owner: string | null;
}

/** One readable version of a record that owns files; by default the current one. */
export async function findRecord(
  db: Db,
  principal: Principal,
  record: { entity_type: string; number: number; version: number | undefined },
): Promise<RecordRow | undefined> {
  const { rows } = await sql<RecordRow>`
    select r.entity_type, r.id as owner_id, r.number as entity_number, r.title, r.visibility, r.owner from record_version r
     where r.entity_type = ${record.entity_type} and r.number = ${record.number} and r.deleted_at is null
       and ${isVersion('r', record.version)} and ${visibleTo(principal, 'r')}`.execute(db);
  return rows[0];
}

export interface UploadRow {
  id: number;
  person_id: number;
  kind: 'collection' | 'analysis' | 'resource' | 'data';
  file_name: string;
  size_bytes: number;
  part_size: number;
  visibility: 'public' | 'private' | null;
  status: 'open' | 'checking' | 'mapping' | 'storing' | 'stored' | 'refused' | 'failed';
}

const UPLOAD_COLUMNS = [
  'id',
  'person_id',
  'kind',
  'file_name',
  'size_bytes',
  'part_size',
  'visibility',
  'status',
] as const;

/** Inserts an upload. Writes upload. */
export async function createUpload(db: Db, upload: Omit<UploadRow, 'id' | 'status'>): Promise<UploadRow> {
  return db.insertInto('upload').values(upload).returning(UPLOAD_COLUMNS).executeTakeFirstOrThrow();
}

/** An upload of this person; administrators do not see those of others. Primary key. */
export async function findUpload(db: Db, principal: Principal, id: number): Promise<UploadRow | undefined> {
  return db
    .selectFrom('upload')
    .select(UPLOAD_COLUMNS)
    .where('id', '=', id)
    .where('person_id', '=', principal.person_id)
    .executeTakeFirst();
}

/** As `findUpload`, locked until the transaction ends. */
export async function lockUpload(db: Db, principal: Principal, id: number): Promise<UploadRow | undefined> {
  return db
    .selectFrom('upload')
    .select(UPLOAD_COLUMNS)
    .where('id', '=', id)
    .where('person_id', '=', principal.person_id)
    .forUpdate()
    .executeTakeFirst();
}

/** Uploads of a person, newest first, at most 100. Index upload_person. */
export async function listUploads(db: Db, person_id: number): Promise<UploadRow[]> {
  return db
    .selectFrom('upload')
    .select(UPLOAD_COLUMNS)
    .where('person_id', '=', person_id)
    .orderBy('created_at', 'desc')
    .orderBy('id', 'desc')
    .limit(100)
    .execute();
}

/** Number of uploads of a person, all or only incomplete ones. Index upload_person. */
export async function countUploads(db: Db, person_id: number, only: { open: boolean }): Promise<number> {
  const { rows } = await sql<{ n: number }>`
    select count(*)::int as n from upload where person_id = ${person_id} and (${!only.open} or status = 'open')`.execute(
    db,
  );
  return rows[0]?.n ?? 0;
}

export interface PartRow {
  number: number;
  size_bytes: number;
  sha256: Buffer;
}

/** Received parts, by number. Primary key of upload_part. */
export async function listParts(db: Db, upload_id: number): Promise<PartRow[]> {
  return db
    .selectFrom('upload_part')
    .select(['number', 'size_bytes', 'sha256'])
    .where('upload_id', '=', upload_id)
    .orderBy('number')
    .execute();
}

/**
 * Records a stored part, replacing an earlier one with the same number. Writes upload_part, upload.
 * @returns the storage key of the replaced bytes, null if there were none; undefined without recording anything if the
 * upload was completed or cancelled during the transfer
 */
export async function savePart(
  { db, store }: Pick<Services, 'db' | 'store'>,
  part: PartRow & { upload_id: number },
): Promise<{ replaced: string | null } | undefined> {
  const { upload_id, number, size_bytes, sha256 } = part;
  return db.transaction().execute(async (tx) => {
    await keepObjects(tx, store, [sha256.toString('hex')]);
    const { rows: open } = await sql`
      select 1 from upload where id = ${upload_id} and status = 'open' for update`.execute(tx);
    if (open.length === 0) return undefined;
    const earlier = await tx
      .selectFrom('upload_part')
      .select('sha256')
      .where('upload_id', '=', upload_id)
      .where('number', '=', number)
      .executeTakeFirst();
    await tx
      .insertInto('upload_part')
      .values(part)
      .onConflict((conflict) =>
        conflict
          .columns(['upload_id', 'number'])
          .doUpdateSet({ size_bytes, sha256, received_at: DATABASE_NOW }),
      )
      .execute();
    await tx.updateTable('upload').set({ last_part_at: DATABASE_NOW }).where('id', '=', upload_id).execute();
    return { replaced: earlier?.sha256.toString('hex') ?? null };
  });
}

/** Locks the uploads of one person until the transaction ends, so that concurrent starts are counted correctly. */
export async function lockUploads(tx: Tx, person_id: number): Promise<void> {
  await lockInTransaction(tx, `uploads of ${person_id}`);
}

/** Deletes an upload and its parts. Writes upload, primary key. */
export async function deleteUpload(db: Db, id: number): Promise<void> {
  await db.deleteFrom('upload').where('id', '=', id).execute();
}

/** Marks the upload as complete and creates its intake run. Writes upload, intake_run. */
export async function createIntakeRun(db: Db, upload: UploadRow, sha256: Buffer): Promise<number> {
  await db.updateTable('upload').set({ status: 'checking', sha256 }).where('id', '=', upload.id).execute();
  const { id } = await db
    .insertInto('intake_run')
    .values({
      upload_id: upload.id,
      person_id: upload.person_id,
      source: upload.file_name,
      started_at: DATABASE_NOW,
    })
    .returning('id')
    .executeTakeFirstOrThrow();
  return id;
}

/** Records the files whose bytes an upload has. Writes data_draft. */
export async function createDraft(
  db: Db,
  upload_id: number,
  files: readonly { name: string; size_bytes: number }[],
): Promise<void> {
  await db
    .insertInto('data_draft')
    .values({ upload_id, files: JSON.stringify(files) })
    .execute();
}

/** Marks the upload of a draft as complete. Writes upload, primary key. */
export async function completeDraft(db: Db, upload: UploadRow, sha256: Buffer): Promise<void> {
  await db.updateTable('upload').set({ status: 'checking', sha256 }).where('id', '=', upload.id).execute();
}

/** Progress and report of the run of an upload. Unique index on upload_id. */
export async function findIntakeRun(
  db: Db,
  upload_id: number,
): Promise<{ progress: unknown; report: unknown } | undefined> {
  return db
    .selectFrom('intake_run')
    .select(['progress', 'report'])
    .where('upload_id', '=', upload_id)
    .executeTakeFirst();
}

/** Whether an upload of the person is not imported yet; for its socket. */
export async function ownsRunningUpload(db: Db, principal: Principal, id: number): Promise<boolean> {
  const { rows } = await sql<{ owns: boolean }>`
    select exists (select 1 from upload where id = ${id} and person_id = ${principal.person_id}
                      and status in ('open', 'checking', 'storing')) as owns`.execute(db);
  return rows[0]?.owns === true;
}
