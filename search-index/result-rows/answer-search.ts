/** Replies of a search: a page of rows, with what explains an empty one. */
import { emptyingRule } from '@omicon/domain/query/check-query.ts';
import { rulesOf } from '@omicon/domain/query/query.ts';
import { type Engine, findMatches } from '../match/find-matches.ts';
import { pageOfSearch } from '../pages.ts';
import { audienceOf } from '../read/module-groups.ts';
import type { SearchReply, SearchRequest } from '../requests.ts';
import { countRules } from './count-rules.ts';
import { type OrderedResult, orderRows } from './order-rows.ts';
import { isSignalColumn } from './signals/module-signals.ts';

type Asked = Pick<SearchRequest, 'query' | 'viewer'>;

async function emptiedBy(engine: Engine, { query, viewer }: Asked, total: number) {
  if (total > 0) return null;
  return emptyingRule((await countRules(engine, query, viewer, 'until empty')).counts);
}

/** Whether rows are folded; only those of modules can be. */
export function isFolded({
  query,
  fold = 'module',
  folded_under,
}: Pick<SearchRequest, 'query' | 'fold' | 'folded_under'>): boolean {
  const isAsked = fold !== 'module' || folded_under !== undefined;
  return isAsked && query.result_type === 'covariation-modules';
}

type Ordering = Asked & Pick<SearchRequest, 'sort' | 'order' | 'fold' | 'folded_under'>;

/** Rows `from` to before `to` in the order of the request. */
export async function findOrdered(
  engine: Engine,
  request: Ordering,
  range: { from: number; to: number },
): Promise<OrderedResult> {
  const { query, viewer, sort, order, fold = 'module', folded_under } = request;
  const found = await findMatches(engine, query, viewer);
  const folding = isFolded(request) ? { fold, folded_under } : undefined;
  const needsGroups = folding !== undefined || (sort !== undefined && isSignalColumn(sort));
  const groups = needsGroups ? await engine.groups.load(engine.catalog, audienceOf(viewer)) : undefined;
  const context = { found, columns: engine.columns, query, merged: null, groups, folding };
  return orderRows(context, { ...range, sort, order });
}

/** The reply without its rows. */
export async function summarize(
  engine: Engine,
  request: Asked,
  { columns, total, folded }: Pick<SearchReply, 'columns' | 'total' | 'folded'>,
): Promise<Omit<SearchReply, 'rows'>> {
  return {
    columns,
    total,
    sample_attributes: [...new Set(rulesOf(request.query.filters.sample).map(({ field }) => field))],
    emptied_by: await emptiedBy(engine, request, total),
    ...(folded === undefined ? {} : { folded }),
  };
}

/** One page of the rows of a query. */
export async function search(engine: Engine, request: SearchRequest): Promise<SearchReply> {
  const page = pageOfSearch(request);
  const found = await findOrdered(engine, request, page);
  const rows = await found.rows(0, page.to - page.from);
  return { ...(await summarize(engine, request, found)), rows };
}
