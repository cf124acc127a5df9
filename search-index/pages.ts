/** The rows that requests ask for. */
import type { Page } from './kit/sorting.ts';
import type { SearchRequest } from './requests.ts';

/** One page of a ranking. */
export function pageOfRanking({
  page,
  page_size,
  sort,
  order,
}: Pick<SearchRequest, 'page' | 'page_size' | 'sort' | 'order'>): Page {
  return { from: (page - 1) * page_size, to: page * page_size, sort, order };
}

/** One page of a search; no rows if only their number is wanted. */
export function pageOfSearch({
  show,
  page,
  page_size,
  sort,
  order,
}: Pick<SearchRequest, 'show' | 'page' | 'page_size' | 'sort' | 'order'>): Page {
  const from = (page - 1) * page_size;
  return show === 'count' ? { from: 0, to: 0, sort, order } : { from, to: from + page_size, sort, order };
}
