/** The job of a background search: stores its rows. */

import { searchQueryBody } from '@omicon/contract/areas/advanced-search/advanced-search.ts';
import { SEARCH_ACCESS } from '@omicon/contract/areas/advanced-search/search-access.ts';
import { hasAccess } from '@omicon/domain/permissions/permissions.ts';
import { packCells } from '@omicon/search-index/kit/chunks.ts';
import type { Cell } from '@omicon/search-index/kit/sorting.ts';
import { PortalError } from '../../base/errors.ts';
import { endRun, type RunJob } from '../../records/run/work.ts';
import { viewerOf } from '../../records/search/searching.ts';
import { saveOutcome } from './queries/sql-queries.ts';
import { runWholeQuery } from './run-query.ts';
import * as statements from './sql-results.ts';
import { searchRuns } from './sql-results.ts';

/** Only this many rows are stored; an export has all of them. */
const KEPT_ROWS = 100_000;

async function packAll(batches: AsyncIterable<Cell[][]>): Promise<Uint8Array[]> {
  const chunks: Uint8Array[] = [];
  for await (const cells of batches) chunks.push(packCells(cells));
  return chunks;
}

export const searchJob: RunJob<statements.StartedColumns> = {
  kind: searchRuns,
  columns: statements.STARTED,
  async work({ services, run, principal, signal }) {
    if (!hasAccess(principal, SEARCH_ACCESS))
      throw new PortalError('permission_denied', 'You may no longer search.');
    const started = performance.now();
    const asked = { viewer: viewerOf(principal), body: searchQueryBody.parse(run.query) };
    const {
      batches,
      chunks: packed,
      total,
      repairs,
      columns,
      sample_attributes,
      emptied_by,
    } = await runWholeQuery(services, asked, { most: KEPT_ROWS, wantsAll: false, signal });
    const chunks = packed ?? (await packAll(batches()));
    const execution_ms = performance.now() - started;
    const result = {
      columns,
      sample_attributes,
      total,
      emptied_by,
      repairs: JSON.stringify(repairs),
      execution_ms,
      reads_lab: asked.viewer.readsLab,
      kept: Math.min(total, KEPT_ROWS),
    };
    await services.db.transaction().execute(async (tx) => {
      if (!(await endRun(tx, searchRuns, run.id, { result_count: total, result }))) return;
      await statements.createChunks(tx, run.id, chunks);
      await saveOutcome(tx, run, { execution_ms, result_count: total });
    });
  },
};
