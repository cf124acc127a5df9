/**
 * Background searches and their rows. Tables search_result, whose other statements are those of every run, and
 * search_result_chunk.
 */
import {
  type SymbolRepair,
  searchQueryBody,
} from '@omicon/contract/areas/advanced-search/advanced-search.ts';
import type { RunState } from '@omicon/contract/base/run.ts';
import { describeQuery } from '@omicon/domain/query/query-rows.ts';
import { type Db, sql, type Tx } from '../../base/postgres/database.ts';
import { notifyTopic } from '../../base/postgres/events.ts';
import type { ShownKind } from '../../records/run/kind.ts';
import type { RunRow } from '../../records/run/sql.ts';
import { notifyOfRun } from '../notifications/notify.ts';
import { queryOf } from './queries/recent-queries.ts';

/** Event topic of the end of a search. */
export function searchTopic(id: number): string {
  return `search ${id}`;
}

/** The query of a search. Primary key. */
async function getQuery(db: Db, id: number): Promise<unknown> {
  const { rows } = await sql<{ query: unknown }>`select query from search_result where id = ${id}`.execute(
    db,
  );
  return rows[0]?.query;
}

interface ResultColumns {
  query: unknown;
  state: RunState;
  reads_lab: boolean;
  columns: string[];
  sample_attributes: string[];
  total: number;
  kept: number;
  emptied_by: string | null;
  repairs: SymbolRepair[];
  execution_ms: number | null;
}
export type ResultRow = RunRow & ResultColumns;

export const searchRuns: ShownKind<ResultColumns> = {
  table: 'search_result',
  name: 'search',
  job: 'run_search',
  sameBy: ['query_hash'],
  most: 4,
  retryAfterSeconds: 10,
  noun: 'search',
  tooMany: 'Four of your searches are being processed. Wait until one has ended, or cancel one.',
  failed: 'The search could not be finished. Please run it again.',
  async tell(tx, run, news) {
    const body = searchQueryBody.parse(await getQuery(tx, run.id));
    const Description = body.description.trim() || describeQuery(queryOf(body));
    await notifyOfRun(tx, run, { type: body.result_type, Description, ...news });
    await notifyTopic(tx, searchTopic(run.id));
  },
  columns: sql`r.query, r.state, r.reads_lab, r.columns, r.sample_attributes, r.total, r.kept, r.emptied_by, r.repairs,
    r.execution_ms`,
  // A search is read by its person only.
  readableBy: ({ person_id }) => sql`join person p on p.id = r.person_id and p.id = ${person_id}`,
};

export interface StartedColumns {
  query: unknown;
  query_hash: Buffer;
}

export const STARTED = sql<StartedColumns>`r.query, r.query_hash`;

/** Stores packed rows of a search. */
export async function createChunks(tx: Tx, id: number, chunks: readonly Uint8Array[]): Promise<void> {
  for (const [place, chunk] of chunks.entries())
    await sql`
      insert into search_result_chunk (search_result_id, place, rows) values (${id}, ${place}, ${Buffer.from(chunk)})`.execute(
      tx,
    );
}

/** Packed rows of a search, chunks `from` to before `to`. Primary key of search_result_chunk. */
export async function listChunks(
  db: Db,
  id: number,
  { from, to }: { from: number; to: number },
): Promise<Buffer[]> {
  const { rows } = await sql<{ rows: Buffer }>`
    select rows from search_result_chunk where search_result_id = ${id} and place >= ${from} and place < ${to} order by place`.execute(
    db,
  );
  return rows.map((row) => row.rows);
}
