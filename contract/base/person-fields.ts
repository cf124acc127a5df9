import { z } from 'zod';
import { text } from './endpoint.ts';

/** Personal fields of the sign-up and profile forms. */
export const personFields = {
  first_name: text(100).trim().min(1, 'Enter first name'),
  last_name: text(100).trim().min(1, 'Enter last name'),
  institution: text(200),
  orcid_id: z.string().regex(/^\d{4}-\d{4}-\d{4}-\d{3}[\dX]$/, 'An ORCID iD looks like 0000-0002-1825-0097.'),
};
