import { z } from 'zod';
import { endpoint, text } from '../../base/endpoint.ts';

const preferences = z.object({
  welcome_text: z.string(),
  /** contact of the laboratory, as plain text; empty if not set */
  contact: z.string(),
  guests: z.boolean(),
  sign_up: z.boolean(),
  preview_limit_bytes: z.int(),
});
export type Preferences = z.output<typeof preferences>;

/** Public, as the landing page shows them. */
export const getPreferences = endpoint({
  method: 'GET',
  path: '/api/preferences/',
  summary: 'Preferences of the portal.',
  permission: 'anyone',
  object: 'none',
  reply: preferences,
});

export const updatePreferences = endpoint({
  method: 'PUT',
  path: '/api/preferences/',
  summary: 'Change preferences of the portal.',
  permission: 'PREFERENCES_EDIT',
  object: 'none',
  body: z.strictObject({
    welcome_text: text(5000).min(1, 'Enter welcome text'),
    contact: text(500),
    guests: z.boolean(),
    sign_up: z.boolean(),
    preview_limit_bytes: z
      .number()
      .int()
      .min(1024)
      .max(100 * 1024 * 1024),
  }),
  reply: preferences,
});
