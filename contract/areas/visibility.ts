import { VISIBILITIES } from '@omicon/domain/permissions/permissions.ts';
import { VISIBILITY_ACCESS } from '@omicon/domain/permissions/visibility.ts';
import { z } from 'zod';
import { endpoint, idParams } from '../base/endpoint.ts';

const visibility = z.enum(VISIBILITIES);

/** What becomes visible or hidden: of the records whose visibility differs from the new one. */
const visibilityChange = z.object({
  from: visibility,
  to: visibility,
  data_sets: z.int(),
  analyses: z.int(),
  /** of all these records */
  files: z.int(),
  /** known only from these analyses */
  gene_sets: z.int(),
  /** records that belong to other people; with any, only administrators may change the visibility */
  of_others: z.int(),
  can_change: z.boolean(),
});
export type VisibilityChange = z.output<typeof visibilityChange>;

export const getVisibilityChange = endpoint({
  method: 'GET',
  path: '/api/data-collections/:id/visibility/',
  summary: 'What a change of the visibility of a data collection would show or hide.',
  permission: VISIBILITY_ACCESS,
  object: 'data collection',
  params: idParams,
  reply: visibilityChange,
});

/** All versions of the collection, its data sets and analyses, with their files. */
export const setCollectionVisibility = endpoint({
  method: 'PUT',
  path: '/api/data-collections/:id/visibility/',
  summary: 'Show a data collection with all that is made from it to everybody, or to the laboratory only.',
  permission: VISIBILITY_ACCESS,
  object: 'data collection',
  params: idParams,
  body: z.strictObject({ visibility }),
  reply: visibilityChange.extend({ detail: z.string() }),
});
