import { z } from 'zod';
import { done, endpoint, text } from './endpoint.ts';

const terms = z.object({
  version: z.number().int(),
  /** date of the terms, ISO */
  dated: z.string(),
  /** paragraphs; each is plain text with an optional heading */
  sections: z.array(z.object({ heading: z.string(), body: z.string() })),
});
export type Terms = z.output<typeof terms>;

export const getTerms = endpoint({
  method: 'GET',
  path: '/api/terms/',
  summary: 'The terms of service in force.',
  permission: 'anyone',
  object: 'none',
  reply: terms,
});

/** The person accepts the terms in force; empty body. */
export const acceptTerms = endpoint({
  method: 'PUT',
  path: '/api/accept-tos/',
  summary: 'Accept the terms of service in force.',
  permission: 'signed in',
  object: 'none',
  reply: done,
});

/** A new version; everybody is asked again. */
export const createTerms = endpoint({
  method: 'POST',
  path: '/api/terms/',
  summary: 'Put new terms of service in force.',
  permission: 'PREFERENCES_EDIT',
  object: 'none',
  body: z.object({
    dated: z.iso.date('Enter a date'),
    sections: z
      .array(
        z.object({ heading: text(200).min(1, 'Enter heading'), body: text(10_000).min(1, 'Enter text') }),
      )
      .min(1)
      .max(50),
  }),
  status: 201,
  reply: terms,
});
