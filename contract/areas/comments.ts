/**
 * Comments on records, files, folders, modules, meta-modules and genes. A thread is identified by the number of its
 * record (`entity_id`: a data collection, data set, analysis, covariation module or meta-module) and, inside a record,
 * by the path of a file or folder (`file_folder_name`, '' for the record itself). A page of a module PDF is the thread
 * of its module. The thread of a gene is identified by its symbol, as `getGene` gives it, in any letter case.
 */
import { COMMENT_VISIBILITIES, TOPIC_TYPES } from '@omicon/domain/records/comments.ts';
import { samePortalPath } from '@omicon/domain/records/portal-path.ts';
import { z } from 'zod';
import { detailReply, endpoint, idParams, optionalKey, recordNumber, text } from '../base/endpoint.ts';
import { geneParams, geneSymbol } from './genes/genes.ts';

/** 64 KiB of HTML before sanitizing, in bytes of UTF-8. */
const MAX_MESSAGE_LENGTH = 64 * 1024;
const message = text(MAX_MESSAGE_LENGTH)
  .refine((value) => value.trim() !== '', 'Enter comment')
  .refine(
    (value) => new TextEncoder().encode(value).length <= MAX_MESSAGE_LENGTH,
    `Maximum length is ${MAX_MESSAGE_LENGTH}`,
  );

/** The address of a page of the portal, validated by the rule for stored and received addresses. */
const pageUrl = text(2000).refine(
  (value) => /^\/home(?:[/?#]|$)/.test(value) && samePortalPath(value)?.startsWith('/home') === true,
  'Please enter an address of this portal that begins with /home.',
);

/** People as shown in comments; never with their email address. */
const author = z.object({ id: z.int(), name: z.string() });

/**
 * `comment` is the parent's id, null at the top. `message` is sanitized HTML with `<span class="mention" data-id="…">`.
 * `replies_count` counts readable replies. An edit sends `version` back.
 */
export const comment = z.object({
  id: z.int(),
  message: z.string(),
  user: author,
  created_by_name: z.string(),
  created_at: z.string(),
  updated_at: z.string(),
  is_edited: z.boolean(),
  level: z.int(),
  comment: z.int().nullable(),
  replies_count: z.int(),
  is_owner: z.boolean(),
  can_edit: z.boolean(),
  can_delete: z.boolean(),
  visibility: z.enum(COMMENT_VISIBILITIES),
  mentioned_users: z.array(z.int()),
  entity_type: z.enum(TOPIC_TYPES),
  /** null for a gene */
  entity_id: z.int().nullable(),
  /** symbol of the gene, else null */
  gene: z.string().nullable(),
  file_folder_name: z.string(),
  comment_page_url: z.string(),
  /** name of the topic */
  display_name: z.string(),
  to_user: author.nullable(),
  /** for modules: names and Omicon numbers, else null */
  covariation_network: z.string().nullable(),
  module: z.string().nullable(),
  covariation_module_id: z.int().nullable(),
  /** key of the current file of the topic */
  key: z.string().nullable(),
  version: z.int(),
});
export type Comment = z.output<typeof comment>;

export const THREAD_STATES = ['follow', 'mute', 'none'] as const;
export type ThreadState = (typeof THREAD_STATES)[number];

/** `key` identifies a file, `file_folder_name` a file or folder by its path. */
const threadQuery = z.object({
  key: optionalKey,
  file_folder_name: text(2000).optional(),
});

const threadPage = {
  limit: z.coerce.number().int().min(1).max(100).default(10),
  offset: z.coerce.number().int().min(0).max(1_000_000).default(0),
};

/** `children` has the first replies of the listed comments, by comment id; more on request. */
const threadReply = z.object({
  display_name: z.string(),
  comments: z.array(comment),
  children: z.record(z.string(), z.array(comment)),
  /** number of readable top comments */
  total: z.int(),
  /** including all replies */
  total_comments: z.int(),
  state: z.enum(THREAD_STATES),
});

/** Comments on a page of a thread. */
export const COMMENT_PAGE = 10;

export const listFileComments = endpoint({
  method: 'GET',
  path: '/api/file-comments/:id/',
  summary: 'Comments on a record, one of its files or folders, a module or a meta-module; newest first.',
  permission: 'COMMENTS_LIST_VIEW',
  object: 'any record',
  params: idParams,
  query: threadQuery.extend(threadPage),
  reply: threadReply,
});

/** A gene that only data mention which you cannot read does not exist. */
export const listGeneComments = endpoint({
  method: 'GET',
  path: '/api/genes/:symbol/comments/',
  summary: 'Comments on a gene; newest first.',
  permission: 'COMMENTS_LIST_VIEW',
  object: 'any record',
  params: geneParams,
  query: z.object(threadPage),
  reply: threadReply,
});

export const countFileComments = endpoint({
  method: 'GET',
  path: '/api/file-comments-count/:id/',
  summary: 'Number of readable comments and replies; for a module PDF including those on its modules.',
  permission: 'COMMENTS_LIST_VIEW',
  object: 'any record',
  params: idParams,
  query: threadQuery,
  reply: z.object({ total_comments: z.int() }),
});

/**
 * `module` selects one module; without it every module of the network is counted, and the comments of all are listed.
 */
export const listPdfComments = endpoint({
  method: 'POST',
  path: '/api/pdf-comments/',
  summary: 'Comments on the pages of a module PDF, by page.',
  permission: 'COMMENTS_LIST_VIEW',
  object: 'any record',
  body: z.strictObject({
    /** number of the covariation network */
    covariation_network: recordNumber,
    key: optionalKey,
    module: text(200).optional(),
  }),
  reply: z.object({
    covariation_network: z.string(),
    pages: z.array(
      z.object({
        page: z.int(),
        module: z.string(),
        covariation_module_id: z.int(),
        total_comments: z.int(),
      }),
    ),
    /** the ten newest top comments of each page with comments */
    comments: z.record(z.string(), z.array(comment)),
  }),
});

/** `level` and `to_user` are accepted, as in the specification, and ignored. */
const textFields = {
  visibility: z.enum(COMMENT_VISIBILITIES).default('public'),
  message,
  level: z.int32().optional(),
  to_user: z.int32().nullable().optional(),
  /** people mentioned in addition to those in the message; people who may not read it are dropped */
  mentioned_users: z.array(z.int()).max(1000).default([]),
  comment_page_url: pageUrl,
};

export const createComment = endpoint({
  method: 'POST',
  path: '/api/comment/create/',
  summary: 'Comment on a record, a file, a folder, a module, a meta-module or a gene.',
  permission: 'COMMENTS_CREATE',
  object: 'any record',
  status: 201,
  body: z
    .strictObject({
      ...textFields,
      entity_type: z.enum(TOPIC_TYPES),
      /** number of the record or meta-module, or of a module of an analysis; none for a gene */
      entity_id: recordNumber.optional(),
      /** symbol of the gene, for `gene` only */
      gene: geneSymbol.optional(),
      file_folder_name: text(2000).default(''),
      comment: z.null().optional(),
    })
    .refine(({ entity_type, entity_id }) => (entity_type === 'gene') === (entity_id === undefined), {
      path: ['entity_id'],
      message: 'Please give the number of a record; only a gene has none.',
    })
    .refine(({ entity_type, gene }) => (entity_type === 'gene') === (gene !== undefined), {
      path: ['gene'],
      message: 'Please give the symbol of a gene, and only for a comment on a gene.',
    })
    .refine(({ entity_type, file_folder_name }) => entity_type !== 'gene' || file_folder_name === '', {
      path: ['file_folder_name'],
      message: 'A gene has no files or folders.',
    }),
  reply: comment,
});

const edited = {
  id: recordNumber.optional(),
  version: z.int32(),
  visibility: z.enum(COMMENT_VISIBILITIES).optional(),
};
const unread = {
  entity_type: z.enum(TOPIC_TYPES).optional(),
  entity_id: recordNumber.nullable().optional(),
  gene: geneSymbol.nullable().optional(),
  file_folder_name: text(2000).optional(),
  comment: z.int32().nullable().optional(),
};

/** Further fields of the specification are accepted and ignored. */
export const updateComment = endpoint({
  method: 'PUT',
  path: '/api/comment/:id/',
  summary: 'Edit a comment.',
  permission: { anyOf: ['COMMENTS_UPDATE', 'COMMENTS_UPDATE_SELF', 'PROJECT_COMMENTS_MODIFY_SELF'] },
  object: 'comment',
  params: idParams,
  body: z.strictObject({ ...textFields, ...unread, ...edited }),
  reply: comment,
});

export const deleteComment = endpoint({
  method: 'DELETE',
  path: '/api/comment/:id/delete/',
  summary: 'Delete a comment and hide its replies; it can be restored for thirty days.',
  permission: { anyOf: ['COMMENTS_DELETE', 'COMMENTS_DELETE_SELF', 'PROJECT_COMMENTS_DELETE_SELF'] },
  object: 'comment',
  params: idParams,
  reply: detailReply,
});

/** For the person who deleted it and people who may delete any comment. */
export const restoreComment = endpoint({
  method: 'POST',
  path: '/api/comment/:id/restore/',
  summary: 'Restore a deleted comment or reply.',
  permission: {
    anyOf: [
      'COMMENTS_DELETE',
      'COMMENTS_DELETE_SELF',
      'PROJECT_COMMENTS_DELETE_SELF',
      'REPLIES_DELETE',
      'REPLIES_DELETE_SELF',
    ],
  },
  object: 'comment',
  params: idParams,
  reply: comment,
});

/** `comment` is the parent comment or reply. */
export const createReply = endpoint({
  method: 'POST',
  path: '/api/reply/create/',
  summary: 'Reply to a comment or a reply.',
  permission: 'REPLIES_CREATE',
  object: 'comment',
  status: 201,
  body: z.strictObject({
    ...textFields,
    comment: recordNumber,
    entity_type: z.enum(TOPIC_TYPES).optional(),
    entity_id: recordNumber.nullable().optional(),
    gene: geneSymbol.nullable().optional(),
    file_folder_name: text(2000).optional(),
  }),
  reply: comment,
});

export const updateReply = endpoint({
  method: 'PUT',
  path: '/api/reply/:id/',
  summary: 'Edit a reply.',
  permission: { anyOf: ['REPLIES_UPDATE', 'REPLIES_UPDATE_SELF'] },
  object: 'comment',
  params: idParams,
  body: z.strictObject({ ...textFields, ...unread, ...edited }),
  reply: comment,
});

export const listReplies = endpoint({
  method: 'GET',
  path: '/api/replies/:id/',
  summary: 'Replies to a comment or reply, oldest first.',
  permission: 'REPLIES_LIST_VIEW',
  object: 'comment',
  params: idParams,
  query: z.object({
    limit: z.coerce.number().int().min(1).max(100).default(100),
    offset: z.coerce.number().int().min(0).max(1_000_000).default(0),
  }),
  reply: z.object({ replies: z.array(comment), total: z.int() }),
});

export const deleteReply = endpoint({
  method: 'DELETE',
  path: '/api/reply/:id/delete/',
  summary: 'Delete a reply and hide the replies to it; it can be restored for thirty days.',
  permission: { anyOf: ['REPLIES_DELETE', 'REPLIES_DELETE_SELF'] },
  object: 'comment',
  params: idParams,
  reply: detailReply,
});

/** The target of a mention link: the comment, its ancestors, and the offset of its top comment. */
export const getComment = endpoint({
  method: 'GET',
  path: '/api/comments/:id/',
  summary: 'One comment or reply with its ancestors.',
  permission: 'COMMENTS_LIST_VIEW',
  object: 'comment',
  params: idParams,
  reply: z.object({
    comment,
    /** from the top comment down to the parent */
    ancestors: z.array(comment),
    /** number of readable top comments above its own in the thread */
    offset: z.int(),
  }),
});

/** Followers are notified of every new comment; muting leaves only mentions; `none` resets both. */
export const setThreadState = endpoint({
  method: 'PUT',
  path: '/api/comment-threads/:id/state/',
  summary: 'Follow or mute the comments on a record, a file, a folder, a module or a meta-module.',
  permission: 'NOTIFICATION_COMMENTS_VIEW',
  object: 'any record',
  params: idParams,
  body: z.strictObject({
    file_folder_name: text(2000).default(''),
    state: z.enum(THREAD_STATES),
  }),
  reply: z.object({ state: z.enum(THREAD_STATES) }),
});

export const setGeneThreadState = endpoint({
  method: 'PUT',
  path: '/api/genes/:symbol/comments/state/',
  summary: 'Follow or mute the comments on a gene.',
  permission: 'NOTIFICATION_COMMENTS_VIEW',
  object: 'any record',
  params: geneParams,
  body: z.strictObject({ state: z.enum(THREAD_STATES) }),
  reply: z.object({ state: z.enum(THREAD_STATES) }),
});

/** `username` only for people in the reply whose names look alike. Empty for guests. */
export const listMentionableUsers = endpoint({
  method: 'GET',
  path: '/api/users/',
  summary: 'People who can be mentioned, by name; with a record or gene, only those who may read about it.',
  permission: 'COMMENTS_CREATE',
  object: 'any record',
  query: z.object({
    search: text(100).default(''),
    entity_id: recordNumber.optional(),
    gene: geneSymbol.optional(),
    visibility: z.enum(COMMENT_VISIBILITIES).default('public'),
    /** the comment to be answered; its author reads private replies, too */
    comment: recordNumber.optional(),
    /** only these people, by numbers separated by commas: who is missing in the reply could not read the comment */
    ids: text(1000).optional(),
    limit: z.coerce.number().int().min(1).max(50).default(10),
  }),
  reply: z.object({
    users: z.array(
      z.object({
        id: z.int(),
        name: z.string(),
        first_name: z.string().nullable(),
        last_name: z.string().nullable(),
        username: z.string().nullable(),
      }),
    ),
    total: z.int(),
  }),
});

/**
 * Signals when a comment on the record, its files or its modules, or on the gene, is created, edited or deleted; `id`
 * is the record's number or `gene:` and the symbol.
 */
export const COMMENT_SOCKET = { path: '/ws/comment-notification/:id/', type: 'comments-changed' } as const;
