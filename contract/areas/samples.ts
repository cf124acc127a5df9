import { z } from 'zod';
import {
  bareRecordNumber,
  endpoint,
  idParams,
  listQuery,
  page,
  recordNumber,
  text,
} from '../base/endpoint.ts';
import { fileItem, moduleLink, treemapAttribute } from '../base/records.ts';
import { FILE_COLUMNS } from './files/files.ts';

/** Only samples with all of these values; null means NA. */
const selection = z
  .array(z.object({ attribute: text(200), value: text(2000).nullable() }))
  .max(50)
  .default([]);

const treemapBody = z.object({
  id: recordNumber,
  /** names of attributes to add to those shown */
  optional_attributes: z.array(text(200)).max(100).default([]),
  selection,
});

const treemapReply = z.object({
  sample_attributes: z.array(treemapAttribute),
  /** names of attributes that can be added */
  optional_attributes: z.array(z.string()),
  number_of_samples: z.int(),
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

const selectedBody = z.strictObject({
  id: bareRecordNumber,
  selection,
  page: z.int().min(1).max(1_000_000).default(1),
  page_size: z.int().min(1).max(5000).default(1000),
});
/** In the order of the record; samples that its data collection does not list are left out. */
const selectedReply = page(z.object({ label: z.string() })).extend({ collection_id: z.int() });

export const listDataSetSamples = endpoint({
  method: 'POST',
  path: '/api/data-sets/samples/',
  summary: 'Labels of the selected samples of a data set, with their data collection.',
  permission: 'DATA_SET_VIEW',
  object: 'data set',
  body: selectedBody,
  reply: selectedReply,
});

export const listCollectionSamples = endpoint({
  method: 'POST',
  path: '/api/data-collections/samples/',
  summary: 'Labels of the selected samples of a data collection.',
  permission: 'COLLECTION_VIEW',
  object: 'data collection',
  body: selectedBody,
  reply: selectedReply,
});

export const listAnalysisSamples = endpoint({
  method: 'POST',
  path: '/api/analyses/samples/',
  summary: 'Labels of the selected samples of the input data set of an analysis.',
  permission: 'PROJECT_VIEW',
  object: 'analysis',
  body: selectedBody,
  reply: selectedReply,
});

const sampleParams = z.object({ id: recordNumber, label: text(400) });

export const getSample = endpoint({
  method: 'GET',
  path: '/api/data-collections/:id/samples/:label/',
  summary:
    'One sample of a data collection: attributes, readable data sets and networks with it, its individual.',
  permission: 'COLLECTION_VIEW',
  object: 'data collection',
  params: sampleParams,
  reply: z.object({
    label: z.string(),
    collection: z.object({ id: z.int(), title: z.string() }),
    attributes: z.array(
      /** `label` is the readable form of a coded value; null without one */
      z.object({ name: z.string(), value: z.string().nullable(), label: z.string().nullable() }),
    ),
    /** samples of the collection with the same attribute Individual; null without one */
    individual: z.object({ name: z.string(), others: z.array(z.string()) }).nullable(),
    data_sets: z.array(
      z.object({
        id: z.int(),
        omicon_id: z.string(),
        title: z.string(),
        number_of_samples: z.int(),
      }),
    ),
    networks: z.array(
      z.object({
        id: z.int(),
        omicon_id: z.string(),
        name: z.string(),
        number_of_modules: z.int(),
        analysis: z.object({ id: z.int(), title: z.string() }),
      }),
    ),
  }),
});
export type Sample = z.output<(typeof getSample)['reply']>;

export const listSampleEigengenes = endpoint({
  method: 'GET',
  path: '/api/covariation-networks/:id/samples/:label/',
  summary:
    'Eigengene values of one sample in every module of a network, with their percentiles among its samples.',
  permission: 'PROJECT_VIEW',
  object: 'analysis',
  params: sampleParams,
  reply: z.object({
    number_of_samples: z.int(),
    /** the most extreme percentile first */
    results: z.array(
      moduleLink.extend({
        value: z.number(),
        /** share of samples with a value at most this high, in (0, 100] */
        percentile: z.number(),
      }),
    ),
  }),
});

/** The network of more samples takes too long while somebody waits. */
export const MAX_NETWORK_SAMPLES = 1000;

export const getSampleNetwork = endpoint({
  method: 'GET',
  path: '/api/data-sets/:id/sample-network/',
  summary:
    'How well each sample of a data set fits the others: mean correlation, connectivity K and Z.K; at most 1,000 samples.',
  permission: 'DATA_SET_VIEW',
  object: 'data set',
  params: idParams,
  reply: z.object({
    data_set: z.object({ id: z.int(), title: z.string() }),
    /** features without a missing value, from which the network is computed, and all features */
    complete_features: z.int(),
    number_of_features: z.int(),
    /** Z.K below which a sample is an outlier */
    cut: z.number(),
    /** mean correlation of all pairs of samples, and mean adjacency ((1 + r) / 2)^2 */
    mean_correlation: z.number().nullable(),
    density: z.number().nullable(),
    /** the least connected sample first */
    samples: z.array(
      z.object({
        label: z.string(),
        /** mean Pearson correlation with the other samples; null where a sample does not vary */
        mean_correlation: z.number().nullable(),
        /** mean adjacency to the other samples, in [0, 1] */
        mean_adjacency: z.number().nullable(),
        /** K: its sum of adjacencies over the largest one */
        connectivity: z.number().nullable(),
        /** Z.K: K in standard deviations from its mean; null where K does not vary */
        z_connectivity: z.number().nullable(),
      }),
    ),
  }),
});
export type SampleNetwork = z.output<(typeof getSampleNetwork)['reply']>;

export const listSampleFiles = endpoint({
  method: 'GET',
  path: '/api/data-collections/:id/samples/:label/files/',
  summary:
    'Files of the data sets with a sample, and files of its collection, data sets and analyses whose path names it.',
  permission: 'FILE_PREVIEW',
  object: 'data collection',
  params: sampleParams,
  query: listQuery(FILE_COLUMNS),
  reply: page(fileItem),
});
