/** Statements of intake. Every write happens inside the transaction of one unit. */
import type { IntakeProgress, IntakeReport } from '@omicon/contract/areas/uploads.ts';
import type { Visibility } from '@omicon/domain/permissions/permissions.ts';
import { DATABASE_NOW, type Db, sql, type Tx } from '../../base/postgres/database.ts';
import { lockInTransaction } from '../../base/postgres/transaction-lock.ts';
import { shownName } from '../../records/person/people.ts';

export interface RunRow {
  id: number;
  upload_id: number | null;
  person_id: number | null;
  source: string;
  local_path: string | null;
  visibility: Visibility | null;
  owner: string | null;
  ended_at: Date | null;
  report: unknown;
  /** what earlier attempts of this run have stored */
  stored_units: unknown;
}

/** A run; for uploads with the chosen visibility and the uploader's name. */
export async function findRun(db: Db, id: number): Promise<RunRow | undefined> {
  const { rows } = await sql<RunRow>`
    select r.id, r.upload_id, r.person_id, r.source, r.local_path, coalesce(r.visibility, u.visibility) as visibility,
           coalesce(r.owner, ${shownName('p')}) as owner, r.ended_at, r.report, r.stored_units
      from intake_run r left join upload u on u.id = r.upload_id left join person p on p.id = r.person_id
     where r.id = ${id}`.execute(db);
  return rows[0];
}

/** Inserts a run for a local folder or archive. Writes intake_run. @returns its number */
export async function createRun(
  db: Db,
  run: {
    source: string;
    local_path: string;
    visibility: Visibility | null;
    owner: string | null;
    person_id?: number;
  },
): Promise<number> {
  const { id } = await db.insertInto('intake_run').values(run).returning('id').executeTakeFirstOrThrow();
  return id;
}

/**
 * Runs that have not ended and that no job will continue: demo and pipeline have runs without a job of their own. Reads
 * intake_run, and the jobs, of which there are few.
 */
export async function listUnattendedRuns(db: Db): Promise<number[]> {
  const { rows } = await sql<{ id: number }>`
    select r.id from intake_run r
     where r.ended_at is null and not exists (
       select 1 from graphile_worker.jobs j
        where j.key = 'intake ' || r.id or j.task_identifier in ('make_demo', 'run_pipeline'))
     order by r.id`.execute(db);
  return rows.map(({ id }) => id);
}

/** Writes intake_run, primary key. */
export async function saveProgress(db: Db, id: number, progress: IntakeProgress): Promise<void> {
  await db
    .updateTable('intake_run')
    .set({ progress: JSON.stringify(progress) })
    .where('id', '=', id)
    .execute();
}

/** Adds to what a run has stored, in the transaction that stores it. Writes intake_run, primary key. */
export async function addStoredUnits(tx: Tx, id: number, units: IntakeReport['units']): Promise<void> {
  if (units.length === 0) return;
  await sql`
    update intake_run set stored_units = stored_units || ${JSON.stringify(units)}::jsonb where id = ${id}`.execute(
    tx,
  );
}

/**
 * Stores the result of a run, once. Writes intake_run, primary key.
 * @returns false when it had ended already
 */
export async function endRun(
  db: Db,
  id: number,
  ended: { progress: IntakeProgress; report: IntakeReport },
): Promise<boolean> {
  const { numUpdatedRows } = await db
    .updateTable('intake_run')
    .set({
      progress: JSON.stringify(ended.progress),
      report: JSON.stringify(ended.report),
      ended_at: DATABASE_NOW,
    })
    .where('id', '=', id)
    .where('ended_at', 'is', null)
    .executeTakeFirstOrThrow();
  return numUpdatedRows === 1n;
}

/** The mail address of a person; null for guests and people without a verified address. */
export async function findMailAddress(db: Db, person_id: number): Promise<string | null> {
  const row = await db
    .selectFrom('person')
    .select('email')
    .where('id', '=', person_id)
    .where('verified_at', 'is not', null)
    .executeTakeFirst();
  return row?.email ?? null;
}

export interface UploadRow {
  id: number;
  size_bytes: number;
  sha256: Buffer | null;
  storage_key: string | null;
}

/** What a run needs of its upload. Primary key. */
export async function findUpload(db: Db, id: number): Promise<UploadRow | undefined> {
  return db
    .selectFrom('upload')
    .select(['id', 'size_bytes', 'sha256', 'storage_key'])
    .where('id', '=', id)
    .executeTakeFirst();
}

/** Keys of an upload's parts in their order. */
export async function listPartKeys(db: Db, upload_id: number): Promise<string[]> {
  const { rows } = await sql<{ key: string }>`
    select encode(sha256, 'hex') as key from upload_part where upload_id = ${upload_id} order by number`.execute(
    db,
  );
  return rows.map((row) => row.key);
}

/** Stores the storage key of the joined archive. Writes upload, primary key. */
export async function saveJoinedUpload(db: Db, id: number, storage_key: string): Promise<void> {
  await db.updateTable('upload').set({ storage_key }).where('id', '=', id).execute();
}

/** Writes upload, primary key. */
export async function setUploadStatus(
  db: Db,
  id: number,
  status: 'storing' | 'stored' | 'refused' | 'failed',
): Promise<void> {
  await db.updateTable('upload').set({ status }).where('id', '=', id).execute();
}

/** Drops the references to an upload's bytes after its run; the row stays for its report. */
export async function releaseUploadObjects(tx: Tx, id: number): Promise<void> {
  await tx.deleteFrom('upload_part').where('upload_id', '=', id).execute();
  await tx.updateTable('upload').set({ storage_key: null }).where('id', '=', id).execute();
}

/**
 * Locks a record until the transaction ends; a concurrent run of the same input waits here and then finds it stored.
 */
export async function lockRecord(tx: Tx, name: string): Promise<void> {
  await lockInTransaction(tx, `intake ${name}`);
}

export interface EarlierVersion {
  id: number;
  number: number;
  version: number;
  content_sha256: Buffer;
  visibility: Visibility;
  attributes: [string, string | null][];
}

/** The current data collection of a folder name; at most one. */
export async function findCollection(
  db: Db,
  name: string,
): Promise<(EarlierVersion & { title: string }) | undefined> {
  const { rows } = await sql<EarlierVersion & { title: string }>`
    select id, number, version, content_sha256, visibility, attributes, title from data_collection
     where name = ${name} and is_current and deleted_at is null for share`.execute(db);
  return rows[0];
}

/** The current data set of a title and version code; at most one. Unique index data_set_title. */
export async function findDataSet(
  db: Db,
  title: string,
  ds_version: string,
): Promise<EarlierVersion | undefined> {
  const { rows } = await sql<EarlierVersion>`
    select id, number, version, content_sha256, visibility, attributes from data_set
     where title = ${title} and ds_version = ${ds_version} and is_current and deleted_at is null`.execute(db);
  return rows[0];
}

export interface InputDataSet {
  number: number;
  data_collection_number: number;
  visibility: Visibility;
}

/** The current data set of a full name, that is title, blank, version code. Unique index data_set_title. */
export async function findInputDataSet(
  db: Db,
  title: string,
  ds_version: string,
): Promise<InputDataSet | undefined> {
  const { rows } = await sql<InputDataSet>`
    select number, data_collection_number, visibility from data_set
     where title = ${title} and ds_version = ${ds_version} and is_current and deleted_at is null for share`.execute(
    db,
  );
  return rows[0];
}

/** The collection of the parent of a derived data set imported alone, found by parent version code and title prefix. */
export async function findParentCollection(
  db: Db,
  child: { title: string; parent: string },
): Promise<{ number: number; visibility: Visibility } | undefined> {
  const { rows } = await sql<{ number: number; visibility: Visibility }>`
    select data_collection_number as number, visibility from data_set
     where ds_version = ${child.parent} and starts_with(${child.title}, title) and is_current and deleted_at is null
     order by length(title) desc, number limit 1`.execute(db);
  return rows[0];
}

/** The current analysis of a title and input data set; at most one. */
export async function findAnalysis(
  db: Db,
  title: string,
  input_data_set: string,
): Promise<EarlierVersion | undefined> {
  const { rows } = await sql<EarlierVersion>`
    select id, number, version, content_sha256, visibility, attributes from analysis
     where title = ${title} and input_data_set = ${input_data_set} and is_current and deleted_at is null`.execute(
    db,
  );
  return rows[0];
}

/** Prepares the next version: the earlier one and its files are no longer current, but are kept. */
export async function retireVersion(
  tx: Tx,
  entity: {
    table: 'data_collection' | 'data_set' | 'analysis';
    entity_type: 'dc' | 'ds' | 'project';
    id: number;
  },
): Promise<void> {
  await sql`update ${sql.table(entity.table)} set is_current = false where id = ${entity.id}`.execute(tx);
  await sql`update file set is_current = false where entity_type = ${entity.entity_type} and owner_id = ${entity.id}`.execute(
    tx,
  );
}

/** The feature list with these identifiers, shared by all data sets that have it. Unique index on sha256. */
export async function saveFeatureList(
  tx: Tx,
  sha256: Buffer,
  identifiers: readonly string[],
): Promise<number> {
  await sql`
    insert into feature_list (sha256, identifiers) values (${sha256}, ${identifiers}::text[]) on conflict (sha256) do nothing`.execute(
    tx,
  );
  const { id } = await tx
    .selectFrom('feature_list')
    .select('id')
    .where('sha256', '=', sha256)
    .executeTakeFirstOrThrow();
  return id;
}

export interface NewFile {
  folder: string;
  name: string;
  size_bytes: number;
  sha256: string;
}

interface FileOwner {
  entity_type: 'dc' | 'ds' | 'project';
  owner_id: number;
  entity_number: number;
  visibility: Visibility;
  person_id: number | null;
  owner: string | null;
}

/** Inserts files of one record version; their objects are stored already. Writes file. */
export async function saveFiles(tx: Tx, owner: FileOwner, files: readonly NewFile[]): Promise<void> {
  await sql`
    insert into file (entity_type, owner_id, entity_number, folder, name, size_bytes, sha256, storage_key, visibility, person_id, owner)
    select ${owner.entity_type}, ${owner.owner_id}, ${owner.entity_number}, f.folder, f.name, f.size_bytes, decode(f.sha256, 'hex'), f.sha256,
           ${owner.visibility}, ${owner.person_id}::int, ${owner.owner}
      from json_to_recordset(${JSON.stringify(files)}::json) as f(folder text, name text, size_bytes bigint, sha256 text)`.execute(
    tx,
  );
}

/** Numbers that networks of this name had in earlier versions of the analysis, so that their Omicon IDs stay. */
export async function listEarlierNetworks(tx: Tx, analysis_number: number): Promise<Map<string, number>> {
  const { rows } = await sql<{ name: string; number: number }>`
    select distinct on (n.name) n.name, n.number
      from covariation_network n join analysis a on a.id = n.analysis_id
     where a.number = ${analysis_number} order by n.name, a.version desc`.execute(tx);
  return new Map(rows.map((row) => [row.name, row.number]));
}

/** As `listEarlierNetworks`, for the modules of one network. */
export async function listEarlierModules(tx: Tx, network_number: number): Promise<Map<string, number>> {
  const { rows } = await sql<{ name: string; number: number }>`
    select distinct on (m.name) m.name, m.number
      from covariation_module m join covariation_network n on n.id = m.covariation_network_id
     where n.number = ${network_number} order by m.name, m.id desc`.execute(tx);
  return new Map(rows.map((row) => [row.name, row.number]));
}
