import { VISIBILITIES } from '@omicon/domain/permissions/permissions.ts';
import { RECORD_TYPES } from '@omicon/domain/records/record-kinds.ts';
import { z } from 'zod';
import { detailReply, endpoint, listQuery, page, recordNumber } from '../base/endpoint.ts';

const recordType = z.enum(RECORD_TYPES);

const starredItem = z.object({
  entity_type: recordType,
  id: z.int(),
  omicon_id: z.string(),
  title: z.string(),
  visibility: z.enum(VISIBILITIES),
  /** the analysis of a covariation network; null for other kinds */
  analysis_id: z.int().nullable(),
  starred_at: z.string(),
});
export type StarredItem = z.output<typeof starredItem>;

export const listStarred = endpoint({
  method: 'GET',
  path: '/api/starred/',
  summary: 'Your starred records that are still readable.',
  permission: 'STARRED_CREATE',
  object: 'none',
  query: listQuery(['starred_at', 'title', 'entity_type', 'omicon_id']).extend({
    order: z.enum(['asc', 'desc']).default('desc'),
  }),
  reply: page(starredItem),
});

const starParams = z.object({ entity_type: recordType, id: recordNumber });

export const getStar = endpoint({
  method: 'GET',
  path: '/api/starred/:entity_type/:id/',
  summary: 'Whether the person starred a record.',
  permission: 'STARRED_CREATE',
  object: 'any record',
  params: starParams,
  reply: z.object({ is_starred: z.boolean() }),
});

/** Idempotent. */
export const createStar = endpoint({
  method: 'PUT',
  path: '/api/starred/:entity_type/:id/',
  summary: 'Star a record.',
  permission: 'STARRED_CREATE',
  object: 'any record',
  params: starParams,
  reply: detailReply,
});

/** Also works for records that no longer exist. */
export const deleteStar = endpoint({
  method: 'DELETE',
  path: '/api/starred/:entity_type/:id/',
  summary: 'Remove a star.',
  permission: 'STARRED_CREATE',
  object: 'none',
  params: starParams,
  reply: detailReply,
});
