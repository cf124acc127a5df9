/**
 * The laboratory's sample queries: each can be run, changed and saved like any other. Numbered as the laboratory
 * numbers them; 3 and 17 are not among them.
 */
import { queryParts } from '@omicon/contract/areas/advanced-search/advanced-search.ts';
import { z } from 'zod';
import queries from './sample-queries.json' with { type: 'json' };

const sampleQuery = z.strictObject({
  /** `q` and the laboratory's number */
  id: z.string(),
  description: z.string(),
  query: z.strictObject(queryParts),
  /** where the order of the result type is not the one asked for */
  sort: z.strictObject({ by: z.string(), order: z.enum(['asc', 'desc']) }).optional(),
});

export type SampleQuery = z.output<typeof sampleQuery>;

/** Shown as the author of the sample queries. */
export const SAMPLE_QUERY_AUTHOR = 'Omicon';

export const SAMPLE_QUERIES: readonly SampleQuery[] = z.array(sampleQuery).parse(queries);
