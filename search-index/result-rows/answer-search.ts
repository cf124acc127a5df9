/** Replies of a search: a page of rows, with what explains an empty one. */
import { emptyingRule } from '@omicon/domain/query/check-query.ts';
import { rulesOf } from '@omicon/domain/query/query.ts';
import type { OrderedRows } from '../kit/sorting.ts';
import { type Engine, findMatches } from '../match/find-matches.ts';
import { pageOfSearch } from '../pages.ts';
import type { SearchReply, SearchRequest } from '../requests.ts';
import { countRules } from './count-rules.ts';
import { orderRows, type ResultPage } from './order-rows.ts';

type Asked = Pick<SearchRequest, 'query' | 'viewer'>;

async function emptiedBy(engine: Engine, { query, viewer }: Asked, total: number) {
  if (total > 0) return null;
  return emptyingRule((await countRules(engine, query, viewer, 'until empty')).counts);
}

/** Rows `from` to before `to` in the order of the request. */
export async function findOrdered(
  engine: Engine,
  { query, viewer, sort, order }: Asked & Pick<SearchRequest, 'sort' | 'order'>,
  range: { from: number; to: number },
): Promise<OrderedRows & Pick<ResultPage, 'columns'>> {
  const found = await findMatches(engine, query, viewer);
  return orderRows({ found, columns: engine.columns, query, merged: null }, { ...range, sort, order });
}

/** The reply without its rows. */
export async function summarize(
  engine: Engine,
  request: Asked,
  { columns, total }: { columns: string[]; total: number },
): Promise<Omit<SearchReply, 'rows'>> {
  return {
    columns,
    total,
    sample_attributes: [...new Set(rulesOf(request.query.filters.sample).map(({ field }) => field))],
    emptied_by: await emptiedBy(engine, request, total),
  };
}

/** One page of the rows of a query. */
export async function search(engine: Engine, request: SearchRequest): Promise<SearchReply> {
  const page = pageOfSearch(request);
  const found = await findOrdered(engine, request, page);
  const rows = await found.rows(0, page.to - page.from);
  return { ...(await summarize(engine, request, found)), rows };
}
