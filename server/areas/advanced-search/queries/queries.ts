/** Recent, saved, shared and sample queries. Owns table search_query. */

import { searchQueryAddress, sharedQueryAddress } from '@omicon/contract/addresses.ts';
import { searchQueryBody } from '@omicon/contract/areas/advanced-search/advanced-search.ts';
import {
  createSavedQuery,
  deleteSavedQuery,
  exportSearchQuery,
  getSearchQuery,
  getSharedQuery,
  listRecentQueries,
  listSampleQueries,
  listSavedQueries,
  renameSavedQuery,
  restoreSavedQuery,
  shareSavedQuery,
  stopSharingQuery,
} from '@omicon/contract/areas/advanced-search/search-queries.ts';
import { writeRow } from '@omicon/domain/files/table-text.ts';
import { listQueryRows, QUERY_ROW_COLUMNS } from '@omicon/domain/query/query-rows.ts';
import { notFound, PortalError } from '../../../base/errors.ts';
import { type Route, serve, serveWrite } from '../../../base/http/serve.ts';
import { madeWhileSent, serveFile } from '../../../base/http/serve-file.ts';
import type { Db } from '../../../base/postgres/database.ts';
import { toPage } from '../../../records/lists/replies.ts';
import { personIdOf } from '../../../records/person/people.ts';
import { newShareToken } from '../../../records/saved-item/calls.ts';
import { SAMPLE_QUERIES, SAMPLE_QUERY_AUTHOR, type SampleQuery } from '../sample-queries/sample-queries.ts';
import { queryOf, recentQueryOf } from './recent-queries.ts';
import * as statements from './sql-queries.ts';

type Kind = 'recent' | 'saved' | 'sample';

function linkTo(queryId: number | string, kind: Kind): string {
  return searchQueryAddress(kind === 'saved' ? { queryId } : { queryId, queryType: kind });
}

function toSavedQuery(row: statements.QueryRow) {
  return {
    description: row.description,
    searchLink: linkTo(row.id, row.kind),
    createdBy: row.created_by,
    resultType: row.result_type,
    createdAt: row.created_at.toISOString(),
    executionTime: row.execution_ms,
  };
}

function toSaved(row: statements.QueryRow) {
  const shareLink = row.share_token === null ? null : sharedQueryAddress(row.share_token);
  return { uId: row.id, ...toSavedQuery(row), version: row.version, shareLink };
}

function toBody({ query, description, sort }: SampleQuery) {
  return { ...query, description, ...(sort ? { sort: sort.by, order: sort.order } : {}) };
}

async function getSavedRow(db: Db, id: number, person_id: number): Promise<statements.QueryRow> {
  const row = await statements.findQuery(db, { id, person_id });
  if (row?.kind !== 'saved') throw notFound('query');
  return row;
}

function toOpened({ description, query }: { description: string; query: unknown }, searchLink: string) {
  const opened = { ...searchQueryBody.parse(query), description };
  return { description, searchLink, query: opened, filters: listQueryRows(queryOf(opened)) };
}

/** A query the caller may open: a sample query, or a recent or saved query of their own. */
async function openQuery(db: Db, person_id: number, { id, kind }: { id: string; kind: Kind | undefined }) {
  if (/^\d+$/.test(id)) {
    const row = await statements.findQuery(db, { id: Number(id), person_id });
    if (!row || (kind !== undefined && kind !== row.kind)) throw notFound('query');
    return toOpened(row, linkTo(row.id, row.kind));
  }
  const sample = SAMPLE_QUERIES.find((each) => each.id === id);
  if (!sample || (kind !== undefined && kind !== 'sample')) throw notFound('query');
  return toOpened({ description: sample.description, query: toBody(sample) }, linkTo(id, 'sample'));
}

export const queryRoutes: Route[] = [
  serve(listSampleQueries, async () => ({
    results: SAMPLE_QUERIES.map(({ id, description, query }) => ({
      qId: id,
      description,
      searchLink: linkTo(id, 'sample'),
      createdBy: SAMPLE_QUERY_AUTHOR,
      resultType: query.result_type,
    })),
  })),

  serve(listRecentQueries, async ({ db, principal, query }) => {
    const filter = { person_id: personIdOf(principal), kind: 'recent', search: query.search.trim() } as const;
    const [rows, total] = await Promise.all([
      statements.listQueries(db, filter, query),
      statements.countQueries(db, filter),
    ]);
    const results = rows.map((row) => ({
      rId: row.id,
      ...toSavedQuery(row),
      result_count: row.result_count,
    }));
    return toPage(results, total, query);
  }),

  serve(listSavedQueries, async ({ db, principal, query }) => {
    const filter = { person_id: personIdOf(principal), kind: 'saved', search: query.search.trim() } as const;
    const [rows, total] = await Promise.all([
      statements.listQueries(db, filter, query),
      statements.countQueries(db, filter),
    ]);
    return toPage(rows.map(toSaved), total, query);
  }),

  serveWrite(createSavedQuery, async ({ db, principal, body }) => {
    const person_id = personIdOf(principal);
    const query = recentQueryOf(person_id, { ...body.query, description: body.description });
    return toSaved(await getSavedRow(db, await statements.createSaved(db, query), person_id));
  }),

  serveWrite(renameSavedQuery, async ({ db, principal, params, body }) => {
    const person_id = personIdOf(principal);
    const version = await statements.lockSaved(db, { id: params.id, person_id });
    if (version === undefined) throw notFound('query');
    if (version !== body.version)
      throw new PortalError('conflict', 'This query was changed by another request. Please reload it.');
    await statements.renameSaved(db, params.id, body.description);
    return toSaved(await getSavedRow(db, params.id, person_id));
  }),

  serveWrite(deleteSavedQuery, async ({ db, principal, params }) => {
    if (!(await statements.deleteSaved(db, { id: params.id, person_id: personIdOf(principal) })))
      throw notFound('query');
    return { detail: 'The query is deleted.' };
  }),

  serveWrite(restoreSavedQuery, async ({ db, principal, params }) => {
    if (!(await statements.restoreSaved(db, { id: params.id, person_id: personIdOf(principal) })))
      throw notFound('query');
    return { detail: 'The query is restored.' };
  }),

  serveWrite(shareSavedQuery, async ({ db, principal, params, audit }) => {
    const person_id = personIdOf(principal);
    const token = newShareToken();
    if (!(await statements.shareSaved(db, { id: params.id, person_id }, token))) throw notFound('query');
    await audit({ action: 'share query', detail: { id: params.id } });
    return toSaved(await getSavedRow(db, params.id, person_id));
  }),

  serveWrite(stopSharingQuery, async ({ db, principal, params, audit }) => {
    const person_id = personIdOf(principal);
    if (!(await statements.stopSharing(db, { id: params.id, person_id }))) throw notFound('query');
    await audit({ action: 'stop sharing query', detail: { id: params.id } });
    return toSaved(await getSavedRow(db, params.id, person_id));
  }),

  serve(getSearchQuery, async ({ db, principal, params, query }) =>
    openQuery(db, personIdOf(principal), { id: params.id, kind: query.queryType }),
  ),

  serve(getSharedQuery, async ({ db, params }) => {
    const row = await statements.findSharedQuery(db, params.token);
    if (!row) throw notFound('query');
    return toOpened(row, sharedQueryAddress(params.token));
  }),

  serveFile(exportSearchQuery, async ({ db, principal, params, query }) => {
    const opened = await openQuery(db, personIdOf(principal), { id: params.id, kind: query.queryType });
    const lines = [QUERY_ROW_COLUMNS, ...opened.filters].map((row) => writeRow(row));
    async function* pieces() {
      yield lines.join('');
    }
    return { name: `query_${params.id}.csv`, ...madeWhileSent(pieces()) };
  }),
];
