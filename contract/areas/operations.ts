import { z } from 'zod';
import { detailReply, endpoint, idParams, listQuery, page, pageNumber } from '../base/endpoint.ts';

/** How far the demo laboratory of a first start is. Files are counted from nought in each phase. */
export const demoProgress = z.object({
  phase: z.enum(['writing', 'checking', 'storing', 'finishing']),
  files_done: z.number().int(),
  files_total: z.number().int(),
});
export type DemoProgress = z.output<typeof demoProgress>;

/** Counts of a laboratory that holds nothing of anybody's, for everybody who meets an empty portal. */
export const getDemoProgress = endpoint({
  method: 'GET',
  path: '/api/demo-progress/',
  summary: 'How far the demo laboratory is that a first start makes; null when none is being made.',
  permission: 'anyone',
  object: 'none',
  reply: z.object({ progress: demoProgress.nullable() }),
});

const mail = z.object({
  id: z.number().int(),
  recipient: z.string(),
  subject: z.string(),
  body: z.string(),
  created_at: z.string(),
  delivered_at: z.string().nullable(),
  attempts: z.number().int(),
});

/** Without a mail server nothing leaves the portal, and administrators read here what would have been sent. */
export const listOutbox = endpoint({
  method: 'GET',
  path: '/api/outbox/',
  summary: 'Mail of the portal, newest first.',
  permission: 'OPERATIONS_VIEW',
  object: 'none',
  query: z.object({
    page: pageNumber,
    page_size: z.coerce.number().int().min(1).max(100).default(20),
  }),
  reply: page(mail),
});

const failedJob = z.object({
  id: z.number().int(),
  task: z.string(),
  /** the analysis that the job is about, if it is about one */
  analysis_id: z.number().int().nullable(),
  analysis_title: z.string().nullable(),
  tries: z.number().int(),
  failed_at: z.string(),
  /** words of the last failure */
  message: z.string().nullable(),
});
export type FailedJob = z.output<typeof failedJob>;

export const listFailedJobs = endpoint({
  method: 'GET',
  path: '/api/failed-jobs/',
  summary: 'Background jobs that failed at each of their tries and were given up, oldest first.',
  permission: 'OPERATIONS_VIEW',
  object: 'none',
  query: listQuery(['failed_at', 'task']),
  reply: page(failedJob),
});

export const restartFailedJob = endpoint({
  method: 'POST',
  path: '/api/failed-jobs/:id/restart/',
  summary: 'Give a job that was given up all its tries again.',
  permission: 'OPERATIONS_RESTART',
  object: 'none',
  params: idParams,
  reply: detailReply,
});
