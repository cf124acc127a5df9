import { z } from 'zod';
import { detailReply, endpoint, idParams, listQuery, page, recordNumber, text } from '../../base/endpoint.ts';
import { attribute, fileItem, recordHead, recordVersion } from '../../base/records.ts';
import { lineageNode } from '../lineage.ts';

const analysisItem = recordHead.extend({
  analyst: z.string().nullable(),
  creation_date: z.string().nullable(),
  /** as stated by the analysis */
  input_data_set: z.string(),
  /** null if the caller may not read the data set */
  input_data_set_id: z.int().nullable(),
  /** null, like its title, if the caller may not read the collection */
  data_collection_id: z.int().nullable(),
  data_collection_title: z.string().nullable(),
  covariation_networks: z.int(),
  covariation_modules: z.int(),
});
export type AnalysisItem = z.output<typeof analysisItem>;

export const listAnalyses = endpoint({
  method: 'GET',
  path: '/api/analyses/',
  summary: 'Analyses, by page.',
  permission: 'PROJECT_LIST_VIEW',
  object: 'analysis',
  query: listQuery([
    'title',
    'owner',
    'analyst',
    'creation_date',
    'input_data_set',
    'covariation_networks',
    'upload_date',
    'visibility',
    'omicon_id',
  ]),
  reply: page(analysisItem),
});

export const listRecentAnalyses = endpoint({
  method: 'GET',
  path: '/api/analyses/recent/',
  summary: 'Analyses for the side menu, newest first.',
  permission: 'PROJECT_LIST_VIEW',
  object: 'analysis',
  query: z.object({ search: text(200).default('') }),
  reply: z.object({
    results: z.array(z.object({ id: z.int(), title: z.string(), data_sets: z.int() })),
    total: z.int(),
  }),
});

/** A covariation network in the list of its analysis; parameters that its file names do not contain are null. */
export const networkItem = z.object({
  id: z.int(),
  omicon_id: z.string(),
  name: z.string(),
  similarity: z.string(),
  overlap: z.string(),
  rel_signum: z.number().nullable(),
  signum: z.number(),
  min_size: z.int(),
  merge_by: z.string(),
  merge_param: z.number(),
  modules: z.int(),
});

const listedNetwork = networkItem.extend({
  themes: z.int().describe('number of different themes of its modules'),
  coverage: z.number().nullable().describe('percentage of the features that are in a module'),
});
export type CovariationNetworkItem = z.output<typeof listedNetwork>;

export const getAnalysis = endpoint({
  method: 'GET',
  path: '/api/analyses/:id/',
  summary: 'One analysis with its attributes, versions, networks and top-level files.',
  permission: 'PROJECT_VIEW',
  object: 'analysis',
  params: idParams,
  query: z.object({ version: recordNumber.optional() }),
  reply: analysisItem.extend({
    attributes: z.array(attribute),
    versions: z.array(recordVersion),
    networks: z.array(listedNetwork),
    files: z.array(fileItem),
    can_delete: z.boolean(),
  }),
});

export const listAnalysisFiles = endpoint({
  method: 'GET',
  path: '/api/analyses/:id/files/',
  summary: 'Files and folders of an analysis, one folder at a time.',
  permission: 'PROJECT_VIEW',
  object: 'analysis',
  params: idParams,
  query: z.object({ folder: text(1000).default(''), version: recordNumber.optional() }),
  reply: z.object({ folder: z.string(), results: z.array(fileItem), total: z.int() }),
});

export const getAnalysisNetwork = endpoint({
  method: 'GET',
  path: '/api/analyses/:id/network/',
  summary: 'Lineage of the collection that holds the input data set; `focus` is the analysis.',
  permission: 'PROJECT_VIEW',
  object: 'analysis',
  params: idParams,
  reply: z.object({ network: lineageNode, focus: z.string() }),
});

export const deleteAnalysis = endpoint({
  method: 'DELETE',
  path: '/api/analyses/:id/',
  summary: 'Delete an analysis; can be undone for 30 days.',
  permission: 'PROJECT_DELETE',
  object: 'analysis',
  params: idParams,
  reply: detailReply,
});

export const restoreAnalysis = endpoint({
  method: 'POST',
  path: '/api/analyses/:id/restore/',
  summary: 'Restore a deleted analysis.',
  permission: 'PROJECT_DELETE',
  object: 'analysis',
  params: idParams,
  reply: detailReply,
});
