/** The home page: what is new since the last visit, and the newest records. Owns no table. */
import { getHome, type HomeFiles, type HomeNews } from '@omicon/contract/areas/home.ts';
import type { PermissionCode, Principal } from '@omicon/domain/permissions/permissions.ts';
import { type Route, serve } from '../../base/http/serve.ts';
import type { Db } from '../../base/postgres/database.ts';
import { toFileItem } from '../../records/file/file-rows.ts';
import * as statements from './sql.ts';

const SHOWN_RECORDS = 4;
const SHOWN_COMMENTS = 3;
const SHOWN_FILES = { records: 6, files: 3 };

async function readNews(db: Db, principal: Principal): Promise<HomeNews | null> {
  const since = await statements.findLastVisit(db, principal);
  if (since === null) return null;
  const [counts, comments] = await Promise.all([
    statements.countNewRecords(db, principal, since),
    statements.listNewComments(db, principal, since),
  ]);
  return {
    since: since.toISOString(),
    ...counts,
    comments: comments.length,
    newest_comments: comments.slice(0, SHOWN_COMMENTS),
  };
}

function someFiles(rows: readonly statements.HomeFileRow[]) {
  return { files: rows.map(toFileItem), total: rows[0]?.total ?? 0 };
}

function toFiles(rows: readonly statements.HomeFileRow[]): HomeFiles[] {
  const byRecord = Map.groupBy(rows, ({ entity_type, entity_number }) => `${entity_type} ${entity_number}`);
  return [...byRecord.values()].flatMap((files) => {
    const [first] = files;
    if (first === undefined) return [];
    return [
      {
        entity_type: first.entity_type,
        id: first.entity_number,
        title: first.record_title,
        upload_date: first.record_created_at.toISOString(),
        brought: someFiles(files.filter(({ is_made }) => !is_made)),
        made: someFiles(files.filter(({ is_made }) => is_made)),
      },
    ];
  });
}

function dated<R extends { created_at: Date }>({ created_at, ...row }: R) {
  return { ...row, upload_date: created_at.toISOString() };
}

export const homeRoutes: Route[] = [
  serve(getHome, async ({ db, principal }) => {
    const ifMay = async <T>(code: PermissionCode, read: () => Promise<T[]>) =>
      principal.permissions.has(code) ? read() : [];
    const [news, collections, analyses, files] = await Promise.all([
      readNews(db, principal),
      ifMay('COLLECTION_LIST_VIEW', () => statements.listNewestCollections(db, principal, SHOWN_RECORDS)),
      ifMay('PROJECT_LIST_VIEW', () => statements.listNewestAnalyses(db, principal, SHOWN_RECORDS)),
      ifMay('FILE_PREVIEW', () => statements.listNewestFiles(db, principal, SHOWN_FILES)),
    ]);
    return {
      news,
      data_collections: collections.map((row) => dated(row)),
      analyses: analyses.map((row) => dated(row)),
      files: toFiles(files),
    };
  }),
];
