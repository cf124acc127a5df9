import { z } from 'zod';
import { detailReply, endpoint, page, pageNumber, recordNumber } from '../base/endpoint.ts';

/** What people are told about; each kind's content has its shape in the contract of its area. */
export const NOTIFICATION_KINDS = ['advancedSearch', 'download', 'mention'] as const;
export type NotificationKind = (typeof NOTIFICATION_KINDS)[number];

export const markNotificationAsRead = endpoint({
  method: 'PUT',
  path: '/api/notifications/:kind/:id/mark-as-read/',
  summary: 'Mark one of the own notifications as read.',
  permission: 'signed in',
  object: 'notification',
  params: z.object({ kind: z.enum(NOTIFICATION_KINDS), id: recordNumber }),
  reply: detailReply,
});

/** What is told of a download; `network_id` is for downloads of a covariation network. */
export const downloadNotification = z.object({
  notifId: z.number().int(),
  type: z.string(),
  name: z.string(),
  file_size: z.number(),
  /** the size as text */
  size: z.string(),
  key: z.string(),
  network_id: z.number().int().nullable(),
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

/** Why somebody hears of a comment; the first that holds. */
export const MENTION_REASONS = ['mention', 'reply', 'follow'] as const;

/**
 * A comment somebody is told of. It is listed only while they may read the comment; text and address are those of now.
 * `id` is the comment, `parent_id` its top comment, itself when it is one.
 */
export const mentionNotification = z.object({
  id: z.number().int(),
  notification_id: z.number().int(),
  reason: z.enum(MENTION_REASONS),
  /** the comment without markup, its first 300 characters */
  comment_details: z.string(),
  mentioned_by: z.string(),
  created_at: z.string(),
  parent_id: z.number().int(),
  /** cleaned HTML */
  comment: z.string(),
  /** of what is talked about */
  display_name: z.string(),
  comment_page_url: z.string(),
  is_read: z.boolean(),
});
export type MentionNotification = z.output<typeof mentionNotification>;

export const listMentionNotifications = endpoint({
  method: 'POST',
  path: '/api/notifications/mentions/',
  summary: 'The comment log: mentions, replies and news of followed threads, newest first.',
  permission: 'NOTIFICATION_COMMENTS_VIEW',
  object: 'none',
  body: z.strictObject({
    page: z.number().int().min(1).max(1_000_000).default(1),
    items_per_page: z.number().int().min(1).max(100).default(50),
  }),
  reply: z.object({
    mention_notifications: z.array(mentionNotification),
    total: z.number().int(),
    items_per_page: z.number().int(),
  }),
});

export const markMentionNotificationAsRead = endpoint({
  method: 'PUT',
  path: '/api/mark-mention-notification-as-read/:id/',
  summary: 'Mark one of the own comment notifications as read, by its notification_id.',
  permission: 'NOTIFICATION_COMMENTS_VIEW',
  object: 'notification',
  params: z.object({ id: recordNumber }),
  reply: detailReply,
});

/** An entry of the bell: its kind's own fields, and what is drawn for every kind. */
const unreadNotification = z.discriminatedUnion('kind', [
  z.object({
    kind: z.literal('advancedSearch'),
    notifId: z.number().int(),
    type: z.string(),
    Description: z.string(),
    created_at: z.string(),
  }),
  z.object({
    kind: z.literal('download'),
    notifId: z.number().int(),
    type: z.string(),
    name: z.string(),
    size: z.string(),
    key: z.string(),
    created_at: z.string(),
  }),
  mentionNotification
    .omit({ is_read: true })
    .extend({ kind: z.literal('mention'), notifId: z.number().int() }),
]);
export type UnreadNotification = z.output<typeof unreadNotification>;

/** Of kinds whose log the person has; guests have searches only. */
export const listUnreadNotifications = endpoint({
  method: 'GET',
  path: '/api/notifications/unread/',
  summary: 'What the person has not seen, newest first.',
  permission: 'signed in',
  object: 'none',
  query: z.object({ limit: z.coerce.number().int().min(1).max(100).default(50) }),
  reply: z.object({ notifications: z.array(unreadNotification), total: z.number().int() }),
});

/** `until` is the newest notification that was shown: what came since stays unread. */
export const markAllNotificationsAsRead = endpoint({
  method: 'PUT',
  path: '/api/notifications/mark-all-as-read/',
  summary: 'Mark the own notifications as read, of one kind or of all.',
  permission: 'signed in',
  object: 'none',
  body: z
    .strictObject({ kind: z.enum(NOTIFICATION_KINDS).optional(), until: recordNumber.optional() })
    .default({}),
  reply: z.object({ detail: z.string(), marked: z.number().int() }),
});

export const DIGESTS = ['none', 'daily'] as const;

export const getNotificationSettings = endpoint({
  method: 'GET',
  path: '/api/notifications/settings/',
  summary: 'Whether unread comment notifications come by e-mail.',
  permission: 'NOTIFICATION_COMMENTS_VIEW',
  object: 'none',
  reply: z.object({ digest: z.enum(DIGESTS) }),
});

export const saveNotificationSettings = endpoint({
  method: 'PUT',
  path: '/api/notifications/settings/',
  summary: 'Ask for a daily e-mail with unread comment notifications, or for none.',
  permission: 'NOTIFICATION_COMMENTS_VIEW',
  object: 'none',
  body: z.strictObject({ digest: z.enum(DIGESTS) }),
  reply: z.object({ digest: z.enum(DIGESTS) }),
});

/** Changes with any news of the person, whose own number is `id`; a message says how much is unread. */
export const NEWS_SOCKET = { path: '/ws/mention-notification/:id/', type: 'news' } as const;

export const newsMessage = z.object({
  type: z.literal(NEWS_SOCKET.type),
  unread: z.number().int(),
  /** the newest unread notification */
  newest: z.object({ kind: z.enum(NOTIFICATION_KINDS), notifId: z.number().int() }).nullable(),
});
export type NewsMessage = z.output<typeof newsMessage>;
