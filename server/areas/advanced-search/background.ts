/** Background searches: start, watch, open results, cancel. Owns table search_result. */

import {
  type SearchQueryBody,
  searchQueryBody,
} from '@omicon/contract/areas/advanced-search/advanced-search.ts';
import {
  cancelSearch,
  getSearchResults,
  SEARCH_SOCKET,
  type searchMessage,
} from '@omicon/contract/areas/advanced-search/search-queries.ts';
import type { Principal } from '@omicon/domain/permissions/permissions.ts';
import { CHUNK_ROWS, toRow, unpackCells } from '@omicon/search-index/kit/chunks.ts';
import type { Row } from '@omicon/search-index/kit/sorting.ts';
import type { z } from 'zod';
import type { Socket } from '../../base/connections/sockets.ts';
import { notFound, PortalError } from '../../base/errors.ts';
import { type Route, serve, serveWrite } from '../../base/http/serve.ts';
import type { Database, Db } from '../../base/postgres/database.ts';
import { notifyTopic } from '../../base/postgres/events.ts';
import type { Services } from '../../base/services.ts';
import { cancelRun, getRun, tryToStart } from '../../records/run/calls.ts';
import { labelsShown } from './queries/query-labels.ts';
import { queryOf, recentQueryOf, rememberQuery } from './queries/recent-queries.ts';
import { PROCESSING, toReply } from './replies.ts';
import * as statements from './sql-results.ts';
import { searchRuns, searchTopic } from './sql-results.ts';

/**
 * Starts a search as a background job. If the same person is already running the same query, returns that one. Every
 * row is stored: what is folded could not be opened later.
 * @returns its number, or null if the person has too many running searches
 */
export async function beginSearch(
  db: Database,
  person_id: number,
  { fold: _, folded_under: __, ...body }: SearchQueryBody,
): Promise<number | null> {
  const recent = recentQueryOf(person_id, body);
  const { query, query_hash } = recent;
  return db.transaction().execute(async (tx) => {
    const asked = { query: JSON.stringify(query), query_hash };
    const started = await tryToStart(tx, searchRuns, person_id, asked);
    if (started?.isNew) await rememberQuery(tx, recent, null);
    return started?.id ?? null;
  });
}

async function getResultRow(db: Db, principal: Principal, id: number): Promise<statements.ResultRow> {
  const search = await getRun({ db, principal }, searchRuns, id);
  if (search.reads_lab && !principal.permissions.has('LAB_RECORDS_VIEW'))
    throw new PortalError(
      'permission_denied',
      'What you may see has changed since this search. Please run it again.',
    );
  return search;
}

interface Page {
  page: number;
  page_size: number;
  sort?: string | undefined;
  order?: 'asc' | 'desc' | undefined;
}

/** In the order of the query, a page reads one or two chunks; for another order a search thread sorts all chunks. */
async function readPage(
  services: Services,
  { id, columns, kept }: statements.ResultRow,
  { page, page_size, sort, order }: Page,
): Promise<Row[]> {
  const from = (page - 1) * page_size;
  const to = Math.min(from + page_size, kept);
  if (from >= to) return [];
  if (sort !== undefined) {
    if (!columns.includes(sort)) {
      const sentence = `There is no column "${sort}"; ${columns.join(', ')} are there.`;
      throw new PortalError('invalid_input', sentence, { fields: { sort: sentence } });
    }
    const chunks = await statements.listChunks(services.db, id, { from: 0, to: kept });
    const arranged = await services.searchThreads.ask({
      kind: 'arrange',
      columns,
      chunks,
      sort,
      order,
      from,
      to,
    });
    return arranged.rows;
  }
  const first = Math.floor(from / CHUNK_ROWS);
  const last = Math.ceil(to / CHUNK_ROWS);
  const chunks = await statements.listChunks(services.db, id, { from: first, to: last });
  const cells = chunks.flatMap(unpackCells);
  return cells.slice(from - first * CHUNK_ROWS, to - first * CHUNK_ROWS).map((row) => toRow(columns, row));
}

function messageOf({ state, message, total, kept }: statements.ResultRow): string {
  if (state === 'running') return PROCESSING;
  if (state === 'cancelled') return 'This search was cancelled.';
  if (state === 'failed') return message ?? '';
  if (kept === total) return '';
  return `The first ${kept.toLocaleString('en')} of ${total.toLocaleString('en')} rows are kept. Export the search for all of them.`;
}

export const backgroundRoutes: Route[] = [
  serve(
    getSearchResults,
    async ({ db, principal, params, query, services }) => {
      const search = await getResultRow(db, principal, params.notif_id);
      const body = searchQueryBody.parse(search.query);
      const rows = body.show === 'count' ? [] : await readPage(services, search, query);
      const labels = await labelsShown(db, { query: queryOf(body), columns: search.columns, rows });
      return {
        query: body,
        state: search.state,
        ...toReply(
          { ...search, rows },
          {
            notifId: search.id,
            isNotification: true,
            execution_ms: search.execution_ms ?? 0,
            isRunning: search.state === 'running',
            message: messageOf(search),
            labels,
          },
        ),
      };
    },
    { isCostly: true },
  ),

  serveWrite(cancelSearch, async ({ db, principal, params }) => {
    const { id } = await getResultRow(db, principal, params.notif_id);
    const reply = await cancelRun({ db, principal }, searchRuns, id);
    await notifyTopic(db, searchTopic(id));
    return reply;
  }),
];

function numberOf(id: string): number {
  return /^\d{1,9}$/.test(id) ? Number(id) : 0;
}

/** Open while a search runs; tells its owner how it ended. */
export const searchSocket: Socket = {
  ...SEARCH_SOCKET,
  async authorize(db, principal, id, moment) {
    const search = await getResultRow(db, principal, numberOf(id));
    if (moment === 'opening' && search.state !== 'running') throw notFound('search');
    return searchTopic(search.id);
  },
  async describe(db, principal, id) {
    const { id: notif_id, state } = await getResultRow(db, principal, numberOf(id));
    const message: Omit<z.input<typeof searchMessage>, 'type'> = { notif_id, state, progress: null };
    return message;
  },
};
