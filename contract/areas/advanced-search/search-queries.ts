import { RESULT_TYPES } from '@omicon/domain/query/query.ts';
import { z } from 'zod';
import { detailReply, endpoint, page, pageNumber, recordNumber, text } from '../../base/endpoint.ts';
import { RUN_STATES } from '../../base/run.ts';
import { advancedSearchReply, searchQueryBody } from './advanced-search.ts';
import { SEARCH_ACCESS } from './search-access.ts';

/** Address of the wizard with the query, relative to the origin. */
const searchLink = z.string();

const queryFields = {
  description: z.string(),
  searchLink,
  createdBy: z.string(),
  resultType: z.enum(RESULT_TYPES),
};

/** Sample queries, visible to everybody who may search. */
export const sampleQuery = z.object({ qId: z.string(), ...queryFields });
export type SampleQuery = z.output<typeof sampleQuery>;

/** `executionTime` in ms, null if the search has not ended. */
export const recentQuery = z.object({
  rId: z.int(),
  ...queryFields,
  createdAt: z.string(),
  executionTime: z.number().nullable(),
  result_count: z.int().nullable(),
});
export type RecentQuery = z.output<typeof recentQuery>;

export const savedQuery = z.object({
  uId: z.int(),
  ...queryFields,
  createdAt: z.string(),
  executionTime: z.number().nullable(),
  version: z.int(),
  /** the link for other people; null if not shared */
  shareLink: searchLink.nullable(),
});
export type SavedQuery = z.output<typeof savedQuery>;

export const listSampleQueries = endpoint({
  method: 'GET',
  path: '/api/search-queries/samples/',
  summary: 'Sample queries.',
  permission: SEARCH_ACCESS,
  object: 'none',
  reply: z.object({ results: z.array(sampleQuery) }),
});

const logQuery = z.object({
  page: pageNumber,
  page_size: z.coerce.number().int().min(1).max(100).default(20),
  search: text(200).default(''),
});

export const listRecentQueries = endpoint({
  method: 'GET',
  path: '/api/search-queries/recent/',
  summary: 'Your recent searches, newest first; those of a guest are deleted with the guest.',
  permission: SEARCH_ACCESS,
  object: 'none',
  query: logQuery,
  reply: page(recentQuery),
});

export const listSavedQueries = endpoint({
  method: 'GET',
  path: '/api/search-queries/',
  summary: 'Your saved queries, newest first.',
  permission: 'SEARCH_QUERY_CREATE',
  object: 'none',
  query: logQuery,
  reply: page(savedQuery),
});

const description = text(1000).trim().min(1, 'Enter description');

export const createSavedQuery = endpoint({
  method: 'POST',
  path: '/api/search-queries/',
  summary: 'Save a query under a description.',
  permission: 'SEARCH_QUERY_CREATE',
  object: 'none',
  body: z.strictObject({ description, query: searchQueryBody }),
  reply: savedQuery,
  status: 201,
});

export const renameSavedQuery = endpoint({
  method: 'PUT',
  path: '/api/search-queries/:id/',
  summary: 'Change the description of one of your saved queries.',
  permission: 'SEARCH_QUERY_CREATE',
  object: 'none',
  params: z.object({ id: recordNumber }),
  body: z.strictObject({ description, version: z.int32().min(1) }),
  reply: savedQuery,
});

export const deleteSavedQuery = endpoint({
  method: 'DELETE',
  path: '/api/search-queries/:id/',
  summary: 'Delete one of your saved queries; it can be restored.',
  permission: 'SEARCH_QUERY_CREATE',
  object: 'none',
  params: z.object({ id: recordNumber }),
  reply: detailReply,
});

export const restoreSavedQuery = endpoint({
  method: 'POST',
  path: '/api/search-queries/:id/restore/',
  summary: 'Restore a deleted saved query.',
  permission: 'SEARCH_QUERY_CREATE',
  object: 'none',
  params: z.object({ id: recordNumber }),
  reply: detailReply,
});

/** Sharing a shared query keeps its link; sharing it again after it was unshared creates another one. */
export const shareSavedQuery = endpoint({
  method: 'POST',
  path: '/api/search-queries/:id/share/',
  summary: 'Share one of your saved queries: anyone who may search can open its link.',
  permission: 'SEARCH_QUERY_CREATE',
  object: 'none',
  params: z.object({ id: recordNumber }),
  reply: savedQuery,
});

export const stopSharingQuery = endpoint({
  method: 'DELETE',
  path: '/api/search-queries/:id/share/',
  summary: 'Stop sharing one of your saved queries: its link stops working.',
  permission: 'SEARCH_QUERY_CREATE',
  object: 'none',
  params: z.object({ id: recordNumber }),
  reply: savedQuery,
});

const queryId = z.object({
  id: z
    .string()
    .regex(/^(\d{1,10}|[a-z][a-z0-9-]{1,19})$/, 'This query does not exist.')
    .refine((id) => !(Number(id) > 2_147_483_647), 'This query does not exist.'),
});
/** Numbers are unique over recent and saved queries, and samples have words, so no kind is needed. */
const ofType = z.object({ queryType: z.enum(['recent', 'saved', 'sample']).optional() });

const openedQuery = z.object({
  description: z.string(),
  searchLink,
  query: z.unknown(),
  /** one line per rule: section, group, field, operator, value */
  filters: z.array(z.array(z.string())),
});

/** Key of a query in an address: the number of a recent or saved query, or the word of a sample. */
export const getSearchQuery = endpoint({
  method: 'GET',
  path: '/api/search-queries/:id/link/',
  summary: 'A saved or recent query of one’s own, or a sample, with its link and its filters as rows.',
  permission: SEARCH_ACCESS,
  object: 'none',
  params: queryId,
  query: ofType,
  reply: openedQuery,
});

/** Contains description and rules only; results depend on the caller. */
export const getSharedQuery = endpoint({
  method: 'GET',
  path: '/api/search-queries/shared/:token/',
  summary: 'A saved query that its owner shares, by the token of its link.',
  permission: SEARCH_ACCESS,
  object: 'none',
  params: z.object({ token: text(64) }),
  reply: openedQuery,
});

export const exportSearchQuery = endpoint({
  method: 'GET',
  path: '/api/search-queries/:id/filters/',
  summary: 'The filters of one of your saved or recent queries, or of a sample, as a spreadsheet (CSV).',
  permission: SEARCH_ACCESS,
  object: 'none',
  params: queryId,
  query: ofType,
  reply: z.unknown(),
});

/** Results of a background search at the time it ended. */
export const getSearchResults = endpoint({
  method: 'GET',
  path: '/api/advanced-search/results/:notif_id/',
  summary: 'One page of the stored results of one of your background searches.',
  permission: SEARCH_ACCESS,
  object: 'notification',
  params: z.object({ notif_id: recordNumber }),
  query: z.object({
    page: pageNumber,
    page_size: z.coerce.number().int().min(1).max(1000).default(20),
    sort: text(200).optional(),
    order: z.enum(['asc', 'desc']).optional(),
  }),
  reply: advancedSearchReply.extend({
    query: z.unknown(),
    state: z.enum(RUN_STATES),
  }),
});

export const cancelSearch = endpoint({
  method: 'DELETE',
  path: '/api/advanced-search/results/:notif_id/',
  summary: 'Cancel one of your background searches.',
  permission: SEARCH_ACCESS,
  object: 'notification',
  params: z.object({ notif_id: recordNumber }),
  reply: detailReply,
});

/** Open while a background search runs; `id` is its number. */
export const SEARCH_SOCKET = { path: '/ws/advanced-search/:id/', type: 'search' } as const;

/** Signals that a background search ended; the page then requests its results. */
export const searchMessage = z.object({
  type: z.literal(SEARCH_SOCKET.type),
  notif_id: z.int(),
  state: z.enum(RUN_STATES),
  /** from 0 to 1, if known */
  progress: z.number().nullable(),
});
