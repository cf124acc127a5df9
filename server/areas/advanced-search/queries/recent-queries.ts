/** Recent queries: normalization, hashing, storing. */
import { createHash } from 'node:crypto';
import type { SearchQueryBody } from '@omicon/contract/areas/advanced-search/advanced-search.ts';
import type { Query } from '@omicon/domain/query/query.ts';
import { describeQuery } from '@omicon/domain/query/query-rows.ts';
import type { Db } from '../../../base/postgres/database.ts';
import * as statements from './sql-queries.ts';

const KEPT_RECENT = 200;

export function queryOf({ result_type, filters, output }: SearchQueryBody): Query {
  return { result_type, filters, output };
}

/** Hash of the rules and result type, independent of sort and page. */
function hashOf(query: Query): Buffer {
  return createHash('sha256').update(JSON.stringify(query)).digest();
}

/** The query without page and mode; the parser has already ordered its keys. */
export function recentQueryOf(person_id: number, body: SearchQueryBody): statements.RecentQuery {
  const { page: _page, background: _background, ...query } = body;
  const description = body.description.trim() || describeQuery(queryOf(body));
  return {
    person_id,
    description,
    query,
    query_hash: hashOf(queryOf(body)),
    result_type: body.result_type,
  };
}

/** Stores a recent query; further pages belong to the same search. */
export async function rememberQuery(
  db: Db,
  query: statements.RecentQuery,
  outcome: statements.Outcome | null,
): Promise<void> {
  await statements.saveRecent(db, query, outcome);
  await statements.forgetOldRecent(db, query.person_id, KEPT_RECENT);
}
