/** Folders of records. They are not stored: a folder is part of the paths of its files. */
import type { FileItem } from '@omicon/contract/base/records.ts';
import { formatSize } from '@omicon/domain/files/file-kinds.ts';
import { nameVisibility, type Principal, type Visibility } from '@omicon/domain/permissions/permissions.ts';
import type { SqlBool } from 'kysely';
import { type Db, sql } from '../../base/postgres/database.ts';
import { visibleTo } from '../access/who-may-read.ts';
import { containing, type Paging } from '../lists/paging.ts';
import { type FileRow, locationOf, toFileItem, withComments } from './file-rows.ts';

interface FolderRow {
  name: string;
  size_bytes: number;
  number_of_files: number;
  created_at: Date;
}

interface RecordFolder {
  entity_type: 'dc' | 'ds' | 'project';
  /** id of the record version that owns the files */
  owner_id: number;
  entity_number: number;
  folder: string;
  title: string;
  visibility: Visibility;
  owner: string | null;
}

/** Direct subfolders of a folder, with totals of their content. Table file, unique index on its path. */
async function listFolders(db: Db, where: RecordFolder): Promise<FolderRow[]> {
  const depth = where.folder === '' ? 1 : where.folder.split('/').length + 1;
  const inside =
    where.folder === ''
      ? sql<SqlBool>`f.folder <> ''`
      : sql<SqlBool>`starts_with(f.folder, ${`${where.folder}/`})`;
  const { rows } = await sql<FolderRow>`
    select split_part(f.folder, '/', ${depth}::int) as name, sum(f.size_bytes)::bigint as size_bytes,
           count(*)::int as number_of_files, max(f.created_at) as created_at
      from file f
     where f.entity_type = ${where.entity_type} and f.owner_id = ${where.owner_id} and ${inside}
     group by 1 order by 1`.execute(db);
  return rows;
}

function toFolderItem(row: FolderRow, where: Omit<RecordFolder, 'owner_id'>): FileItem {
  return {
    id: null,
    key: null,
    name: row.name,
    fileType: 'folder',
    size: formatSize(row.size_bytes),
    sizeByteVal: row.size_bytes,
    visibility: where.visibility,
    visibilityDisplayName: nameVisibility(where.visibility),
    owner: where.owner,
    uploaded_on: row.created_at.toISOString(),
    entity_type: where.entity_type,
    entity_id: where.entity_number,
    folder: where.folder,
    location: locationOf(where.title, where.folder),
    has_comment: false,
    comment_count: 0,
    number_of_files: row.number_of_files,
  };
}

/** Folders, then files, of one folder of a record version already checked to be readable. */
export async function listFolder(db: Db, principal: Principal, where: RecordFolder): Promise<FileItem[]> {
  const folders = await listFolders(db, where);
  const { rows } = await sql<FileRow>`
    select f.id, f.entity_type, f.entity_number, ${where.title} as record_title, f.folder, f.name, f.size_bytes, f.visibility, f.owner, f.created_at
      from file f
     where f.entity_type = ${where.entity_type} and f.owner_id = ${where.owner_id} and f.folder = ${where.folder}
     order by lower(f.name), f.id`.execute(db);
  const items = [...folders.map((row) => toFolderItem(row, where)), ...rows.map(toFileItem)];
  return withComments(db, principal, items);
}

interface FoundFolderRow extends FolderRow {
  entity_type: 'dc' | 'ds' | 'project';
  entity_number: number;
  /** path of the parent folder */
  folder: string;
  title: string;
  visibility: Visibility;
  owner: string | null;
}

/**
 * Folders of current records whose path contains the text, with the readable files below them. Every file below such a
 * folder has the text in its own path, so index file_folder finds all files to count.
 */
function foundFolders(principal: Principal, text: string) {
  const pattern = containing(text.toLowerCase());
  return sql`
    with held as (
      select f.entity_type, f.owner_id, f.entity_number, string_to_array(f.folder, '/') as parts,
             count(*) as files, sum(f.size_bytes) as size_bytes, max(f.created_at) as created_at
        from file f
       where f.is_current and ${visibleTo(principal, 'f', 'person_id')} and lower(f.folder) like ${pattern}
       group by f.entity_type, f.owner_id, f.entity_number, f.folder),
    found as (
      select h.entity_type, h.owner_id, h.entity_number, h.parts[1:depth] as parts, sum(h.files)::int as number_of_files,
             sum(h.size_bytes)::bigint as size_bytes, max(h.created_at) as created_at
        from held h, generate_series(1, cardinality(h.parts)) depth
       where lower(array_to_string(h.parts[1:depth], '/')) like ${pattern}
       group by 1, 2, 3, 4)`;
}

/**
 * One page of those folders, sorted by name. Tables file (index file_folder), record_version by key. The cost grows
 * with the files below matching folders: 0.02 s for 200 of 100,000, under 1 s for all.
 */
export async function listCurrentFolders(
  db: Db,
  principal: Principal,
  { text, page, page_size }: { text: string } & Pick<Paging, 'page' | 'page_size'>,
): Promise<FileItem[]> {
  const { rows } = await sql<FoundFolderRow>`
    ${foundFolders(principal, text)},
    page as (
      select *, parts[cardinality(parts)] as name, array_to_string(trim_array(parts, 1), '/') as folder from found
       order by lower(parts[cardinality(parts)]), entity_type, entity_number, parts
       limit ${page_size} offset ${(page - 1) * page_size})
    select p.entity_type, p.entity_number, p.folder, p.name, p.size_bytes, p.number_of_files, p.created_at,
           r.title, r.visibility, r.owner
      from page p join record_version r on r.entity_type = p.entity_type and r.id = p.owner_id
     order by lower(p.name), p.entity_type, p.entity_number, p.parts`.execute(db);
  return withComments(
    db,
    principal,
    rows.map((row) => toFolderItem(row, row)),
  );
}

/** Exact number of folders with the filter of `listCurrentFolders`, at the same cost. */
export async function countCurrentFolders(db: Db, principal: Principal, text: string): Promise<number> {
  const { rows } = await sql<{ n: number }>`
    ${foundFolders(principal, text)} select count(*)::int as n from found`.execute(db);
  return rows[0]?.n ?? 0;
}
