/**
 * The search box: Omicon IDs, then accession, PubMed ID, author and title of records, names of files and folders; and
 * suggestions while one types. Owns no table.
 */
import {
  getOmiconId,
  listOmiconIds,
  listSuggestions,
  searchEverything,
} from '@omicon/contract/areas/search.ts';
import { searchedText } from '@omicon/domain/query/search-text.ts';
import { PortalError } from '../../base/errors.ts';
import { type Route, serve } from '../../base/http/serve.ts';
import { countCurrentFiles, listCurrentFiles } from '../../records/file/file-rows.ts';
import { countCurrentFolders, listCurrentFolders } from '../../records/file/folder-rows.ts';
import { toPage } from '../../records/lists/replies.ts';
import { findRecords, lookUp, lookUpAll } from './records.ts';
import { suggest } from './suggestions.ts';

export const searchRoutes: Route[] = [
  serve(listSuggestions, ({ principal, query, services }) => suggest(services, principal, query)),

  serve(searchEverything, async ({ db, principal, query }) => {
    const paging = { page: query.page, page_size: query.page_size, sort: 'name', order: 'asc' } as const;
    const text = searchedText(query.q);
    const isOfFiles = query.scope !== 'folders';
    const [records, files, fileTotal, folders, folderTotal] = await Promise.all([
      query.scope === 'all' ? findRecords(db, principal, text, query) : { results: [], total: 0 },
      isOfFiles ? listCurrentFiles(db, principal, { ...paging, name: text }) : [],
      isOfFiles ? countCurrentFiles(db, principal, { name: text }) : 0,
      isOfFiles ? [] : listCurrentFolders(db, principal, { ...query, text }),
      isOfFiles ? 0 : countCurrentFolders(db, principal, text),
    ]);
    return {
      records: toPage(records.results, records.total, {
        page: query.records_page,
        page_size: query.page_size,
      }),
      files: toPage(files, fileTotal, query),
      folders: toPage(folders, folderTotal, query),
    };
  }),

  serve(getOmiconId, async ({ db, principal, params }) => {
    const results = await lookUp(db, principal, params.omicon_id);
    if (results.length === 0) throw new PortalError('not_found', 'Invalid Omicon ID!');
    return { results };
  }),

  serve(listOmiconIds, async ({ db, principal, body }) => ({
    results: Object.fromEntries(await lookUpAll(db, principal, body.omicon_ids)),
  })),
];
