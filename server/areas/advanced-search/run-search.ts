/** The job of a background search: stores the rows and notifies the person once. */

import {
  type SearchQueryBody,
  searchQueryBody,
} from '@omicon/contract/areas/advanced-search/advanced-search.ts';
import { SEARCH_ACCESS } from '@omicon/contract/areas/advanced-search/search-access.ts';
import { type SearchNews, searchNews } from '@omicon/contract/areas/notifications.ts';
import { hasAccess, type Principal } from '@omicon/domain/permissions/permissions.ts';
import { describeQuery } from '@omicon/domain/query/query-rows.ts';
import { packCells } from '@omicon/search-index/kit/chunks.ts';
import type { Cell } from '@omicon/search-index/kit/sorting.ts';
import { SearchCancelled } from '@omicon/search-index/threads.ts';
import { PortalError } from '../../base/errors.ts';
import { watchWanted } from '../../base/jobs/watch.ts';
import type { Db, Tx } from '../../base/postgres/database.ts';
import { notifyTopic } from '../../base/postgres/events.ts';
import type { Services } from '../../base/services.ts';
import { viewerOf } from '../../records/search/searching.ts';
import { notifyPerson } from '../notifications/notify.ts';
import { queryOf } from './queries/recent-queries.ts';
import { saveOutcome } from './queries/sql-queries.ts';
import { runWholeQuery } from './run-query.ts';
import * as statements from './sql-results.ts';

/** Only this many rows are stored; an export has all of them. */
const KEPT_ROWS = 100_000;

const FAILED = 'The search could not be finished. Please run it again.';

export function searchTopic(id: number): string {
  return `search ${id}`;
}

/** Notifies the person once, in the caller's transaction. */
async function tell(
  tx: Tx,
  { id, person_id }: statements.ResultRow,
  body: SearchQueryBody,
  end: { state: SearchNews['state']; result_count: number | null },
): Promise<void> {
  const description = body.description.trim() || describeQuery(queryOf(body));
  const content: SearchNews = {
    type: body.result_type,
    Description: description,
    ...end,
    notification_data: JSON.stringify({ formData: { description: { value: description } } }),
  };
  await notifyPerson(tx, {
    id,
    person_id,
    kind: 'advancedSearch',
    subject: String(id),
    content: searchNews.parse(content),
  });
  await notifyTopic(tx, searchTopic(id));
}

async function fail(
  db: Db,
  search: statements.ResultRow,
  body: SearchQueryBody,
  message: string,
): Promise<void> {
  const { id } = search;
  const act = async (tx: Tx) => {
    if (await statements.endWithout(tx, id, { state: 'failed', message }))
      await tell(tx, search, body, { state: 'failed', result_count: null });
  };
  await db.transaction().execute(act);
}

async function packAll(batches: AsyncIterable<Cell[][]>): Promise<Uint8Array[]> {
  const chunks: Uint8Array[] = [];
  for await (const cells of batches) chunks.push(packCells(cells));
  return chunks;
}

async function findAndStore(
  services: Services,
  search: statements.StartedRow,
  { principal, body, signal }: { principal: Principal; body: SearchQueryBody; signal: AbortSignal },
): Promise<void> {
  const started = performance.now();
  const viewer = viewerOf(principal);
  const {
    batches,
    chunks: packed,
    ...found
  } = await runWholeQuery(services, { viewer, body }, { most: KEPT_ROWS, wantsAll: false, signal });
  const chunks = packed ?? (await packAll(batches()));
  const execution_ms = performance.now() - started;
  const outcome = { execution_ms, result_count: found.total };
  await services.db.transaction().execute(async (tx) => {
    const rows = {
      ...found,
      chunks,
      execution_ms,
      reads_lab: viewer.readsLab,
      kept: Math.min(found.total, KEPT_ROWS),
    };
    if (!(await statements.endWithRows(tx, search.id, rows))) return;
    await saveOutcome(tx, search, outcome);
    await tell(tx, search, body, { state: 'done', result_count: found.total });
  });
}

/**
 * Fails searches whose job is gone, for instance because every attempt killed its worker, and notifies their owners.
 */
export async function failLostSearches({ db }: Services): Promise<void> {
  for (const search of await statements.listLost(db))
    await fail(db, search, searchQueryBody.parse(search.query), FAILED);
}

/** Runs one search. Idempotent: run twice or by two workers, it ends once and notifies once. */
export async function runSearch(
  services: Services,
  id: number,
  { signal: stop, isLastTry }: { signal: AbortSignal | undefined; isLastTry: boolean },
): Promise<void> {
  const search = await statements.findStarted(services.db, id);
  if (!search) return;
  const body = searchQueryBody.parse(search.query);
  const { person_id, role, permissions } = search;
  const principal: Principal = { person_id, role, permissions: new Set(permissions) };
  if (!hasAccess(principal, SEARCH_ACCESS))
    return await fail(services.db, search, body, 'You may no longer search.');
  const { signal, leave } = watchWanted(() => statements.isRunning(services.db, id), stop);
  try {
    await findAndStore(services, search, { principal, body, signal });
  } catch (error) {
    if (stop?.aborted) throw error;
    if (error instanceof SearchCancelled || signal.aborted) return;
    if (error instanceof PortalError && error.code === 'invalid_input')
      return await fail(services.db, search, body, error.message);
    if (!isLastTry) throw error;
    services.log.error({ err: error, search: id }, 'a search was given up');
    await fail(services.db, search, body, error instanceof PortalError ? error.message : FAILED);
  } finally {
    leave();
  }
}
