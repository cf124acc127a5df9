/** Sends all rows of a query in packed chunks before the reply, and sorts pages of such rows. */
import { CHUNK_ROWS, packCells, toCells, toRow, unpackCells } from '../kit/chunks.ts';
import { type Row, sortNamed } from '../kit/sorting.ts';
import type { Engine } from '../match/find-matches.ts';
import type { Viewer } from '../read/catalog-entries.ts';
import type { SearchReply, SearchRequest } from '../requests.ts';
import { findOrdered, summarize } from './answer-search.ts';
import { addSignals, listModuleSignals, modulesOf, withSignalColumns } from './signals/module-signals.ts';

export interface ExportRequest
  extends Pick<SearchRequest, 'query' | 'viewer' | 'sort' | 'order' | 'fold' | 'folded_under'> {
  /** maximum number of rows sent; the total counts all */
  most: number;
  /** send no rows if not all can be sent */
  wantsAll: boolean;
}

/** Like `SearchReply`, but the rows are sent in chunks. */
export interface ExportReply extends Omit<SearchReply, 'rows'> {
  /** maximum number of rows sent for such a search */
  limit: number;
}

/** Maximum number of rows when sorting by a name, which needs all rows in memory before the first is sent. */
const MAX_ROWS_IN_MEMORY = 500_000;

async function withSignals(engine: Engine, viewer: Viewer, rows: readonly Row[]): Promise<Row[]> {
  const { signals } = await listModuleSignals(engine, { viewer, modules: modulesOf(rows) });
  return addSignals(rows, signals);
}

/** Sends all rows in chunks; costs as much as the first page plus naming all rows. */
export async function exportRows(
  engine: Engine,
  request: ExportRequest,
  { sendChunk }: { sendChunk(chunk: Uint8Array<ArrayBuffer>): void },
): Promise<ExportReply> {
  const found = await findOrdered(engine, request, { from: 0, to: request.most });
  const isOfModules = request.query.result_type === 'covariation-modules';
  const reply = await summarize(engine, request, found);
  const columns = isOfModules ? withSignalColumns(reply.columns) : reply.columns;
  const limit = found.isInMemory ? Math.min(request.most, MAX_ROWS_IN_MEMORY) : request.most;
  const sent = request.wantsAll && found.total > limit ? 0 : Math.min(found.total, limit);
  for (let from = 0; from < sent; from += CHUNK_ROWS) {
    const rows = await found.rows(from, Math.min(from + CHUNK_ROWS, sent));
    const whole = isOfModules ? await withSignals(engine, request.viewer, rows) : rows;
    sendChunk(packCells(toCells(columns, whole)));
  }
  return { ...reply, columns, limit };
}

export interface ArrangeRequest {
  columns: string[];
  chunks: Uint8Array[];
  sort: string;
  order: 'asc' | 'desc' | undefined;
  from: number;
  to: number;
}

/** Sorts packed rows and returns one page; needs no database. */
export function arrange({ columns, chunks, sort, order, from, to }: ArrangeRequest): { rows: Row[] } {
  const rows = chunks.flatMap((chunk) => unpackCells(chunk).map((cells) => toRow(columns, cells)));
  return { rows: sortNamed(rows, sort, order === 'desc').slice(from, to) };
}
