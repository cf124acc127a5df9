import type { DOWNLOAD_STATES } from '@omicon/contract/areas/downloads.ts';
import type { Principal } from '@omicon/domain/permissions/permissions.ts';
import type { ImagePart } from '../../base/container-image/container-image.ts';
import { type Database, type Db, sql, type Tx } from '../../base/postgres/database.ts';
import { lockInTransaction } from '../../base/postgres/transaction-lock.ts';

export interface DownloadRow {
  id: string;
  person_id: number;
  type: string;
  name: string;
  number_of_files: number;
  size_bytes: number;
  state: (typeof DOWNLOAD_STATES)[number];
  bytes_done: number;
  message: string | null;
  /** estimated from the pace so far; null before the first progress and after the end */
  seconds_left: number | null;
  /** number of the network of an image or table */
  network_id: number | null;
}

const DOWNLOAD = sql`
  id, person_id, type, name, cardinality(file_ids) as number_of_files, size_bytes, state, bytes_done, message,
  case when state = 'preparing' and bytes_done > 0
       then (extract(epoch from clock_timestamp() - started_at) * (size_bytes - bytes_done) / bytes_done)::float8
  end as seconds_left,
  (select n.number from covariation_network n where n.id = covariation_network_id) as network_id`;

export interface NewDownload {
  id: string;
  person_id: number;
  type: string;
  name: string;
  files: readonly { id: number; path: string; size_bytes: number }[];
  isReady: boolean;
  /** row of the network of an image or table */
  covariation_network_id?: number;
  /** row of its input data set at the time of the request */
  input_data_set_id?: number | null;
}

/** Stores a request. Writes download_request. */
export async function createDownload(db: Db, { files, isReady, ...row }: NewDownload): Promise<DownloadRow> {
  const size_bytes = files.reduce((sum, file) => sum + file.size_bytes, 0);
  const { rows } = await sql<DownloadRow>`
    insert into download_request (id, person_id, type, name, file_ids, paths, size_bytes, state, bytes_done, ended_at, covariation_network_id,
                                  input_data_set_id)
    values (${row.id}, ${row.person_id}, ${row.type}, ${row.name}, ${files.map((file) => file.id)}::int[], ${files.map((file) => file.path)}::text[],
            ${size_bytes}, ${isReady ? 'ready' : 'waiting'}, ${isReady ? size_bytes : 0}, case when ${isReady} then now() end, ${row.covariation_network_id ?? null},
            ${row.input_data_set_id ?? null})
    returning ${DOWNLOAD}`.execute(db);
  const [created] = rows;
  if (!created) throw new Error('A download was not recorded.');
  return created;
}

/** Locks the downloads of one person until the transaction ends, so that concurrent requests are counted correctly. */
export async function lockDownloads(tx: Tx, person_id: number): Promise<void> {
  await lockInTransaction(tx, `downloads of ${person_id}`);
}

/** Downloads of a person that are not ready. Index download_request_running. */
export async function countRunning(db: Db, person_id: number): Promise<number> {
  const { rows } = await sql<{ n: number }>`
    select count(*)::int as n from download_request
     where person_id = ${person_id} and state in ('waiting', 'preparing')`.execute(db);
  return rows[0]?.n ?? 0;
}

/** A download of this person; administrators do not see those of others. Primary key. */
export async function findDownload(
  db: Db,
  principal: Principal,
  id: string,
): Promise<DownloadRow | undefined> {
  const { rows } = await sql<DownloadRow>`
    select ${DOWNLOAD} from download_request where id = ${id} and person_id = ${principal.person_id}`.execute(
    db,
  );
  return rows[0];
}

/**
 * Downloads of a person with a job: running ones and those that ended within the hour, newest first, at most 20. Index
 * download_request_age.
 */
export async function listDownloads(db: Db, person_id: number): Promise<DownloadRow[]> {
  const { rows } = await sql<DownloadRow>`
    select ${DOWNLOAD} from download_request
     where person_id = ${person_id} and (state in ('waiting', 'preparing')
           or (started_at is not null and ended_at > now() - interval '1 hour'))
     order by created_at desc, id limit 20`.execute(db);
  return rows;
}

/** Cancels a download that is not ready. @returns false if it had already ended */
export async function cancelDownload(db: Db, id: string): Promise<boolean> {
  const { rows } = await sql`
    update download_request set state = 'cancelled', ended_at = now()
     where id = ${id} and state in ('waiting', 'preparing') returning id`.execute(db);
  return rows.length === 1;
}

export interface PreparedRow {
  id: string;
  person_id: number;
  type: string;
  name: string;
  file_ids: number[];
  paths: string[];
  size_bytes: number;
  network_id: number | null;
  covariation_network_id: number | null;
  input_data_set_id: number | null;
}

/** Marks a download as being prepared; undefined if it has ended or was cancelled. */
export async function startPreparing(db: Db, id: string): Promise<PreparedRow | undefined> {
  const { rows } = await sql<PreparedRow>`
    update download_request set state = 'preparing', bytes_done = 0, started_at = now()
     where id = ${id} and state in ('waiting', 'preparing')
     returning id, person_id, type, name, file_ids, paths, size_bytes, covariation_network_id, input_data_set_id,
               (select n.number from covariation_network n where n.id = covariation_network_id) as network_id`.execute(
    db,
  );
  return rows[0];
}

/** Stores the progress. @returns false if the person has cancelled it */
export async function saveProgress(db: Db, id: string, bytes_done: number): Promise<boolean> {
  const { rows } = await sql`
    update download_request set bytes_done = ${bytes_done} where id = ${id} and state = 'preparing' returning id`.execute(
    db,
  );
  return rows.length === 1;
}

/** Stores the total number of bytes to read: the download's files plus these. The same at every attempt. */
export async function savePlan(db: Db, id: string, bytes: number): Promise<void> {
  await sql`
    update download_request q
       set size_bytes = ${bytes} + (select coalesce(sum(f.size_bytes), 0) from file f where f.id = any(q.file_ids))
     where id = ${id} and state = 'preparing'`.execute(db);
}

/** Stores the parts of an image archive and their sizes. Writes download_part. */
export async function saveParts(
  tx: Tx,
  id: string,
  { parts, size_bytes }: { parts: readonly ImagePart[]; size_bytes: number },
): Promise<void> {
  await sql`
    insert into download_part (download_request_id, place, path, storage_key, size_bytes)
    select ${id}, place, path, storage_key, size_bytes
      from unnest(${parts.map((part) => part.path)}::text[], ${parts.map((part) => part.storage_key)}::text[],
                  ${parts.map((part) => part.size_bytes)}::bigint[]) with ordinality as p(path, storage_key, size_bytes, place)`.execute(
    tx,
  );
  await sql`update download_request set size_bytes = ${size_bytes}, bytes_done = ${size_bytes} where id = ${id}`.execute(
    tx,
  );
}

/** Files of an image archive in order. Primary key of download_part. */
export async function listParts(db: Db, download_request_id: string): Promise<ImagePart[]> {
  return db
    .selectFrom('download_part')
    .select(['path', 'storage_key', 'size_bytes'])
    .where('download_request_id', '=', download_request_id)
    .orderBy('place')
    .execute();
}

/** Completes the preparation. @returns false if it had already ended, for instance by another worker */
export async function endPreparing(
  db: Db,
  id: string,
  end: { state: 'ready' | 'failed'; message: string | null },
): Promise<boolean> {
  const { rows } = await sql`
    update download_request set state = ${end.state}, message = ${end.message}, ended_at = now(),
           bytes_done = case when ${end.state} = 'ready' then size_bytes else bytes_done end
     where id = ${id} and state = 'preparing' returning id`.execute(db);
  return rows.length === 1;
}

export interface LinkedDownload {
  id: string;
  type: string;
  name: string;
  file_ids: number[];
  paths: string[];
  is_expired: boolean;
}

/** The download behind a link of this person. Primary keys of download and download_request. */
export async function findLinkedDownload(
  db: Database,
  principal: Principal,
  link: string,
): Promise<LinkedDownload | undefined> {
  const { rows } = await sql<LinkedDownload>`
    select q.id, q.type, q.name, q.file_ids, q.paths, d.expires_at <= now() as is_expired
      from download d join download_request q on q.id = d.download_request_id
     where d.id = ${link} and d.person_id = ${principal.person_id} and q.person_id = d.person_id and q.state = 'ready'`.execute(
    db,
  );
  return rows[0];
}

/** The one file of a download that is a single file. Primary key. */
export async function findOnlyFile(db: Db, id: string): Promise<number | undefined> {
  const { rows } = await sql<{ file_id: number }>`
    select file_ids[1] as file_id from download_request where id = ${id} and type in ('file', 'kme-table')`.execute(
    db,
  );
  return rows[0]?.file_id;
}

export interface NotificationRow {
  id: number;
  content: unknown;
  created_at: Date;
  is_read: boolean;
}

/** The notification of a download. Unique index of notification. */
export async function findNotification(
  db: Db,
  person_id: number,
  subject: string,
): Promise<NotificationRow | undefined> {
  const { rows } = await sql<NotificationRow>`
    select id, content, created_at, read_at is not null as is_read from notification
     where person_id = ${person_id} and kind = 'download' and subject = ${subject}`.execute(db);
  return rows[0];
}
