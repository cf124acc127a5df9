/** Files of records in the shape of grids. Shared by the areas that show files. */

import type { FileItem } from '@omicon/contract/base/records.ts';
import { numberAt } from '@omicon/domain/arrays/number-at.ts';
import { fileTypeOf, formatSize } from '@omicon/domain/files/file-kinds.ts';
import { pathOfFile } from '@omicon/domain/files/file-path.ts';
import { nameVisibility, type Principal, type Visibility } from '@omicon/domain/permissions/permissions.ts';
import { searchKey } from '@omicon/domain/query/search-key.ts';
import type { RawBuilder, SqlBool } from 'kysely';
import { type Db, sql } from '../../base/postgres/database.ts';
import { visibleTo } from '../access/who-may-read.ts';
import { countComments, networkOfPdf } from '../comment/comment-rows.ts';
import { containing, hasText, type Paging, pageOf } from '../lists/paging.ts';

export interface FileRow {
  id: number;
  entity_type: 'dc' | 'ds' | 'project';
  entity_number: number;
  record_title: string;
  folder: string;
  name: string;
  size_bytes: number;
  visibility: Visibility;
  owner: string | null;
  created_at: Date;
}

/** The key of a file: its id and its name, which is the name of the download. */
export function fileKey(file: { id: number; name: string }): string {
  return `${file.id}/${file.name}`;
}

/** The id in a key; null if it is not a key. */
export function parseFileKey(key: string): number | null {
  const match = /^([1-9][0-9]{0,8})\/[^/]+$/.exec(key);
  return match ? Number(match[1]) : null;
}

/** Readable location of a file: record and folder. */
export function locationOf(title: string, folder: string): string {
  return folder === '' ? title : `${title} / ${folder.replaceAll('/', ' / ')}`;
}

/** A row of a grid, without its comment count. */
export function toFileItem(row: FileRow): FileItem {
  return {
    id: row.id,
    key: fileKey(row),
    name: row.name,
    fileType: fileTypeOf(row.name),
    size: formatSize(row.size_bytes),
    sizeByteVal: row.size_bytes,
    visibility: row.visibility,
    visibilityDisplayName: nameVisibility(row.visibility),
    owner: row.owner,
    uploaded_on: row.created_at.toISOString(),
    entity_type: row.entity_type,
    entity_id: row.entity_number,
    folder: row.folder,
    location: locationOf(row.record_title, row.folder),
    has_comment: false,
    comment_count: 0,
    number_of_files: null,
  };
}

/** Adds to items the number of comments that the caller may read; for a folder, those on itself. One statement. */
export async function withComments(db: Db, principal: Principal, items: FileItem[]): Promise<FileItem[]> {
  const topics = items.map((item) => ({
    entity_type: item.entity_type,
    entity_number: item.entity_id,
    path: pathOfFile(item),
    covariation_module_number: null,
    network: item.fileType === 'folder' ? null : networkOfPdf(item),
  }));
  const counts = await countComments(db, principal, topics);
  return items.map((item, at) => {
    const comment_count = numberAt(counts, at);
    return { ...item, comment_count, has_comment: comment_count > 0 };
  });
}

/** Rows of readable files in the shape of grids. */
export function toFileItems(db: Db, principal: Principal, rows: readonly FileRow[]): Promise<FileItem[]> {
  return withComments(db, principal, rows.map(toFileItem));
}

const EXTENSION = sql`lower(substring(f.name from '\\.([^.]*)$'))`;

const FILE_ORDER: Record<string, RawBuilder<unknown>> = {
  name: sql`lower(f.name)`,
  fileType: EXTENSION,
  visibility: sql`f.visibility`,
  owner: sql`lower(f.owner)`,
  uploaded_on: sql`f.created_at`,
  sizeByteVal: sql`f.size_bytes`,
  location: sql`f.entity_type, f.entity_number, f.folder`,
};

/** Filter of a list: a text in names (indexes file_name and file_search_name), and ids of files as a subquery. */
export interface FileFilter {
  name?: string;
  among?: RawBuilder<unknown>;
}

function matching(principal: Principal, filter: FileFilter): RawBuilder<SqlBool> {
  // Names of other characters have an index of their own.
  const named = filter.name
    ? sql<SqlBool>`(lower(f.name) like ${containing(searchKey(filter.name))} or f.name ~ '[^ -~]|''|\`' and ${hasText(sql`f.name`, filter.name)})`
    : sql<SqlBool>`true`;
  const listed = filter.among ? sql<SqlBool>`f.id in (${filter.among})` : sql<SqlBool>`true`;
  return sql<SqlBool>`f.is_current and ${visibleTo(principal, 'f', 'person_id')} and ${named} and ${listed}`;
}

/** One page of current files of all records. Tables file (index file_created or file_name), record_version by key. */
export async function listCurrentFiles(
  db: Db,
  principal: Principal,
  query: FileFilter & Paging,
): Promise<FileItem[]> {
  const { rows } = await sql<FileRow>`
    with page as (
      select f.id from file f where ${matching(principal, query)} ${pageOf(FILE_ORDER, query, sql`f.id`)})
    select f.id, f.entity_type, f.entity_number, r.title as record_title, f.folder, f.name, f.size_bytes, f.visibility, f.owner, f.created_at
      from page
      join file f on f.id = page.id
      join record_version r on r.entity_type = f.entity_type and r.id = f.owner_id
     order by ${FILE_ORDER[query.sort] ?? sql`f.id`} ${query.order === 'desc' ? sql`desc nulls last` : sql`asc nulls last`}, f.id ${query.order === 'desc' ? sql`desc` : sql`asc`}`.execute(
    db,
  );
  return toFileItems(db, principal, rows);
}

/**
 * One file that the caller may read, of any version of a record that is not deleted. Tables file and record_version by
 * key.
 */
export async function findFileItem(db: Db, principal: Principal, id: number): Promise<FileItem | undefined> {
  const { rows } = await sql<FileRow>`
    select f.id, f.entity_type, f.entity_number, r.title as record_title, f.folder, f.name, f.size_bytes, f.visibility, f.owner, f.created_at
      from file f
      join record_version r on r.entity_type = f.entity_type and r.id = f.owner_id
     where f.id = ${id} and r.deleted_at is null and ${visibleTo(principal, 'f', 'person_id')}`.execute(db);
  const [item] = await toFileItems(db, principal, rows);
  return item;
}

/** Exact number of files with the filter of `listCurrentFiles`, by the same index. */
export async function countCurrentFiles(db: Db, principal: Principal, filter: FileFilter): Promise<number> {
  const { rows } = await sql<{
    n: number;
  }>`select count(*)::int as n from file f where ${matching(principal, filter)}`.execute(db);
  return rows[0]?.n ?? 0;
}
