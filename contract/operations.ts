import { z } from 'zod';
import { endpoint, page, pageNumber } from './endpoint.ts';

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
