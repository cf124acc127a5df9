import { RESULT_TYPES } from '@omicon/domain/query/query.ts';
import { z } from 'zod';
import { detailReply, endpoint, page, pageNumber, recordNumber, text } from '../../base/endpoint.ts';
import { advancedSearchReply, searchQueryBody } from './advanced-search.ts';
import { SEARCH_ACCESS } from './search-access.ts';

/** Address of the wizard that holds the query, from the page's own origin on. */
const searchLink = z.string();

const asked = {
  description: z.string(),
  searchLink,
  createdBy: z.string(),
  resultType: z.enum(RESULT_TYPES),
};

/** Examples by the system's author; anybody who may search sees them. */
export const sampleQuery = z.object({ qId: z.string(), ...asked });
export type SampleQuery = z.output<typeof sampleQuery>;

/** `executionTime` in ms, null where the search has not ended. */
export const recentQuery = z.object({
  rId: z.number().int(),
  ...asked,
  createdAt: z.string(),
  executionTime: z.number().nullable(),
  result_count: z.number().int().nullable(),
});
export type RecentQuery = z.output<typeof recentQuery>;

export const savedQuery = z.object({
  uId: z.number().int(),
  ...asked,
  createdAt: z.string(),
  executionTime: z.number().nullable(),
  version: z.number().int(),
  /** the link by which others open it; null while only its owner can */
  shareLink: searchLink.nullable(),
});
export type SavedQuery = z.output<typeof savedQuery>;

export const listSampleQueries = endpoint({
  method: 'GET',
  path: '/api/search-queries/samples/',
  summary: 'Sample queries of the laboratory, by the system author.',
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
  summary: 'The own recent searches, newest first; those of a guest end with the guest.',
  permission: SEARCH_ACCESS,
  object: 'none',
  query: logQuery,
  reply: page(recentQuery),
});

export const listSavedQueries = endpoint({
  method: 'GET',
  path: '/api/search-queries/',
  summary: 'The own saved queries, newest first.',
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
  summary: 'Change the description of a saved query of one’s own.',
  permission: 'SEARCH_QUERY_CREATE',
  object: 'none',
  params: z.object({ id: recordNumber }),
  body: z.strictObject({ description, version: z.int32().min(1) }),
  reply: savedQuery,
});

export const deleteSavedQuery = endpoint({
  method: 'DELETE',
  path: '/api/search-queries/:id/',
  summary: 'Delete a saved query of one’s own; it can be restored.',
  permission: 'SEARCH_QUERY_CREATE',
  object: 'none',
  params: z.object({ id: recordNumber }),
  reply: detailReply,
});

export const restoreSavedQuery = endpoint({
  method: 'POST',
  path: '/api/search-queries/:id/restore/',
  summary: 'Take back the deletion of a saved query.',
  permission: 'SEARCH_QUERY_CREATE',
  object: 'none',
  params: z.object({ id: recordNumber }),
  reply: detailReply,
});

/** Shared twice a query keeps its link; shared again after its sharing ended it gets another one. */
export const shareSavedQuery = endpoint({
  method: 'POST',
  path: '/api/search-queries/:id/share/',
  summary: 'Share a saved query of one’s own: anyone who may search opens it by its link.',
  permission: 'SEARCH_QUERY_CREATE',
  object: 'none',
  params: z.object({ id: recordNumber }),
  reply: savedQuery,
});

export const stopSharingQuery = endpoint({
  method: 'DELETE',
  path: '/api/search-queries/:id/share/',
  summary: 'Stop sharing a saved query of one’s own: its link is dead.',
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
/** Numbers are unique over recent and saved queries and samples are words, so the kind can be left out. */
const ofType = z.object({ queryType: z.enum(['recent', 'saved', 'sample']).optional() });

const openedQuery = z.object({
  description: z.string(),
  searchLink,
  query: z.unknown(),
  /** one line a rule: section, group, field, operator, value */
  filters: z.array(z.array(z.string())),
});

/** A query as an address names it: a recent or saved one of one's own by its number, or a sample by its word. */
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

/** It holds description and rules only; what they find is decided for the caller. */
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
  summary: 'The filters of a saved or recent query of one’s own, or of a sample, as a spreadsheet (CSV).',
  permission: SEARCH_ACCESS,
  object: 'none',
  params: queryId,
  query: ofType,
  reply: z.unknown(),
});

/** Results of a search that ran in the background, as they were when it ended. */
export const getSearchResults = endpoint({
  method: 'GET',
  path: '/api/advanced-search/results/:notif_id/',
  summary: 'One page of the stored results of a background search of one’s own.',
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
    state: z.enum(['running', 'done', 'failed', 'cancelled']),
  }),
});

export const cancelSearch = endpoint({
  method: 'DELETE',
  path: '/api/advanced-search/results/:notif_id/',
  summary: 'End a background search of one’s own.',
  permission: SEARCH_ACCESS,
  object: 'notification',
  params: z.object({ notif_id: recordNumber }),
  reply: detailReply,
});

/** What is stored of a finished search; `notification_data` is JSON text that holds formData.description.value. */
export const searchNews = z.object({
  /** the result type */
  type: z.string(),
  Description: z.string(),
  result_count: z.number().int().nullable(),
  /** a search that failed can be asked again: its results hold the query */
  state: z.enum(['done', 'failed']),
  notification_data: z.string(),
});
export type SearchNews = z.output<typeof searchNews>;

/** `notifId` is the number of the search, by which its results open. */
export const searchNotification = searchNews.extend({
  notifId: z.number().int(),
  created_at: z.string(),
  is_read: z.boolean(),
});
export type SearchNotification = z.output<typeof searchNotification>;

export const listSearchNotifications = endpoint({
  method: 'GET',
  path: '/api/notifications/search/',
  summary: 'Searches that ended in the background, newest first.',
  permission: SEARCH_ACCESS,
  object: 'none',
  query: z.object({
    page: pageNumber,
    page_size: z.coerce.number().int().min(1).max(100).default(50),
    sort: z.enum(['created_at', 'Description', 'type']).default('created_at'),
    order: z.enum(['asc', 'desc']).default('desc'),
  }),
  reply: page(searchNotification),
});

/** Open while a background search runs; `id` is its number. */
export const SEARCH_SOCKET = { path: '/ws/advanced-search/:id/', type: 'search' } as const;

/** Says that a background search ended; the page then asks for its results. */
export const searchMessage = z.object({
  type: z.literal(SEARCH_SOCKET.type),
  notif_id: z.number().int(),
  state: z.enum(['running', 'done', 'failed', 'cancelled']),
  /** from 0 to 1 where it can be told */
  progress: z.number().nullable(),
});
