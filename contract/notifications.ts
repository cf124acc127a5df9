import { z } from 'zod';
import { done, endpoint, page, recordNumber } from './endpoint.ts';

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
  reply: done,
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
    page: z.coerce.number().int().min(1).max(1_000_000).default(1),
    page_size: z.coerce.number().int().min(1).max(100).default(50),
    sort: z.enum(['created_at', 'name', 'type', 'file_size']).default('created_at'),
    order: z.enum(['asc', 'desc']).default('desc'),
  }),
  reply: page(downloadNotification),
});
