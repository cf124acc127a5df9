import { QUERY_DEFINITIONS } from '@omicon/domain/records/module-definition.ts';
import { z } from 'zod';
import { endpoint, text } from '../base/endpoint.ts';
import { queryFilters } from './advanced-search/advanced-search.ts';
import { SEARCH_ACCESS } from './advanced-search/search-access.ts';

const MOST_IDENTIFIERS = 5000;
const MOST_BACKGROUND = 60_000;

/** The result for each identifier of a list, shown before and with the results. */
export const listRepair = z.object({
  given: z.number().int(),
  /** distinct official symbols to search */
  symbols: z.array(z.string()),
  official: z.number().int(),
  repeated: z.number().int(),
  /** aliases, Entrez and Ensembl ids and probes, with their symbols */
  mapped: z.array(z.object({ from: z.string(), to: z.string(), kind: z.string() })),
  /** names that a spreadsheet converted to dates */
  dates: z.array(z.object({ from: z.string(), to: z.string() })),
  /** excluded: ambiguous names */
  ambiguous: z.array(z.object({ from: z.string(), candidates: z.array(z.string()) })),
  /** excluded: unknown names */
  unknown: z.array(z.string()),
});
export type ListRepair = z.output<typeof listRepair>;

const identifiers = z
  .array(text(100))
  .min(1, 'Please paste at least one identifier.')
  .max(MOST_IDENTIFIERS, `At most ${MOST_IDENTIFIERS} identifiers can be explored at once`);

const ranking = {
  identifiers,
  /** restricts the universe to these genes; by default it is every gene of the data set, or of any gene set */
  background: z
    .array(text(100))
    .max(MOST_BACKGROUND, `A background has at most ${MOST_BACKGROUND} identifiers`)
    .optional(),
  page: z.number().int().min(1).max(1_000_000).default(1),
  page_size: z.number().int().min(1).max(1000).default(20),
  sort: text(100).optional(),
  order: z.enum(['asc', 'desc']).optional(),
};

const rankedRows = {
  repair: listRepair,
  results: z.array(z.record(z.string(), z.union([z.string(), z.number(), z.null()]))),
  columns: z.array(z.string()),
  /** number of modules or sets that share at least one gene with the list */
  total: z.number().int(),
  /** number of modules or sets tested, for which q values are adjusted */
  tested: z.number().int(),
  execution_ms: z.number(),
};

export const rankModules = endpoint({
  method: 'POST',
  path: '/api/explore/modules/',
  summary:
    'Modules of all networks by their overlap with a gene list: hypergeometric P, and Benjamini-Hochberg q over all tested modules.',
  permission: SEARCH_ACCESS,
  object: 'any record',
  body: z.strictObject({
    ...ranking,
    definition: z.enum(QUERY_DEFINITIONS).default('Any'),
    /** rules of data collections, data sets, samples, analyses and networks, as in a query */
    filters: queryFilters.default({}),
  }),
  reply: z.object(rankedRows),
});

export const rankGeneSets = endpoint({
  method: 'POST',
  path: '/api/explore/gene-sets/',
  summary: 'Gene sets by their overlap with a gene list: hypergeometric P and q.',
  permission: SEARCH_ACCESS,
  object: 'none',
  body: z.strictObject({
    ...ranking,
    category: text(100).optional(),
    species: text(100).optional(),
  }),
  reply: z.object(rankedRows),
});

/** A preview of the search, without running it. */
export const repairList = endpoint({
  method: 'POST',
  path: '/api/explore/repair/',
  summary:
    'The interpretation of each identifier of a pasted list: symbols, aliases, ids, probes and spreadsheet dates.',
  permission: SEARCH_ACCESS,
  object: 'none',
  body: z.strictObject({ identifiers }),
  reply: listRepair,
});
