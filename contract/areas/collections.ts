import { z } from 'zod';
import { detailReply, endpoint, idParams, listQuery, page, recordNumber, text } from '../base/endpoint.ts';
import { attribute, fileItem, recordHead, recordVersion } from '../base/records.ts';
import { lineageNode } from './lineage.ts';

const dataCollectionItem = recordHead.extend({
  /** folder name: accession or study */
  name: z.string(),
  accession_id: z.string().nullable(),
  pubmed_id: z.string().nullable(),
  source: z.string().nullable(),
  data_sets: z.int(),
  number_of_samples: z.int(),
});
export type DataCollectionItem = z.output<typeof dataCollectionItem>;

const dataSetItem = recordHead.extend({
  /** null if the caller may not read the collection */
  data_collection_id: z.int().nullable(),
  data_collection_title: z.string().nullable(),
  ds_version: z.string(),
  technology: z.string().nullable(),
  platform: z.string().nullable(),
  analyte: z.string().nullable(),
  unique_identifier: z.string(),
  transformations: z.string(),
  quantification_scale: z.string().nullable(),
  number_of_samples: z.int(),
  number_of_features: z.int(),
  notes: z.string().nullable(),
});
export type DataSetItem = z.output<typeof dataSetItem>;

/** A record in a side menu. */
const recentItem = z.object({ id: z.int(), title: z.string(), data_sets: z.int() });

const versionQuery = z.object({ version: recordNumber.optional() });

export const listDataCollections = endpoint({
  method: 'GET',
  path: '/api/data-collections/',
  summary: 'Data collections, by page.',
  permission: 'COLLECTION_LIST_VIEW',
  object: 'data collection',
  query: listQuery([
    'title',
    'accession_id',
    'pubmed_id',
    'data_sets',
    'number_of_samples',
    'upload_date',
    'visibility',
    'omicon_id',
  ]),
  reply: page(dataCollectionItem),
});

export const listRecentDataCollections = endpoint({
  method: 'GET',
  path: '/api/data-collections/recent/',
  summary: 'Data collections for the side menu, newest first.',
  permission: 'COLLECTION_LIST_VIEW',
  object: 'data collection',
  query: z.object({ search: text(200).default('') }),
  reply: z.object({ results: z.array(recentItem), total: z.int() }),
});

export const getDataCollection = endpoint({
  method: 'GET',
  path: '/api/data-collections/:id/',
  summary: 'One data collection with its attributes, versions and files.',
  permission: 'COLLECTION_VIEW',
  object: 'data collection',
  params: idParams,
  query: versionQuery,
  reply: dataCollectionItem.extend({
    attributes: z.array(attribute),
    versions: z.array(recordVersion),
    files: z.array(fileItem),
    can_delete: z.boolean(),
    /** unless parts of it belong to other people */
    can_change_visibility: z.boolean(),
  }),
});

export const listDataSetsOfCollection = endpoint({
  method: 'GET',
  path: '/api/data-collections/:id/data-sets/',
  summary: 'Data sets of a data collection, by page.',
  permission: 'DATA_SET_LIST_VIEW',
  object: 'data collection',
  params: idParams,
  query: listQuery([
    'ds_version',
    'title',
    'platform',
    'technology',
    'transformations',
    'quantification_scale',
    'number_of_samples',
    'number_of_features',
    'upload_date',
    'omicon_id',
  ]),
  reply: page(dataSetItem),
});

/** Deletes the collection with its data sets; `restoreDataCollection` undoes it within 30 days. */
export const deleteDataCollection = endpoint({
  method: 'DELETE',
  path: '/api/data-collections/:id/',
  summary: 'Delete a data collection and its data sets; can be undone for 30 days.',
  permission: 'COLLECTION_DELETE',
  object: 'data collection',
  params: idParams,
  reply: detailReply,
});

export const restoreDataCollection = endpoint({
  method: 'POST',
  path: '/api/data-collections/:id/restore/',
  summary: 'Restore a deleted data collection.',
  permission: 'COLLECTION_DELETE',
  object: 'data collection',
  params: idParams,
  reply: detailReply,
});

export const listDataSets = endpoint({
  method: 'GET',
  path: '/api/data-sets/',
  summary: 'Data sets of all collections, by page.',
  permission: 'DATA_SET_LIST_VIEW',
  object: 'data set',
  query: listQuery([
    'title',
    'ds_version',
    'platform',
    'technology',
    'transformations',
    'quantification_scale',
    'number_of_samples',
    'number_of_features',
    'upload_date',
    'data_collection_title',
    'visibility',
    'omicon_id',
  ]),
  reply: page(dataSetItem),
});

export const getDataSet = endpoint({
  method: 'GET',
  path: '/api/data-sets/:id/',
  summary: 'One data set with its attributes, versions and files.',
  permission: 'DATA_SET_VIEW',
  object: 'data set',
  params: idParams,
  query: versionQuery,
  reply: dataSetItem.extend({
    attributes: z.array(attribute),
    versions: z.array(recordVersion),
    files: z.array(fileItem),
    parent: z.object({ id: z.int(), title: z.string() }).nullable(),
    analyses: z.array(z.object({ id: z.int(), title: z.string() })),
  }),
});

export const getDataCollectionOfDataSet = endpoint({
  method: 'GET',
  path: '/api/data-sets/:id/data-collection/',
  summary: 'The data collection of a data set.',
  permission: 'COLLECTION_VIEW',
  object: 'data set',
  params: idParams,
  reply: z.object({ _id: z.int(), title: z.string(), omicon_id: z.string() }),
});

export const getDataSetNetwork = endpoint({
  method: 'GET',
  path: '/api/data-sets/:id/network/',
  summary: 'Lineage of the collection that holds the data set; `focus` is the data set asked for.',
  permission: 'DATA_SET_VIEW',
  object: 'data set',
  params: idParams,
  reply: z.object({ network: lineageNode, focus: z.string() }),
});
