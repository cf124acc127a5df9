/** Runs the sample queries on a laboratory. */
import {
  type SearchQueryInput,
  searchAdvanced,
} from '@omicon/contract/areas/advanced-search/advanced-search.ts';
import { getSearchQuery } from '@omicon/contract/areas/advanced-search/search-queries.ts';
import { expect } from 'vitest';
import { SAMPLE_QUERIES } from '../../areas/advanced-search/sample-queries/sample-queries.ts';
import type { TestPortal } from '../portal.ts';

/** Runs every sample query as its link opens it; a refusal fails the test. @returns the totals */
export async function runSamples(portal: TestPortal): Promise<Map<string, number>> {
  const as = await portal.signInAs('admin');
  const found = new Map<string, number>();
  for (const { id } of SAMPLE_QUERIES) {
    const opened = await portal.call(getSearchQuery, { as, params: { id }, query: { queryType: 'sample' } });
    const body = opened.reply.query as SearchQueryInput;
    const { status, text } = await portal.ask(searchAdvanced, { as, body });
    expect(status, `${id}: ${text}`).toBe(200);
    found.set(id, JSON.parse(text).data.searchResults.result_count);
  }
  return found;
}
