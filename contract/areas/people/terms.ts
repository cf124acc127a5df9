import { z } from 'zod';
import { detailReply, endpoint, recordNumber, text } from '../../base/endpoint.ts';

const terms = z.object({
  version: z.int(),
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

/**
 * The body may be empty; pages send the version that was read, so that nobody accepts terms published in the meantime.
 */
export const acceptTerms = endpoint({
  method: 'PUT',
  path: '/api/accept-tos/',
  summary: 'Accept the terms of service in force.',
  permission: 'signed in',
  object: 'none',
  body: z.strictObject({ version: z.int32().optional() }).default({}),
  reply: detailReply,
});

/**
 * A new version, which everybody has to accept again. `based_on` is the version that was edited; 409 if there is a
 * newer one.
 */
export const createTerms = endpoint({
  method: 'POST',
  path: '/api/terms/',
  summary: 'Publish new terms of service.',
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
    based_on: z.int32().optional(),
  }),
  status: 201,
  reply: terms,
});

const termsVersion = z.object({
  version: z.int(),
  dated: z.string(),
  created_at: z.string(),
  /** who published it; null for the first terms */
  name: z.string().nullable(),
  /** number of people whose last acceptance was of this version, without guests */
  accepted_by: z.int(),
});
export type TermsVersion = z.output<typeof termsVersion>;

export const listTermsVersions = endpoint({
  method: 'GET',
  path: '/api/terms/versions/',
  summary: 'All versions of the terms of service, newest first.',
  permission: 'PREFERENCES_EDIT',
  object: 'none',
  reply: z.object({ results: z.array(termsVersion), total: z.int() }),
});

export const getTermsVersion = endpoint({
  method: 'GET',
  path: '/api/terms/versions/:version/',
  summary: 'The text of one version of the terms of service.',
  permission: 'PREFERENCES_EDIT',
  object: 'none',
  params: z.object({ version: recordNumber }),
  reply: terms,
});
