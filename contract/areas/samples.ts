import { z } from 'zod';
import { endpoint, recordNumber, text } from '../base/endpoint.ts';
import { treemapAttribute } from '../base/records.ts';

const treemapBody = z.object({
  id: recordNumber,
  /** names of attributes to add to those shown */
  optional_attributes: z.array(text(200)).max(100).default([]),
  /** only samples with all of these values; null means NA */
  selection: z
    .array(z.object({ attribute: text(200), value: text(2000).nullable() }))
    .max(50)
    .default([]),
});

const treemapReply = z.object({
  sample_attributes: z.array(treemapAttribute),
  /** names of attributes that can be added */
  optional_attributes: z.array(z.string()),
  number_of_samples: z.number().int(),
  message: z.string().nullable(),
});

export const getDataSetSampleAttributes = endpoint({
  method: 'POST',
  path: '/api/data-sets/sample-attributes/',
  summary: 'Treemap of the samples of a data set.',
  permission: 'DATA_SET_VIEW',
  object: 'data set',
  body: treemapBody,
  reply: treemapReply,
});

export const getCollectionSampleAttributes = endpoint({
  method: 'POST',
  path: '/api/data-collections/sample-attributes/',
  summary: 'Treemap of all samples of a data collection.',
  permission: 'COLLECTION_VIEW',
  object: 'data collection',
  body: treemapBody,
  reply: treemapReply,
});

export const getAnalysisSampleAttributes = endpoint({
  method: 'POST',
  path: '/api/analyses/sample-attributes/',
  summary: 'Treemap of the samples of an analysis, those of its input data set.',
  permission: 'PROJECT_VIEW',
  object: 'analysis',
  body: treemapBody,
  reply: treemapReply,
});
