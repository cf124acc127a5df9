/** Export of all rows of a search as a file, and code that fetches it. */

import { Readable } from 'node:stream';
import {
  type ExportFormat,
  exportAdvancedSearch,
  getSearchCode,
  type SearchQueryBody,
} from '@omicon/contract/areas/advanced-search/advanced-search.ts';
import { SEARCH_ACCESS } from '@omicon/contract/areas/advanced-search/search-access.ts';
import { writeRow } from '@omicon/domain/files/table-text.ts';
import { hasAccess } from '@omicon/domain/permissions/permissions.ts';
import { PortalError } from '../../base/errors.ts';
import { type Route, serve } from '../../base/http/serve.ts';
import { serveFile } from '../../base/http/serve-file.ts';
import type { Services } from '../../base/services.ts';
import { type StreamedRows, writeParquet } from '../../records/download/parquet.ts';
import { personIdOf } from '../../records/person/people.ts';
import { viewerOf } from '../../records/search/searching.ts';
import { writeCode } from './code-lines.ts';
import { type AllRows, runWholeQuery } from './run-query.ts';

/** Rows are held packed until sent, about thirty bytes each. */
const MAX_ROWS = 5_000_000;
/** Concurrent exports per person and process; each occupies a search thread. */
const MAX_AT_ONCE = 2;

async function* writeText({ columns, batches }: StreamedRows, separator: ',' | '\t'): AsyncGenerator<string> {
  yield writeRow(columns, separator);
  for await (const rows of batches()) yield rows.map((cells) => writeRow(cells, separator)).join('');
}

function writeAs(format: ExportFormat, rows: AllRows): AsyncGenerator<string | Uint8Array> {
  if (format === 'parquet') return writeParquet(rows);
  return writeText(rows, format === 'csv' ? ',' : '\t');
}

const finding = new Map<number, number>();

/** Limits the concurrent exports of a person. */
async function oneOfFew<T>(person_id: number, make: () => Promise<T>): Promise<T> {
  const running = finding.get(person_id) ?? 0;
  if (running >= MAX_AT_ONCE)
    throw new PortalError(
      'too_many_requests',
      'Two of your exports are running. Wait until one is complete.',
      {
        retryAfterSeconds: 10,
      },
    );
  finding.set(person_id, running + 1);
  try {
    return await make();
  } finally {
    const left = (finding.get(person_id) ?? 1) - 1;
    if (left === 0) finding.delete(person_id);
    else finding.set(person_id, left);
  }
}

async function findRows(
  services: Services,
  search: Parameters<typeof runWholeQuery>[1],
  signal: AbortSignal,
) {
  // Rows of a kME table are streamed, so their number is not limited.
  const isHeld = search.body.result_type !== 'kme-table';
  const most = isHeld ? MAX_ROWS : Number.MAX_SAFE_INTEGER;
  const found = await runWholeQuery(services, search, { most, wantsAll: true, signal });
  if (found.total > found.limit)
    throw new PortalError(
      'too_large',
      `This search has ${found.total.toLocaleString('en')} rows, and at most ${found.limit.toLocaleString('en')} of them are exported in this order. Please narrow it.`,
    );
  return found;
}

function nameOf({ result_type }: SearchQueryBody, format: ExportFormat): string {
  return `omicon_${result_type.replaceAll('-', '_')}.${format}`;
}

export const exportRoutes: Route[] = [
  serveFile(exportAdvancedSearch, async ({ principal, body, query, services, signal, audit }) => {
    if (!hasAccess(principal, SEARCH_ACCESS))
      throw new PortalError('permission_denied', 'You do not have permission to perform this action.');
    const search = { viewer: viewerOf(principal), body };
    const found = await oneOfFew(personIdOf(principal), () => findRows(services, search, signal)).catch(
      (error: unknown) => {
        // The search only reports a cancellation; the cause is that the client is gone.
        signal.throwIfAborted();
        throw error;
      },
    );
    await audit({
      action: 'download',
      object_type: 'search',
      detail: { result_type: body.result_type, format: query.format, rows: found.total },
    });
    const content = Readable.from(writeAs(query.format, found), { objectMode: false });
    content.on('error', (error) => {
      if (signal.aborted) services.log.debug({ err: error }, 'a client left its export');
      else services.log.error({ err: error }, 'an export broke off');
    });
    return { name: nameOf(body, query.format), content, sizeBytes: null };
  }),

  serve(getSearchCode, async ({ body, services }) => writeCode(services.config.publicUrl, body)),
];
