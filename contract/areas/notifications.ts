import { z } from 'zod';
import { detailReply, endpoint, page, pageNumber, recordNumber } from '../base/endpoint.ts';
import { SEARCH_ACCESS } from './advanced-search/search-access.ts';

/** Notifications; the content of each kind is defined by its area. */
export const NOTIFICATION_KINDS = ['advancedSearch', 'download', 'mention'] as const;
export type NotificationKind = (typeof NOTIFICATION_KINDS)[number];

export const markNotificationAsRead = endpoint({
  method: 'PUT',
  path: '/api/notifications/:kind/:id/mark-as-read/',
  summary: 'Mark one of your notifications as read.',
  permission: 'signed in',
  object: 'notification',
  params: z.object({ kind: z.enum(NOTIFICATION_KINDS), id: recordNumber }),
  reply: detailReply,
});

/** `type` of the notification when a run of the pipeline has ended or waits for its person; its number is that of the run. */
export const PIPELINE_NEWS = 'pipeline';

/** `type` of the notification when a preservation run has ended; its number is that of the run. */
export const PRESERVATION_NEWS = 'preservation';

/** `choosing`: a run of the pipeline waits for its person. */
export const searchNewsState = z.enum(['done', 'failed', 'choosing']);

/** The notification of a finished search; `notification_data` is JSON text with formData.description.value. */
export const searchNews = z.object({
  /** the result type */
  type: z.string(),
  Description: z.string(),
  result_count: z.int().nullable(),
  /** contains the query, so that a failed search can be repeated */
  state: searchNewsState,
  notification_data: z.string(),
});
export type SearchNews = z.output<typeof searchNews>;

/** `notifId` is the number of the search, which opens its results. */
export const searchNotification = searchNews.extend({
  notifId: z.int(),
  created_at: z.string(),
  is_read: z.boolean(),
});
export type SearchNotification = z.output<typeof searchNotification>;

export const listSearchNotifications = endpoint({
  method: 'GET',
  path: '/api/notifications/search/',
  summary: 'Finished background searches, newest first.',
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

/** What a download is of, as far as its person may read it now; files of several networks may have one name. */
const downloadSubject = {
  /** titles of the records of its files, or their number */
  record: z.string().nullable(),
  /** name of its covariation network; null for other downloads */
  network: z.string().nullable(),
};

/** The notification of a download; `network_id` is for downloads of a covariation network. */
export const downloadNotification = z.object({
  notifId: z.int(),
  type: z.string(),
  name: z.string(),
  file_size: z.number(),
  /** the size as text */
  size: z.string(),
  key: z.string(),
  network_id: z.int().nullable(),
  ...downloadSubject,
  created_at: z.string(),
  is_read: z.boolean(),
});
export type DownloadNotification = z.output<typeof downloadNotification>;

export const listDownloadNotifications = endpoint({
  method: 'GET',
  path: '/api/notifications/download/',
  summary: 'The download log, newest first.',
  permission: 'NOTIFICATION_DOWNLOADS_VIEW',
  object: 'none',
  query: z.object({
    page: pageNumber,
    page_size: z.coerce.number().int().min(1).max(100).default(50),
    sort: z.enum(['created_at', 'name', 'type', 'file_size']).default('created_at'),
    order: z.enum(['asc', 'desc']).default('desc'),
  }),
  reply: page(downloadNotification),
});

/** Why a person is notified of a comment: the first reason that applies. */
export const MENTION_REASONS = ['mention', 'reply', 'follow'] as const;

/**
 * A comment notification. Listed only while the comment is readable, with its current text and address. `id` is the
 * comment, `parent_id` its top comment, or itself.
 */
export const mentionNotification = z.object({
  id: z.int(),
  notification_id: z.int(),
  reason: z.enum(MENTION_REASONS),
  /** the comment without markup, its first 300 characters */
  comment_details: z.string(),
  mentioned_by: z.string(),
  created_at: z.string(),
  parent_id: z.int(),
  /** sanitized HTML */
  comment: z.string(),
  /** name of the topic */
  display_name: z.string(),
  comment_page_url: z.string(),
  is_read: z.boolean(),
});
export type MentionNotification = z.output<typeof mentionNotification>;

export const listMentionNotifications = endpoint({
  method: 'POST',
  path: '/api/notifications/mentions/',
  summary: 'The comment log: mentions, replies and comments in followed threads, newest first.',
  permission: 'NOTIFICATION_COMMENTS_VIEW',
  object: 'none',
  body: z.strictObject({
    page: z.int().min(1).max(1_000_000).default(1),
    items_per_page: z.int().min(1).max(100).default(50),
  }),
  reply: z.object({
    mention_notifications: z.array(mentionNotification),
    total: z.int(),
    items_per_page: z.int(),
  }),
});

export const markMentionNotificationAsRead = endpoint({
  method: 'PUT',
  path: '/api/mark-mention-notification-as-read/:id/',
  summary: 'Mark one of your comment notifications as read, by its notification_id.',
  permission: 'NOTIFICATION_COMMENTS_VIEW',
  object: 'notification',
  params: z.object({ id: recordNumber }),
  reply: detailReply,
});

/** An entry of the notification menu: common fields and those of its kind. */
const unreadNotification = z.discriminatedUnion('kind', [
  z.object({
    kind: z.literal('advancedSearch'),
    notifId: z.int(),
    type: z.string(),
    Description: z.string(),
    state: searchNewsState,
    created_at: z.string(),
  }),
  z.object({
    kind: z.literal('download'),
    notifId: z.int(),
    type: z.string(),
    name: z.string(),
    size: z.string(),
    key: z.string(),
    ...downloadSubject,
    created_at: z.string(),
  }),
  mentionNotification.omit({ is_read: true }).extend({ kind: z.literal('mention'), notifId: z.int() }),
]);
export type UnreadNotification = z.output<typeof unreadNotification>;

/** Kinds whose log the person may see; for guests only searches. */
export const listUnreadNotifications = endpoint({
  method: 'GET',
  path: '/api/notifications/unread/',
  summary: 'Unread notifications, newest first.',
  permission: 'signed in',
  object: 'none',
  query: z.object({ limit: z.coerce.number().int().min(1).max(100).default(50) }),
  reply: z.object({ notifications: z.array(unreadNotification), total: z.int() }),
});

/** `until` is the newest notification shown; later ones stay unread. */
export const markAllNotificationsAsRead = endpoint({
  method: 'PUT',
  path: '/api/notifications/mark-all-as-read/',
  summary: 'Mark your notifications as read, of one kind or all.',
  permission: 'signed in',
  object: 'none',
  body: z
    .strictObject({ kind: z.enum(NOTIFICATION_KINDS).optional(), until: recordNumber.optional() })
    .default({}),
  reply: z.object({ detail: z.string(), marked: z.int() }),
});

export const DIGESTS = ['none', 'daily'] as const;

export const getNotificationSettings = endpoint({
  method: 'GET',
  path: '/api/notifications/settings/',
  summary: 'Whether unread comment notifications are sent by e-mail.',
  permission: 'NOTIFICATION_COMMENTS_VIEW',
  object: 'none',
  reply: z.object({ digest: z.enum(DIGESTS) }),
});

export const saveNotificationSettings = endpoint({
  method: 'PUT',
  path: '/api/notifications/settings/',
  summary: 'Turn the daily e-mail with unread comment notifications on or off.',
  permission: 'NOTIFICATION_COMMENTS_VIEW',
  object: 'none',
  body: z.strictObject({ digest: z.enum(DIGESTS) }),
  reply: z.object({ digest: z.enum(DIGESTS) }),
});

/** Signals any notification of the person with number `id`; a message has the number of unread ones. */
export const NEWS_SOCKET = { path: '/ws/mention-notification/:id/', type: 'news' } as const;

export const newsMessage = z.object({
  type: z.literal(NEWS_SOCKET.type),
  unread: z.int(),
  /** the newest unread notification */
  newest: z.object({ kind: z.enum(NOTIFICATION_KINDS), notifId: z.int() }).nullable(),
});
export type NewsMessage = z.output<typeof newsMessage>;
