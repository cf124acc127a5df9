/** Runs a query: on the search threads, or for kME tables on the stored matrix. */
import { setImmediate as breathe } from 'node:timers/promises';
import type {
  SearchQueryBody,
  SymbolRepair,
} from '@omicon/contract/areas/advanced-search/advanced-search.ts';
import type { Query } from '@omicon/domain/query/query.ts';
import { CHUNK_ROWS, toCells, unpackCells } from '@omicon/search-index/kit/chunks.ts';
import type { Cell } from '@omicon/search-index/kit/sorting.ts';
import type { Viewer } from '@omicon/search-index/read/catalog-entries.ts';
import type { SearchReply } from '@omicon/search-index/requests.ts';
import type { CountReply } from '@omicon/search-index/result-rows/count-rules.ts';
import type { ExportReply } from '@omicon/search-index/result-rows/export-rows.ts';
import {
  addSignals,
  modulesOf,
  withSignalColumns,
} from '@omicon/search-index/result-rows/signals/module-signals.ts';
import type { AskOptions } from '@omicon/search-index/threads.ts';
import { PortalError } from '../../base/errors.ts';
import type { Services } from '../../base/services.ts';
import { askCached } from '../../records/search/result-cache.ts';
import { refused } from '../../records/search/searching.ts';
import { type KmeTable, openKmeTable } from './kme-table.ts';
import { queryOf } from './queries/recent-queries.ts';
import { repairQuery } from './queries/repair-query.ts';

interface Search {
  viewer: Viewer;
  body: SearchQueryBody;
}

/** The search with the repaired query. */
interface Repaired extends Search {
  query: Query;
}

export interface QueryResult extends SearchReply {
  repairs: SymbolRepair[];
}

interface OneNetwork {
  /** null if no network is left */
  table: KmeTable | null;
  networks: SearchReply;
}

/** @throws PortalError 400 if the query matches more than one network */
async function getKmeTable(
  services: Services,
  { viewer, body, query }: Repaired,
  asking: AskOptions,
): Promise<OneNetwork> {
  const networks = await services.searchThreads.ask(
    {
      kind: 'search',
      query: { ...query, result_type: 'covariation-networks' },
      viewer,
      show: 'records',
      page: 1,
      page_size: 1,
      sort: undefined,
      order: undefined,
    },
    asking,
  );
  if (networks.total > 1) {
    const sentence = `This query leaves ${networks.total.toLocaleString('en')} covariation networks, and a kME table is of one. Please narrow it.`;
    throw new PortalError('invalid_input', sentence, { fields: { filters: sentence } });
  }
  const [network] = networks.rows;
  if (network === undefined) return { table: null, networks };
  const table = await openKmeTable(services, Number(network.co_variation_network_id), body);
  return { table, networks };
}

async function runKmeTableQuery(
  services: Services,
  search: Repaired,
  asking: AskOptions,
): Promise<SearchReply> {
  const { body } = search;
  const { table, networks } = await getKmeTable(services, search, asking);
  const from = (body.page - 1) * body.page_size;
  const rows = body.show === 'count' ? [] : ((await table?.rows(from, from + body.page_size)) ?? []);
  return { ...networks, columns: table?.columns ?? [], rows, total: table?.total ?? 0 };
}

/** One page; no rows if only the count is requested. */
export async function runQuery(
  services: Services,
  { viewer, body }: Search,
  asking: AskOptions = {},
): Promise<QueryResult> {
  const { query, repairs } = await repairQuery(services, viewer, queryOf(body));
  const { show, page, page_size, sort, order, fold, folded_under } = body;
  const ordering = { sort, order, fold, folded_under };
  const found =
    body.result_type === 'kme-table'
      ? runKmeTableQuery(services, { viewer, body, query }, asking)
      : askCached(services, { kind: 'search', query, viewer, show, page, page_size, ...ordering }, asking);
  const reply = await refused(found);
  const isOfModules = body.result_type === 'covariation-modules';
  return { ...(isOfModules ? await withSignals(services, viewer, reply, asking) : reply), repairs };
}

/** The signals of the modules of a page: one call, as the parts of a search do not know the reader. */
async function withSignals(
  { searchThreads }: Services,
  viewer: Viewer,
  reply: SearchReply,
  asking: AskOptions,
): Promise<SearchReply> {
  const modules = modulesOf(reply.rows);
  const columns = withSignalColumns(reply.columns);
  if (modules.length === 0) return { ...reply, columns };
  const { signals } = await searchThreads.ask({ kind: 'module-signals', viewer, modules }, asking);
  return { ...reply, columns, rows: addSignals(reply.rows, signals) };
}

/**
 * How many records remain after each rule. A kME table is of one network, so its rules leave networks; its rows are
 * counted once a single network is left.
 */
export async function countQuery(
  services: Services,
  { viewer, body }: Search,
): Promise<CountReply & { repairs: SymbolRepair[] }> {
  const { query, repairs } = await repairQuery(services, viewer, queryOf(body));
  if (body.result_type !== 'kme-table') {
    const counted = await refused(askCached(services, { kind: 'count', query, viewer }));
    return { ...counted, repairs };
  }
  const ofNetworks = { ...query, result_type: 'covariation-networks' } as const;
  const { counts, total } = await refused(askCached(services, { kind: 'count', query: ofNetworks, viewer }));
  if (total !== 1) return { counts, total: 0, repairs };
  const table = await refused(
    runKmeTableQuery(services, { viewer, body: { ...body, show: 'count' }, query }, {}),
  );
  return { counts, total: table.total, repairs };
}

export interface AllRows extends ExportReply {
  repairs: SymbolRepair[];
  /** cells of the rows in the order of the query, in batches of a thousand; each call starts at the first row */
  batches(): AsyncGenerator<Cell[][]>;
  /** the same rows packed, if a thread has packed them already */
  chunks: Uint8Array[] | null;
}

interface Wanted {
  most: number;
  /** no rows if not all of them fit the limit */
  wantsAll: boolean;
  signal?: AbortSignal | undefined;
}

/** Rows of a kME table, generated lazily. */
async function allOfKmeTable(
  services: Services,
  search: Repaired,
  { most, signal }: Omit<Wanted, 'wantsAll'>,
): Promise<Omit<AllRows, 'repairs'>> {
  const asking = signal === undefined ? {} : { signal };
  const { table, networks } = await getKmeTable(services, search, asking);
  const { rows: _rows, ...reply } = networks;
  const [columns, total] = [table?.columns ?? [], table?.total ?? 0];
  async function* batches() {
    const end = Math.min(most, total);
    for (let from = 0; from < end; from += CHUNK_ROWS) {
      signal?.throwIfAborted();
      yield toCells(columns, (await table?.rows(from, Math.min(from + CHUNK_ROWS, end))) ?? []);
      await breathe();
    }
  }
  return { ...reply, columns, total, limit: most, batches, chunks: null };
}

/** The first rows of a query and the total. */
export async function runWholeQuery(
  services: Services,
  search: Search,
  { most, wantsAll, signal }: Wanted,
): Promise<AllRows> {
  const { viewer, body } = search;
  const { query, repairs } = await repairQuery(services, viewer, queryOf(body));
  if (body.result_type === 'kme-table') {
    const table = await refused(allOfKmeTable(services, { ...search, query }, { most, signal }));
    return { ...table, repairs };
  }
  const chunks: Uint8Array[] = [];
  const { sort, order, fold, folded_under } = body;
  const ordering = { sort, order, fold, folded_under };
  const reply = await refused(
    services.searchThreads.ask(
      { kind: 'export', query, viewer, ...ordering, most, wantsAll },
      { ...(signal === undefined ? {} : { signal }), onChunk: (chunk) => chunks.push(chunk) },
    ),
  );
  async function* batches() {
    for (const chunk of chunks) {
      yield unpackCells(chunk);
      await breathe();
    }
  }
  return { ...reply, repairs, batches, chunks };
}
