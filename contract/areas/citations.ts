import { samePortalPath } from '@omicon/domain/records/portal-path.ts';
import { RECORD_TYPES } from '@omicon/domain/records/record-kinds.ts';
import { z } from 'zod';
import { endpoint, recordNumber, text } from '../base/endpoint.ts';
import { SEARCH_ACCESS } from './advanced-search/search-access.ts';

/** One citation in the forms of reference managers. It names the version, the address and the day. */
const citation = z.object({
  /** a sentence for a list of references */
  text: z.string(),
  bibtex: z.string(),
  ris: z.string(),
  /** an item of CSL-JSON, type `dataset` */
  csl: z.record(z.string(), z.unknown()),
});
export type Citation = z.output<typeof citation>;

export const citeRecord = endpoint({
  method: 'GET',
  path: '/api/citations/:entity_type/:id/',
  summary: 'How to cite a record: a sentence, BibTeX, RIS and CSL-JSON, of the current version by default.',
  permission: SEARCH_ACCESS,
  object: 'any record',
  params: z.object({ entity_type: z.enum(RECORD_TYPES), id: recordNumber }),
  query: z.object({ version: recordNumber.optional() }),
  reply: citation,
});

export const citeList = endpoint({
  method: 'POST',
  path: '/api/citations/',
  summary: 'How to cite a list that is computed on request, such as the results of a query or a consensus.',
  permission: SEARCH_ACCESS,
  object: 'none',
  body: z.strictObject({
    title: text(500).trim().min(1, 'Enter a title.'),
    /** path of the portal that computes the list again */
    address: z
      .string()
      .max(2000, 'The address is too long: save the query, and cite the page that opens it.')
      .refine((address) => samePortalPath(address) !== null, 'The address is no page of this portal.'),
    /** rows that the list had; null if it is no list of rows */
    rows: z.int().min(0).max(2_147_483_647).nullable().default(null),
  }),
  reply: citation,
});
