/** What every run in the background has: a computation that a person starts, watches and can cancel. */
import { z } from 'zod';
import { pageNumber } from './endpoint.ts';

export const RUN_STATES = ['running', 'done', 'failed', 'cancelled'] as const;
export type RunState = (typeof RUN_STATES)[number];

/** A kind of run extends this with its parameters; a kind with more states replaces `state`. */
export const run = z.object({
  id: z.int(),
  state: z.enum(RUN_STATES),
  /** how much of its work or of its step; 0 before it begins */
  done: z.number(),
  /** estimated from the pace so far; null while unknown and after the run ends */
  seconds_left: z.number().nullable(),
  /** why it failed */
  message: z.string().nullable(),
  created_at: z.string(),
  /** of the caller, who can then cancel it */
  is_own: z.boolean(),
});

/** Page and order of a list of runs, the newest first. */
export const runListQuery = z.object({
  page: pageNumber,
  page_size: z.coerce.number().int().min(1).max(100).default(20),
  sort: z.enum(['created_at']).default('created_at'),
  order: z.enum(['asc', 'desc']).default('desc'),
});
